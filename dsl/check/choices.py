"""Choices that may find nothing to choose from.

Inside an action, an option or a `may` that is no problem: it is not offered then. Elsewhere the game would stop, so the
author is asked to look. Whether it happens is for play to show.
"""

from __future__ import annotations

from .. import core
from ..core import Binary, Const, Expr, FromPile, FromSet, Loop, Quant, Stmt, Unary
from ..diagnostics import Diagnostic
from .calls import blocks_of
from .mistakes import warning
from .ranging import never_empty
from .walk import every
from .world import World

CODE = "RW4052"


def empty_choices(w: World) -> list[Diagnostic]:
    """Go through everything that runs outside a guarded place."""
    if w.program.main < 0:
        return []
    found: list[Diagnostic] = []
    seen: set[int] = set()

    def visit(number: int) -> None:
        if number not in seen:
            seen.add(number)
            block(w.program.procs[number].body, ())

    def block(body: list[Stmt], sure: tuple[object, ...]) -> None:
        for s in body:
            if isinstance(s, core.Run | core.AsAll):
                visit(s.proc)
            elif isinstance(s, core.Choose):
                if s.no is None and not s.if_any and not never_empty(w, s.loop) and _key(s.loop) not in sure:
                    found.append(
                        warning(CODE, "There may be nothing to choose from here, and then the game stops.", s.at,
                                "Say `if any` at its end, ask first with `if any x in ...`, or make it a `may`.")
                    )  # fmt: skip
            elif isinstance(s, core.If):
                block(s.then, (*sure, *_proved(s.cond)))
                block(s.other, sure)
            elif isinstance(s, core.Repeat):
                block(s.body, (*sure, *(_proved(s.until, until=True) if s.until is not None else ())))
            elif not isinstance(s, core.Options | core.Offer):
                for inner in blocks_of(s):
                    block(inner, sure)

    visit(w.program.main)
    return found


def _key(loop: Loop) -> object:
    """What a loop draws its elements from."""
    if isinstance(loop.source, FromSet):
        return loop.source.set
    return loop.source.place if isinstance(loop.source, FromPile) else loop.source


def _proved(cond: Expr, until: bool = False) -> list[object]:
    """The sources that a condition shows to be not empty; `until`: by not holding yet."""
    out: list[object] = []
    compared = ("eq",) if until else ("ne", "gt")
    for e in (cond, *every(cond)):
        if isinstance(e, Quant) and e.word == ("no" if until else "any"):
            out.append(_key(e.loops[0]))
        elif isinstance(e, Binary) and e.op in compared and isinstance(e.right, Const) and e.right.value == 0:
            if isinstance(e.left, Unary) and e.left.op == "size":
                out.append(e.left.of)
            else:
                out.append(e.left.place if isinstance(e.left, core.PileSize) else e.left)
    return out

"""Choices that may find nothing to choose from.

Inside an action, an option or a `may` that is no problem: it is not offered then. Elsewhere the game would stop, so the
author is asked to look. Whether it happens is for play to show.
"""

from __future__ import annotations

from regelwerk.dsl import core
from regelwerk.dsl.diagnostics import Diagnostic

from .. import Binary, Const, Expr, FromPile, FromRange, FromSet, Loop, Quant, Stmt, Unary
from ..from_ast.context import World
from ..from_ast.errors import warning
from ..from_ast.expressions.binders import never_empty
from .recursion import blocks_of

CODE = "RW4052"
Fact = tuple[object, int]  # there is at least so much of this
_OPPOSITE = {"eq": "ne", "ne": "eq", "lt": "ge", "ge": "lt", "gt": "le", "le": "gt"}
_MIRRORED = {"lt": "gt", "gt": "lt", "le": "ge", "ge": "le"}


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

    def block(body: list[Stmt], sure: tuple[Fact, ...]) -> None:
        for s in body:
            if isinstance(s, core.Run | core.AsAll):
                visit(s.proc)
            elif isinstance(s, core.Choose):
                told = s.no is not None or s.if_any or s.one_of_several
                if not told and not never_empty(w, s.loop) and not _shown(s.loop, sure):
                    found.append(
                        warning(CODE, "There may be nothing to choose from here, and then the game stops.", s.at,
                                "Say `if any` at its end, ask first with `if any x in ...`, or make it a `may`.")
                    )  # fmt: skip
            elif isinstance(s, core.If):
                block(s.then, (*sure, *_proved(s.cond, True)))
                block(s.other, (*sure, *_proved(s.cond, False)))
                if s.then and isinstance(s.then[-1], core.Give | core.End | core.Stop):
                    sure = (*sure, *_proved(s.cond, False))
            elif isinstance(s, core.Repeat):
                block(s.body, (*sure, *(_proved(s.until, False) if s.until is not None else ())))
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


def _shown(loop: Loop, sure: tuple[Fact, ...]) -> bool:
    """Do facts show that there is something?"""
    source = loop.source
    if isinstance(source, FromRange) and isinstance(source.lo, Const):
        return any(of == source.hi and least >= source.lo.value for of, least in sure)
    return any(of == _key(loop) and least > 0 for of, least in sure)


def _proved(cond: Expr, holds: bool) -> list[Fact]:
    """What is so many at least (a number, or what is in a source), when a condition holds or does not."""
    if isinstance(cond, Unary) and cond.op == "not":
        return _proved(cond.of, not holds)
    if isinstance(cond, Binary) and cond.op == ("and" if holds else "or"):
        return [*_proved(cond.left, holds), *_proved(cond.right, holds)]
    if isinstance(cond, Quant):
        return [(_key(cond.loops[0]), 1)] if cond.word == ("any" if holds else "no") else []
    if not isinstance(cond, Binary) or cond.op not in _OPPOSITE:
        return []
    op, left, right = cond.op if holds else _OPPOSITE[cond.op], cond.left, cond.right
    if isinstance(left, Const):
        op, left, right = _MIRRORED.get(op, op), right, left
    if not isinstance(right, Const):
        return []
    least = {"eq": right.value, "ge": right.value, "gt": right.value + 1}.get(op)
    if op == "ne" and right.value == 0:
        least = 1  # of what cannot be less than nothing
    return [] if least is None else [(_counted(left), least)]


def _counted(e: Expr) -> object:
    """What a size is the size of; any other number is itself."""
    if isinstance(e, Unary) and e.op == "size":
        return e.of
    return e.place if isinstance(e, core.PileSize) else e

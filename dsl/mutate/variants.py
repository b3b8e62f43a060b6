"""How one expression or line could be wrong. A variant is what it says and what would stand there instead."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any, NamedTuple

from .. import ast
from ..source import Span

FLIPS = {"<": "<=", "<=": "<", ">": ">=", ">=": ">", "=": "!=", "!=": "=", "in": "not in", "not in": "in"}
SWAPS = {"and": "or", "or": "and", "implies": "and", "+": "-", "-": "+", "/": "/up", "/up": "/"}
SPOKEN = {"/": "rounded down", "/up": "rounded up"}
QUANTIFIERS = {"most": "least", "least": "most", "max": "min", "min": "max", "any": "no", "no": "any"}
YES, NO = ast.Ident("yes"), ast.Ident("no")
AMOUNT, WHETHER, SIGHT = "amount", "whether", "sight"

# Lines that only change the table: without them the rest can still be read.
DROPPED = (
    ast.Trade | ast.Assign | ast.Lay | ast.Lift | ast.Run | ast.Score | ast.End | ast.May | ast.Sequence | ast.Shuffle
    | ast.Reveal
)  # fmt: skip
SEEN = {  # what becomes of a slot, and how that is told
    "hidden": (("public", "seen by all"),),
    "private": (("public", "seen by all"), ("hidden", "seen by nobody")),
    "hidden from owner": (("public", "seen by all"), ("hidden", "seen by nobody")),
    "public": (("hidden", "seen by nobody"),),
    "scratch": (),
}


class Variant(NamedTuple):
    """`new` stands there instead; `other` (told as `or_else`) is tried if that cannot be read. `sort` tells what
    kind of mistake it is: in the middle of a rule (`AMOUNT`, `WHETHER`, `SIGHT`) or at its edges (`flow`)."""

    what: str
    new: Any
    other: Any = None
    or_else: str = ""
    sort: str = AMOUNT


def of_expression(e: ast.Expr) -> Iterator[Variant]:
    """Change a number by one, flip a comparison, swap two words; parts of it are asked for themselves."""
    match e:
        case ast.Number():
            yield Variant(
                f"{e.value + 1} instead of {e.value}",
                replace(e, value=e.value + 1),
                replace(e, value=e.value - 1) if e.value else None,
                f"{e.value - 1} instead of {e.value}",
            )
        case ast.Ident(id="yes" | "no"):
            other = "no" if e.id == "yes" else "yes"
            yield Variant(f"{other} instead of {e.id}", replace(e, id=other))
        case ast.Binary(op="at least" | "at most"):
            yield Variant(f"without `but {e.op}`", e.left)
        case ast.Binary() if e.op in FLIPS:
            yield Variant(f"`{FLIPS[e.op]}` instead of `{e.op}`", replace(e, op=FLIPS[e.op]))
        case ast.Binary() if e.op in SWAPS:
            now = SWAPS[e.op]
            yield Variant(f"`{SPOKEN.get(now, now)}` instead of `{SPOKEN.get(e.op, e.op)}`", replace(e, op=now))
        case ast.Unary(op="not"):
            yield Variant("without `not`", e.of)
        case ast.Quant() if e.word in QUANTIFIERS:
            now = QUANTIFIERS[e.word]
            yield Variant(f"`{now}` instead of `{e.word}`", replace(e, word=now))


def of_condition(e: ast.Expr) -> Iterator[Variant]:
    """Negate a condition that has no comparison at its top to flip."""
    turned = isinstance(e, ast.Binary) and (e.op in FLIPS or e.op in SWAPS)
    turned = turned or isinstance(e, ast.Unary) or (isinstance(e, ast.Ident) and e.id in ("yes", "no"))
    if not turned and not (isinstance(e, ast.Quant) and e.word in QUANTIFIERS):
        yield Variant("negated", ast.Unary("not", e, at=e.at))


def of_step(step: ast.Step) -> Iterator[Variant]:
    """Leave a step out, or an action out of an offer."""
    nothing = replace(step, do=ast.Nothing(at=step.at))
    if isinstance(step.do, ast.Move):
        elsewhere = replace(step.do, to=ast.Ident("box", at=step.at))
        yield Variant("left out", nothing, replace(step, do=elsewhere), "into the box", WHETHER)
    elif isinstance(step.do, DROPPED):
        yield Variant("left out", nothing, sort=WHETHER)
        if isinstance(step.do, ast.May):
            yield Variant("compulsory", replace(step, do=_done(step.do)), sort=WHETHER)
    elif isinstance(step.do, ast.Choose | ast.Draw):
        binder, at = step.do.binder, step.do.at
        first = ast.Quant("first", binder, ast.Ident(binder.name.id, at=at), at=at)
        how = "by chance" if isinstance(step.do, ast.Draw) else "by choice"
        yield Variant(f"the first, not {how}", replace(step, do=ast.Let(binder.name, first, at=at)), sort=WHETHER)
    elif isinstance(step.do, ast.Offer) and len(step.do.actions) > 1:
        actions = step.do.actions
        for i, action in enumerate(actions):
            fewer = replace(step.do, actions=(*actions[:i], *actions[i + 1 :]))
            yield Variant(f"without `{_name(action)}`", replace(step, do=fewer), sort=WHETHER)


def of_sight(slot: ast.Slot) -> Iterator[Variant]:
    """Show what is hidden, hide what is seen."""
    for now, what in SEEN[slot.visibility]:
        yield Variant(what, now, sort=SIGHT)


def of_size(board: ast.Board) -> Iterator[Variant]:
    """Take a row or a column away from a board."""
    if board.width > 1:
        yield Variant(f"{board.width - 1} wide instead of {board.width}", replace(board, width=board.width - 1))
    if board.height > 1:
        yield Variant(f"{board.height - 1} high instead of {board.height}", replace(board, height=board.height - 1))


def impossible(name: ast.Name, at: Span) -> ast.Field:
    """An effect that can never be carried out, for a component that has none."""
    return ast.Field(name, None, (ast.Step(None, ast.Needs(ast.Ident("no", at=at), None, at=at), at=at),), at=at)


def _done(may: ast.May) -> Any:
    """Do without asking what may be done: a choice stays one, the name it gives included."""
    only = may.body[0].do
    if may.when is None and len(may.body) == 1 and isinstance(only, ast.Choose):
        return only
    return ast.If(may.when or ast.Ident("yes", at=may.at), may.body, (), at=may.at)


def _name(e: ast.Expr) -> str:
    return e.id if isinstance(e, ast.Ident) else e.name.id if isinstance(e, ast.Dot) else "..."


def of_range(e: ast.Expr) -> Iterator[Variant]:
    """Narrow a range from both ends: those who sit at the table notice."""
    if (
        isinstance(e, ast.Binary)
        and e.op == ".."
        and isinstance(e.left, ast.Number)
        and isinstance(e.right, ast.Number)
    ):
        low, high = e.left.value, e.right.value
        if low < high:
            yield Variant(f"from {low + 1} instead of {low}", replace(e, left=ast.Number(low + 1, at=e.at)))
            yield Variant(f"to {high - 1} instead of {high}", replace(e, right=ast.Number(high - 1, at=e.at)))


def of_data(values: tuple[ast.Expr, ...], members: dict[str, str]) -> Iterator[Variant]:
    """Change the first thing in a list of data that can be changed; `members` names the next of each kind."""
    for i, e in enumerate(values):
        for v in _datum(e, members):
            other = None if v.other is None else (*values[:i], v.other, *values[i + 1 :])
            yield Variant(v.what, (*values[:i], v.new, *values[i + 1 :]), other, v.or_else)
            return
    if len(values) > 1:
        yield Variant("without its last element", values[:-1])


def _datum(e: ast.Expr, members: dict[str, str]) -> Iterator[Variant]:
    match e:
        case ast.SetLit() if e.items:
            inner = next(of_data(e.items, members), None)
            other, told = (None, "") if inner is None else (replace(e, items=inner.new), inner.what)
            yield Variant(f"without `{_name(e.items[-1])}`", replace(e, items=e.items[:-1]), other, told)
        case ast.Call():
            for v in of_data(e.args, members):
                if isinstance(v.new, tuple) and len(v.new) == len(e.args):
                    yield Variant(v.what, replace(e, args=v.new))
        case ast.MapLit() if e.entries:
            keys, values = zip(*e.entries, strict=True)
            for v in of_data(values, members):
                if isinstance(v.new, tuple) and len(v.new) == len(keys):
                    yield Variant(v.what, replace(e, entries=tuple(zip(keys, v.new, strict=True))))
        case ast.Unary(op="-", of=ast.Number(value=n)):
            yield Variant(f"-{n + 1} instead of -{n}", replace(e, of=ast.Number(n + 1, at=e.at)))
        case ast.Ident() if e.id in members:
            yield Variant(f"{members[e.id]} instead of {e.id}", replace(e, id=members[e.id]))
        case _:
            yield from of_expression(e)

"""What is known at a statement: requirements and conditions before it, until something changes what they speak of."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from ..core import (
    NONE_NUM,
    AsAll,
    Binary,
    CallFunc,
    Choose,
    Cond,
    Const,
    Draw,
    E,
    Each,
    Expr,
    If,
    Let,
    Load,
    Local,
    Narrow,
    Needs,
    Num,
    Offer,
    Options,
    Program,
    Repeat,
    Run,
    Stmt,
    Store,
    Switch,
    Unary,
    Widen,
)
from .facts import COMPARED, conjuncts
from .shape import may_be_none
from .walk import inside

NEGATED = {"lt": "ge", "ge": "lt", "le": "gt", "gt": "le", "ne": "eq", "eq": "ne"}
TURNED = {"lt": "gt", "gt": "lt", "le": "ge", "ge": "le", "eq": "eq", "ne": "ne"}
BLOCKS = Run | AsAll | If | Switch | Each | Repeat | Choose | Options | Offer | Draw
Bounds = tuple[int, int]


@dataclass(slots=True)
class Known:
    """Conditions that hold, names that are not none, and between what named numbers lie."""

    holds: list[Expr] = field(default_factory=list)
    present: set[int] = field(default_factory=set)
    named: dict[int, Bounds] = field(default_factory=dict)

    def when(self, cond: Expr | None, so: bool = True) -> Known:
        """Give what is known if a condition holds (or does not)."""
        more = conjuncts(cond) if so else denied(cond)
        return Known([*self.holds, *filter(_plain, more)], set(self.present), dict(self.named))

    def go_past(self, s: Stmt) -> None:
        """Take up what a statement demands, drop what it may have changed."""
        if isinstance(s, Needs):
            self.holds += filter(_plain, conjuncts(s.cond))
        elif isinstance(s, Let):
            if self.is_there(s.value):
                self.present.add(s.var.id)
            if isinstance(s.value.type, Num) and not s.value.type.none:
                self.named[s.var.id] = self.bounds(s.value)
        elif isinstance(s, Store):
            self.holds = [c for c in self.holds if not any(isinstance(n, Load) and n.slot == s.slot for n in inside(c))]
        elif isinstance(s, BLOCKS):
            self.holds = []

    # -------------------------------------------------------------------------------------------- answers

    def bounds(self, e: Expr) -> Bounds:
        """Between what does a number lie?"""
        t = e.type
        lo, hi = (t.lo, t.hi) if isinstance(t, Num) else (-(2**31), 2**31)
        if isinstance(e, Local) and e.var.id in self.named:
            least, most = self.named[e.var.id]
            lo, hi = max(lo, least), min(hi, most)
        if isinstance(e, Binary) and e.op in ("add", "sub"):
            (a, b), (c, d) = self.bounds(e.left), self.bounds(e.right)
            least, most = (a + c, b + d) if e.op == "add" else (a - d, b - c)
            return max(lo, least), min(hi, most)
        for op, other in self._compared(e):
            o = other.type
            if isinstance(o, Num) and not o.none:
                lo = max(lo, o.lo + (op == "gt")) if op in ("ge", "gt", "eq") else lo
                hi = min(hi, o.hi - (op == "lt")) if op in ("le", "lt", "eq") else hi
        return lo, hi

    def surely(self, c: Expr) -> bool:
        """Does a comparison of numbers hold here?"""
        if isinstance(c, Binary) and c.op == "and":
            return self.surely(c.left) and self.surely(c.right)
        if not isinstance(c, Binary) or c.op not in COMPARED or not isinstance(c.left.type, Num):
            return False
        (a, b), (x, y) = self.bounds(c.left), self.bounds(c.right)
        if c.op in ("lt", "le"):
            return COMPARED[c.op](b, x)
        if c.op in ("gt", "ge"):
            return COMPARED[c.op](a, y)
        return c.op == "ne" and (b < x or y < a)

    def is_there(self, e: Expr) -> bool:
        """Is this never none?"""
        if not may_be_none(e.type) or (isinstance(e, Local) and e.var.id in self.present):
            return True
        if isinstance(e, Cond):
            return self.surely(e.cond) and self.is_there(e.then)
        if isinstance(e, Widen):
            return self.is_there(e.of)
        return any(op == "ne" and is_none(other) for op, other in self._compared(e))

    def is_empty(self, cell: Expr) -> bool:
        """Is this known to be none?"""
        return any(op == "eq" and is_none(other) for op, other in self._compared(cell))

    def has_enough(self, cell: Expr, amount: Expr) -> bool:
        """Is the amount that is taken away known to be there?"""
        return any(op in ("ge", "gt", "eq") and same(other, amount) for op, other in self._compared(cell))

    def _compared(self, e: Expr) -> Iterator[tuple[str, Expr]]:
        """List the comparisons of something that are known to hold, with it on the left."""
        for c in self.holds:
            if isinstance(c, Binary) and c.op in TURNED:
                if same(c.left, e):
                    yield c.op, c.right
                if same(c.right, e):
                    yield TURNED[c.op], c.left


class Values:
    """Which expressions always have a value? Sums that become too large are not looked for."""

    def __init__(self, program: Program) -> None:
        self.program = program
        self._whole: dict[int, bool] = {}

    def always(self, nodes: Any, known: Known) -> bool:
        """Does working this out never end in an error?"""
        return all(self._has_value(n, known) for n in inside(nodes))

    def _has_value(self, n: Any, known: Known) -> bool:
        if isinstance(n, Unary):
            return n.op != "only" and (n.op != "some" or known.is_there(n.of))
        if isinstance(n, Binary) and n.op in ("div", "divup", "mod"):
            lo, hi = known.bounds(n.right)
            return lo > 0 or hi < 0
        if isinstance(n, Narrow):
            return not n.checked
        if isinstance(n, CallFunc):
            if n.func not in self._whole:
                self._whole[n.func] = True
                self._whole[n.func] = self.always(self.program.funcs[n.func].body, Known())
            return self._whole[n.func]
        return True


def _plain(c: Expr) -> bool:
    """Is this a condition over cells, names and fixed numbers, so that it is clear what changes it?"""
    return all(isinstance(n, Binary | Const | Local | Load | Widen) for n in inside(c) if isinstance(n, E))


def denied(c: Expr | None) -> list[Expr]:
    """What does a condition tell that does not hold?"""
    if isinstance(c, Binary) and c.op in NEGATED:
        return [Binary(NEGATED[c.op], c.left, c.right, type=c.type)]
    if isinstance(c, Binary) and c.op == "or":
        return denied(c.left) + denied(c.right)
    return []


def is_none(e: Expr) -> bool:
    return isinstance(e, Const) and may_be_none(e.type) and e.value in (-1, NONE_NUM)


def same(a: Any, b: Any) -> bool:
    """Are these the same expressions, whatever is known about their types?"""
    if isinstance(a, tuple):
        return len(a) == len(b) and all(map(same, a, b))
    if isinstance(a, Widen):
        return same(a.of, b)
    if isinstance(b, Widen):
        return same(a, b.of)
    if isinstance(a, Load) and isinstance(b, Load):
        return a.slot == b.slot and same(a.keys, b.keys)
    if isinstance(a, Local) and isinstance(b, Local):
        return a.var.id == b.var.id
    if isinstance(a, Const) and isinstance(b, Const):
        return a.value == b.value
    if isinstance(a, Binary) and isinstance(b, Binary):
        return a.op == b.op and same(a.left, b.left) and same(a.right, b.right)
    return False

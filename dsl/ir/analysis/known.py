"""What is known at a statement: requirements and conditions before it, until something changes what they speak of."""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any, Protocol

from regelwerk.dsl.core import (
    NONE_NUM,
    Binary,
    CallFunc,
    Can,
    Cond,
    Const,
    E,
    Expr,
    Flag,
    FromSet,
    Let,
    Load,
    Local,
    Loop,
    Narrow,
    Needs,
    Num,
    Program,
    Quant,
    Stmt,
    Store,
    Unary,
    Was,
    Widen,
)
from regelwerk.dsl.core.type_rules import may_be_none
from regelwerk.dsl.core.visitor import inside, said


class Effects(Protocol):
    """What is asked about a program: what statements change, what an expression looks at."""

    program: Program

    def writes(self, node: Any) -> set[int]: ...

    def reads(self, node: Any) -> set[int]: ...


COMPARED: dict[str, Callable[[int, int], bool]] = {
    "eq": operator.eq, "ne": operator.ne, "lt": operator.lt, "le": operator.le, "gt": operator.gt, "ge": operator.ge,
}  # fmt: skip
NEGATED = {"lt": "ge", "ge": "lt", "le": "gt", "gt": "le", "ne": "eq", "eq": "ne"}
TURNED = {"lt": "gt", "gt": "lt", "le": "ge", "ge": "le", "eq": "eq", "ne": "ne"}
Bounds = tuple[int, int]


@dataclass(slots=True)
class Known:
    """Conditions that hold, with the slots they read; names that are not none; between what named numbers lie."""

    facts: Effects
    holds: list[tuple[Expr, set[int]]] = field(default_factory=list)
    present: set[int] = field(default_factory=set)
    named: dict[int, Bounds] = field(default_factory=dict)

    def when(self, cond: Expr | None, so: bool = True) -> Known:
        """Give what is known if a condition holds (or does not)."""
        more = Known(self.facts, list(self.holds), set(self.present), dict(self.named))
        more._learn(conjuncts(cond) if so else denied(cond))
        return more

    def throughout(self, body: list[Stmt]) -> Known:
        """Give what is known in every round of a loop."""
        more = self.when(None)
        more._forget(body)
        return more

    def go_past(self, s: Stmt) -> None:
        """Take up what a statement demands, drop what it may have changed."""
        if isinstance(s, Needs):
            self._learn(conjuncts(s.cond))
        elif isinstance(s, Let):
            if self.is_there(s.value):
                self.present.add(s.var.id)
            if isinstance(s.value.type, Num) and not s.value.type.none:
                self.named[s.var.id] = self.bounds(s.value)
        else:
            self._forget([s])
        if isinstance(s, Store) and isinstance(s.value, Const | Local):
            cell = Load(s.slot, s.keys, type=self.facts.program.slots[s.slot].type)
            if not any(isinstance(n, Load) and n.slot == s.slot for n in inside(s.keys)):
                self._learn([Binary("eq", cell, s.value, type=Flag())])

    def _forget(self, stmts: list[Stmt]) -> None:
        if self.holds:
            written = self.facts.writes(stmts)
            self.holds = [(c, read) for c, read in self.holds if written.isdisjoint(read)]

    def _learn(self, conditions: list[Expr]) -> None:
        for c in conditions:
            if isinstance(c, Binary) and c.op in TURNED and not any(isinstance(n, Can | Was) for n in inside(c)):
                self.holds.append((c, self.facts.reads(c)))

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
        if isinstance(e, Quant) and e.word == "first" and e.result is not None and not may_be_none(e.result.type):
            return all(map(self.has_elements, e.loops))
        return any(op == "ne" and is_none(other) for op, other in self._compared(e))

    def is_empty(self, cell: Expr) -> bool:
        """Is this known to be none?"""
        return any(op == "eq" and is_none(other) for op, other in self._compared(cell))

    def has_enough(self, cell: Expr, amount: Expr) -> bool:
        """Is the amount that is taken away known to be there?"""
        return any(op in ("ge", "gt", "eq") and same(other, amount) for op, other in self._compared(cell))

    def speaks_of(self, slot: int) -> bool:
        """Is something known about this slot?"""
        return any(slot in read for _, read in self.holds)

    def has_elements(self, loop: Loop) -> bool:
        """Is a set that is gone through known not to be empty?"""
        if loop.where is not None or loop.stop is not None or not isinstance(loop.source, FromSet):
            return False
        wanted = loop.source.set
        return any(op == "ne" and isinstance(other, Const) and not other.value for op, other in self._compared(wanted))

    def is_single(self, elements: Expr) -> bool:
        """Is a set known to have one element?"""
        size = Unary("size", elements, type=Num(0, 1))
        return any(op == "eq" and isinstance(other, Const) and other.value == 1 for op, other in self._compared(size))

    def _compared(self, e: Expr) -> Iterator[tuple[str, Expr]]:
        """List the comparisons of something that are known to hold, with it on the left."""
        for c, _ in self.holds:
            assert isinstance(c, Binary)
            if same(c.left, e):
                yield c.op, c.right
            if same(c.right, e):
                yield TURNED[c.op], c.left


class Values:
    """Which expressions always have a value? Sums that become too large are not looked for."""

    def __init__(self, facts: Effects) -> None:
        self.facts = facts
        self._whole: dict[int, bool] = {}

    def always(self, nodes: Any, known: Known) -> bool:
        """Does working this out never end in an error?"""
        return all(self._has_value(n, known) for n in inside(nodes))

    def _has_value(self, n: Any, known: Known) -> bool:
        if isinstance(n, Unary):
            return (n.op != "only" or known.is_single(n.of)) and (n.op != "some" or known.is_there(n.of))
        if isinstance(n, Binary) and n.op in ("div", "divup", "mod"):
            lo, hi = known.bounds(n.right)
            return lo > 0 or hi < 0
        if isinstance(n, Narrow) and n.checked and isinstance(n.type, Num):
            lo, hi = known.bounds(n.of)
            return (n.type.none or known.is_there(n.of)) and n.type.lo <= lo and hi <= n.type.hi
        if isinstance(n, Narrow):
            return not n.checked
        if isinstance(n, CallFunc):
            if n.func not in self._whole:
                self._whole[n.func] = True
                self._whole[n.func] = self.always(self.facts.program.funcs[n.func].body, Known(self.facts))
            return self._whole[n.func]
        return True


def conjuncts(e: Expr | None) -> list[Expr]:
    """Take a condition apart at its `and`s."""
    if e is None:
        return []
    if isinstance(e, Binary) and e.op == "and":
        return conjuncts(e.left) + conjuncts(e.right)
    return [e]


def denied(c: Expr | None) -> list[Expr]:
    """What does a condition tell that does not hold?"""
    if isinstance(c, Binary) and c.op in NEGATED:
        return [Binary(NEGATED[c.op], c.left, c.right, type=c.type)]
    if isinstance(c, Binary) and c.op == "or":
        return denied(c.left) + denied(c.right)
    return []


def is_none(e: Expr) -> bool:
    return isinstance(e, Const) and may_be_none(e.type) and e.value in (-1, NONE_NUM)


def _tested(e: Any) -> bool:
    """Is this a number that was only tested?"""
    return isinstance(e, Narrow) and isinstance(e.type, Num)


def same(a: Any, b: Any) -> bool:
    """Are these the same expressions, whatever is known about their types?"""
    if isinstance(a, Widen) or _tested(a):
        return same(a.of, b)
    if isinstance(b, Widen) or _tested(b):
        return same(a, b.of)
    if isinstance(a, tuple) and isinstance(b, tuple):
        return len(a) == len(b) and all(map(same, a, b))
    if isinstance(a, Local) and isinstance(b, Local):
        return a.var.id == b.var.id
    if not isinstance(a, E):
        return bool(a == b)
    return type(a) is type(b) and all(same(getattr(a, name), getattr(b, name)) for name in said(a))

"""How far numbers may move while an action is carried out: where there is room, none of them can leave its range.

A number that would leave its range stands in the way of an action like an unmet requirement. To try every action for
that would be dear, so the lowering reckons, up to the first chance result, by how much each number may go down and up
at most, and play tries an action only where a number is nearer to its limits than that.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from ..core import (
    AsAll,
    Binary,
    Choose,
    Const,
    Draw,
    Each,
    Entry,
    Expr,
    If,
    Load,
    Local,
    Needs,
    Num,
    Offer,
    Options,
    Repeat,
    Run,
    Stmt,
    Store,
    Switch,
    Widen,
)
from . import ranging
from .facts import conjuncts
from .store import Store as Lowering
from .walk import inside

ANY = 2**31  # further than any number can go
NEGATED = {"lt": "ge", "ge": "lt", "le": "gt", "gt": "le", "ne": "eq", "eq": "ne"}
TURNED = {"lt": "gt", "gt": "lt", "le": "ge", "ge": "le", "eq": "eq"}


@dataclass(frozen=True, slots=True)
class Margin:
    """By how much a number may go down and up, and whether that may lead below or above its range."""

    down: int = 0
    up: int = 0
    low: bool = False
    high: bool = False

    def then(self, m: Margin) -> Margin:
        return Margin(min(self.down + m.down, ANY), min(self.up + m.up, ANY), self.low or m.low, self.high or m.high)

    def either(self, m: Margin) -> Margin:
        return Margin(max(self.down, m.down), max(self.up, m.up), self.low or m.low, self.high or m.high)

    def times(self, n: int) -> Margin:
        return Margin(min(self.down * n, ANY), min(self.up * n, ANY), self.low, self.high)


Moves = dict[int, Margin]  # by slot
NOT_MOVED = Margin()


class Margins:
    """Answers about one program, remembered by procedure."""

    def __init__(self, lowering: Lowering) -> None:
        self.lowering = lowering
        self._procs: dict[int, Moves] = {}
        self._numbers: dict[tuple[int, int, int, int], int] = {}  # of rooms

    def proc(self, number: int) -> Moves:
        """How may numbers move while this procedure runs?"""
        if number not in self._procs:
            self._procs[number] = {}
            self._procs[number] = self.of(self.lowering.program.procs[number].body)
        return self._procs[number]

    def rooms(self, moves: Moves) -> list[int]:
        """Give the numbers of the rooms in which nothing leaves its range when numbers move like this."""
        found = []
        for slot, m in moves.items():
            want = self.lowering.program.slots[slot].type
            if isinstance(want, Num) and (m.low or m.high):
                home, count = self.lowering.layout.homes[slot], len(self.lowering.program.slots[slot].default)
                room = (home.addr, count, want.lo + m.down if m.low else -ANY, want.hi - m.up if m.high else ANY)
                found.append(self._numbers.setdefault(room, len(self._numbers)))
        self.lowering.rooms[:] = self._numbers
        return found

    def taking(self, e: Entry) -> Moves:
        """How may numbers move while an action on offer is carried out?"""
        return _then(self.of(e.spend), self.proc(e.proc))

    def matters(self, s: Stmt) -> bool:
        """May this statement take a number out of its range?"""
        return any(m.low or m.high for m in self._stmt(s, []).values())

    def of(self, stmts: Iterable[Stmt], known: Sequence[Expr] = ()) -> Moves:
        """How may numbers move before the first chance result? `known` are conditions that hold."""
        holds = [c for c in known if _plain(c)]
        found: Moves = {}
        for s in stmts:
            found = _then(found, self._stmt(s, holds))
            if self.lowering.facts.draws(s):
                break
            _after(s, holds)
        return found

    def _stmt(self, s: Stmt, holds: list[Expr]) -> Moves:
        if isinstance(s, Store):
            return self._store(s, holds)
        if isinstance(s, Run):
            return self.proc(s.proc)
        if isinstance(s, AsAll):
            return self.proc(s.proc)  # everybody writes their own slots
        if isinstance(s, If):
            return _either(self.of(s.then, [*holds, *conjuncts(s.cond)]), self.of(s.other, [*holds, *_denied(s.cond)]))
        if isinstance(s, Switch):
            return _either(*(self.of(case, holds) for case in s.cases.values()))
        if isinstance(s, Each):
            rounds = ranging.most(self.lowering, s.loop.source)
            return _times(self.of(s.body, conjuncts(s.loop.where)), rounds)
        if isinstance(s, Repeat):
            most = s.at_most.type
            return _times(self.of(s.body), most.hi if isinstance(most, Num) else ANY)
        if isinstance(s, Choose):
            return _either(self.of(s.rest), self.of(s.no or ()))
        if isinstance(s, Draw):
            return self.of(s.rest)
        if isinstance(s, Options):
            return _either(*(self.of(o.body, conjuncts(o.when)) for o in s.options))
        if isinstance(s, Offer):
            return _either(*map(self.taking, s.entries))
        return {}

    def _store(self, s: Store, holds: Sequence[Expr]) -> Moves:
        want, have = self.lowering.program.slots[s.slot].type, s.value.type
        if not isinstance(want, Num) or not isinstance(have, Num):
            return {}
        low, high = have.lo < want.lo, have.hi > want.hi
        value = s.value
        if isinstance(value, Binary) and value.op in ("add", "sub") and _is_cell(value.left, s):
            by = value.right.type
            assert isinstance(by, Num)
            least, most = (by.lo, by.hi) if value.op == "add" else (-by.hi, -by.lo)
            lo, hi = _bounds(value.left, want, holds)
            low = low and lo + least < want.lo and not (value.op == "sub" and _enough(value.left, value.right, holds))
            high = high and hi + most > want.hi
            return {s.slot: Margin(max(0, -least), max(0, most), low, high)}
        if isinstance(value, Const) and value.value in range(want.lo, want.hi + 1):
            low = high = False
        return {s.slot: Margin(ANY, ANY, low, high)}


# ------------------------------------------------------------------------------------------------ joining


def _then(a: Moves, b: Moves) -> Moves:
    return {slot: a.get(slot, NOT_MOVED).then(b.get(slot, NOT_MOVED)) for slot in {**a, **b}}


def _either(*all: Moves) -> Moves:
    found: Moves = {}
    for moves in all:
        for slot, margin in moves.items():
            found[slot] = found.get(slot, NOT_MOVED).either(margin)
    return found


def _times(moves: Moves, rounds: int) -> Moves:
    return {slot: margin.times(rounds) for slot, margin in moves.items()} if rounds else {}


# ------------------------------------------------------------------------------------------------ what is known


def _plain(c: Expr) -> bool:
    """Is this a condition over cells, names and fixed numbers, so that it is clear what changes it?"""
    return all(isinstance(n, Binary | Const | Local | Load | Widen) for n in inside(c) if isinstance(n, Expr))


def _after(s: Stmt, holds: list[Expr]) -> None:
    """Go past a statement: take up what it demands, drop what it may have changed."""
    if isinstance(s, Needs):
        holds += [c for c in conjuncts(s.cond) if _plain(c)]
    elif isinstance(s, Store):
        holds[:] = [c for c in holds if not any(isinstance(n, Load) and n.slot == s.slot for n in inside(c))]
    elif isinstance(s, Run | AsAll | If | Switch | Each | Repeat | Choose | Options | Offer | Draw):
        holds.clear()


def _denied(c: Expr) -> list[Expr]:
    """What does a condition tell that does not hold?"""
    if isinstance(c, Binary) and c.op in NEGATED:
        return [Binary(NEGATED[c.op], c.left, c.right, type=c.type)]
    if isinstance(c, Binary) and c.op == "or":
        return _denied(c.left) + _denied(c.right)
    return []


def _is_cell(e: Expr, s: Store) -> bool:
    return isinstance(e, Load) and e.slot == s.slot and _same(e.keys, s.keys)


def _same(a: Any, b: Any) -> bool:
    """Are these the same expressions, whatever is known about their types?"""
    if isinstance(a, tuple):
        return len(a) == len(b) and all(map(_same, a, b))
    if isinstance(a, Widen):
        return _same(a.of, b)
    if isinstance(b, Widen):
        return _same(a, b.of)
    if isinstance(a, Load) and isinstance(b, Load):
        return a.slot == b.slot and _same(a.keys, b.keys)
    if isinstance(a, Local) and isinstance(b, Local):
        return a.var.id == b.var.id
    if isinstance(a, Const) and isinstance(b, Const):
        return a.value == b.value
    if isinstance(a, Binary) and isinstance(b, Binary):
        return a.op == b.op and _same(a.left, b.left) and _same(a.right, b.right)
    return False


def _compared(cell: Expr, holds: Iterable[Expr]) -> Iterable[tuple[str, Expr]]:
    """List the comparisons of a cell that are known to hold, the cell on the left."""
    for c in holds:
        if isinstance(c, Binary) and c.op in TURNED:
            if _same(c.left, cell):
                yield c.op, c.right
            if _same(c.right, cell):
                yield TURNED[c.op], c.left


def _bounds(cell: Expr, want: Num, holds: Iterable[Expr]) -> tuple[int, int]:
    """Between what does a cell lie, as far as is known?"""
    lo, hi = want.lo, want.hi
    for op, other in _compared(cell, holds):
        t = other.type
        if not isinstance(t, Num) or t.none:
            continue
        if op in ("ge", "gt", "eq"):
            lo = max(lo, t.lo + (op == "gt"))
        if op in ("le", "lt", "eq"):
            hi = min(hi, t.hi - (op == "lt"))
    return lo, hi


def _enough(cell: Expr, amount: Expr, holds: Iterable[Expr]) -> bool:
    """Is the amount that is taken away known to be there?"""
    return any(op in ("ge", "gt", "eq") and _same(other, amount) for op, other in _compared(cell, holds))

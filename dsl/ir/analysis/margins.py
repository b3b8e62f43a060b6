"""How far numbers may move while an action is carried out: where there is room, none of them can leave its range.

A number that would leave its range stands in the way of an action like an unmet requirement, and so does something that
is missing. To try every action for that would be dear, so the lowering reckons, up to the first chance result, by how
much each number may go down and up at most, and play tries an action only where a number is nearer to its limits than
that. Where something may be missing there is never room.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cached_property

from regelwerk.dsl.core import (
    AsAll,
    Binary,
    Choose,
    Const,
    Draw,
    Each,
    Entry,
    Expr,
    If,
    Let,
    Load,
    Move,
    MoveTop,
    Num,
    Offer,
    Option,
    Options,
    Repeat,
    Run,
    Stmt,
    Store,
    Switch,
    Var,
)
from regelwerk.dsl.core.type_rules import may_be_none
from regelwerk.dsl.core.visitor import parts

from ..memory_map import Layout
from .inlined import Named, called
from .known import Known, Values, same
from .outcomes import Facts
from .sizes import Sizes

ANY = 2**31  # further than any number can go
STUMBLE = -1  # instead of a slot: something may be missing, or be divided by zero


@dataclass(frozen=True, slots=True)
class Margin:
    """By how much a number may go down and up in the end, and how far where that may lead below or above its range."""

    down: int = 0
    up: int = 0
    low: int = 0  # 0: it is never led below its range
    high: int = 0

    def then(self, m: Margin) -> Margin:
        low, high = max(self.low, _further(self.down, m.low)), max(self.high, _further(self.up, m.high))
        return Margin(min(self.down + m.down, ANY), min(self.up + m.up, ANY), low, high)

    def either(self, m: Margin) -> Margin:
        return Margin(max(self.down, m.down), max(self.up, m.up), max(self.low, m.low), max(self.high, m.high))

    def times(self, n: int) -> Margin:
        low, high = _further(self.down * (n - 1), self.low), _further(self.up * (n - 1), self.high)
        return Margin(min(self.down * n, ANY), min(self.up * n, ANY), low, high)


def _further(before: int, more: int) -> int:
    return min(before + more, ANY) if more else 0


Room = tuple[int, int, int, int]  # address, count, lowest, highest
Moves = dict[int, Margin]  # by slot
Way = tuple[int, bool]  # out of the range of a slot: above it, or below
NO_ROOM = (0, 1, ANY, -ANY)
NOT_MOVED = Margin()


class Margins:
    """Answers about one program, remembered by procedure. `through`: also about what comes after a chance result."""

    def __init__(
        self,
        facts: Facts,
        sizes: Sizes,
        layout: Layout,
        fresh: Callable[[Var], Var],
        rooms: list[Room],
        through: bool = False,
    ) -> None:
        self.facts = facts
        self.program = facts.program
        self.sizes = sizes
        self.layout = layout
        self.fresh = fresh
        self.all_rooms = rooms  # by number, filled as they are asked for
        self.through = through
        self._procs: dict[int, Moves] = {}
        self.values = Values(facts)
        self._numbers: dict[Room, int] = {}  # of rooms

    @cached_property
    def whole(self) -> Margins:
        """For what is asked half-way in an action or an option, when chance may have spoken already."""
        return Margins(self.facts, self.sizes, self.layout, self.fresh, self.all_rooms, through=True)

    def proc(self, number: int) -> Moves:
        """How may numbers move while this procedure runs?"""
        if number not in self._procs:
            self._procs[number] = {}
            self._procs[number] = self.of(self.program.procs[number].body)
        return self._procs[number]

    def rooms(self, moves: Moves, ahead: frozenset[Way] | None = None) -> list[int]:
        """Give the numbers of the rooms in which nothing leaves its range when numbers move like this (as far as it is
        still ahead)."""
        if ahead is not None:
            moves = {
                slot: Margin(m.down, m.up, m.low * ((slot, False) in ahead), m.high * ((slot, True) in ahead))
                for slot, m in moves.items()
                if slot != STUMBLE or (slot, False) in ahead
            }
        found = []
        for slot, m in moves.items():
            if slot == STUMBLE:
                found.append(self._numbers.setdefault(NO_ROOM, len(self._numbers)))
                continue
            want = self.program.slots[slot].type
            if isinstance(want, Num) and (m.low or m.high):
                home = self.layout.homes[slot]
                room = (home.addr, home.count, want.lo + m.low if m.low else -ANY, want.hi - m.high if m.high else ANY)
                found.append(self._numbers.setdefault(room, len(self._numbers)))
        self.all_rooms[:] = self._numbers
        return found

    def taking(self, e: Entry) -> Moves:
        """How may numbers move while an action on offer is carried out?"""
        return _then(self.of(e.spend), self.proc(e.proc))

    def left_by(self, number: int) -> frozenset[Way]:
        """Which numbers may a procedure take out of their range, and on which side?"""
        return _ways(self.proc(number))

    def leaving(self, s: Stmt) -> frozenset[Way]:
        """Which numbers may a statement take out of their range, and on which side?"""
        return _ways(self._stmt(s, Known(self.facts)))

    def of(self, stmts: Iterable[Stmt], known: Known | None = None) -> Moves:
        """How may numbers move before the first chance result, or in all?"""
        known = known or Known(self.facts)
        found: Moves = {}
        for s in stmts:
            found = _then(found, self._stmt(s, known))
            if not self.through and self.facts.draws(s):
                break
            known.go_past(s)
        return found

    def _stmt(self, s: Stmt, known: Known) -> Moves:
        if isinstance(s, Each | Repeat):
            known = known.throughout(s.body)
        inner = self._inside(s, known)
        return inner if self._works(s, known) else {**inner, STUMBLE: Margin(low=ANY)}

    def _inside(self, s: Stmt, known: Known) -> Moves:
        if isinstance(s, Store):
            return self._store(s, known)
        if isinstance(s, Run):
            return self._run(s, known)
        if isinstance(s, AsAll):
            return self.proc(s.proc)  # everybody writes their own slots
        if isinstance(s, If) and isinstance(s.cond, Const):  # a ruling has decided it
            return self.of(s.then if s.cond.value else s.other, known.when(None))
        if isinstance(s, If):
            return _either(self.of(s.then, known.when(s.cond)), self.of(s.other, known.when(s.cond, False)))
        if isinstance(s, Switch):
            return _either(*(self.of(case, known.when(None)) for case in s.cases.values()))
        if isinstance(s, Each):
            rounds = self.sizes.most(s.loop.source)
            return _times(self.of(s.body, known.when(s.loop.where)), rounds)
        if isinstance(s, Repeat):
            most = s.at_most.type
            return _times(self.of(s.body, known.when(None)), most.hi if isinstance(most, Num) else ANY)
        if isinstance(s, Choose):
            return _either(self.of(s.rest, known.when(s.loop.where)), self.of(s.no or (), known.when(None)))
        if isinstance(s, Draw):
            return self.of(s.rest, known.when(s.loop.where))
        if isinstance(s, Options):
            return _either(*(self.of(o.body, known.when(o.when)) for o in s.options))
        if isinstance(s, Offer):
            return _either(*map(self.taking, s.entries))
        return {}

    def _run(self, s: Run, known: Known) -> Moves:
        """How may numbers move in a procedure? If it calls no others, what is known here may tell more."""
        moves = self.proc(s.proc)
        told = any((m.low or m.high) and (slot == STUMBLE or known.speaks_of(slot)) for slot, m in moves.items())
        if not (known.holds and told) or self.facts.callees(s.proc):
            return moves
        given: list[Named] = []
        body = called(self.program, self.fresh, s.proc, s.args, given)
        return self.of([*(Let(item.var, item.value) for item in given), *body], known.when(None))

    def _works(self, s: Stmt, known: Known) -> bool:
        """Does a statement itself, apart from those inside it, always find what it needs?"""
        if isinstance(s, Offer):
            return True  # what it lists is found when it is listed
        if isinstance(s, Store):
            fits = known.is_there(s.value) or may_be_none(self.program.slots[s.slot].type)
            return fits and all(map(known.is_there, s.keys)) and self.values.always([s.keys, s.value], known)
        if isinstance(s, Move | MoveTop):
            if not all(map(known.is_there, s.to.keys)) or (isinstance(s, Move) and not known.is_there(s.what)):
                return False
            if s.to.slot >= 0 and self.program.slots[s.to.slot].kind == "holder":
                kept = Load(s.to.slot, s.to.keys, type=self.program.slots[s.to.slot].type)
                if isinstance(s, MoveTop) or not known.is_empty(kept):
                    return False
        own = [p for p in parts(s) if not isinstance(p, Stmt | Option)]
        return self.values.always(own, known)

    def _store(self, s: Store, known: Known) -> Moves:
        want, have = self.program.slots[s.slot].type, s.value.type
        if not isinstance(want, Num) or not isinstance(have, Num):
            return {}
        low, high = have.lo < want.lo, have.hi > want.hi
        value = s.value
        if isinstance(value, Binary) and value.op in ("add", "sub") and _is_cell(value.left, s):
            (lo, hi), (a, b) = known.bounds(value.left), known.bounds(value.right)
            least, most = (a, b) if value.op == "add" else (-b, -a)
            low = low and lo + least < want.lo and not (value.op == "sub" and known.has_enough(value.left, value.right))
            high = high and hi + most > want.hi
            down, up = max(0, -least), max(0, most)
            return {s.slot: Margin(down, up, down if low else 0, up if high else 0)}
        if isinstance(value, Const) and value.value in range(want.lo, want.hi + 1):
            low = high = False
        return {s.slot: Margin(ANY, ANY, ANY if low else 0, ANY if high else 0)}


def _ways(moves: Moves) -> frozenset[Way]:
    return frozenset((slot, high) for slot, m in moves.items() for high in (False, True) if (m.high if high else m.low))


def _is_cell(e: Expr, s: Store) -> bool:
    return isinstance(e, Load) and e.slot == s.slot and same(e.keys, s.keys)


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

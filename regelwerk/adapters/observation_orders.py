"""What WebAssembly must know to write observations and masks of many games by itself: orders for each seat, tables, the
numbers of actions. Cells that lie equally far apart, and are told alike, make one order."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from regelwerk.interpreter.engine.wasm.codec import Plan
from regelwerk.interpreter.engine.wasm.entries import observations as order
from regelwerk.interpreter.errors import Refused

from .actions import Actions
from .observations import AS_IS, PLACE, SEAT, TAKEN, Observer

ORDER = np.dtype({
    "names": ["kind", "out", "count", "at", "step", "table", "flag", "flag_kind", "pile", "pile_kind", "height", "add"],
    "formats": ["<i4"] * 11 + ["<i8"],
    "offsets": [order.KIND, order.OUT, order.COUNT, order.AT, order.STEP, order.TABLE, order.FLAG, order.FLAG_KIND,
                order.PILE, order.PILE_KIND, order.HEIGHT, order.ADD],
    "itemsize": order.ORDER,
})  # fmt: skip
KINDS = {1: order.BYTE, 2: order.SHORT, 4: order.WORD, 8: order.LONG}


@dataclass
class Room:
    """Memory that is laid out before it is there: addresses are counted from its beginning."""

    size: int = 0
    content: list[tuple[int, bytes]] = field(default_factory=list)

    def keep(self, size: int) -> int:
        """Reserve bytes."""
        at = self.size
        self.size += size + 7 & ~7
        return at

    def put(self, array: NDArray[Any]) -> int:
        """Reserve bytes and say what lies there."""
        at = self.keep(array.nbytes)
        self.content.append((at, array.tobytes()))
        return at


@dataclass(frozen=True, slots=True)
class Run:
    """Columns first .. first + count - 1 of an observation, read at an offset in the state, so many bytes apart."""

    first: int
    count: int
    at: int
    step: int
    kind: int
    add: int
    table: int
    flag: int
    pile: int
    height: int
    bits: tuple[int, ...] = ()

    def joined(self, other: Run) -> Run | None:
        """Read both at once, if the other one follows this one."""
        if (self.kind, self.add, self.table, self.flag, self.pile) != (
            other.kind, other.add, other.table, other.flag, other.pile
        ):  # fmt: skip
            return None
        if self.kind == order.BITS:
            same = self.at == other.at
            return replace(self, count=self.count + 1, bits=self.bits + other.bits) if same else None
        gap = other.at - (self.at + self.step * (self.count - 1))
        if gap <= 0 or (self.count > 1 and gap != self.step):
            return None
        if self.pile >= 0 and other.height != self.height + self.count:
            return None
        return replace(self, count=self.count + 1, step=gap)


Where = dict[int, tuple[int, int]]  # cell of the state: offset and width


def addresses(plan: Plan) -> Where:
    """Find every cell of the state in memory, counted from the start of the state."""
    found: Where = {}
    at = plan.start - plan.state
    for cell, size in plan.plain:
        found[cell] = at, abs(size)
        at += abs(size)
    for cell, start, words in plan.wide:
        found[cell] = start - plan.state, 8 * words
    return found


def runs(observer: Observer, plan: Plan, where: Where, seat: int) -> list[Run]:
    """Tell how one seat reads states."""
    found: list[Run] = []
    s = observer.sources[seat]
    for n, cell in enumerate(s.cell):
        at, width = where[cell]
        add = 1 - s.low[n]
        if s.bit[n] >= 0:
            one = Run(n, 1, at, 0, order.BITS, 0, 0, s.flag[n], s.pile[n], s.height[n], (s.bit[n],))
        else:
            kind = KINDS.get(width, order.LONG)
            if width not in KINDS or (kind == order.LONG and s.table[n] != AS_IS):
                raise Refused("what a seat sees has more than 64 bits: many games of this cannot be observed at once")
            lo, hi = plan.spans[cell]
            if s.table[n] != AS_IS:
                kind += order.TOLD
            elif kind == order.LONG or hi + add > order.HIGHEST or lo + add < -(2**31):
                kind += order.LARGE
            one = Run(n, 1, at, width, kind, add, s.table[n], s.flag[n], s.pile[n], s.height[n])
        both = found[-1].joined(one) if found else None
        if both is not None:
            found[-1] = both
        else:
            found.append(one)
    return found


def _table(observer: Observer, number: int, seat: int) -> NDArray[np.int32]:
    """Give what is told for a value, by the value + 1 (of places: by the place)."""
    if number == PLACE:
        return observer.places[seat].astype(np.int32)
    if number == SEAT:
        turned = [(n - seat) % observer.players + 1 for n in range(observer.players)]
        most = observer.ruleset.compiled.players[1]
        return np.array([0, *turned, *[0] * (most - observer.players)], np.int32)
    if number == TAKEN:
        things = sum(len(domain.ids) for domain in observer.ruleset.compiled.domains)
        return np.array([1, *[2] * things], np.int32)
    return np.concatenate(([0], observer.tables[number] + 1)).astype(np.int32)


def orders(observer: Observer, plan: Plan, room: Room, base: int) -> int:
    """Lay down how all seats read states; give where it stands, seat by seat, which orders are theirs."""
    where = addresses(plan)
    firsts = []
    for seat in range(observer.players):
        found = runs(observer, plan, where, seat)
        tables = {
            number: base + room.put(_table(observer, number, seat))
            for number in sorted({run.table for run in found if run.kind != order.BITS} - {AS_IS})
        }
        out = np.zeros(len(found) + 1, ORDER)
        for to, run in zip(out, found, strict=False):
            to["kind"], to["out"], to["count"] = run.kind, 4 * (observer.head + run.first), run.count
            to["at"], to["step"], to["add"] = run.at, run.step, run.add
            to["flag"] = to["pile"] = -1
            if run.kind == order.BITS:
                to["step"], to["table"] = 4, base + room.put(np.array(run.bits, np.int32))
            elif run.table != AS_IS:
                to["table"] = tables[run.table]
            if run.flag >= 0:
                at, width = where[run.flag]
                to["flag"], to["flag_kind"] = at, KINDS[width]
            if run.pile >= 0:
                at, width = where[run.pile]
                to["pile"], to["pile_kind"], to["height"] = at, KINDS[width], run.height
        out[-1]["kind"] = order.END
        firsts.append(base + room.put(out))
    return room.put(np.array(firsts, np.int32))


def numbers(actions: Actions) -> NDArray[np.int32]:
    """Tell for every site how many entries it has, and the first number of each."""
    most = max(len(firsts) for firsts in actions.first)
    out = np.zeros((len(actions.first), 1 + most), np.int32)
    for row, firsts in zip(out, actions.first, strict=True):
        row[0] = len(firsts)
        row[1 : 1 + len(firsts)] = firsts
    return out


def codes_of(counts: NDArray[np.int64], options: NDArray[np.int64]) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Give row and code of every option of all rows."""
    widest = int(counts.max()) if len(counts) else 0
    there = np.arange(widest) < counts[:, None]
    return np.nonzero(there)[0], options[:, :widest][there]


def joined(parts: list[NDArray[Any]]) -> NDArray[Any]:
    """Lay parts behind each other; a single one stays where it is."""
    return parts[0] if len(parts) == 1 else np.concatenate(parts)

"""Walks in WebAssembly: the state stays in memory from decision to decision."""

from __future__ import annotations

import struct
from collections.abc import Callable, Collection, Mapping, Sequence
from functools import cached_property, partial
from operator import itemgetter
from typing import TYPE_CHECKING, NamedTuple

from ...dsl import ir
from ..chance import MASK64
from ..context import Event, State
from ..walks import BY_WEIGHT, MEMORY, MOST_OPTIONS, MOST_STEPS, NOBODY, Deed, Leanings, PlainWalk, Values
from . import memory as mem
from .codec import LETTER
from .engine import Wasm, written, written_events
from .program import RING, SLOTS
from .walks import FACTOR, SHIFT

if TYPE_CHECKING:
    from ..machine import Machine


_READERS = {letter: struct.Struct("<" + letter).unpack_from for letter in "bhiqQ"}


class Position(NamedTuple):
    """Where a walk may begin."""

    S: State
    laid: bytes | None  # None: there is no place for it in memory


class SwiftWalk:
    """Walks in WebAssembly. What is broken off there is done again by a plain walk, which tells what is wrong."""

    def __init__(self, machine: Machine, engine: Wasm) -> None:
        self.codec, self.plan = engine.codec, engine.loaded.plan
        self.table = engine.new_table()
        self.memory = self.table.memory
        self._state = slice(self.plan.state - 8, self.plan.state + self.plan.size)
        self._row = struct.Struct(f"<{self.plan.ranks}q")
        self._plain = PlainWalk(machine)
        self._given: list[tuple[int, int]] = []  # answers, and until when it was played on
        self._slow = False  # the plain walk has taken over
        self.lean(Leanings(machine.compiled))
        for word, value in ((mem.RANDOM, mem.BY_WEIGHT), (mem.TABLE, 0)):
            struct.pack_into("<i", self.memory, word, value)

    def lean(self, leanings: Leanings) -> None:
        self._plain.lean(leanings)
        plan = self.plan
        self._slots: dict[int, int] = {}  # key -> where its weight lies
        self._taken: set[int] = set()
        self.memory[plan.leanings : plan.leanings + 16 * SLOTS] = bytes(16 * SLOTS)
        self.prefer(leanings.options)
        tables = (plan.actions, leanings.actions), (plan.again, leanings.again), (plan.haste, leanings.haste)
        for at, weights in tables:
            struct.pack_into(f"<{len(weights)}i", self.memory, at, *weights)

    def prefer(self, weights: Mapping[int, int]) -> None:
        self._plain.prefer(weights)
        for key, weight in weights.items():
            place = self._slots.get(key)
            if place is None:
                if len(self._slots) >= MOST_OPTIONS:
                    continue
                at = (key * FACTOR & MASK64) >> SHIFT
                while at in self._taken:
                    at = at + 1 & SLOTS - 1
                self._taken.add(at)
                place = self._slots[key] = self.plan.leanings + 16 * at
            struct.pack_into("<Qi", self.memory, place, key, weight)

    def position(self, S: State) -> Position:
        fits = self.codec.write(self.memory, S)
        return Position(S.copy(), bytes(self.memory[self._state]) if fits else None)

    def begin(
        self, position: Position, seed: int, seat: int = NOBODY, turns: int = 0, before: Collection[int] = (),
        *, listen: bool = False, most: int = MOST_STEPS,
    ) -> None:  # fmt: skip
        self._seats = position.S[ir.PLAYERS]
        self._plainly = partial(self._plain.begin, position.S, seed, seat, turns, before, listen=listen, most=most)
        self._given.clear()
        self._heard, self._listen = bytearray(), listen
        self._slow = position.laid is None
        if position.laid is None:
            self._plainly()
            return
        memory = self.memory
        struct.pack_into("<i", memory, mem.LISTENING, listen)
        memory[self._state] = position.laid
        struct.pack_into("<Q", memory, mem.ANSWER, seed & MASK64)
        self.table.call("reseed")
        struct.pack_into("<q", memory, mem.MOST, most)
        struct.pack_into("<qqqq", memory, mem.THINKER, seat, seat, turns or -1, 0)
        rings, seats = self.plan.rings, self._seats
        memory[rings : rings + RING * seats] = bytes(RING * seats)
        if seat >= 0 and before:
            last = list(before)[-MEMORY:]
            struct.pack_into(f"<q{len(last)}Q", memory, rings + RING * seat, len(last) % MEMORY, *last)
        self.made = 0

    def on(self, answer: int = BY_WEIGHT, until: int = NOBODY) -> None:
        memory = self.memory
        if not self._slow:
            struct.pack_into("<q", memory, mem.ANSWER, answer)
            struct.pack_into("<i", memory, mem.UNTIL, until)
            self._given.append((answer, until))
            if self.table.call("walk"):
                self.made, first, count, asked, who, over = struct.unpack_from("<q40xi4xi92xi4xi4xi", memory, mem.MADE)
                self.site, self.who, self.over = asked - 1, who, bool(over)
                self.found = list(struct.unpack_from(f"<{count}q", memory, first))
                if self._listen:
                    self._heard += written(self.table, self.plan)
                return
            self._take_over()
        else:
            self._plain.on(answer, until)
        plain = self._plain
        self.made, self.site, self.who, self.over, self.found = (
            plain.made, plain.site, plain.who, plain.over, plain.found
        )  # fmt: skip

    def _take_over(self) -> None:
        """Do everything again where errors have words."""
        self._slow = True
        self._plainly()
        for answer, until in self._given:
            self._plain.on(answer, until)

    @property
    def events(self) -> list[Event]:
        return self._plain.events if self._slow else written_events(self._heard)

    def deeds(self) -> list[tuple[int, Deed]]:
        if self._slow:
            return self._plain.deeds()
        count = struct.unpack_from("<i", self.memory, mem.DEEDS)[0]
        first = self.plan.deeds
        rows = struct.iter_unpack("<iiq", self.memory[first : first + 16 * count])
        return [(who, (site, code)) for who, site, code in rows]

    def standing(self) -> Values:
        if self._slow:
            return self._plain.standing()
        memory = self.memory
        kept = bytes(memory[self._state])
        done = self.table.call("stand")
        memory[self._state] = kept
        if not done:  # a scoring that only makes sense at its time
            self._plain.S = self.codec.read(memory)
            return self._plain.standing()
        first, size = self.plan.outcomes + 24, self._row.size
        return tuple(self._row.unpack_from(memory, first + size * seat) for seat in range(self._seats))

    def state(self) -> State:
        return self._plain.state() if self._slow else self.codec.read(self.memory)

    @cached_property
    def _places(self) -> dict[int, tuple[int, str]]:
        """Where the cells that are no wide masks lie, and how they are read."""
        places: dict[int, tuple[int, str]] = {}
        at = self.plan.start
        for cell, size in self.plan.plain:
            places[cell] = at, "Q" if size < 0 else LETTER[size]
            at += abs(size)
        return places

    def peek(self, cell: int) -> int:
        if self._slow:
            return self._plain.peek(cell)
        if cell in self._places:
            at, letter = self._places[cell]
            return int(_READERS[letter](self.memory, at)[0])
        at, count = next((at, count) for wide, at, count in self.plan.wide if wide == cell)
        return int.from_bytes(self.memory[at : at + 8 * count], "little", signed=True)

    def reader(self, cells: Sequence[int]) -> Callable[[], tuple[int, ...]]:
        places = self._places
        narrow = sorted((places[cell], cell) for cell in set(cells) if cell in places)
        first = at = narrow[0][0][0] if narrow else self.plan.start
        form = "<"
        for (place, letter), _ in narrow:
            form += f"{place - at}x{letter}"
            at = place + struct.calcsize("<" + letter)
        unpack = struct.Struct(form).unpack_from
        wide = [(place, 8 * count) for cell, place, count in self.plan.wide if cell in set(cells)]
        order = [cell for _, cell in narrow] + [cell for cell, _, _ in self.plan.wide if cell in set(cells)]
        pick = itemgetter(*(order.index(cell) for cell in cells), 0)  # never one alone: it would come without a tuple
        plain = self._plain.reader(cells)
        if not cells:
            return plain

        def read() -> tuple[int, ...]:
            if self._slow:
                return plain()
            memory = self.memory
            found = unpack(memory, first)
            for place, size in wide:
                found += (int.from_bytes(memory[place : place + size], "little", signed=True),)
            rest: tuple[int, ...] = pick(found)[:-1]
            return rest

        return read

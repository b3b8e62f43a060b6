"""Many games in one call: set up, played at random and ranked without coming back to Python."""

from __future__ import annotations

import struct
from collections.abc import Iterator, Sequence
from functools import partial
from itertools import repeat
from typing import NamedTuple

from ..context import State
from . import memory as mem
from .engine import Wasm
from .entries.games import OVER, STUCK, TOO_LONG, VIOLATED
from .host import Instance

__all__ = ["OVER", "STUCK", "TOO_LONG", "VIOLATED", "Outcome", "Playouts"]


class Outcome(NamedTuple):
    """How a game ended. Kept as it lies in memory: there may be a million of them a second."""

    row: tuple[int, ...]
    ranks: int
    seats: int

    @property
    def ending(self) -> int:
        return self.row[0]

    @property
    def decisions(self) -> int:
        return self.row[1]

    @property
    def failed(self) -> int:
        """The number of the first invariant that does not hold."""
        return self.row[2]

    @property
    def values(self) -> tuple[tuple[int, ...], ...]:
        """What seats are ranked by, once the game is over."""
        if self.ending != OVER:
            return ()
        firsts = range(3, 3 + self.ranks * self.seats, self.ranks) if self.ranks else [3] * self.seats
        return tuple(self.row[first : first + self.ranks] for first in firsts)


_made = partial(tuple.__new__, Outcome)  # much faster than the class itself


class Playouts:
    """A table of its own for games at random."""

    def __init__(self, engine: Wasm) -> None:
        self.engine = engine
        self.plan = engine.loaded.plan
        self.table: Instance = engine.new_table()
        self._laid_out: State = []
        self._row = struct.Struct(f"<{self.plan.outcome // 8}q")

    def prepare(self, fresh: State, limit: int, step: int) -> bool:
        """Lay out new games: the state before the first step, the most decisions, the constant of the dice."""
        memory, plan = self.table.memory, self.plan
        if fresh != self._laid_out:
            if not self.engine.codec.write(memory, fresh):
                return False
            memory[plan.fresh - 8 : plan.fresh + plan.size] = memory[plan.state - 8 : plan.state + plan.size]
            self._laid_out = fresh
        struct.pack_into("<q", memory, mem.MOST, limit)
        struct.pack_into("<Q", memory, mem.STEP, step)
        return True

    def play(self, seats: int, seeds: Sequence[int], checks: bool = False) -> Iterator[Outcome | None]:
        """Play a game for each seed, with or without checks; None: it has to be played in Python."""
        if any(seed > mem.WORD for seed in seeds):  # streams of long seeds are made in Python
            yield from (None for _ in seeds)
            return
        name, most = "checked" if checks else "playouts", self.plan.most_games
        at = 0
        while at < len(seeds):
            some = seeds[at : at + most]
            struct.pack_into(f"<{len(some)}Q", self.table.memory, self.plan.seeds, *(s & mem.WORD for s in some))
            whole = self.table.call(name, len(some))
            played = struct.unpack_from("<i", self.table.memory, mem.PLAYED)[0]
            first, ranks = self.plan.outcomes, self.plan.ranks
            rows = self._row.iter_unpack(self.table.memory[first : first + played * self.plan.outcome])
            yield from map(_made, zip(rows, repeat(ranks), repeat(seats), strict=False))
            at += played
            if not whole:
                yield None
                at += 1

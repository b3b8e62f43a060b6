"""Many games in one call: set up, played at random and ranked without coming back to Python."""

from __future__ import annotations

import struct
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from ..context import State
from . import memory as mem
from .engine import Wasm
from .entries import OVER, STUCK, TOO_LONG, VIOLATED
from .host import Instance

__all__ = ["OVER", "STUCK", "TOO_LONG", "VIOLATED", "Outcome", "Playouts"]


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a game ended; `values` are what seats are ranked by, `failed` the first invariant that does not hold."""

    ending: int
    decisions: int
    failed: int
    values: tuple[tuple[int, ...], ...]


class Playouts:
    """A table of its own for games at random."""

    def __init__(self, engine: Wasm) -> None:
        self.engine = engine
        self.plan = engine.loaded.plan
        self.table: Instance = engine.new_table()
        self._laid_out: State = []

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
        name, most = "checked" if checks else "playouts", self.plan.most_games
        at = 0
        while at < len(seeds):
            some = seeds[at : at + most]
            struct.pack_into(f"<{len(some)}Q", self.table.memory, self.plan.seeds, *(s & mem.WORD for s in some))
            whole = self.table.call(name, len(some))
            played = struct.unpack_from("<i", self.table.memory, mem.PLAYED)[0]
            yield from (self._outcome(n, seats) for n in range(played))
            at += played
            if not whole:
                yield None
                at += 1

    def _outcome(self, game: int, seats: int) -> Outcome:
        plan = self.plan
        at = plan.outcomes + game * plan.outcome
        ending, decisions, failed = struct.unpack_from("<3q", self.table.memory, at)
        if ending != OVER:
            return Outcome(ending, decisions, failed, ())
        count = plan.ranks
        flat = struct.unpack_from(f"<{count * seats}q", self.table.memory, at + 24)
        return Outcome(ending, decisions, 0, tuple(flat[n * count : (n + 1) * count] for n in range(seats)))

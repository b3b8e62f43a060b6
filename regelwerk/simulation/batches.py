"""Many games at random at once, in WebAssembly and on several threads: the same games as one by one in Python."""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from functools import lru_cache, partial
from threading import local

from regelwerk import Ruleset
from regelwerk.interpreter.engine.chance import increment
from regelwerk.interpreter.engine.scores import placed
from regelwerk.interpreter.engine.wasm.engine import Wasm
from regelwerk.interpreter.engine.wasm.modules import is_kept
from regelwerk.interpreter.engine.wasm.playouts import OVER, TOO_LONG, VIOLATED, Outcome, Playouts
from regelwerk.simulation.games import DICE, Played, game_seed, invariant_failure, stuck, too_long

LARGE = 300  # functions and procedures of a ruleset that takes a while to compile
PATIENCE = 2.0  # seconds of play in Python before it is compiled, unless that was asked for
SHORT, LONG = 0.1, 0.3  # seconds of one call: long enough to be worth it, short enough to be stopped
REMEMBERED = 4096  # results: small games end in few ways
Again = Callable[[int], Played]  # plays the game of an index in Python


def at_once(ruleset: Ruleset) -> bool:
    """Tell whether games can be played in WebAssembly."""
    return ruleset.machine.engine_name in ("auto", "wasm") and not ruleset.machine.missing


class Batches:
    """Games of one ruleset, all with the same number of players."""

    def __init__(self, ruleset: Ruleset, players: int, seed: int, limit: int, checks: bool) -> None:
        self.ruleset, self.players, self.seed, self.limit, self.checks = ruleset, players, seed, limit, checks
        self._tables = local()
        self._size = 1
        self._placed = lru_cache(REMEMBERED)(partial(placed, ruleset.compiled))

    def played(self, games: range, jobs: int, again: Again) -> Iterator[Played]:
        """Play the games of some indices, in order; what cannot be played here is played again in Python."""
        machine = self.ruleset.machine
        first, end = games.start, games.stop
        large = len(machine.compiled.functions) + len(machine.compiled.procs) > LARGE
        if machine.engine_name == "auto" and large and not is_kept(machine.compiled, machine.limits):
            patience = time.perf_counter() + PATIENCE
            while first < end and time.perf_counter() < patience:
                yield again(first)
                first += 1
        fast = machine.fast if first < end else None
        if fast is None:
            yield from (again(index) for index in range(first, end))
        else:
            yield from self._in_threads(fast, first, end, jobs, again)

    def _in_threads(self, fast: Wasm, first: int, end: int, jobs: int, again: Again) -> Iterator[Played]:
        waiting: deque[tuple[int, Future[tuple[list[int], list[Outcome | None]]]]] = deque()
        with ThreadPoolExecutor(jobs) as pool:
            try:
                while first < end or waiting:
                    while first < end and len(waiting) < 2 * jobs:
                        some = range(first, min(end, first + self._size))
                        waiting.append((first, pool.submit(self._batch, fast, some)))
                        first = some.stop
                    start, batch = waiting.popleft()
                    for index, (seed, outcome) in enumerate(zip(*batch.result(), strict=True), start):
                        yield again(index) if outcome is None else self._told(index, seed, outcome)
            finally:
                pool.shutdown(cancel_futures=True)

    def _batch(self, fast: Wasm, games: range) -> tuple[list[int], list[Outcome | None]]:
        """Play some games on a table of this thread; give their seeds, too."""
        if not hasattr(self._tables, "mine"):
            self._tables.mine = Playouts(fast)
        table: Playouts = self._tables.mine
        seeds = [game_seed(self.seed, index) for index in games]
        if not table.prepare(self.ruleset.machine.fresh(self.players, 0), self.limit, increment(DICE)):
            return seeds, [None] * len(games)
        start = time.perf_counter()
        found = list(table.play(self.players, seeds, self.checks))
        taken = time.perf_counter() - start
        if taken < SHORT and len(games) == self._size:
            self._size = min(2 * self._size, fast.loaded.plan.most_games)
        elif taken > LONG:
            self._size = max(1, self._size // 2)
        return seeds, found

    def _told(self, index: int, seed: int, outcome: Outcome) -> Played:
        compiled = self.ruleset.compiled
        if outcome.ending == OVER:
            result = self._placed(outcome.values)
            return Played(index, seed, outcome.decisions, result.winners, result.values)
        if outcome.ending == TOO_LONG:
            return Played(index, seed, self.limit, failure=too_long(self.limit))
        if outcome.ending == VIOLATED:
            failure = invariant_failure(compiled.invariants[outcome.failed].title)
            return Played(index, seed, outcome.decisions, failure=failure)
        return Played(index, seed, outcome.decisions, failure=stuck())

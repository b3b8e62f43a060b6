"""Pairs of games of two compositions, one after the other or in several processes; the same whatever their number."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import click

from regelwerk import Ruleset
from regelwerk.bots.taste import Written
from regelwerk.dsl import ir
from regelwerk.games import game_seed
from regelwerk.impact.playing import Played
from regelwerk.impact.playing import Side as Player
from regelwerk.interpreter.machine import EngineName
from regelwerk.workers import in_order


@dataclass(frozen=True, slots=True)
class Plan:
    """Everything a worker needs to know."""

    rules: tuple[ir.Compiled, ir.Compiled]
    language: str
    engine: EngineName
    players: int
    bots: tuple[str, ...]
    seed: int
    limit: int
    learnt: Written | None  # of eager players

    def opened(self, side: int) -> Player:
        """Get a side ready to play."""
        return self.ready(Ruleset(self.rules[side], self.engine, language=self.language))

    def ready(self, ruleset: Ruleset) -> Player:
        """Give the player of a side."""
        return Player(ruleset, self.players, self.bots, self.limit, self.learnt)


_worker: tuple[Plan, dict[int, Player]] | None = None  # of this process, if it is a worker


def _begin(plan: Plan) -> None:
    global _worker
    _worker = plan, {}


def _work(task: tuple[int, int]) -> Played:
    assert _worker is not None
    plan, sides = _worker
    side, index = task
    if side not in sides:
        sides[side] = plan.opened(side)
    return sides[side].played(game_seed(plan.seed, index))


def pairs(
    plan: Plan, players: Sequence[Player], games: int, jobs: int, known: list[Played]
) -> Iterator[tuple[Played, Played]]:
    """Play pairs, in order. `known` are games of the first side that were played before; new ones are added to it."""
    tasks = [(side, i) for i in range(games) for side in (0, 1) if side or i >= len(known)]
    stream: Iterator[Played]
    if jobs == 1:
        stream = (players[side].played(game_seed(plan.seed, i)) for side, i in tasks)
    else:
        for side in sorted({side for side, _ in tasks}):
            players[side].make_ready()
        stream = in_order(_begin, plan, _work, tasks, jobs, max(1, min(20, len(tasks) // (jobs * 4))))
    for index in range(games):
        if index >= len(known):
            known.append(next(stream))
        yield known[index], next(stream)


def comparable(first: Ruleset, second: Ruleset, wanted: int | None, named: int) -> int:
    """Find a number of players for both sides, or say why there is none."""
    titles = [rules.compiled.title for rules in (first, second)]
    if first.name != second.name:
        raise click.UsageError(f"{titles[0]} and {titles[1]} are two games, not two ways to play one.")
    (low, high), (other_low, other_high) = first.compiled.players, second.compiled.players
    said = " and ".join(dict.fromkeys((_range(low, high), _range(other_low, other_high))))
    low, high = max(low, other_low), min(high, other_high)
    if low > high:
        raise click.UsageError(f"The two sides are for {said} players: no game of one can be held against the other.")
    if wanted is None:
        return named if low <= named <= high else low
    if not low <= wanted <= high:
        raise click.UsageError(f"{titles[0]} is for {said} players, not {wanted}.")
    return wanted


def _range(low: int, high: int) -> str:
    return f"{low}" if low == high else f"{low} to {high}"

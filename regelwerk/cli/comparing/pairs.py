"""Pairs of games of two compositions, one after the other or in several processes; the same whatever their number."""

from __future__ import annotations

from array import array
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice

import click
from pydantic import TypeAdapter

from regelwerk import Ruleset
from regelwerk.bots.learning.policy_file import Written
from regelwerk.dsl import ir
from regelwerk.impact.playing import Course, Played
from regelwerk.impact.playing import Side as Player
from regelwerk.interpreter.engine.machine import EngineName
from regelwerk.simulation.games import Failure, game_seed
from regelwerk.simulation.journal import Journal
from regelwerk.simulation.workers import Crew, in_order

Task = tuple[int, int, int]  # whose rules, whose habits, which game
ARMS = (0, 0), (1, 0), (1, 1)  # whose rules, whose habits; the last one is there if both sides have practised


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
    habits: Sequence[Sequence[Written | None]]  # of eager players: by the side they know, by group

    def opened(self, side: int) -> Player:
        """Get a side ready to play."""
        return self.ready(Ruleset(self.rules[side], self.engine, language=self.language))

    def ready(self, ruleset: Ruleset) -> Player:
        """Give the player of a side."""
        return Player(ruleset, self.players, self.bots, self.limit)

    def group(self, index: int) -> int:
        """Name the group that plays a game: one after the other, so that all have played as often whenever it ends."""
        return index % len(self.habits[0])


class Tables:
    """Where the games of a plan are played: rules and habits are put together when they are first needed."""

    def __init__(self, plan: Plan, players: Mapping[int, Player] | None = None) -> None:
        self.plan, self._players = plan, dict(players or {})
        self._seated: dict[tuple[int, int, int], Player] = {}

    def played(self, task: Task) -> Played:
        """Play a game."""
        rules, whose, index = task
        group = self.plan.group(index)
        key = rules, whose, group
        if key not in self._seated:
            if rules not in self._players:
                self._players[rules] = self.plan.opened(rules)
            self._players[rules].make_ready()
            self._seated[key] = self._players[rules].with_habits(self.plan.habits[whose][group])
        return self._seated[key].played(game_seed(self.plan.seed, index))


@dataclass(frozen=True, slots=True)
class Noted:
    """The games of one seed as a journal keeps them: their events number by number."""

    courses: list[tuple[list[int], list[int], list[int]]]
    numbers: list[tuple[int, ...]]
    failures: list[Failure | None]

    @staticmethod
    def of(games: Sequence[Played]) -> Noted:
        """Note the games of a seed."""
        courses = [(list(g.course.keys), list(g.course.sites), list(g.course.entries)) for g in games]
        return Noted(courses, [g.numbers for g in games], [g.failure for g in games])

    def games(self) -> tuple[Played, ...]:
        """Give the games back."""
        found = [Course(array("Q", keys), array("i", sites), array("i", on)) for keys, sites, on in self.courses]
        return tuple(Played(*each) for each in zip(found, self.numbers, self.failures, strict=True))


NOTED = TypeAdapter(Noted)


def pairs(
    plan: Plan, players: Sequence[Player], games: int, crew: Crew, known: list[Played], journal: Journal
) -> Iterator[tuple[Played, ...]]:
    """Play the games of every seed, in order: under the first rules, the second, and these by players used to them.

    `known` are games of the first side that were played before; new ones are added to it. What the journal holds is
    not played again.
    """
    if journal.path is None:
        yield from _played(plan, players, range(games), crew, known)
        return

    def go_on(first: int) -> Iterator[Noted]:
        return map(Noted.of, _played(plan, players, range(first, games), crew, known))

    for index, noted in enumerate(islice(journal.kept("pairs", NOTED, go_on), games)):
        found = noted.games()
        if index >= len(known):
            known.append(found[0])
        yield found


def _played(
    plan: Plan, players: Sequence[Player], games: range, crew: Crew, known: list[Played]
) -> Iterator[tuple[Played, ...]]:
    arms = ARMS[: len(plan.habits) + 1]
    tasks = [(*arm, i) for i in games for arm in arms if arm[0] or i >= len(known)]
    stream: Iterator[Played]
    if crew.alone:
        tables = Tables(plan, dict(enumerate(players)))
        stream = (tables.played(task) for task in tasks)
    else:
        for side in sorted({task[0] for task in tasks}):
            players[side].make_ready()
        stream = in_order(Tables, plan, Tables.played, tasks, crew)
    for index in games:
        if index >= len(known):
            known.append(next(stream))
        yield known[index], *(next(stream) for _ in arms[1:])


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

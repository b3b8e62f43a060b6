"""Pairs of games added up: how far each measure shifts, how sure that is, and where games go apart."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from functools import cached_property

from .measures import MAIN, Measure
from .playing import Course, Played, Side
from .statistics import LEVEL, Estimate, Sums, at_most, estimate, holm, share

END = "the result"  # where games go apart in which nothing else is decided or drawn

OVER = "the end of the game"


@dataclass(frozen=True, slots=True)
class Apart:
    """Where a pair goes apart: after so many decisions, after which one, and what comes then."""

    decisions: int
    after: str  # what was done last on both sides
    at: str  # what comes next on the second side


@dataclass(frozen=True, slots=True)
class Row:
    """A measure and what came of it."""

    measure: Measure
    estimate: Estimate
    clear: bool  # beyond chance, although so many measures were looked at
    hint: bool  # beyond chance if it were the only one


class Comparison:
    """Adds up pairs, in order; exact until it is shown."""

    def __init__(
        self, first: Side, second: Side, games: int, seed: int, stopped: bool = False, groups: int = 0
    ) -> None:
        self.sides = first, second
        self.games, self.seed = games, seed
        own, others = first.yardstick.measures, second.yardstick.measures
        known = {m.key: m for m in (*others, *own)}
        order = list(dict.fromkeys(m.key for m in (*own, *others)))
        kinds = list(dict.fromkeys(known[key].group for key in order))
        self.measures = sorted((known[key] for key in order), key=lambda m: kinds.index(m.group))
        self._places = tuple({m.key: i for i, m in enumerate(side.yardstick.measures)} for side in self.sides)
        self.sums = {m.key: Sums() for m in self.measures}
        self.groups = [{m.key: Sums() for m in self.measures} for _ in range(groups)]  # of players who practised
        self.seen = 0  # pairs, broken ones included
        self.alike = 0
        self.apart: list[Apart] = []
        self.shifts: Counter[int] = Counter()  # of the sum of all scores
        self.broken: tuple[Counter[str], Counter[str]] = Counter(), Counter()  # reasons, by side
        self.stopped = stopped

    # ------------------------------------------------------------------ adding up

    def add(self, a: Played, b: Played, group: int = 0) -> None:
        """Count a pair; if a side breaks, the pair is only counted as broken."""
        self.seen += 1
        for told, game in zip(self.broken, (a, b), strict=True):
            if game.failure is not None:
                told[game.failure.text] += 1
        if a.failure is not None or b.failure is not None:
            return
        unequal = False
        for key, sums in self.sums.items():
            x, y = (self._number(side, key, game) for side, game in enumerate((a, b)))
            sums.add(x, y)
            if self.groups:
                self.groups[group][key].add(x, y)
            unequal = unequal or x != y
        self.shifts[self._number(1, "score", b) - self._number(0, "score", a)] += 1
        if (where := self._went_apart(a, b, unequal)) is None:
            self.alike += 1
        else:
            self.apart.append(where)

    def _number(self, side: int, key: str, game: Played) -> int:
        """Give a number of a game; what a side does not know of, it has none of."""
        place = self._places[side].get(key)
        return 0 if place is None else game.numbers[place]

    def _went_apart(self, a: Played, b: Played, unequal: bool) -> Apart | None:
        first, second = a.course, b.course
        if first.keys == second.keys:
            return Apart(sum(entry >= 0 for entry in first.entries), "", END) if unequal else None
        both = min(len(first.keys), len(second.keys))
        i = next((i for i in range(both) if first.keys[i] != second.keys[i]), both)
        before = [k for k in range(i) if first.entries[k] >= 0]
        after = self._named(0, first, before[-1]) if before else ""
        return Apart(len(before), after, self._named(1, second, i) if i < len(second.keys) else OVER)

    def _named(self, side: int, course: Course, i: int) -> str:
        """Name an event: an action, a decision, or chance."""
        compiled = self.sides[side].ruleset.compiled
        number, entry = course.sites[i], course.entries[i]
        if entry < 0:
            return compiled.chances[number].name.removeprefix("effect.")
        site = compiled.sites[number]
        return site.entries[entry].name if site.kind == "offer" else site.name.removeprefix("effect.")

    # ------------------------------------------------------------------ what came of it

    @property
    def pairs(self) -> int:
        """Count the pairs of which both games came to their end."""
        return self.alike + len(self.apart)

    @property
    def same_rules(self) -> bool:
        """Do both compile to the very same rules?"""
        return self.sides[0].ruleset.hash == self.sides[1].ruleset.hash

    @cached_property
    def rows(self) -> list[Row]:
        """Give every measure that was ever more than nothing; ask when all pairs are added."""
        present = [m for m in self.measures if self.sums[m.key].first_squares or self.sums[m.key].unequal]
        found: list[Row] = []
        for main in (True, False):  # the few main measures are judged by themselves
            family = [m for m in present if (m.group in MAIN) is main]
            told = {m.key: estimate(self.sums[m.key], m.scale, len(family), self._by_group(m.key)) for m in family}
            clear = holm({key: e.p for key, e in told.items()})
            found += [Row(m, told[m.key], m.key in clear, told[m.key].p < LEVEL) for m in family]
        return found

    def _by_group(self, key: str) -> list[Sums]:
        return [sums[key] for sums in self.groups if sums[key].pairs]

    def row(self, key: str) -> Row | None:
        """Find a measure."""
        return next((row for row in self.rows if row.measure.key == key), None)

    @property
    def clear(self) -> list[Row]:
        """List what shifts clearly, the largest shift compared with its usual spread first."""
        return sorted((row for row in self.rows if row.clear), key=lambda row: -size(row.estimate))

    def interval_apart(self) -> tuple[float, float]:
        """Give the interval of the share of games that go another way."""
        if not self.apart:
            return 0.0, at_most(self.pairs)
        return share(len(self.apart), self.pairs)

    def failures(self) -> list[tuple[int, str, int]]:
        """List what broke: side, reason, how often."""
        return [(i, text, count) for i, told in enumerate(self.broken) for text, count in told.most_common()]


def size(e: Estimate) -> float:
    """Compare a shift with how much the measure differs from game to game anyway."""
    return abs(e.shift) / e.spread if e.spread else (float("inf") if e.shift else 0.0)

"""Is it the rule, or are it habits? Every seed is played three times by players who have practised.

By those who know the first rules: under these, and, at first, under the second. And under the second by those who have
practised them as long, once used to them. What is gained from the one to the other is due to habits alone.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Literal

from .comparison import Comparison, Row
from .measures import MAIN
from .playing import Played, Side
from .statistics import Estimate

Case = Literal["none", "habits", "lower", "higher", "tends_lower", "tends_higher", "unclear"]
Start = Literal["experience", "nothing"]


@dataclass(frozen=True, slots=True)
class Schooling:
    """How players get used to rules: so many groups, so many games each, and what all of them begin with."""

    games: int
    groups: int
    start: Start


@dataclass(frozen=True, slots=True)
class Told:
    """What came of one measure: at first, once used to it, and from the one to the other."""

    first: Row
    used: Row
    gained: Row
    start: Start

    @property
    def case(self) -> Case:
        """Tell rule from habits, as far as that can be done.

        Whether the shift at first goes back is asked only where that one is clear: so it needs no correction of its
        own. Players who came with experience may need longer practice, as long as it moves the shift at all: how large
        the shift is stays open then. Which way it goes does not, if it would last when practice moved it as much again.
        """
        back = self.first.estimate.shift * self.gained.estimate.shift < 0 and self.gained.hint
        if self.used.clear:
            same_way = self.first.estimate.shift * self.used.estimate.shift > 0
            if self.start == "experience" and self.gained.hint and same_way:
                if not self._lasts:
                    return "unclear"
                return "tends_higher" if self.used.estimate.shift > 0 else "tends_lower"
            return "higher" if self.used.estimate.shift > 0 else "lower"
        if self.used.hint:
            return "unclear"
        if self.first.clear:
            half = abs(self.first.estimate.shift) / 2
            return "habits" if back and _at_most(self.used.estimate, half) else "unclear"
        nothing = not self.first.hint and _at_most(self.first.estimate) and _at_most(self.used.estimate)
        return "none" if nothing else "unclear"

    @property
    def _lasts(self) -> bool:
        """Would the shift be off 0 even if practice moved it as much again?"""
        used, moved = self.used.estimate, self.gained.estimate.shift
        return used.low + min(0, moved) > 0 if used.shift > 0 else used.high + max(0, moved) < 0


def _at_most(e: Estimate, much: float = 0.0) -> bool:
    """Tell whether a shift can be so much only, or no more than games differ from each other anyway.

    Wide intervals hold 0, too: they are no sign that there is nothing.
    """
    return max(abs(e.low), abs(e.high)) <= max(much, e.spread)


class Habits:
    """Adds up threes of games, in order."""

    def __init__(
        self, first: Side, second: Side, games: int, seed: int, schooling: Schooling, stopped: bool = False
    ) -> None:
        self.schooling = schooling
        self.first, self.used, self.gained = (
            Comparison(*sides, games, seed, stopped, schooling.groups)
            for sides in ((first, second), (first, second), (second, second))
        )

    def add(self, known: Played, at_first: Played, used: Played, group: int) -> None:
        """Count three games of a seed; if one breaks, none of them counts."""
        if used.failure is not None and at_first.failure is None:
            at_first = used
        self.first.add(known, at_first, group)
        if known.failure is None and at_first.failure is None:
            self.used.add(known, used, group)
            self.gained.add(at_first, used, group)

    def told(self, key: str) -> Told | None:
        """Give what came of a measure."""
        first, used, gained = self.first.row(key), self.used.row(key), self.gained.row(key)
        if first is None or used is None or gained is None:
            return None
        return Told(first, used, gained, self.schooling.start)

    @cached_property
    def headline(self) -> Told | None:
        """Give what the verdict is about: the mean score, or the first main measure that is not always the same."""
        found = (self.told(row.measure.key) for row in self.first.rows if row.measure.group in MAIN)
        known = [told for told in found if told is not None]
        varying = (told for told in known if told.first.estimate.spread or told.used.estimate.unequal)
        return next(varying, known[0] if known else None)

"""What one does without thinking: learnt from games played before, used wherever a playout leaves the tree.

After each action it is noted how the own standing changed, at once and, counting less and less, later on. An action
counts apart if the seat has done the very same thing a short while ago: who walks to and fro gets nowhere.
"""

from __future__ import annotations

import math
from collections import deque
from collections.abc import Sequence
from typing import Any

from regelwerk.dsl import ir

LATER = 0.85  # what a point gained one decision later counts
PRIOR = 8.0  # how often an option must be seen to count as much as its action
MEMORY = 10  # decisions a seat remembers having made
KEEN = 0.3  # how far apart actions must be to be told apart, compared with how far apart they are on the whole

Deed = tuple[int, int]  # site, code
Recent = deque[Deed]


def recent(deeds: Sequence[Deed] = ()) -> Recent:
    """Begin to remember what a seat does."""
    return deque(deeds, maxlen=MEMORY)


class Habits:
    """How much one is inclined to each option; without lessons, to all alike."""

    def __init__(self, compiled: ir.Compiled) -> None:
        self.entries = [len(site.entries) for site in compiled.sites]
        self.options: dict[Deed, list[float]] = {}  # -> sum, count
        self.actions: dict[tuple[int, int, bool], list[float]] = {}  # (site, entry, done before) -> sum, count
        self.lengths: dict[tuple[int, int], list[float]] = {}  # (site, entry) -> decisions until the turn ends
        self.offers = [site.kind == "offer" for site in compiled.sites]
        self.keenness = 0.0
        self._known: dict[tuple[int, int, bool], float] = {}

    def inclination(self, site: int, code: int, again: bool) -> float:
        """Tell how likely an option is, compared with the others."""
        key = site, code, again
        if (weight := self._known.get(key)) is None:
            weight = self._known[key] = _power(self.keenness * self.liking(site, code, again))
        return weight

    def inclinations(self, found: list[int], site: int, before: Recent) -> list[float]:
        return [self.inclination(site, code, (site, code) in before) for code in found]

    def begins(self, site: int) -> bool:
        """May a turn begin with such a decision?"""
        return self.offers[site] or not any(self.offers)

    def liking(self, site: int, code: int, again: bool) -> float:
        """Tell what an option has brought so far."""
        total, count = self.actions.get((site, code % self.entries[site], again), (0.0, 0.0))
        mean = total / count if count else self.mean
        if not again and (own := self.options.get((site, code))) is not None:
            return (own[0] + PRIOR * mean) / (own[1] + PRIOR)
        return mean

    @property
    def mean(self) -> float:
        total, count = (sum(kept[i] for kept in self.actions.values()) for i in (0, 1))
        return total / count if count else 0.0

    def pick(self, found: list[int], site: int, before: Recent, chance: float) -> int:
        """Give the number of an option; `chance` is from 0 up to 1."""
        if not self.keenness:
            return int(chance * len(found))
        weights = self.inclinations(found, site, before)
        chance *= sum(weights)
        for number, weight in enumerate(weights):
            chance -= weight
            if chance < 0:
                return number
        return len(found) - 1

    def wander(self, found: list[int], site: int, chance: float) -> int:
        """Give the number of any option; actions with many options are no likelier than others."""
        entries = self.entries[site]
        kinds = sorted({code % entries for code in found})
        chance *= len(kinds)
        kind = kinds[int(chance)]
        of_kind = [number for number, code in enumerate(found) if code % entries == kind]
        return of_kind[int((chance - int(chance)) * len(of_kind))]

    def hurry(self, found: list[int], site: int, chance: float) -> int:
        """Give the number of an option after which the turn is over soon."""
        lengths = [self.lengths.get((site, code % self.entries[site]), (99.0, 1.0)) for code in found]
        short = [total / count for total, count in lengths]
        least = min(short)
        best = [number for number, length in enumerate(short) if length == least]
        return best[int(chance * len(best))]

    def learn(self, deeds: Sequence[tuple[Deed, bool, float]], end: float) -> None:
        """Take a lesson: what a seat did in a game, whether it was done before, and how it stood then."""
        gained, after = 0.0, end
        for (site, code), again, stood in reversed(deeds):
            gained = after - stood + LATER * gained
            after = stood
            for kept in (
                self.options.setdefault((site, code), [0.0, 0.0]),
                self.actions.setdefault((site, code % self.entries[site], again), [0.0, 0.0]),
            ):
                kept[0] += gained
                kept[1] += 1

    def time(self, deeds: Sequence[tuple[int, Deed]]) -> None:
        """Note how long turns go on: `deeds` are all of a game, each with its seat."""
        left: dict[int, int] = {}
        for seat, (site, code) in reversed(deeds):
            left[seat] = left.get(seat, 0) + 1
            kept = self.lengths.setdefault((site, code % self.entries[site]), [0.0, 0.0])
            kept[0] += left[seat]
            kept[1] += 1
            if self.begins(site):
                left = {seat: left[seat]}  # the turns of others end here

    def add(self, other: Habits, part: float) -> None:
        """Take over what others have learnt, as far as it counts."""
        for own, theirs in (
            (self.options, other.options),
            (self.actions, other.actions),
            (self.lengths, other.lengths),
        ):
            _added(own, theirs, part)

    def settle(self) -> None:
        """Make use of the lessons taken so far."""
        self._known.clear()
        mean = self.mean
        total = sum(kept[1] for kept in self.actions.values())
        spread = sum(kept[1] * (kept[0] / kept[1] - mean) ** 2 for kept in self.actions.values())
        self.keenness = 1 / (KEEN * math.sqrt(spread / total)) if total and spread else 0.0


def _added(own: dict[Any, list[float]], theirs: dict[Any, list[float]], part: float) -> None:
    for key, (total, count) in theirs.items():
        kept = own.setdefault(key, [0.0, 0.0])
        kept[0] += part * total
        kept[1] += part * count


def _power(x: float) -> float:
    """Give about e to the x, the same on every machine."""
    y = 1 + max(-30.0, min(30.0, x)) / 64
    for _ in range(6):
        y *= y
    return y

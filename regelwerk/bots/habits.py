"""What one does without thinking: learnt from games played before, used wherever a playout leaves the tree.

After each action it is noted how the own standing changed, at once and, counting less and less, later on. An action
counts apart if the seat has done the very same thing a short while ago: who walks to and fro gets nowhere.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

from regelwerk.dsl import ir
from regelwerk.interpreter.walks import HEAVIEST, MOST_OPTIONS, Deed, Leanings, begins

LATER = 0.85  # what a point gained one decision later counts
PRIOR = 8.0  # how often an option must be seen to count as much as its action
KEEN = 0.3  # how far apart actions must be to be told apart, compared with how far apart they are on the whole
HASTE = 2.0  # how much who is in haste minds one decision more
USUAL = 64  # the weight of what brings as much as anything


class Habits:
    """What options and actions have brought so far."""

    def __init__(self, compiled: ir.Compiled) -> None:
        self.compiled = compiled
        self.entries = [len(site.entries) for site in compiled.sites]
        self.options: dict[Deed, list[float]] = {}  # -> sum, count
        self.actions: dict[tuple[int, int, bool], list[float]] = {}  # (site, entry, done before) -> sum, count
        self.lengths: dict[tuple[int, int], list[float]] = {}  # (site, entry) -> decisions until the turn ends
        self.begins = begins(compiled)

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
            if self.begins[site]:
                left = {seat: left[seat]}  # the turns of others end here

    def add(self, other: Habits, part: float) -> None:
        """Take over what others have learnt, as far as it counts."""
        _added(self.options, other.options, part)
        _added(self.actions, other.actions, part)
        _added(self.lengths, other.lengths, part)

    def leanings(self) -> Leanings:
        """Make use of the lessons taken so far; without any, all options are alike."""
        found = Leanings(self.compiled)
        counts = sum(count for _, count in self.actions.values())
        if not counts:
            return found
        mean = sum(total for total, _ in self.actions.values()) / counts
        spread = sum(count * (total / count - mean) ** 2 for total, count in self.actions.values()) / counts
        keenness = 1 / (KEEN * math.sqrt(spread)) if spread else 0.0
        means = {key: total / count for key, (total, count) in self.actions.items()}
        for site, entries in enumerate(self.entries):
            for entry in range(entries):
                for again, weights in ((False, found.actions), (True, found.again)):
                    liked = means.get((site, entry, again), mean)
                    weights[found.firsts[site] + entry] = leant(USUAL, keenness * (liked - mean))
        for site, entries in enumerate(self.entries):
            lengths = [self.lengths.get((site, entry), (99.0, 1.0)) for entry in range(entries)]
            least = min((total / count for total, count in lengths), default=0.0)
            for entry, (total, count) in enumerate(lengths):
                found.haste[found.firsts[site] + entry] = leant(USUAL, HASTE * (least - total / count) + 5)
        often = sorted(self.options.items(), key=lambda item: (-item[1][1], item[0]))
        for (site, code), (total, count) in often[: MOST_OPTIONS // 2]:
            usual = means.get((site, code % self.entries[site], False), mean)
            liked = (total + PRIOR * usual) / (count + PRIOR)
            found.options[found.key(site, code)] = leant(USUAL, keenness * (liked - mean))
        return found


def _added(own: dict[Any, list[float]], theirs: dict[Any, list[float]], part: float) -> None:
    for key, (total, count) in theirs.items():
        kept = own.setdefault(key, [0.0, 0.0])
        kept[0] += part * total
        kept[1] += part * count


def leant(weight: int, x: float) -> int:
    """Give a weight times about e to the x, as a whole number and the same on every machine."""
    y = 1 + max(-8.0, min(8.0, x)) / 64
    for _ in range(6):
        y *= y
    return max(1, min(HEAVIEST, round(weight * y)))

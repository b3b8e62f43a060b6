"""How playouts go: at random, but with a liking for what has turned out well before.

The experience counts for an option wherever it is offered, and for the action it belongs to; both fade as the game
goes on. (Known as move-average sampling from general game playing.)
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from regelwerk.dsl import ir
from regelwerk.interpreter.context import State

from .dice import Dice

CURIOUS = 0.25  # how often a choice is made without looking at the experience
LOOKED_AT = 3  # options compared otherwise
FADES = 0.6
WATCHED = 12  # decisions from one look to the next
PRIOR = 3.0  # how many times an option must be tried to count as much as its action

Taken = list[tuple[int, int, int]]  # seat, site, code


class Enough(Exception):
    """A playout has gone far enough."""


class Habits:
    """What one bot has seen in its playouts."""

    def __init__(self, compiled: ir.Compiled) -> None:
        self.entries = [len(site.entries) for site in compiled.sites]
        self.options: dict[tuple[int, int], list[float]] = {}  # (site, code) -> sum, count
        self.actions: dict[tuple[int, int], list[float]] = {}  # (site, entry) -> sum, count

    def liking(self, site: int, code: int) -> float:
        """Tell how well an option has turned out so far."""
        total, count = self.actions.get((site, code % self.entries[site]), (0.5, 1.0))
        mean = total / count
        if (own := self.options.get((site, code))) is not None:
            return (own[0] + PRIOR * mean) / (own[1] + PRIOR)
        return mean

    def learn(self, taken: Taken, worth: Sequence[float]) -> None:
        """Remember how a playout ended."""
        for seat, site, code in taken:
            for table, key in ((self.options, code), (self.actions, code % self.entries[site])):
                kept = table.setdefault((site, key), [0.0, 0.0])
                kept[0] += worth[seat]
                kept[1] += 1

    def fade(self) -> None:
        """Let the past count less."""
        for table in (self.options, self.actions):
            for key, (total, count) in list(table.items()):
                if count < 0.1:
                    del table[key]
                else:
                    table[key] = [total * FADES, count * FADES]


class Player:
    """Answers for all seats in one playout, up to a horizon."""

    def __init__(self, S: State, habits: Habits, dice: Dice, horizon: int) -> None:
        self.S = S
        self.habits = habits
        self.dice = dice
        self.horizon = horizon
        self.made = 0
        self.who = ir.NONE
        self.taken: Taken = []
        self.watch: Callable[[State], None] | None = None  # looks at the table now and then

    def pick(self, found: list[int], site: int) -> int:
        """Answer a decision."""
        code = found[0] if len(found) == 1 else found[self.name(found, site)]
        self.taken.append((self.S[ir.WHO], site, code))
        return code

    def name(self, found: list[int], site: int) -> int:
        """Name the option to try first; past the horizon go on to the next change of turns only."""
        self.made += 1
        who = self.S[ir.WHO]
        if self.made > self.horizon and (who != self.who or self.made > 2 * self.horizon):
            raise Enough
        self.who = who
        if self.watch is not None and self.made % WATCHED == 0:
            self.watch(self.S)
        below, count = self.dice.below, len(found)
        if count == 1 or self.dice.random() < CURIOUS:
            return below(count)
        looked = [below(count) for _ in range(LOOKED_AT)]
        return max(looked, key=lambda i: self.habits.liking(site, found[i]))

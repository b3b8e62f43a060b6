"""What is measured in a game that is over: found in the ruleset, not named by anybody.

Points by seat and by line, victories, length, what the seats have, what was done how often, which things were used.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from regelwerk import Ruleset
from regelwerk.dsl import ir
from regelwerk.interpreter.engine.context import Event, State
from regelwerk.interpreter.engine.learning.rollouts import Values
from regelwerk.interpreter.engine.scores import Result, placed
from regelwerk.interpreter.game.decisions import plain
from regelwerk.simulation.usage import Thing, UsageReader

# Groups of measures, with their headings. Those before "points" are few and judged by themselves.
GROUPS = {
    "score": "Score",
    "wins": "Share of victories",
    "length": "Length",
    "points": "Points by line, per seat",
    "has": "What a seat has at the end",
    "table": "On the table at the end",
    "actions": "How often it is done in a game",
    "chosen": "How often it is chosen in a game",
    "kept": "Ends up with a player",
}
MAIN = ("score", "wins", "length")


@dataclass(frozen=True, slots=True)
class Measure:
    """A number that every game has; its whole numbers are multiples of 1/scale."""

    key: str  # stable: the same in another composition of the game
    group: str
    title: str
    scale: int = 1
    seat: int = -1


class Yardstick:
    """Measures games of one composition with so many players."""

    def __init__(self, ruleset: Ruleset, players: int) -> None:
        self.compiled, self.players = ruleset.compiled, players
        self.texts = ruleset.machine.texts
        self.shares = math.lcm(*range(1, players + 1))
        self.lines = [(s.name, title) for s in self.compiled.scorings for title in s.titles]
        sizes = [len(s.titles) for s in self.compiled.scorings]
        self._first_line = [sum(sizes[:i]) for i in range(len(sizes))]
        shown = [s for s in self.compiled.slots if s.shown and _counted(s)]
        self.own = [s for s in shown if s.owner == "player"]
        self.common = [s for s in shown if s.owner == "table"]
        self.reader = UsageReader(ruleset)
        self.measures = self._measures()
        self._movable = self._places()
        owned = [p for p in self.compiled.places if self.compiled.slots[p.slot].owner == "player"]
        self._owned = {number for p in owned for number in range(p.first, p.first + p.count)}

    def _places(self) -> list[tuple[int, Thing]]:
        """List where it stands in a state in which place a thing lies."""
        return [
            (m.loc + i, (domain.name, plain(id)))
            for m in self.compiled.movables
            for i, (domain, id) in enumerate((d, id) for d in self.texts.type(m.domain).domains for id in d.ids)
        ]

    def _measures(self) -> list[Measure]:
        seats, n = range(self.players), self.players
        found = [Measure("score", "score", "Score, mean of all seats", n)]
        found += [Measure(f"score {s + 1}", "score", f"Score of seat {s + 1}", 1, s) for s in seats]
        found += [Measure("lead", "score", "Lead of the winner"), Measure("best", "score", "Score of the winner")]
        found += [Measure(f"wins {s + 1}", "wins", f"Victories of seat {s + 1}", self.shares, s) for s in seats]
        found += [Measure("ties", "wins", "Shared victories")]
        found += [Measure("decisions", "length", "Decisions"), Measure("turns", "length", "Turns")]
        found += [Measure(f"points {sheet}.{line}", "points", line, n) for sheet, line in self.lines]
        found += [Measure(f"has {s.name}", "has", s.name.replace("_", " "), n) for s in self.own]
        found += [Measure(f"table {s.name}", "table", s.name.replace("_", " ")) for s in self.common]
        found += [Measure(f"does {name}", "actions", name) for name in self.reader.actions]
        for kind, group in (("chosen", "chosen"), ("kept", "kept")):
            for (domain, id), title in sorted(self.reader.things.items()):
                found.append(Measure(f"{kind} {domain}.{id}", group, f"{title} ({domain})"))
        return found

    def read(self, values: Values, S: State, events: Sequence[Event]) -> tuple[int, ...]:
        """Measure a game that is over, by what seats are ranked by; in the order of `measures`."""
        result = placed(self.compiled, values)
        done, chosen = self.reader.done(events)
        kept = Counter(thing for cell, thing in self._movable if S[cell] in self._owned)
        out = [*self._scores(result), *self._length(events), *self._points(events)]
        out += [sum(_amount(s, S, seat) for seat in range(self.players)) for s in self.own]
        out += [_amount(s, S) for s in self.common]
        out += [done[name] for name in self.reader.actions]
        things = sorted(self.reader.things)
        return (*out, *(chosen[thing] for thing in things), *(kept[thing] for thing in things))

    def _scores(self, result: Result) -> list[int]:
        scores = [row[0] if row else 0 for row in result.values]
        best = scores[result.winners[0]]
        others = [score for seat, score in enumerate(scores) if seat != result.winners[0]]
        won = self.shares // len(result.winners)
        wins = [won if seat in result.winners else 0 for seat in range(self.players)]
        lead = min((abs(best - score) for score in others), default=0)
        return [sum(scores), *scores, lead, best, *wins, int(len(result.winners) > 1)]

    def _length(self, events: Sequence[Event]) -> list[int]:
        seats = [event[1] for event in events if event[0] == "decision"]
        return [len(seats), sum(i == 0 or seats[i - 1] != seat for i, seat in enumerate(seats))]

    def _points(self, events: Sequence[Event]) -> list[int]:
        points = [0] * len(self.lines)
        for event in events:
            if event[0] == "event" and self.compiled.events[event[1]] == "score":
                scoring, line, _, value = event[2]
                points[self._first_line[scoring] + line] += value
        return points


def _counted(slot: ir.Slot) -> bool:
    """Tell whether a slot holds an amount: a number, a flag, a set, a pile. What points at something is none."""
    return slot.kind == "pile" or slot.bits > 0 or slot.type in ("number", "flag")


def _amount(slot: ir.Slot, S: State, seat: int = 0) -> int:
    """Count what is in a slot, or in the part of it that belongs to a seat."""
    inner = math.prod(slot.sizes[1:] if slot.owner == "player" else slot.sizes)
    first = slot.addr + seat * inner * slot.stride
    cells = [S[first + i * slot.stride] for i in range(inner)]
    if slot.bits:
        return sum(cell.bit_count() for cell in cells)
    return sum(cell for cell in cells if cell != ir.NONE_NUM)

"""Learning to play by playing: many games against itself, by tastes that get better.

At first a player is curious and does what it has not done yet in a game: that shows where things lead, also those that
pay late. Bit by bit only points count. What went better than usual is done more often from then on (a policy gradient).
"""

from __future__ import annotations

import math
from collections import deque
from collections.abc import Callable
from itertools import accumulate
from typing import NamedTuple

from regelwerk.interpreter.errors import RuleError
from regelwerk.interpreter.machine import Machine
from regelwerk.interpreter.walks import ANYBODY

from .appraisal import Appraisal
from .dice import Dice
from .sight import Memory, Seen, Sight
from .taste import UNIT, Taste, Written, powers, weight

PATIENCE = 0.95  # what something one turn later is worth
CURIOUS = 0.25  # of the games, how many until only points count
PACE = 0.4, 0.12  # how fast tastes for options, and for what to do how things stand, change at first
SLOWLY = 0.15  # of the games, how many until it learns at full pace
TOGETHER = 2  # games learnt from at once
USUAL = 0.05  # how fast it gets used to something better
BOLD = 3.0  # how much one game can tell, compared with how much games differ


class Step(NamedTuple):
    """A decision of a seat: in which turn, what it saw, how likely each option was, what it took."""

    turn: int
    seen: Seen
    chances: list[float]
    taken: int


class Practice:
    """Games of one ruleset with so many players."""

    def __init__(self, machine: Machine, players: int, taste: Taste | None = None, seed: int = 0) -> None:
        self.machine, self.players, self.seed = machine, players, seed
        self.walk = machine.walk()
        self.start = self.walk.position(machine.fresh(players, 0))
        self.appraisal, self.sight = Appraisal(machine.compiled), Sight(machine)
        self.eyes = self.sight.walking(self.walk, players)
        self.taste = taste or Taste(self.sight)
        self.ends: list[list[float]] = []  # how the seats stood at the end of each game
        self._usual: dict[int, float] = {}  # by turn
        self._spread = 1.0
        self._usually: dict[tuple[int, bool], list[int]] = {}  # kind, again -> taken, offered
        self._pull: tuple[dict[int, float], dict[int, dict[int, float]]] = {}, {}
        self._pulled: tuple[dict[int, float], dict[int, dict[int, float]]] = {}, {}

    def run(self, games: int, decisions: int, played: Callable[[float], None] = lambda part: None) -> None:
        """Play so many games, but not many more decisions, and learn from them; `played` is told how far it is."""
        number, made, part = 0, 0, 0.0
        while part < 1:
            made += self._game(self.seed + number, max(0.0, 1 - part / CURIOUS))
            number += 1
            if number % TOGETHER == 0:
                self._learn(min(1.0, 0.2 + part / SLOWLY))
            before, part = part, max(number / games, made / decisions)
            if before < CURIOUS <= part:
                self._usually = {}
            played(min(1.0, part))

    def _game(self, seed: int, curiosity: float) -> int:
        """Play a game and give how many decisions were made."""
        walk, sight, dice = self.walk, self.sight, Dice(seed, "practice")
        memories = [Memory() for _ in range(self.players)]
        steps: list[list[Step]] = [[] for _ in range(self.players)]
        known: list[set[int]] = [set() for _ in range(self.players)]
        stood: list[tuple[int, list[float], int]] = []  # at the start of each turn: whose, how all stand; news in it
        who = -1
        walk.begin(self.start, seed)
        try:
            walk.on(until=ANYBODY)
            while walk.found:
                seat, site, codes = walk.who, walk.site, walk.found
                if seat != who and (sight.begins[site] or not stood):
                    stood.append((seat, self.appraisal.sums(walk.standing()), 0))
                    who = seat
                number = 0
                if len(codes) > 1:
                    seen = sight.decision(self.eyes, seat, site, codes, memories[seat])
                    chances = powers(self.taste.of(seen))
                    number = picked(chances, dice)
                    steps[seat].append(Step(len(stood) - 1, seen, chances, number))
                    self._notice(seen, codes, number, memories[seat].before[site])
                sight.note(memories[seat], seat, site, codes[number])
                features = sight.answer(seat, site, codes[number]).features
                turn = stood[-1]
                stood[-1] = *turn[:2], turn[2] + sum(x not in known[seat] for x in features)
                known[seat].update(features)
                walk.on(codes[number], ANYBODY)
        except RuleError:
            return walk.made
        if walk.over:
            self.ends.append(self.appraisal.sums(walk.standing()))
            for seat in range(self.players):
                self._judge(seat, steps[seat], stood, curiosity)
        return walk.made

    def _notice(self, seen: Seen, codes: list[int], taken: int, before: deque[int]) -> None:
        """Count what is usually done, at first and again."""
        for number, (kind, code) in enumerate(zip(seen.kinds, codes, strict=True)):
            counts = self._usually.setdefault((kind, code in before), [0, 0])
            counts[0] += number == taken
            counts[1] += 1

    def written(self) -> Written:
        """Write down what was learnt."""
        kinds, counts = self.sight.kinds.names, self._usually
        often = {(k, again): weight(*counts.get((k, again), (1, 2))) for k, _ in counts for again in (False, True)}
        usual = {kinds[k]: (often[k, False], often[k, True]) for k, _ in counts}
        return self.taste.written(usual)

    def _judge(self, seat: int, steps: list[Step], stood: list[tuple[int, list[float], int]], curiosity: float) -> None:
        """Compare what came after each decision with what usually does."""
        rest, after = 0.0, self.ends[-1][seat]
        came = [0.0] * len(stood)
        for turn in range(len(stood) - 1, -1, -1):
            whose, sums, news = stood[turn]
            rest = (1 - curiosity) * (after - sums[seat]) + rest * (PATIENCE if whose == seat else 1.0)
            rest += curiosity * news if whose == seat else 0.0
            after, came[turn] = sums[seat], rest
        for step in steps:
            usual = self._usual.get(step.turn, came[step.turn])
            better = came[step.turn] - usual
            self._usual[step.turn] = usual + USUAL * better
            self._spread += 0.001 * (better * better - self._spread)
            self._count(step, max(-BOLD, min(BOLD, better / math.sqrt(self._spread + 1e-6))))

    def _count(self, step: Step, better: float) -> None:
        own, standing = self._pull
        seen, taken = step.seen, step.taken
        by_kind: dict[int, float] = {}
        for chance, kind, features in zip(step.chances, seen.kinds, seen.features, strict=True):
            by_kind[kind] = by_kind.get(kind, 0.0) - chance
            if chance > 1e-3:
                for x in features:
                    own[x] = own.get(x, 0.0) - better * chance
        for x in seen.features[taken]:
            own[x] = own.get(x, 0.0) + better
        by_kind[seen.kinds[taken]] += 1
        for kind, part in by_kind.items():
            if abs(part) > 1e-3:
                row, pull = standing.setdefault(kind, {}), better * part
                for x in seen.standing:
                    row[x] = row.get(x, 0.0) + pull

    def _learn(self, pace: float) -> None:
        """Follow the pull of the last games; what was pulled a lot before moves less."""
        own, standing = self._pull
        self.taste.grow()
        _follow(own, self._pulled[0], self.taste.own, pace * PACE[0])
        for kind, row in standing.items():
            _follow(row, self._pulled[1].setdefault(kind, {}), self.taste.standing[kind], pace * PACE[1])
        self._pull = {}, {}


def _follow(pull: dict[int, float], pulled: dict[int, float], weights: list[float], pace: float) -> None:
    for x, much in pull.items():
        all_of_it = pulled[x] = pulled.get(x, 1e-3) + much * much
        weights[x] += pace * UNIT * much / math.sqrt(all_of_it)


def picked(chances: list[float], dice: Dice) -> int:
    """Draw a number by chances that add up to 1."""
    luck = dice.random()
    return next((n for n, sum in enumerate(accumulate(chances)) if luck < sum), len(chances) - 1)

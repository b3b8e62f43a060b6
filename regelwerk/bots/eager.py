"""A bot that is quick: it takes what has soon been worth something in games it has played before.

It practises on its own, at random first, and remembers for every kind of answer, and for every thing named in one, how
much better a seat stood soon afterwards. Then it chooses by that, and by some luck. It looks at nothing but the
options, so nothing hidden can reach it; and it costs hardly more than a player at random.
"""

from __future__ import annotations

import math
import statistics
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import pairwise

from regelwerk.dsl import ir
from regelwerk.interpreter.decisions import Decision, Option, elements
from regelwerk.interpreter.errors import RuleError
from regelwerk.interpreter.game import Game
from regelwerk.interpreter.machine import Machine
from regelwerk.interpreter.walks import ANYBODY

from .appraisal import Appraisal
from .dice import Dice

LESSONS = 50, 70  # games at random, and games in which it plays by what it has learnt
TRIALS = 30  # games against chance; who does not do better there forgets it all
PATIENCE = 0.85  # what a point in the next turn is worth
CAUTION = 5.0  # how often something must be tried to be believed
MEMORY = 200.0  # tries after which older ones fade
TEMPER = 0.1  # how much luck there is, compared with how much games go up and down
KEPT = 500_000  # answers whose names are remembered


@dataclass(slots=True)
class Likings:
    """What practice has shown to be worth how much; by names, so that other rules of the same game can use it."""

    worth: dict[str, float] = field(default_factory=dict)
    temper: float = 1.0

    def of(self, names: tuple[str, ...]) -> float:
        """Tell how much an answer is liked, in units of luck."""
        return sum(self.worth.get(name, 0.0) for name in names) / self.temper


class Answers:
    """Names of the answers of one ruleset: what kind it is, and each thing in it."""

    def __init__(self, machine: Machine) -> None:
        self.sites, self.texts = machine.compiled.sites, machine.texts
        self._known: dict[tuple[int, int], tuple[str, ...]] = {}

    def names(self, site: int, code: int) -> tuple[str, ...]:
        """Give the names of an answer."""
        found = self._known.get((site, code))
        if found is None:
            if len(self._known) >= KEPT:
                self._known.clear()
            asked = self.sites[site]
            entry = asked.entries[code % len(asked.entries)]
            kind = f"{asked.name}/{entry.name}"
            things = zip(entry.types, elements(entry, code // len(asked.entries)), strict=True)
            named = (f"{kind}/{i}/{self.texts.id(type, x)}" for i, (type, x) in enumerate(things))
            found = self._known[site, code] = (kind, *named)
        return found


def luck(share: float) -> float:
    """Turn a number between 0 and 1 into luck: the best of likings plus luck is a choice in proportion to them."""
    return -math.log(-math.log(min(max(share, 1e-12), 1 - 1e-12)))


class EagerBot:
    """Takes what is liked best, with luck."""

    def __init__(self, seed: int, seat: int) -> None:
        self.dice = Dice(seed, f"eager bot {seat}")
        self.answers: Answers | None = None

    def choose(self, game: Game, decision: Decision) -> Option:
        """Pick an option."""
        if len(decision.options) == 1:
            return decision.options[0]
        likings = practised(game.machine, game.players)
        answers = self.answers = self.answers or Answers(game.machine)
        site = next(i for i, asked in enumerate(answers.sites) if asked.name == decision.site)
        liked = [likings.of(answers.names(site, o.code)) + luck(self.dice.random()) for o in decision.options]
        return decision.options[liked.index(max(liked))]


# ---------------------------------------------------------------------- practice


@lru_cache(maxsize=8)
def practised(machine: Machine, players: int) -> Likings:
    """Practise a game with so many players; always the same."""
    lessons = _Lessons(machine, players)
    at_random, liked = LESSONS
    for number in range(at_random + liked):
        lessons.play(number, [number >= at_random] * players)
    ahead = 0.0
    for number in range(TRIALS):
        eager = [(number + seat) % 2 == 0 for seat in range(players)]
        ahead += _lead(lessons.play(-1 - number, eager), eager)
    return lessons.likings if ahead > 0 else Likings()


def _lead(stood: list[float] | None, eager: list[bool]) -> float:
    """Tell how far eager seats are ahead of the others."""
    if stood is None or len(set(eager)) == 1:
        return 0.0
    sides = [[x for x, own in zip(stood, eager, strict=True) if own is wanted] for wanted in (True, False)]
    return statistics.mean(sides[0]) - statistics.mean(sides[1])


class _Lessons:
    """Games in which every seat learns."""

    def __init__(self, machine: Machine, players: int) -> None:
        self.players = players
        self.walk = machine.walk()
        self.start = self.walk.position(machine.fresh(players, 0))
        self.appraisal, self.answers = Appraisal(machine.compiled), Answers(machine)
        self.likings = Likings()
        self.tries: dict[str, float] = {}
        self.gains = self.squares = self.count = 0.0

    def play(self, number: int, eager: list[bool]) -> list[float] | None:
        """Play a game and tell how the seats stood in the end; a game with a number is a lesson."""
        walk, dice = self.walk, Dice(number, "practice")
        taken: list[tuple[int, tuple[str, ...]]] = []
        stood: list[tuple[int, list[float]]] = []  # how the seats stood when so many answers had been given
        last = ir.NONE
        walk.begin(self.start, number)
        try:
            walk.on(until=ANYBODY)
            while walk.found:
                if walk.who != last:
                    stood.append((len(taken), self.appraisal.sums(walk.standing())))
                    last = walk.who
                code = self._pick(walk.site, walk.found, eager[last], dice)
                taken.append((last, self.answers.names(walk.site, code)))
                walk.on(code, ANYBODY)
        except RuleError:
            return None
        if not walk.over:
            return None
        stood.append((len(taken), self.appraisal.sums(walk.standing())))
        if number >= 0:
            self._learn(taken, stood)
        return stood[-1][1]

    def _pick(self, site: int, found: list[int], eager: bool, dice: Dice) -> int:
        if len(found) == 1 or not eager:
            return found[dice.below(len(found))]
        likings, names = self.likings, self.answers.names
        liked = [likings.of(names(site, code)) + luck(dice.random()) for code in found]
        return found[liked.index(max(liked))]

    def _learn(self, taken: list[tuple[int, tuple[str, ...]]], stood: list[tuple[int, list[float]]]) -> None:
        """Give every answer its share of what the seat has gained since, the sooner the more."""
        for seat in range(self.players):
            gain = 0.0
            for (start, before), (end, after) in reversed(list(pairwise(stood))):
                own = [names for who, names in taken[start:end] if who == seat]
                gain = after[seat] - before[seat] + gain * (PATIENCE if own else 1.0)
                for names in own:
                    self._note(names, gain)
        usual = self.gains / self.count if self.count else 0.0
        spread = math.sqrt(max(0.0, self.squares / self.count - usual * usual)) if self.count else 0.0
        self.likings.temper = TEMPER * spread or 1.0

    def _note(self, names: tuple[str, ...], gain: float) -> None:
        self.count += 1
        self.gains += gain
        self.squares += gain * gain
        worth = self.likings.worth
        missed = gain - self.gains / self.count - sum(worth.get(name, 0.0) for name in names)
        for name in names:
            tries = self.tries[name] = min(self.tries.get(name, 0.0) + 1, MEMORY)
            worth[name] = worth.get(name, 0.0) + missed / (tries + CAUTION) / len(names)

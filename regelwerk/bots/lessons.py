"""Getting to know a game: how long it takes; of a long one with scores, what actions bring and what things are worth.

The first games are played at random, the next ones by the habits and with the eyes gained from those before.
"""

from __future__ import annotations

from collections import Counter, deque
from contextlib import suppress
from dataclasses import dataclass
from functools import lru_cache

from regelwerk.interpreter.errors import RuleError
from regelwerk.interpreter.machine import Machine
from regelwerk.interpreter.walks import ANYBODY, MEMORY, Deed, Leanings, Walk

from .appraisal import Appraisal
from .dice import Dice
from .habits import Habits
from .promise import Promise, Sample

LONG = 100  # decisions of a long game
LOOKS = 3  # games played to see how long they take
ROUNDS, GAMES = 8, 40  # of lessons
EXPLORERS = 0.3  # seats that do what they have done least, as all do in the first lessons
CURIOUS = 0.05  # how often others do that
WATCHED = 7  # decisions from one look at the things to the next
KEPT = 0.5  # how much earlier lessons count


@dataclass(frozen=True, slots=True)
class Known:
    """What can be known of a game; it is a long one if the appraisal promises something."""

    walk: Walk
    appraisal: Appraisal
    leanings: Leanings
    own: dict[int, int]  # weights of options, as they were learnt

    def usual(self, deed: Deed) -> int:
        """Give the weight of an option, as it was learnt."""
        entry = self.leanings.firsts[deed[0]] + deed[1] % self.leanings.entries[deed[0]]
        return self.own.get(self.leanings.key(*deed), self.leanings.actions[entry])


@lru_cache(maxsize=8)
def known(machine: Machine, players: int) -> Known:
    """Get to know a game with so many players; always the same."""
    return Lessons(machine, players).taken()


class Lessons:
    """Games played to learn from them."""

    def __init__(self, machine: Machine, players: int) -> None:
        self.compiled, self.players = machine.compiled, players
        self.walk = machine.walk()
        self.start = self.walk.position(machine.fresh(players, 0))
        self.appraisal = Appraisal(machine.compiled)
        self.leanings = Leanings(machine.compiled)
        self.promise = Promise(machine.compiled)
        self.promise.watch(self.walk, players)
        self.scores: list[float] = []  # how the lessons ended, on average

    def taken(self) -> Known:
        """Take all lessons."""
        longest = 0
        for look in range(LOOKS):
            with suppress(RuleError):
                self.walk.begin(self.start, look)
                self.walk.on()
                longest = max(longest, self.walk.made)
        if self.compiled.scorings and longest > LONG:
            self._practise()
        self.walk.lean(self.leanings)
        return Known(self.walk, self.appraisal, self.leanings, dict(self.leanings.options))

    def _practise(self) -> None:
        samples: list[list[Sample]] = []
        habits = Habits(self.compiled)
        for number in range(ROUNDS):
            fresh = Habits(self.compiled)
            seeds = range(number * GAMES, (number + 1) * GAMES)
            samples.append([sample for seed in seeds for sample in self._lesson(seed, fresh)])
            self.promise.learn([sample for past in samples[-3:] for sample in past])
            self.appraisal.promise = self.promise
            fresh.add(habits, KEPT)
            habits = fresh
            self.leanings = habits.leanings()

    def _lesson(self, seed: int, fresh: Habits) -> list[Sample]:
        """Play a game by habit; new habits take their lesson from it."""
        walk, promise, dice = self.walk, self.promise, Dice(seed, "lesson")
        first = self.appraisal.promise is None
        before = [deque[int](maxlen=MEMORY) for _ in range(self.players)]
        deeds: list[list[tuple[Deed, bool, float]]] = [[] for _ in range(self.players)]
        seen: list[tuple[int, list[int], float]] = []
        taken: list[Counter[Deed]] = [Counter() for _ in range(self.players)]
        curious = [1.0 if first or dice.random() < EXPLORERS else CURIOUS for _ in range(self.players)]
        walk.begin(self.start, seed)
        with suppress(RuleError):
            walk.on(until=ANYBODY)
            while walk.found:
                who, site = walk.who, walk.site
                counts, stood = promise.counts(who), self.appraisal.sums(walk.standing())[who]
                seen.append((who, counts, stood))
                if dice.random() < curious[who]:
                    code = self._wander(walk, taken[who], dice.random())
                else:
                    code = self._leant(walk, before[who], dice.random())
                key = self.leanings.key(site, code)
                worth = stood if first else stood + promise.of(counts)
                deeds[who].append(((site, code), key in before[who], worth))
                before[who].append(key)
                taken[who][site, code] += 1
                walk.on(code, ANYBODY)
        end = self.appraisal.sums(walk.standing())
        fresh.time(walk.deeds())
        for seat in range(self.players):
            fresh.learn(deeds[seat], end[seat])
        self.scores.append(sum(end) / len(end))
        return [
            Sample(promise.had(counts), 1 - i / len(seen), end[seat] - stood)
            for i, (seat, counts, stood) in enumerate(seen)
            if (i + seed) % WATCHED == 0
        ]

    def _leant(self, walk: Walk, before: deque[int], chance: float) -> int:
        """Pick an option by its weight."""
        weights = [self.leanings.weight(walk.site, code, before) for code in walk.found]
        chance *= sum(weights)
        for code, weight in zip(walk.found, weights, strict=True):
            chance -= weight
            if chance < 0:
                return code
        return walk.found[-1]

    def _wander(self, walk: Walk, taken: Counter[Deed], chance: float) -> int:
        """Pick what this seat has done least in this game; actions with many options are no likelier than others."""
        entries = self.leanings.entries[walk.site]
        least = min(taken[walk.site, code] for code in walk.found)
        kinds: dict[int, list[int]] = {}
        for code in walk.found:
            if taken[walk.site, code] == least:
                kinds.setdefault(code % entries, []).append(code)
        chance *= len(kinds)
        of_kind = kinds[sorted(kinds)[int(chance)]]
        return of_kind[int((chance - int(chance)) * len(of_kind))]

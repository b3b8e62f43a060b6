"""Learning to play by playing: many games against itself, by policies that get better.

At first a player is curious and does what it has not done yet in a game: that shows where things lead, also those that
pay late. Bit by bit only points count. What went better than usual is done more often from then on (a policy gradient).
"""

from __future__ import annotations

import math
from collections.abc import Callable
from itertools import pairwise
from typing import NamedTuple

from regelwerk.interpreter.engine.chance import MASK64
from regelwerk.interpreter.engine.learning.fastest import fastest_rollout
from regelwerk.interpreter.engine.learning.policy import Done, FeatureMap, Policy, blended
from regelwerk.interpreter.engine.learning.rollouts import TURNS
from regelwerk.interpreter.engine.machine import Machine
from regelwerk.interpreter.errors import RuleError

from ..evaluation import Evaluation
from .features import feature_names
from .policy_file import Written, policy_of, written_down

PATIENCE = 0.99  # what something one turn later is worth
CURIOUS = 0.1, 0.7  # of the games, how many until points count most, and until they alone do
LASTING = 0.5  # how much something new counts in between
PACE = 0.2, 0.06  # how fast policies for options, and for what to do how things stand, change at first
SLOWLY = 0.15  # of the games, how many until it learns at full pace
GENTLE = 0.55  # of how much an option is liked: what the first lesson changes at most, for those who know the game
FADING = 0.0005  # of all policies, each time
TOGETHER = 8, 16  # games learnt from at once by beginners, and by those who know the game
USUAL = 0.001  # how fast it gets used to something better, with every decision
USUAL_END = 0.05  # ... with every game
LOOKS = 8  # at how it goes, in all games
ASTRAY = 0.7  # of the best part of the games: a part that was worse than that is forgotten
LATELY = 0.001  # how fast it notices, with every decision, that all games go better, or differ more, than they did
BOLD = 3.0  # how much one game can tell, compared with how much games differ


def curiosity(part: float) -> float:
    """Tell how much something new counts, instead of points, when a part of the games is over."""
    return max(0.0, 1 - part / CURIOUS[0], LASTING * (1 - part / CURIOUS[1]))


def _settled(feature_map: FeatureMap) -> float:
    """Tell as how many gradient the first one about something has to count, so that it is gentle.

    The more is seen of a decision, the more weights move at once.
    """
    tokens = sum(look.rows.width for look in feature_map.looks)
    features = max(sum(aspect.rows.width for aspect in kind.aspects) for kind in feature_map.kinds)
    return max(1.0, ((PACE[0] * features + PACE[1] * tokens) / GENTLE) ** 2)


class Turn(NamedTuple):
    """The start of a turn: whose, how all stand, how many decisions were made before."""

    seat: int
    sums: list[float]
    before: int


class Practice:
    """Games of one ruleset with so many players; what they know already is what was written down."""

    def __init__(
        self, machine: Machine, players: int, written: Written | None = None, seed: int = 0, curious: float = 0.0
    ) -> None:
        self.machine, self.players, self.seed = machine, players, seed
        self.curious = curious  # to the end
        self.experienced = written is not None  # and no more curious than that
        self.feature_names = feature_names(machine)
        self.settled = _settled(self.feature_names.feature_map) if self.experienced else 1.0
        self.rollout = fastest_rollout(machine)
        self.rollout.go_by(policy_of(self.feature_names, written or Written()))
        self.start = self.rollout.position(machine.fresh(players, 0))
        self.evaluation = Evaluation(machine.compiled)
        self.ends: list[list[float]] = []  # how the seats stood at the end of each game
        self._luck, self._spread = 0.0, 0.0  # how much better than usual decisions went lately, and how far apart
        self._compared = 0
        self._much_gained, self._much_new = 1.0, 1.0  # to a seat in a game

    def run(self, games: int, decisions: int, played: Callable[[float], None] = lambda part: None) -> None:
        """Play so many games, but not many more decisions, and learn from them; `played` is told how far it is."""
        number, made, part = 0, 0, 0.0
        looks: list[tuple[float, Policy]] = []
        since = len(self.ends)
        while part < 1:
            news = self.curious if self.experienced else max(self.curious, curiosity(part))
            made += self._game(self.seed + number & MASK64, news)
            number += 1
            if number % TOGETHER[self.experienced] == 0:
                pace = 1.0 if self.experienced else min(1.0, 0.2 + part / SLOWLY)
                self.rollout.follow((pace * PACE[0], pace * PACE[1]), FADING, self.settled)
            before, part = part, max(number / games, made / decisions)
            if int(before * LOOKS) < int(min(1.0, part) * LOOKS) and len(self.ends) > since:
                mean = sum(map(sum, self.ends[since:])) / (len(self.ends) - since)
                looks.append((mean, self.rollout.learnt().copy()))
                since = len(self.ends)
            played(min(1.0, part))
        if looks:
            self.rollout.go_by(self._kept(looks))

    def _kept(self, looks: list[tuple[float, Policy]]) -> Policy:
        """Give what stays of practice: what was known at its end; where that moves little, in its second half.

        What went astray is forgotten.
        """
        best = max(mean for mean, _ in looks)
        late = looks[-LOOKS // 2 :] if self.experienced else looks[-1:]
        kept = [policy for mean, policy in late if mean >= ASTRAY * best]
        return blended(kept or [policy for mean, policy in looks if mean == best][-1:])

    def _game(self, seed: int, curiosity: float) -> int:
        """Play a game and give how many decisions were made."""
        rollout, turns = self.rollout, list[Turn]()
        rollout.begin(self.start, seed, sample=True)
        try:
            rollout.on(until=TURNS)
            while rollout.found:
                turns.append(Turn(rollout.who, self.evaluation.sums(rollout.standing()), rollout.made - len(turns) - 1))
                rollout.on(until=TURNS)
        except RuleError:
            return rollout.made
        if rollout.over and turns:
            self.ends.append(self.evaluation.sums(rollout.standing()))
            came = self._came(rollout.done(), rollout.usual(), turns, curiosity)
            self.rollout.learn(*came)
        return rollout.made

    def written(self) -> Written:
        """Write down what was learnt."""
        return written_down(self.feature_names, self.rollout.learnt())

    def _came(
        self, done: list[Done], usual: list[float], turns: list[Turn], curiosity: float
    ) -> tuple[list[float], list[float]]:
        """Compare what came after each decision with what usually does; give that, and what to think usual instead."""
        bounds = [0, *(turn.before for turn in turns[1:]), len(done)]
        turn_of = [number for number, (a, b) in enumerate(pairwise(bounds)) for _ in range(a, b)]
        news = [[0] * len(turns) for _ in range(self.players)]
        if curiosity:
            known: list[set[int]] = [set() for _ in range(self.players)]
            for turn, (seat, _, features) in zip(turn_of, done, strict=True):
                news[seat][turn] += sum(x not in known[seat] for x in features)
                known[seat].update(features)
            self._much_new += USUAL_END * (sum(map(sum, news)) / self.players - self._much_new)
        gained = sum(map(abs, self.ends[-1])) / self.players
        self._much_gained += USUAL_END * (gained - self._much_gained)
        new = curiosity * self._much_gained / self._much_new  # so that it does not matter how large scores are
        came = [self._from(seat, turns, news[seat], 1 - curiosity, new) for seat in range(self.players)]
        better, more = [], []
        for turn, (seat, options, _), much in zip(turn_of, done, usual, strict=True):
            unusual = came[seat][turn] - much
            if options > 1:
                self._compared += 1
                rate = max(LATELY, 1 / self._compared)
                self._luck += rate * (unusual - self._luck)
                self._spread += rate * ((unusual - self._luck) ** 2 - self._spread)
            better.append(max(-BOLD, min(BOLD, (unusual - self._luck) / math.sqrt(self._spread + 1e-6))))
            more.append(USUAL * unusual)
        return better, more

    def _from(self, seat: int, turns: list[Turn], news: list[int], old: float, new: float) -> list[float]:
        """Tell what comes to a seat from each turn on: points and news."""
        ahead, after = 0.0, self.ends[-1][seat]
        came = [0.0] * len(turns)
        for number in range(len(turns) - 1, -1, -1):
            whose, sums, _ = turns[number]
            ahead = old * (after - sums[seat]) + new * news[number] + ahead * (PATIENCE if whose == seat else 1.0)
            after, came[number] = sums[seat], ahead
        return came

"""Thinking about one decision of a long game with scores: every option is tried, and the game played on by taste.

Some options ask at once for another answer, and are worth only what is made of them: whether one steps to a carriage
depends on the ride. If taste has never learnt that, it would decline, so other kinds of answers are tried, too.
"""

from __future__ import annotations

import math
from typing import NamedTuple

from regelwerk.interpreter.errors import RuleError
from regelwerk.interpreter.tastes import Memory, Seen, Taste, chances, powers
from regelwerk.interpreter.walks import ANYBODY, BY_TASTE

from .skill import Skill
from .worlds import World

MOST = 10  # options that are thought about: of each kind the one liked best, and others that are liked
ANSWERS = 3  # of each other kind that are tried where an option asks for one
DOUBT = 0.8  # of how far results are apart: what makes up for an option that is e times as likely, after one try
DISLIKE = -4.0  # nothing is doubted more than what is liked so much less: taste may never have tried it
CALM = 1.5  # how much less luck there is while thinking
ASIDE = 0.02  # a second option of a kind that is less likely than this is not thought about


class Plan(NamedTuple):
    """An option, and what to answer if it asks at once for something."""

    option: int
    then: int  # or BY_TASTE
    behind: float  # how much less that is liked than what is liked best


class Rollouts:
    """Plays on from worlds in which one option was taken, everybody by taste."""

    def __init__(
        self, skill: Skill, taste: Taste, seat: int, codes: list[int], memory: Memory, seen: Seen, world: World
    ) -> None:
        self.skill, self.seat, self.codes, self.memory = skill, seat, codes, memory
        liked = taste.likings(seen)
        likely = chances(powers(liked))
        order = sorted(range(len(codes)), key=lambda n: -liked[n])
        first = {seen.kinds[n]: n for n in reversed(order)}.values()
        thought = [n for n in order if n in first or likely[n] >= ASIDE][:MOST]
        self.plans = [Plan(n, BY_TASTE, liked[n] - liked[order[0]]) for n in thought]
        if len(thought) > 1 and not world.secret:
            self.plans += [other for plan in self.plans for other in self._others(plan, world)]
        self.candidates = range(len(self.plans))
        self.sums = [0.0] * len(self.plans)
        self.counts = [0] * len(self.plans)
        self.squares = 0.0

    def _others(self, plan: Plan, world: World) -> list[Plan]:
        """List other kinds of answers, if the option asks its seat for one."""
        walk, lens = self.skill.walk, self.skill.sight.lens
        try:
            walk.begin(world.position(plan.option, 0), 0, {self.seat: self.memory})
            walk.on(self.codes[plan.option], ANYBODY)
        except RuleError:
            return []
        if not walk.found or walk.who != self.seat or lens.begins[walk.site]:
            return []
        liked, kinds = walk.likings(), [lens.kind(walk.site, code) for code in walk.found]
        order = sorted(range(len(kinds)), key=lambda n: -liked[n])
        best = order[0]
        found: list[Plan] = []
        for kind in dict.fromkeys(kinds[n] for n in order if kinds[n] != kinds[best]):
            some = [n for n in order if kinds[n] == kind][:ANSWERS]
            found += [Plan(plan.option, walk.found[n], plan.behind + liked[n] - liked[best]) for n in some]
        return found

    def option(self, number: int) -> int:
        """Tell with which option a plan begins."""
        return self.plans[number].option

    def value(self, number: int) -> float:
        """Tell how a plan has turned out so far; what is liked less must have turned out clearly better."""
        count, tries = max(1, self.counts[number]), max(1, sum(self.counts))
        usual = sum(self.sums) / tries
        spread = math.sqrt(max(0.0, self.squares / tries - usual * usual))
        behind = max(DISLIKE, self.plans[number].behind)
        return self.sums[number] / count + DOUBT * spread * behind / math.sqrt(count)

    def play(self, world: World, seed: int, number: int) -> int:
        """Try a plan in a world; give how many decisions that took."""
        walk, (option, then, _) = self.skill.walk, self.plans[number]
        try:
            walk.begin(world.position(option, seed), seed, {self.seat: self.memory}, calm=CALM)
            if then != BY_TASTE:
                walk.on(self.codes[option], ANYBODY)
                if walk.found:
                    walk.on(then if then in walk.found else BY_TASTE)
            elif world.secret:
                walk.on()
            else:
                walk.on(self.codes[option])
            worth = self.skill.appraisal.lead(walk)[self.seat]
        except RuleError:
            worth = 0.0  # the rules break there
        self.sums[number] += worth
        self.squares += worth * worth
        self.counts[number] += 1
        return 1 + walk.made

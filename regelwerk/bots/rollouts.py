"""Thinking about one decision of a long game with scores: every option is tried, and the game played on by policy.

Some options ask at once for another answer, and are worth only what is made of them: whether one steps to a carriage
depends on the ride. If policy has never learnt that, it would decline, so other kinds of answers are tried, too.
"""

from __future__ import annotations

import math
from typing import NamedTuple

from regelwerk.interpreter.engine.learning.policy import Memory, Policy, Seen, chances, powers
from regelwerk.interpreter.engine.learning.rollouts import ANYBODY, BY_POLICY
from regelwerk.interpreter.errors import RuleError

from .determinizations import World
from .learning.experience import Experience

MOST = 10  # options that are thought about: of each kind the one liked best, and others that are liked
ANSWERS = 3  # of each other kind that are tried where an option asks for one
DOUBT = 0.8  # of how far results are apart: what makes up for an option that is e times as likely, after one try
DISLIKE = -4.0  # nothing is doubted more than what is liked so much less: policy may never have tried it
CALM = 1.5  # how much less luck there is while thinking
ASIDE = 0.02  # a second option of a kind that is less likely than this is not thought about


class Plan(NamedTuple):
    """An option, and what to answer if it asks at once for something."""

    option: int
    then: int  # or BY_POLICY
    behind: float  # how much less that is liked than what is liked best


class Rollouts:
    """Plays on from worlds in which one option was taken, everybody by policy."""

    def __init__(
        self,
        experience: Experience,
        policy: Policy,
        seat: int,
        codes: list[int],
        memory: Memory,
        seen: Seen,
        world: World,
    ) -> None:
        self.experience, self.seat, self.codes, self.memory = experience, seat, codes, memory
        liked = policy.logits(seen)
        likely = chances(powers(liked))
        order = sorted(range(len(codes)), key=lambda n: -liked[n])
        first = {seen.kinds[n]: n for n in reversed(order)}.values()
        thought = [n for n in order if n in first or likely[n] >= ASIDE][:MOST]
        self.plans = [Plan(n, BY_POLICY, liked[n] - liked[order[0]]) for n in thought]
        if len(thought) > 1 and not world.secret:
            self.plans += [other for plan in self.plans for other in self._others(plan, world)]
        self.candidates = range(len(self.plans))
        self.sums = [0.0] * len(self.plans)
        self.counts = [0] * len(self.plans)
        self.squares = 0.0

    def _others(self, plan: Plan, world: World) -> list[Plan]:
        """List other kinds of answers, if the option asks its seat for one."""
        rollout, feature_map = self.experience.rollout, self.experience.feature_names.feature_map
        try:
            rollout.begin(world.position(plan.option, 0), 0, {self.seat: self.memory})
            rollout.on(self.codes[plan.option], ANYBODY)
        except RuleError:
            return []
        if not rollout.found or rollout.who != self.seat or feature_map.begins[rollout.site]:
            return []
        liked, kinds = rollout.logits(), [feature_map.kind(rollout.site, code) for code in rollout.found]
        order = sorted(range(len(kinds)), key=lambda n: -liked[n])
        best = order[0]
        found: list[Plan] = []
        for kind in dict.fromkeys(kinds[n] for n in order if kinds[n] != kinds[best]):
            some = [n for n in order if kinds[n] == kind][:ANSWERS]
            found += [Plan(plan.option, rollout.found[n], plan.behind + liked[n] - liked[best]) for n in some]
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
        rollout, (option, then, _) = self.experience.rollout, self.plans[number]
        try:
            rollout.begin(world.position(option, seed), seed, {self.seat: self.memory}, calm=CALM)
            if then != BY_POLICY:
                rollout.on(self.codes[option], ANYBODY)
                if rollout.found:
                    rollout.on(then if then in rollout.found else BY_POLICY)
            elif world.secret:
                rollout.on()
            else:
                rollout.on(self.codes[option])
            worth = self.experience.evaluation.lead(rollout)[self.seat]
        except RuleError:
            worth = 0.0  # the rules break there
        self.sums[number] += worth
        self.squares += worth * worth
        self.counts[number] += 1
        return 1 + rollout.made

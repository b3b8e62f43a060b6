"""Thinking about one decision of a long game with scores: every option is tried, and the game played on by taste."""

from __future__ import annotations

import math

from regelwerk.interpreter.errors import RuleError
from regelwerk.interpreter.tastes import Memory, Seen, Taste, chances, powers

from .skill import Skill
from .worlds import World

MOST = 10  # options that are thought about: of each kind the one liked best, and others that are liked
DOUBT = 0.5  # of how far results are apart: what makes up for an option that is e times as likely, after one try
DISLIKE = -4.0  # nothing is doubted more than what is liked so much less: taste may never have tried it
CALM = 1.5  # how much less luck there is while thinking
ASIDE = 0.02  # a second option of a kind that is less likely than this is not thought about


class Rollouts:
    """Plays on from worlds in which one option was taken, everybody by taste."""

    def __init__(
        self, skill: Skill, taste: Taste, seat: int, site: int, codes: list[int], memory: Memory, seen: Seen
    ) -> None:
        self.skill, self.seat, self.site, self.codes, self.memory = skill, seat, site, codes, memory
        liked = taste.likings(seen)
        likely = chances(powers(liked))
        order = sorted(range(len(codes)), key=lambda n: -liked[n])
        first = {seen.kinds[n]: n for n in reversed(order)}.values()
        self.candidates = [n for n in order if n in first or likely[n] >= ASIDE][:MOST]
        self.behind = [max(DISLIKE, x - max(liked)) for x in liked]
        self.sums = [0.0] * len(codes)
        self.counts = [0] * len(codes)
        self.squares = 0.0

    def value(self, number: int) -> float:
        """Tell how an option has turned out so far; what is liked less must have turned out clearly better."""
        count, tries = max(1, self.counts[number]), max(1, sum(self.counts))
        usual = sum(self.sums) / tries
        spread = math.sqrt(max(0.0, self.squares / tries - usual * usual))
        return self.sums[number] / count + DOUBT * spread * self.behind[number] / math.sqrt(count)

    def play(self, world: World, seed: int, number: int) -> int:
        """Try an option in a world; give how many decisions that took."""
        walk = self.skill.walk
        try:
            walk.begin(world.position(number, seed), seed, {self.seat: self.memory}, calm=CALM)
            walk.on() if world.secret else walk.on(self.codes[number])
            worth = self.skill.appraisal.lead(walk)[self.seat]
        except RuleError:
            worth = 0.0  # the rules break there
        self.sums[number] += worth
        self.squares += worth * worth
        self.counts[number] += 1
        return 1 + walk.made

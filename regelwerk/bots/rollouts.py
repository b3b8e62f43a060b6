"""Thinking about one decision of a long game with scores: every option is tried, and the game played on by taste."""

from __future__ import annotations

import math

from regelwerk.interpreter.errors import RuleError

from .dice import Dice
from .practice import picked
from .sight import Memory, Seen
from .skill import Skill
from .taste import powers
from .worlds import World

MOST = 10  # options that are thought about: of each kind the one liked best, and others that are liked
DOUBT = 0.5  # of how far results are apart: what makes up for an option that is e times as likely, after one try
CALM = 1.5  # how much less luck there is while thinking
ASIDE = 0.02  # a second option of a kind that is less likely than this is not thought about


class Rollouts:
    """Plays on from worlds in which one option was taken: the seat by its taste, the others as is usual."""

    def __init__(self, skill: Skill, seat: int, site: int, codes: list[int], memory: Memory, seen: Seen) -> None:
        self.skill, self.taste = skill, skill.taste
        self.seat, self.site, self.codes, self.memory = seat, site, codes, memory
        liked = self.taste.of(seen)
        chances = powers(liked)
        order = sorted(range(len(codes)), key=lambda n: -liked[n])
        first = {seen.kinds[n]: n for n in reversed(order)}.values()
        self.candidates = [n for n in order if n in first or chances[n] >= ASIDE][:MOST]
        self.behind = [x - max(liked) for x in liked]
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
        skill, walk, sight, seat = self.skill, self.skill.walk, self.skill.sight, self.seat
        dice, memory, made = Dice(seed, "thinking"), self.memory.copy(), 0
        try:
            walk.begin(world.position(number, seed), seed, seat)
            if not world.secret:
                sight.note(memory, seat, self.site, self.codes[number])
                walk.on(self.codes[number], seat)
            else:
                walk.on(until=seat)
            while walk.found:
                codes = walk.found
                chosen = 0
                if len(codes) > 1:
                    made += 1
                    seen = sight.decision(skill.eyes, seat, walk.site, codes, memory)
                    chosen = picked(powers([CALM * x for x in self.taste.of(seen)]), dice)
                sight.note(memory, seat, walk.site, codes[chosen])
                walk.on(codes[chosen], seat)
            worth = skill.appraisal.lead(walk)[seat]
        except RuleError:
            worth = 0.0  # the rules break there
        self.sums[number] += worth
        self.squares += worth * worth
        self.counts[number] += 1
        return 1 + made

"""Thinking about one decision by looking at what all seats may do: a tree, and chance below it."""

from __future__ import annotations

import math

from regelwerk.interpreter.engine.learning.rollouts import ANYBODY, BY_POLICY, NOBODY
from regelwerk.interpreter.errors import RuleError

from .determinizations import World
from .learning.experience import Experience
from .search_tree import Node

MOST = 48  # options that are thought about


class Looking:
    """Grows a tree by playouts."""

    def __init__(self, experience: Experience, seat: int, site: int, codes: list[int]) -> None:
        self.experience, self.seat, self.site, self.codes = experience, seat, site, codes
        self.candidates = range(min(MOST, len(codes)))
        self.root = Node(seat)
        self.sums = [0.0, 0.0, 0.0]  # of results: how many, sum, sum of squares

    @property
    def spread(self) -> float:
        count, total, squares = self.sums
        return math.sqrt(max(1e-6, squares / count - (total / count) ** 2)) if count > 3 else 0.1

    def option(self, number: int) -> int:
        """Tell the option that is tried."""
        return number

    def value(self, number: int) -> float:
        """Tell how an option has turned out so far."""
        node = self.root.after[self.site, self.codes[number]]
        return node.total / node.count

    def play(self, world: World, seed: int, number: int) -> int:
        """Try an option in a world; give how many decisions that took."""
        rollout = self.experience.rollout
        path = [self.root.after.setdefault((self.site, self.codes[number]), Node(self.seat))]
        try:
            rollout.begin(world.position(number, seed), seed)
            answer = BY_POLICY if world.secret else self.codes[number]
            while True:
                leaf = not path[-1].count
                rollout.on(answer, NOBODY if leaf else ANYBODY)
                if not rollout.found:
                    break
                answer = rollout.found[path[-1].select(rollout.found, rollout.site, self.spread)]
                path.append(path[-1].after.setdefault((rollout.site, answer), Node(rollout.who)))
            worth = self.experience.evaluation.worth(rollout)
            made = rollout.made
        except RuleError:
            worth, made = [0.0] * world.twin.players, 1  # the rules break there
        for node in path:
            node.total += worth[node.seat]
            node.count += 1
        for i in range(3):
            self.sums[i] += worth[self.seat] ** i
        return made

"""A bot that thinks ahead: it tries its options on copies of the game in which everything its seat cannot know is dealt
anew, plays on, and leaves out the worse half of them again and again, until one is left.

A long game with scores it plays on by policy; any other one it looks through as a tree.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from regelwerk.interpreter.engine.learning.policy import Memory, see
from regelwerk.interpreter.game.decisions import Decision, Option
from regelwerk.interpreter.game.game import Game

from .determinizations import World, Worlds
from .dice import Dice
from .learning.experience import Experience, experience
from .rollouts import Rollouts
from .tree_search import Looking

DECISIONS = 12_000  # played for one choice by chance ...
BY_POLICY_DECISIONS = 8_000  # ... or by policy ...
TRIES = 600  # ... in so many playouts at most
SLOWLY = 8  # times less where nothing runs in WebAssembly
WORLDS = 100_000  # divided by the cells of the state: ways hidden things may lie that are looked at


class Thinking(Protocol):
    """Somebody who tries options."""

    @property
    def candidates(self) -> Sequence[int]: ...

    def option(self, number: int) -> int: ...

    def play(self, world: World, seed: int, number: int) -> int: ...

    def value(self, number: int) -> float: ...


class SensibleBot:
    """Plays for the result; in a game with scores, for the lead."""

    def __init__(self, seed: int, seat: int) -> None:
        self.dice = Dice(seed, f"sensible bot {seat}")
        self.memory = Memory()

    def choose(self, game: Game, decision: Decision) -> Option:
        """Pick an option."""
        known = experience(game.machine, game.players)
        site, codes = known.feature_names.sites[decision.site], [option.code for option in decision.options]
        number = 0
        if len(codes) > 1:
            most = min(TRIES, 1 + WORLDS // len(game.state))
            worlds = Worlds(game, decision, most, known.rollout, self.dice)
            thinking = self._thinking(known, game, decision, site, codes, worlds)
            budget = DECISIONS if known.policy is None else BY_POLICY_DECISIONS
            budget //= SLOWLY if game.machine.fast is None else 1
            number = thinking.option(halved(thinking, budget, worlds, self.dice))
        self.memory.note(known.feature_names.feature_map, site, codes[number])
        return decision.options[number]

    def _thinking(
        self, known: Experience, game: Game, decision: Decision, site: int, codes: list[int], worlds: Worlds
    ) -> Thinking:
        if known.policy is None:
            return Looking(known, decision.seat, site, codes)
        seen = see(known.feature_names.feature_map, game.state, decision.seat, site, codes, self.memory)
        return Rollouts(known, known.policy, decision.seat, codes, self.memory, seen, worlds[0])


def halved(thinking: Thinking, budget: int, worlds: Worlds, dice: Dice) -> int:
    """Give the number of the best candidate: all are tried alike, then the better half of them, and so on.

    In one sweep all of them meet the same hidden things and the same chance.
    """
    left = list(thinking.candidates)
    if len(left) == 1:
        return left[0]
    rounds = max(1, (len(left) - 1).bit_length())
    sweep = 0
    for _ in range(rounds):
        made, tries = budget // rounds, TRIES // rounds
        while made > 0 and tries > 0:
            seed = dice.below(2**31)
            for number in left:
                made -= thinking.play(worlds[sweep], seed, number)
            tries -= len(left)
            sweep += 1
        left = sorted(left, key=thinking.value, reverse=True)[: (len(left) + 1) // 2]
    return left[0]

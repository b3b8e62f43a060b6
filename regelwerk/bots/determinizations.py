"""Ways in which everything a seat cannot know may lie."""

from __future__ import annotations

from typing import Any

from regelwerk.interpreter.engine.learning.rollouts import Rollout
from regelwerk.interpreter.game.decisions import Decision
from regelwerk.interpreter.game.game import Game

from .dice import Dice


class Worlds:
    """Some of these ways, dealt when they are first looked at; then they come round again."""

    def __init__(self, game: Game, decision: Decision, most: int, rollout: Rollout, dice: Dice) -> None:
        self.game, self.decision, self.most, self.rollout, self.dice = game, decision, most, rollout, dice
        self._dealt: list[World] = []

    def __getitem__(self, number: int) -> World:
        number %= self.most
        while len(self._dealt) <= number:
            self._dealt.append(World(self.game, self.decision, self.dice.below(2**31), self.rollout))
        return self._dealt[number]


class World:
    """One way the hidden things may lie."""

    def __init__(self, game: Game, decision: Decision, seed: int, rollout: Rollout) -> None:
        self.decision, self.rollout, self.secret = decision, rollout, decision.secret
        self.twin = game.determinize(decision.seat, seed)
        self._position = None if decision.secret else rollout.position(self.twin.state)

    def position(self, number: int, seed: int) -> Any:
        """Give the position to play on from: a secret answer is given already."""
        return self.rollout.position(self._answered(number, seed).state) if self.secret else self._position

    def _answered(self, number: int, seed: int) -> Game:
        """Give a secret answer; the rest of it, and the others, are answered at random."""
        game, dice = self.twin.clone(), Dice(seed, "others")
        game.choose(self.decision.options[number].id, self.decision.seat)
        while any(decision.secret for decision in game.decisions()) or game.waiting():
            for seat in game.waiting():
                game.commit(seat)
            for decision in game.decisions()[:1]:
                if decision.secret:
                    game.choose(decision.options[dice.below(len(decision.options))], decision.seat)
        return game

"""A bot that is quick: it takes what it likes, by its taste and by some luck, and looks no step ahead."""

from __future__ import annotations

import math

from regelwerk.interpreter.decisions import Decision, Option
from regelwerk.interpreter.game import Game

from .dice import Dice
from .practice import picked
from .sight import Memory, Sight
from .skill import practised
from .taste import Taste, powers


def luck(share: float) -> float:
    """Turn a number between 0 and 1 into luck: the best of likings plus luck is a choice in proportion to them."""
    return -math.log(-math.log(min(max(share, 1e-12), 1 - 1e-12)))


class EagerBot:
    """Takes what is liked, with luck."""

    def __init__(self, seed: int, seat: int) -> None:
        self.dice = Dice(seed, f"eager bot {seat}")
        self.memory = Memory()
        self.taste: Taste | None = None

    def choose(self, game: Game, decision: Decision) -> Option:
        """Pick an option."""
        taste = self.taste = self.taste or Taste(Sight(game.machine), practised(game.machine, game.players))
        sight, codes = taste.sight, [option.code for option in decision.options]
        site, number = sight.sites[decision.site], 0
        if len(codes) > 1:
            eyes = sight.at(game.state, game.players)
            number = picked(powers(taste.of(sight.decision(eyes, decision.seat, site, codes, self.memory))), self.dice)
        sight.note(self.memory, decision.seat, site, codes[number])
        return decision.options[number]

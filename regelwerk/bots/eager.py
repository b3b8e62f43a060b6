"""A bot that is quick: it takes what it likes, by its taste and by some luck, and looks no step ahead."""

from __future__ import annotations

from regelwerk.interpreter.decisions import Decision, Option
from regelwerk.interpreter.game import Game
from regelwerk.interpreter.tastes import Memory, Taste, drawn, powers, see

from .dice import Dice
from .sight import sight
from .skill import practised
from .taste import taste_of


class EagerBot:
    """Takes what is liked, with luck."""

    def __init__(self, seed: int, seat: int) -> None:
        self.dice = Dice(seed, f"eager bot {seat}")
        self.memory = Memory()
        self.taste: Taste | None = None

    def choose(self, game: Game, decision: Decision) -> Option:
        """Pick an option."""
        eyes = sight(game.machine)
        taste = self.taste = self.taste or taste_of(eyes, practised(game.machine, game.players))
        site, codes = eyes.sites[decision.site], [option.code for option in decision.options]
        number = 0
        if len(codes) > 1:
            seen = see(eyes.lens, game.state, decision.seat, site, codes, self.memory)
            number = drawn(powers(taste.likings(seen)), self.dice.random())
        self.memory.note(eyes.lens, site, codes[number])
        return decision.options[number]

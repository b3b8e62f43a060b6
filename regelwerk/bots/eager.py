"""A bot that is quick: it takes what it likes, by its policy and by some luck, and looks no step ahead."""

from __future__ import annotations

from regelwerk.interpreter.engine.learning.policy import Memory, Policy, drawn, powers, see
from regelwerk.interpreter.game.decisions import Decision, Option
from regelwerk.interpreter.game.game import Game

from .dice import Dice
from .learning.experience import practised
from .learning.features import feature_names
from .learning.policy_file import policy_of


class EagerBot:
    """Takes what is liked, with luck."""

    def __init__(self, seed: int, seat: int) -> None:
        self.dice = Dice(seed, f"eager bot {seat}")
        self.memory = Memory()
        self.policy: Policy | None = None

    def choose(self, game: Game, decision: Decision) -> Option:
        """Pick an option."""
        eyes = feature_names(game.machine)
        policy = self.policy = self.policy or policy_of(eyes, practised(game.machine, game.players))
        site, codes = eyes.sites[decision.site], [option.code for option in decision.options]
        number = 0
        if len(codes) > 1:
            seen = see(eyes.feature_map, game.state, decision.seat, site, codes, self.memory)
            number = drawn(powers(policy.logits(seen)), self.dice.random())
        self.memory.note(eyes.feature_map, site, codes[number])
        return decision.options[number]

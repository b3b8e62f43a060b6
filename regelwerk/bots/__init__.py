"""Players that need no person. They know no game: what they know of one they learn from playing it on copies.

A bot depends on its seed and on what its seat can see, never on the clock. May import the machine, not the front ends.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

from regelwerk.interpreter.engine.chance import fnv1a64
from regelwerk.interpreter.game.decisions import Decision, Option
from regelwerk.interpreter.game.game import Game

from .dice import Dice
from .eager import EagerBot
from .sensible import SensibleBot

__all__ = ["BOTS", "Bot", "Dice", "EagerBot", "RandomBot", "SensibleBot", "answer", "consult"]


class Bot(Protocol):
    """Anybody who can answer decisions for a seat."""

    def choose(self, game: Game, decision: Decision) -> Option: ...


class RandomBot:
    """Takes any option, all equally likely."""

    def __init__(self, seed: int, seat: int) -> None:
        self.dice = Dice(seed, f"bot {seat}")

    def choose(self, game: Game, decision: Decision) -> Option:
        return decision.options[self.dice.below(len(decision.options))]


BOTS: dict[str, Callable[[int, int], Bot]] = {"random": RandomBot, "eager": EagerBot, "sensible": SensibleBot}


def consult(bot: Bot, game: Game, decision: Decision) -> Option:
    """Let a bot choose. It is handed what its seat may know: a game dealt anew from there, never the game itself."""
    seed = fnv1a64(f"deal {decision.seat} {game.logged}")  # nothing that the seat does not know goes into it
    memory = not isinstance(bot, RandomBot | EagerBot)  # they only look at the table
    return bot.choose(game.determinize(decision.seat, seed, memory), decision)


def answer(game: Game, decision: Decision, option: Option | str) -> None:
    """Answer for a seat that does not think twice: a secret part is committed as soon as it is complete."""
    game.choose(option, decision.seat)
    if decision.secret and decision.seat in game.waiting():
        game.commit(decision.seat)

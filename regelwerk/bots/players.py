"""What a bot is, and how one is asked."""

from __future__ import annotations

from typing import Protocol

from regelwerk.interpreter.engine.chance import fnv1a64
from regelwerk.interpreter.errors import Refused
from regelwerk.interpreter.game.decisions import Decision, Option
from regelwerk.interpreter.game.game import Game

from .dice import Dice
from .eager import EagerBot

_OURS = __package__ + "."  # bots that come along look at nothing they should not


class Bot(Protocol):
    """Anybody who can answer decisions for a seat."""

    def choose(self, game: Game, decision: Decision) -> Option:
        """Pick one of `decision.options`. The game is one that the seat could be in, dealt anew; it may be changed."""


class RandomBot:
    """Takes any option, all equally likely."""

    def __init__(self, seed: int, seat: int) -> None:
        self.dice = Dice(seed, f"bot {seat}")

    def choose(self, game: Game, decision: Decision) -> Option:
        """Pick an option."""
        return decision.options[self.dice.below(len(decision.options))]


def consult(bot: Bot, game: Game, decision: Decision) -> Option:
    """Let a bot choose. It is handed what its seat may know: a game dealt anew from there, never the game itself.

    Errors: `errors.Refused` if it chooses what is not offered.
    """
    seed = fnv1a64(
        f"deal {decision.seat} {game.heard(decision.seat)}"
    )  # nothing that the seat does not know goes into it
    memory = not isinstance(bot, RandomBot | EagerBot)  # they only look at the table
    dealt = game.determinize(decision.seat, seed, memory)
    if not type(bot).__module__.startswith(_OURS):
        dealt.past.log()  # told now: nothing that is handed over leads back to the game
    chosen = bot.choose(dealt, decision)
    option = chosen if any(chosen is each for each in decision.options) else decision.option(chosen)
    if option is None:
        raise Refused(f"{type(bot).__name__} chose {chosen!r}, which is not offered")
    return option


def answer(game: Game, decision: Decision, option: Option | str) -> None:
    """Answer for a seat that does not think twice: a secret part is committed as soon as it is complete."""
    game.choose(option, decision.seat)
    if decision.secret and decision.seat in game.waiting():
        game.commit(decision.seat)

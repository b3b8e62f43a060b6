"""Players that need no person: a stream of chance of their own, the same on every machine."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

from regelwerk import Game
from regelwerk.interpreter.chance import MASK64, MULTIPLIER, increment, output, splitmix64
from regelwerk.interpreter.decisions import Decision, Option


class Dice:
    """A PCG32 stream; depends on the seed and a name only."""

    def __init__(self, seed: int, name: str) -> None:
        self.step = increment(name)
        self.word = splitmix64(splitmix64(seed & MASK64) ^ self.step)

    def random(self) -> float:
        """Give a number from 0 up to, not including, 1."""
        word = self.word
        self.word = (word * MULTIPLIER + self.step) & MASK64
        return output(word) / 2**32

    def below(self, bound: int) -> int:
        """Give a number from 0 to bound - 1, as the machine does in playouts."""
        return int(self.random() * bound)


class Bot(Protocol):
    def choose(self, game: Game, decision: Decision) -> Option: ...


class RandomBot:
    """Takes any option, all equally likely."""

    def __init__(self, seed: int, seat: int) -> None:
        self.dice = Dice(seed, f"bot {seat}")

    def choose(self, game: Game, decision: Decision) -> Option:
        return decision.options[self.dice.below(len(decision.options))]


BOTS: dict[str, Callable[[int, int], Bot]] = {"random": RandomBot}


def answer(game: Game, decision: Decision, option: Option | str) -> None:
    """Answer for a seat that does not think twice: a secret part is committed as soon as it is complete."""
    game.choose(option, decision.seat)
    if decision.secret and decision.seat in game.waiting():
        game.commit(decision.seat)

"""A stream of chance for bots, the same on every machine."""

from __future__ import annotations

from regelwerk.interpreter.engine.chance import MASK64, MULTIPLIER, increment, narrow, output, splitmix64


class Dice:
    """A PCG32 stream; depends on the seed and a name only."""

    def __init__(self, seed: int, name: str) -> None:
        self.step = increment(name)
        self.word = splitmix64(splitmix64(narrow(seed)) ^ self.step)

    def random(self) -> float:
        """Give a number from 0 up to, not including, 1."""
        word = self.word
        self.word = (word * MULTIPLIER + self.step) & MASK64
        return output(word) / 2**32

    def below(self, bound: int) -> int:
        """Give a number from 0 to bound - 1, as the machine does in playouts."""
        return int(self.random() * bound)

"""PCG32 (XSH RR 64/32) with Lemire's unbiased bounded draw."""

from typing import Self

MASK32 = 0xFFFF_FFFF
MASK64 = 0xFFFF_FFFF_FFFF_FFFF
MULTIPLIER = 6364136223846793005


class PCG32:
    """A generator of 32-bit words; `sequence` picks one of 2**63 streams."""

    def __init__(self, seed: int, sequence: int = 54) -> None:
        self.increment = (sequence << 1 | 1) & MASK64
        self.state = 0
        self.word()
        self.state = (self.state + seed) & MASK64
        self.word()

    def word(self) -> int:
        """Draw the next 32-bit word."""
        old = self.state
        self.state = (old * MULTIPLIER + self.increment) & MASK64
        shifted = ((old >> 18 ^ old) >> 27) & MASK32
        turn = old >> 59
        return (shifted >> turn | shifted << (-turn & 31)) & MASK32

    def below(self, bound: int) -> int:
        """Draw uniformly from 0 to bound - 1."""
        product = self.word() * bound
        if product & MASK32 < bound:
            # The first 2**32 mod bound products of each residue are one too many: draw again.
            surplus = (MASK32 + 1) % bound
            while product & MASK32 < surplus:
                product = self.word() * bound
        return product >> 32

    def clone(self) -> Self:
        """Copy the generator; both give the same words from here on."""
        twin = type(self).__new__(type(self))
        twin.state, twin.increment = self.state, self.increment
        return twin

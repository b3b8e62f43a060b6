"""Chance: one PCG32 stream per chance site, its word in the state.

The word and the stream constant of a site depend on nothing but the seed and the site's name, so a changed
rule does not reshuffle unrelated chance. Integers only, the same on every platform.

    fnv1a64(name)       FNV-1a over the UTF-8 bytes of the name
    increment           splitmix64(fnv1a64(name)) | 1
    first word          splitmix64(splitmix64(seed mod 2**64) ^ fnv1a64(name))
    a draw of 32 bits   PCG32 XSH RR: output of the old word, word = word * 6364136223846793005 + increment
    below n             Lemire: (bits * n) >> 32, rejecting the surplus; n = 1 takes no step
"""

from __future__ import annotations

from collections.abc import Callable, MutableSequence

MASK32 = 0xFFFF_FFFF
MASK64 = 0xFFFF_FFFF_FFFF_FFFF
MULTIPLIER = 6364136223846793005


def fnv1a64(name: str) -> int:
    """Hash a name to 64 bits."""
    value = 0xCBF2_9CE4_8422_2325
    for byte in name.encode():
        value = ((value ^ byte) * 0x100_0000_01B3) & MASK64
    return value


def splitmix64(value: int) -> int:
    """Mix 64 bits; a bijection."""
    value = (value + 0x9E37_79B9_7F4A_7C15) & MASK64
    value = ((value ^ (value >> 30)) * 0xBF58_476D_1CE4_E5B9) & MASK64
    value = ((value ^ (value >> 27)) * 0x94D0_49BB_1331_11EB) & MASK64
    return value ^ (value >> 31)


def increment(name: str) -> int:
    """Give the stream constant of a chance site."""
    return splitmix64(fnv1a64(name)) | 1


def first_word(seed: int, name: str) -> int:
    """Give the word of a chance site at the start of a game."""
    return splitmix64(splitmix64(seed & MASK64) ^ fnv1a64(name))


def output(word: int) -> int:
    """Give the 32 bits that a word stands for (XSH RR)."""
    shifted = ((word >> 18 ^ word) >> 27) & MASK32
    turn = word >> 59
    return (shifted >> turn | shifted << (-turn & 31)) & MASK32


def below(cells: MutableSequence[int], address: int, step: int, bound: int) -> int:
    """Draw uniformly from 0 to bound - 1 with the stream word at an address."""
    if bound == 1:
        return 0
    word = cells[address]
    cells[address] = (word * MULTIPLIER + step) & MASK64
    product = output(word) * bound
    if product & MASK32 < bound:
        surplus = (MASK32 + 1) % bound
        while product & MASK32 < surplus:
            word = cells[address]
            cells[address] = (word * MULTIPLIER + step) & MASK64
            product = output(word) * bound
    return product >> 32


def shuffled(things: list[int], draw: Callable[[int], int]) -> list[int]:
    """Shuffle by Fisher and Yates, from the last place down; `draw(n)` gives 0 .. n - 1."""
    order = things.copy()
    for last in range(len(order) - 1, 0, -1):
        other = draw(last + 1)
        order[last], order[other] = order[other], order[last]
    return order

"""Chance: one stream per chance site, its word in the state.

The word and the stream constant of a site depend on nothing but the seed and the site's name, so a changed
rule does not reshuffle unrelated chance. Integers only, the same on every platform.

    fnv1a64(name)       FNV-1a over the UTF-8 bytes of the name
    increment           splitmix64(fnv1a64(name)) | 1
    first word          splitmix64(splitmix64(seed mod 2**64) ^ fnv1a64(name))
    a draw of 32 bits   PCG32 XSH RR: output of the old word, word = word * 6364136223846793005 + increment
    below n             Lemire: (bits * n) >> 32, rejecting the surplus; n = 1 takes no step

From the results of a PCG32 its word can be worked out, and so can what follows. A seed of more than 64 bits makes
streams from which nobody can foretell anything who does not know the seed. Their words are longer than 64 bits, so a
word says by itself of which kind it is:

    first word          key << 64; key: the first 192 bits of SHA-256("regelwerk chance" 0 seed 0 name), the highest set
    a draw of 32 bits   the first ones of SHA-256(word, 32 bytes, high ones first), word = word + 1
"""

from __future__ import annotations

import hashlib
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
    if seed > MASK64:
        said = b"\0".join((b"regelwerk chance", str(seed).encode(), name.encode()))
        return (int.from_bytes(hashlib.sha256(said).digest()[:24], "big") | 1 << 191) << 64
    return splitmix64(splitmix64(seed & MASK64) ^ fnv1a64(name))


def output(word: int) -> int:
    """Give the 32 bits that a word stands for (XSH RR)."""
    shifted = ((word >> 18 ^ word) >> 27) & MASK32
    turn = word >> 59
    return (shifted >> turn | shifted << (-turn & 31)) & MASK32


def narrow(seed: int) -> int:
    """Give 64 bits of a seed; those of a long one do not lead back to it."""
    if seed <= MASK64:
        return seed & MASK64
    return int.from_bytes(hashlib.sha256(b"regelwerk narrow\0" + str(seed).encode()).digest()[:8], "big")


def bits(cells: MutableSequence[int], address: int, step: int) -> int:
    """Draw 32 bits with the stream word at an address."""
    word = cells[address]
    if word > MASK64:
        cells[address] = word + 1
        return int.from_bytes(hashlib.sha256(word.to_bytes(32, "big")).digest()[:4], "big")
    cells[address] = (word * MULTIPLIER + step) & MASK64
    return output(word)


def below(cells: MutableSequence[int], address: int, step: int, bound: int) -> int:
    """Draw uniformly from 0 to bound - 1 with the stream word at an address."""
    if bound == 1:
        return 0
    product = bits(cells, address, step) * bound
    if product & MASK32 < bound:
        surplus = (MASK32 + 1) % bound
        while product & MASK32 < surplus:
            product = bits(cells, address, step) * bound
    return product >> 32


def shuffled(things: list[int], draw: Callable[[int], int]) -> list[int]:
    """Shuffle by Fisher and Yates, from the last place down; `draw(n)` gives 0 .. n - 1."""
    order = things.copy()
    for last in range(len(order) - 1, 0, -1):
        other = draw(last + 1)
        order[last], order[other] = order[other], order[last]
    return order

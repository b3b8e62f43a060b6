"""Chance is the same everywhere, for ever."""

from __future__ import annotations

from collections import Counter

from regelwerk.interpreter.engine import chance

ROLLS = [2, 5, 1, 5, 3, 5, 4, 4, 4, 5, 0, 2]  # of the first die of a long seed


def test_words_are_those_of_the_reference_implementation() -> None:
    """PCG32 with seed 42 and sequence 54 gives the numbers its author prints."""
    step = 54 << 1 | 1
    cells = [0]
    cells[0] = (cells[0] * chance.MULTIPLIER + step) & chance.MASK64
    cells[0] = ((cells[0] + 42) * chance.MULTIPLIER + step) & chance.MASK64
    words = []
    for _ in range(6):
        words.append(chance.output(cells[0]))
        cells[0] = (cells[0] * chance.MULTIPLIER + step) & chance.MASK64
    assert words == [0xA15C02B7, 0x7B47F409, 0xBA1D3330, 0x83D2F293, 0xBFA4784B, 0xCBED606E]


def test_hashes_are_those_of_their_definitions() -> None:
    assert chance.fnv1a64("") == 0xCBF29CE484222325
    assert chance.fnv1a64("foobar") == 0x85944171F73967E8
    assert chance.splitmix64(0) == 0xE220A8397B1DCDAF
    assert chance.splitmix64(1234567) == 6457827717110365317


def test_the_first_rolls_never_change() -> None:
    cells = [chance.first_word(1, "die")]
    step = chance.increment("die")
    assert [chance.below(cells, 0, step, 6) for _ in range(12)] == [0, 1, 4, 0, 2, 3, 1, 2, 2, 0, 5, 3]


def test_sites_and_seeds_have_streams_of_their_own() -> None:
    words = {chance.first_word(seed, name) for seed in (-1, 0, 1, 2**64) for name in ("a", "b")}
    assert len(words) == 8
    assert chance.increment("a") != chance.increment("b")
    assert chance.increment("a") % 2 == 1


def test_one_possible_result_takes_no_step() -> None:
    cells = [123]
    assert chance.below(cells, 0, 1, 1) == 0
    assert cells == [123]


def test_a_draw_is_even() -> None:
    cells = [chance.first_word(7, "d")]
    step = chance.increment("d")
    counted = Counter(chance.below(cells, 0, step, 5) for _ in range(20000))
    assert all(abs(n - 4000) < 250 for n in counted.values())
    assert len(counted) == 5


def test_a_large_bound_rejects_the_surplus() -> None:
    cells = [chance.first_word(7, "d")]
    step = chance.increment("d")
    bound = 2**31 + 1  # nearly half of all words are too many
    results = [chance.below(cells, 0, step, bound) for _ in range(200)]
    assert all(0 <= r < bound for r in results)


def test_shuffles_reach_every_order() -> None:
    cells = [chance.first_word(7, "s")]
    step = chance.increment("s")
    orders = Counter(tuple(chance.shuffled([0, 1, 2], lambda n: chance.below(cells, 0, step, n))) for _ in range(6000))
    assert len(orders) == 6
    assert all(abs(n - 1000) < 150 for n in orders.values())


def test_streams_of_long_seeds_never_change() -> None:
    cells = [chance.first_word(2**200 + 5, "die")]
    assert cells[0] >> 64 << 64 == cells[0] > chance.MASK64
    assert [chance.below(cells, 0, chance.increment("die"), 6) for _ in range(12)] == ROLLS
    assert cells[0] & chance.MASK64 == 12


def test_every_bit_of_a_long_seed_counts() -> None:
    seed = 2**255 + 12345
    words = {chance.first_word(seed ^ 1 << bit, "die") for bit in range(255)}
    assert len(words | {chance.first_word(seed, "die"), chance.first_word(seed, "other die")}) == 257
    assert len({chance.narrow(seed ^ 1 << bit) for bit in range(255)}) == 255


def test_a_draw_with_a_long_seed_is_even() -> None:
    cells = [chance.first_word(2**130, "d")]
    counted = Counter(chance.below(cells, 0, 1, 5) for _ in range(20000))
    assert all(abs(n - 4000) < 250 for n in counted.values())
    assert len(counted) == 5

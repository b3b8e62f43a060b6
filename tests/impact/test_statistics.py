"""The statistics give the values of the tables."""

from __future__ import annotations

import math
import random
import statistics

import pytest
from hypothesis import given
from hypothesis import strategies as st

from regelwerk.impact.statistics import Sums, at_most, estimate, holm, share, t_quantile, t_two_sided


@pytest.mark.parametrize(
    ("chance", "freedom", "value"),
    [
        (0.975, 1, 12.7062), (0.975, 4, 2.7764), (0.975, 9, 2.2622), (0.975, 29, 2.0452), (0.975, 120, 1.9799),
        (0.995, 5, 4.0321), (0.95, 10, 1.8125), (0.8, 10, 0.8791), (0.975, 100_000, 1.9600), (0.9995, 3, 12.9240),
    ],
)  # fmt: skip
def test_quantiles_of_students_t(chance: float, freedom: int, value: float) -> None:
    assert t_quantile(chance, freedom) == pytest.approx(value, abs=6e-5)
    assert t_two_sided(value, freedom) == pytest.approx(2 * (1 - chance), rel=1e-3)


@pytest.mark.parametrize(
    ("hits", "count", "low", "high"),
    [(0, 10, 0.0, 0.3085), (3, 10, 0.0667, 0.6525), (50, 100, 0.3983, 0.6017), (10, 10, 0.6915, 1.0)],
)
def test_the_exact_interval_of_a_share(hits: int, count: int, low: float, high: float) -> None:
    assert share(hits, count) == pytest.approx((low, high), abs=6e-5)


def test_never_seen_is_less_than_about_three_by_the_number_of_games() -> None:
    assert at_most(100) == pytest.approx(0.0295, abs=1e-4)
    assert at_most(1000) == pytest.approx(0.0030, abs=1e-4)


def summed(first: list[int], second: list[int]) -> Sums:
    sums = Sums()
    for a, b in zip(first, second, strict=True):
        sums.add(a, b)
    return sums


def test_the_paired_interval_of_a_textbook_example() -> None:
    before = [18, 21, 16, 22, 19, 24, 17, 21, 23, 18, 14, 16, 16, 19, 18, 20, 12, 22, 15, 17]
    after = [22, 25, 17, 24, 16, 29, 20, 23, 19, 20, 15, 15, 18, 26, 18, 24, 18, 25, 19, 16]
    found = estimate(summed(before, after))
    assert (found.first, found.second) == pytest.approx((18.40, 20.45))
    assert found.shift == pytest.approx(2.05)
    assert (found.low, found.high) == pytest.approx((0.7221, 3.3779), abs=1e-4)
    assert found.p == pytest.approx(0.0044, abs=1e-4)


@given(st.lists(st.tuples(st.integers(-50, 50), st.integers(-50, 50)), min_size=2, max_size=30), st.integers(1, 12))
def test_sums_give_what_the_values_give(pairs: list[tuple[int, int]], scale: int) -> None:
    found = estimate(summed(*map(list, zip(*pairs, strict=True))), scale)
    shifts = [(b - a) / scale for a, b in pairs]
    margin = t_quantile(0.975, len(pairs) - 1) * statistics.stdev(shifts) / math.sqrt(len(pairs))
    assert found.shift == pytest.approx(statistics.mean(shifts), abs=1e-9)
    assert found.high - found.shift == pytest.approx(margin, abs=1e-9)
    assert found.spread == pytest.approx(statistics.stdev(a / scale for a, _ in pairs), abs=1e-9)


def test_few_pairs_that_differ_prove_little_however_alike_they_are() -> None:
    assert estimate(summed([0] * 100, [0] * 96 + [1] * 4)).p == 0.125
    assert estimate(summed([0] * 100, [0] * 100)).p == 1
    assert estimate(summed([0] * 20, [1] * 20)).p < 1e-5


def test_the_more_one_looks_at_the_more_it_takes() -> None:
    assert holm({"a": 0.04}) == {"a"}
    assert holm({"a": 0.04, "b": 0.5}) == set()
    assert holm({"a": 0.01, "b": 0.02, "c": 0.6}) == {"a", "b"}
    assert holm({"a": 0.01, "b": 0.026, "c": 0.6}) == {"a"}
    one, many = (estimate(summed([0, 1, 0, 2], [1, 3, 2, 2]), 1, looked) for looked in (1, 50))
    assert one.detectable < many.detectable


# ---------------------------------------------------------------------- groups


def grouped(groups: list[list[int]]) -> tuple[Sums, list[Sums]]:
    shifts = [shift for group in groups for shift in group]
    return summed([0] * len(shifts), shifts), [summed([0] * len(group), group) for group in groups]


@given(
    st.integers(2, 6).flatmap(
        lambda size: st.lists(
            st.lists(st.integers(-9, 9), min_size=size, max_size=size), min_size=2, max_size=7
        )
    )
)  # fmt: skip
def test_groups_of_one_size_are_compared_by_their_means(groups: list[list[int]]) -> None:
    whole, parts = grouped(groups)
    found, means = estimate(whole, groups=parts), [statistics.mean(group) for group in groups]
    errors = [
        statistics.stdev(means) / math.sqrt(len(means)),
        statistics.stdev([x for group in groups for x in group]) / math.sqrt(whole.pairs),
    ]
    assert found.shift == pytest.approx(statistics.mean(means), abs=1e-9)
    assert found.high - found.shift == pytest.approx(t_quantile(0.975, len(groups) - 1) * max(errors), abs=1e-9)
    assert 0 <= found.practice <= 1


def test_groups_that_differ_are_less_sure_than_their_games() -> None:
    whole, parts = grouped([[5, 6, 5, 6], [0, 1, 0, 1], [5, 6, 6, 5], [-1, 0, 0, -1]])
    alone, found = estimate(whole), estimate(whole, groups=parts)
    assert alone.p < 0.01 < 0.05 < found.p
    assert found.low < alone.low and found.detectable > alone.detectable
    assert alone.practice == 0 and found.practice > 0.9


def test_one_group_tells_nothing_about_others() -> None:
    whole, parts = grouped([[5, 6, 5, 7]])
    found = estimate(whole, groups=parts)
    assert found.p == 1 and found.low == found.shift == found.high


def test_intervals_cover_the_true_shift_although_groups_differ() -> None:
    """The luck of groups is drawn as large as that of games; pairs alone would miss it far too often."""
    dice = random.Random(1)
    missed = [0, 0]
    for _ in range(300):
        lucks = [dice.gauss(0, 100) for _ in range(8)]
        whole, parts = grouped([[round(luck + dice.gauss(0, 100)) for _ in range(10)] for luck in lucks])
        for i, found in enumerate((estimate(whole, groups=parts), estimate(whole))):
            missed[i] += not found.low <= 0 <= found.high
    assert missed[0] <= 27  # 15 on average; more than 27 once in a thousand times
    assert missed[1] > 90

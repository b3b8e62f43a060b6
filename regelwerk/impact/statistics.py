"""How sure one can be of a shift: paired differences, Student's t, Holm's correction, exact shares.

Where groups of players have practised, each for itself, their luck in practice varies, too: then groups are counted,
not pairs. Sums are exact whole numbers; floats come in only when a root has to be drawn.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

CONFIDENCE = 0.95
LEVEL = 0.05  # how often chance alone may look like a shift
POWER = 0.8  # of the shift that "would have been seen": four times out of five


@dataclass(slots=True)
class Sums:
    """Running sums of one measure over pairs of games."""

    pairs: int = 0
    first: int = 0
    second: int = 0
    first_squares: int = 0
    shift_squares: int = 0
    unequal: int = 0  # pairs in which the two sides differ

    def add(self, a: int, b: int) -> None:
        """Count a pair."""
        self.pairs += 1
        self.first += a
        self.second += b
        self.first_squares += a * a
        self.shift_squares += (b - a) ** 2
        self.unequal += a != b


@dataclass(frozen=True, slots=True)
class Estimate:
    """What the pairs say about one measure. Without two pairs that differ there is no interval: low = high = shift."""

    first: float
    second: float
    shift: float
    low: float
    high: float
    p: float  # how likely so large a shift is if there is none
    spread: float  # standard deviation of the measure from game to game on the first side
    detectable: float  # a true shift of this size is called clear four times out of five
    unequal: int
    practice: float = 0.0  # how much of what is uncertain (the squared error) comes from luck in practice


def estimate(sums: Sums, scale: int = 1, looked_at: int = 1, groups: Sequence[Sums] = ()) -> Estimate:
    """Estimate the shift of a measure whose whole numbers are multiples of 1/scale, one of so many looked at.

    `groups` are the same pairs, group by group, if groups were drawn at random and not only pairs.
    """
    n = sums.pairs
    if n == 0:
        return Estimate(0, 0, 0, 0, 0, 1, 0, 0, 0)
    first, second = Fraction(sums.first, n * scale), Fraction(sums.second, n * scale)
    shift = float(second - first)
    spread = math.sqrt(_variance(n, sums.first, sums.first_squares)) / scale
    squared, freedom, practice = _variance(n, sums.second - sums.first, sums.shift_squares) / n, n - 1, 0.0
    if groups:
        between, within = _between(groups), _within(groups)
        practice = max(0.0, float(1 - within / between)) if between else 0.0
        # Few groups that happen to agree must not look surer than their pairs.
        squared, freedom = max(squared, between), len(groups) - 1
    error = math.sqrt(squared) / scale
    margin = detectable = 0.0
    p = 1.0
    if freedom > 0 and error:
        margin = t_quantile((1 + CONFIDENCE) / 2, freedom) * error
        detectable = (t_quantile(1 - LEVEL / 2 / looked_at, freedom) + t_quantile(POWER, freedom)) * error
        p = t_two_sided(shift / error, freedom)
    elif shift and not error:
        p = 0.0
    # Few pairs that differ cannot show more than their signs do, however alike they are.
    p = max(p, min(1.0, 2.0 ** (1 - sums.unequal)))
    return Estimate(
        float(first), float(second), shift, shift - margin, shift + margin, p, spread, detectable, sums.unequal,
        practice,
    )  # fmt: skip


def _variance(n: int, total: int, squares: int) -> Fraction:
    """Give the variance of a sample from its sums, exactly."""
    return Fraction(n * squares - total * total, n * (n - 1)) if n > 1 else Fraction(0)


def _between(groups: Sequence[Sums]) -> Fraction:
    """Give the squared error of the mean shift if groups vary: of all their differences from it (cluster-robust)."""
    k, n = len(groups), sum(g.pairs for g in groups)
    total = sum(g.second - g.first for g in groups)
    apart = sum((n * (g.second - g.first) - g.pairs * total) ** 2 for g in groups)
    return Fraction(k * apart, (k - 1) * n**4) if k > 1 else Fraction(0)


def _within(groups: Sequence[Sums]) -> Fraction:
    """Give the part of it that is there because every group plays only so many pairs."""
    k, n = len(groups), sum(g.pairs for g in groups)
    rest = sum((g.shift_squares - Fraction((g.second - g.first) ** 2, g.pairs) for g in groups), Fraction(0))
    return rest / (n - k) / n if n > k else Fraction(0)


def holm(chances: Mapping[str, float]) -> set[str]:
    """Name what is beyond chance although so many things were looked at (Holm's step-down correction)."""
    found: set[str] = set()
    for i, (name, p) in enumerate(sorted(chances.items(), key=lambda item: (item[1], item[0]))):
        if p > LEVEL / (len(chances) - i):
            break
        found.add(name)
    return found


def share(hits: int, count: int) -> tuple[float, float]:
    """Give the interval of a share (Clopper and Pearson: exact, never too narrow)."""
    tail = (1 - CONFIDENCE) / 2
    if count == 0:
        return 0.0, 1.0
    low = 0.0 if hits == 0 else _beta_quantile(tail, hits, count - hits + 1)
    high = 1.0 if hits == count else _beta_quantile(1 - tail, hits + 1, count - hits)
    return low, high


def at_most(count: int) -> float:
    """Give the share that something never seen in so many games has at most."""
    return float(1 - (1 - CONFIDENCE) ** (1 / count)) if count else 1.0


# ---------------------------------------------------------------------- distributions


def t_two_sided(t: float, freedom: int) -> float:
    """Give the chance of a value at least as far from 0 under Student's t."""
    return _beta(freedom / (freedom + t * t), freedom / 2, 0.5)


def t_quantile(chance: float, freedom: int) -> float:
    """Give the value that Student's t stays below with a chance of at least one half."""
    tails = 2 * (1 - chance)
    low, high = 0.0, 1.0
    while t_two_sided(high, freedom) > tails:
        high *= 2
    return _bisected(lambda t: t_two_sided(t, freedom) > tails, low, high)


def _beta_quantile(chance: float, a: float, b: float) -> float:
    return _bisected(lambda x: _beta(x, a, b) < chance, 0.0, 1.0)


def _bisected(below: Callable[[float], bool], low: float, high: float) -> float:
    for _ in range(100):
        middle = (low + high) / 2
        if below(middle):
            low = middle
        else:
            high = middle
    return (low + high) / 2


def _beta(x: float, a: float, b: float) -> float:
    """Give the regularized incomplete beta function (continued fraction, after Lentz)."""
    if x <= 0 or x >= 1:
        return float(x >= 1)
    if x > (a + 1) / (a + b + 2):
        return 1 - _beta(1 - x, b, a)
    logarithm = math.lgamma(a + b) - math.lgamma(a) - math.lgamma(b) + a * math.log(x) + b * math.log1p(-x)
    tiny = 1e-300
    c, d = 1.0, 1 / ((1 - (a + b) * x / (a + 1)) or tiny)
    value = d
    for m in range(1, 1000):
        for numerator in (
            m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m)),
            -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1)),
        ):
            d = 1 / ((1 + numerator * d) or tiny)
            c = (1 + numerator / c) or tiny
            value *= c * d
        if abs(c * d - 1) < 1e-15:
            break
    return math.exp(logarithm) / a * value

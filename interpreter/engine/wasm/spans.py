"""Arithmetic on bounds: how small and how large the result of an operation can be.

Numbers are computed in 64 bits with a sign, masks in as many words as the widest needs. Whatever might not fit is
checked where it is computed, so the bounds given here hold for everything that comes out of an operation.
"""

from __future__ import annotations

from collections.abc import Callable

from regelwerk.dsl.ir.operations import GIVES, UP

Span = tuple[int, int]
LOWEST, HIGHEST = -(2**63), 2**63 - 1
NUMBER: Span = (LOWEST, HIGHEST)
FLAG: Span = (0, 1)


def joined(a: Span | None, b: Span | None) -> Span | None:
    """Give what lies in either."""
    if a is None or b is None:
        return a or b
    return min(a[0], b[0]), max(a[1], b[1])


def inside(a: Span, b: Span) -> bool:
    """Does everything of the first lie in the second?"""
    return b[0] <= a[0] and a[1] <= b[1]


def common(a: Span, b: Span) -> Span:
    """Give what lies in both; something, even if there is nothing."""
    lo, hi = max(a[0], b[0]), min(a[1], b[1])
    return (lo, hi) if lo <= hi else (min(max(lo, b[0]), b[1]),) * 2


def number(a: Span) -> Span:
    """Give the bounds of a value once it is known to be a number of 64 bits."""
    return common(a, NUMBER)


def words(a: Span) -> int:
    """Tell how a value is kept: 0 as a number, 1 as 64 bits without a sign, otherwise in so many words with a sign."""
    if inside(a, NUMBER):
        return 0
    if a[0] >= 0 and a[1] < 1 << 64:
        return 1
    return max(a[1].bit_length(), (a[0] + 1).bit_length()) // 64 + 1


def exact(op: str, a: Span, b: Span) -> Span:
    """Give the bounds of sums and products before it is checked that they fit."""
    if op == "add":
        return a[0] + b[0], a[1] + b[1]
    if op == "sub":
        return a[0] - b[1], a[1] - b[0]
    corners = [x * y for x in a for y in b]
    return min(corners), max(corners)


def _divided(a: Span, b: Span) -> Span:
    if b[0] > 0:
        corners = [x // y for x in a for y in b] + [-(-x // y) for x in a for y in b]
        return min(corners), max(corners)
    most = max(abs(a[0]), abs(a[1]))
    return number((-most, most))


def _remainder(a: Span, b: Span) -> Span:
    if b[0] > 0:
        return (a[0], a[1]) if a[0] >= 0 and a[1] < b[0] else (0, b[1] - 1)
    most = max(abs(b[0]), abs(b[1]))
    return number((-most, most))


def _filled(a: Span, b: Span) -> int:
    """Give the number of bits that holds both, without a sign."""
    return max((x if x >= 0 else ~x).bit_length() for x in (*a, *b))


def _band(a: Span, b: Span) -> Span:
    tops = [x[1] for x in (a, b) if x[0] >= 0]
    if tops:
        return 0, min(tops)
    bits = _filled(a, b)
    return -(1 << bits), (1 << bits) - 1


def _bor(a: Span, b: Span) -> Span:
    bits = _filled(a, b)
    if a[0] >= 0 and b[0] >= 0:
        return max(a[0], b[0]), (1 << bits) - 1
    return -(1 << bits), (1 << bits) - 1


def _bandn(a: Span, b: Span) -> Span:
    if a[0] >= 0:
        return 0, a[1]
    bits = _filled(a, b)
    return -(1 << bits), (1 << bits) - 1


def _numbers(f: Callable[[Span, Span], Span]) -> Callable[[Span, Span], Span]:
    return lambda a, b: f(number(a), number(b))


def _sum(op: str) -> Callable[[Span, Span], Span]:
    return lambda a, b: number(exact(op, number(a), number(b)))


BINARY: dict[str, Callable[[Span, Span], Span]] = {
    "add": _sum("add"), "sub": _sum("sub"), "mul": _sum("mul"),
    "min": _numbers(lambda a, b: (min(a[0], b[0]), min(a[1], b[1]))),
    "max": _numbers(lambda a, b: (max(a[0], b[0]), max(a[1], b[1]))),
    "div": _numbers(_divided), "divup": _numbers(_divided), "mod": _numbers(_remainder),
    "band": _band, "bor": _bor, "bandn": _bandn,
}  # fmt: skip


def unary(op: str, a: Span, widest: int) -> Span:
    """Give the bounds of an operation with one operand, or what the table says of it; `widest` is that of the widest
    mask."""
    if op == "neg":
        a = number(a)
        return number((-a[1], -a[0]))
    if op == "abs":
        a = number(a)
        return number((0 if a[0] <= 0 <= a[1] else min(abs(a[0]), abs(a[1])), max(abs(a[0]), abs(a[1]))))
    if op == "bit":
        e = common(a, (0, widest - 1))
        return 1 << e[0], 1 << e[1]
    if op == "ones":
        e = common(a, (0, widest))
        return (1 << e[0]) - 1, (1 << e[1]) - 1
    if op == "size":
        return 0, max(a[1], 0).bit_length()
    if op == "low":
        return -1, max(63 if a[0] < 0 else -1, max(a[1], 0).bit_length() - 1)
    if op == "nth":
        return -1, max(a[1], 0).bit_length() - 1
    lo, hi = GIVES.get(op, NUMBER)
    return lo, NUMBER[1] if hi is UP else hi


def shifted(op: str, a: Span, n: int, widest: int) -> Span:
    """Give the bounds of a mask moved by a constant."""
    if op == "shr":
        return a[0] >> n, a[1] >> n
    if a[0] < 0:
        return number((a[0] << n, a[1] << n))
    most = (1 << max(widest, 63)) - 1
    return common((a[0] << n, a[1] << n), (0, most))

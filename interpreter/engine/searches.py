"""The searches of the language: cheapest way, best pairing, the n-th element of a set."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from heapq import heappop, heappush

from regelwerk.dsl.ir import NONE_NUM

from ..errors import RuleError
from .context import State

Charge = Callable[[State, int, int], None]


def nth(mask: int, n: int) -> int:
    """Give the number of the n-th set bit (from 0), -1 if there are fewer."""
    if n < 0:
        return -1
    while n and mask:
        mask &= mask - 1
        n -= 1
    return (mask & -mask).bit_length() - 1


def cheapest(
    S: State,
    start: int,
    goal: int,
    ways: Callable[[int], int],
    cost: Callable[[int, int], int],
    charge: Charge,
) -> int:
    """Give the least cost of a way from start to goal, NONE_NUM if there is none."""
    if start < 0 or goal < 0:
        return NONE_NUM
    best = {start: 0}
    done: set[int] = set()
    queue = [(0, start)]
    while queue:
        spent, here = heappop(queue)
        if here in done:
            continue
        if here == goal:
            return spent
        done.add(here)
        charge(S, 1, 0)
        mask = ways(here)
        while mask:
            low = mask & -mask
            mask ^= low
            there = low.bit_length() - 1
            if there in done:
                continue
            step = cost(here, there)
            if step < 0:
                raise RuleError("range", f"a step costs {step}, less than nothing")
            charge(S, 1, 0)
            if there not in best or spent + step < best[there]:
                best[there] = spent + step
                heappush(queue, (spent + step, there))
    return NONE_NUM


def best_pairs(S: State, mask: int, gain: Callable[[int, int], int], charge: Charge) -> int:
    """Give the greatest total over disjoint ordered pairs; elements may stay single."""
    things = []
    while mask:
        low = mask & -mask
        mask ^= low
        things.append(low.bit_length() - 1)
    gains: dict[int, list[tuple[int, int]]] = {thing: [] for thing in things}
    for i, first in enumerate(things):
        for second in things[i + 1 :]:
            charge(S, 2, 0)
            total = max(gain(first, second), gain(second, first))
            if total > 0:
                gains[first].append((second, total))
                gains[second].append((first, total))
    return sum(_matching(S, group, gains, charge) for group in _groups(gains))


def _groups(gains: dict[int, list[tuple[int, int]]]) -> list[int]:
    """Split into connected groups, as masks."""
    groups = []
    left = set(gains)
    while left:
        todo, group = [min(left)], 0
        left.discard(todo[0])
        while todo:
            here = todo.pop()
            group |= 1 << here
            for there, _ in gains[here]:
                if there in left:
                    left.discard(there)
                    todo.append(there)
        groups.append(group)
    return groups


def _matching(S: State, group: int, gains: dict[int, list[tuple[int, int]]], charge: Charge) -> int:
    known: dict[int, int] = {0: 0}

    def best(left: int) -> int:
        if left in known:
            return known[left]
        charge(S, 1, 0)
        low = left & -left
        first = low.bit_length() - 1
        rest = left ^ low
        total = best(rest)
        for second, gained in gains[first]:
            if rest >> second & 1:
                total = max(total, gained + best(rest ^ (1 << second)))
        known[left] = total
        return total

    return best(group)


def _of_byte(place: int) -> tuple[tuple[int, ...], ...]:
    return tuple(tuple(8 * place + i for i in range(8) if byte >> i & 1) for byte in range(256))


_BYTES = [_of_byte(place) for place in range(16)]


def elements(mask: int) -> Sequence[int]:
    """List the bits of a mask, lowest first."""
    if 0 <= mask < 256:
        return _BYTES[0][mask]
    if mask < 0:
        raise ValueError("a mask cannot be negative")
    size = mask.bit_length() + 7 >> 3
    while len(_BYTES) < size:
        _BYTES.append(_of_byte(len(_BYTES)))
    start = (mask & -mask).bit_length() - 1 >> 3  # on a large board, what is set mostly lies close together
    found: list[int] = []
    for table, byte in zip(_BYTES[start:size], mask.to_bytes(size, "little")[start:], strict=True):
        if byte:
            found += table[byte]
    return found

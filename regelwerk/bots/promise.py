"""What the scores do not tell yet: what the things a seat has are worth in the end, learnt from games played before.

Every slot before a seat gives numbers: a sum, a count, the size of a pile; one for each key if there are few. First
they tell how much of the game is left; then, together with that, how much a seat will still gain (ridge regression).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import accumulate
from math import prod
from operator import mul
from typing import NamedTuple

from regelwerk.dsl import ir
from regelwerk.interpreter.walks import Walk

Vector = list[float]
RIDGE = 30.0  # how many samples it takes to believe in a connection
FEW = 8  # keys that are looked at one by one


class Sample(NamedTuple):
    """A look at a seat in the middle of a game."""

    had: Vector
    left: float  # how much of the game was left
    rest: float  # what the seat still gained


class Promise:
    """Reads what the seats have, and weighs it."""

    def __init__(self, compiled: ir.Compiled) -> None:
        slots = [s for s in compiled.slots if s.owner == "player" and s.shown and self._readable(s)]
        firsts = list(accumulate((_parts(slot) for slot in slots), initial=1))
        self.size = firsts[-1]
        self._cells: list[list[tuple[ir.Slot, int]]] = [[], [], []]  # numbers, masks, things; which cell of a slot
        self._lines: list[int] = []  # of what is read, to which number it adds
        for kind, cells in enumerate(self._cells):
            for slot, first in zip(slots, firsts, strict=False):
                if _kind(slot) == kind:
                    count = prod(slot.sizes[1:])
                    cells += [(slot, i) for i in range(count)]
                    self._lines += [first + i * _parts(slot) // count for i in range(count)]
        self._trust([0.0] * self.size, [0.0] * (2 * self.size))

    @staticmethod
    def _readable(slot: ir.Slot) -> bool:
        return slot.kind != "cell" or slot.visibility == "public"

    def _trust(self, clock: Vector, weights: Vector) -> None:
        self.clock, self.weights = clock, weights
        now, later = weights[: self.size], weights[self.size :]
        self._each = [[by[0], *(by[line] for line in self._lines)] for by in (clock, now, later)]

    def watch(self, walk: Walk, players: int) -> None:
        """Look at a walk from now on."""
        self._read = [
            [walk.reader([_cell(slot, seat, i) for slot, i in cells]) for cells in self._cells]
            for seat in range(players)
        ]

    def counts(self, seat: int) -> list[int]:
        """Count what a seat has, cell by cell."""
        numbers, masks, things = (read() for read in self._read[seat])
        if ir.NONE_NUM in numbers:
            numbers = tuple(0 if x == ir.NONE_NUM else x for x in numbers)
        return [1, *numbers, *map(int.bit_count, masks), *[x >= 0 for x in things]]

    def had(self, counts: list[int]) -> Vector:
        """Add up what a seat has."""
        found = [0.0] * self.size
        found[0] = 1.0
        for line, count in zip(self._lines, counts[1:], strict=True):
            found[line] += count
        return found

    def worth(self) -> Vector:
        """Give for every seat how much more it can expect."""
        return [self.of(self.counts(seat)) for seat in range(len(self._read))]

    def of(self, counts: Sequence[float]) -> float:
        """Give what can be expected by who has that."""
        left, now, later = (sum(map(mul, by, counts)) for by in self._each)
        return float(now + left * later)

    def learn(self, samples: Iterable[Sample]) -> None:
        """Find what tells best how much is left, and what is still to come."""
        samples = list(samples)
        clock = fitted(self.size, ((sample.had, sample.left) for sample in samples))
        seen = ((_seen(clock, sample.had), sample.rest) for sample in samples)
        self._trust(clock, fitted(2 * self.size, seen))


def _seen(clock: Vector, had: Vector) -> Vector:
    left = sum(map(mul, clock, had))
    return had + [left * x for x in had]


def _parts(slot: ir.Slot) -> int:
    return slot.sizes[1] if len(slot.sizes) > 1 and slot.sizes[1] <= FEW else 1


def _kind(slot: ir.Slot) -> int:
    """Tell how a slot is counted: as numbers (the first cell of a pile is its size), as masks, or as things."""
    return 1 if slot.bits else 0 if slot.kind == "pile" or slot.type in ("number", "flag") else 2


def _cell(slot: ir.Slot, seat: int, i: int) -> int:
    """Give the cell that tells something about a seat."""
    return slot.addr + (seat * prod(slot.sizes[1:]) + i) * slot.stride


def fitted(size: int, samples: Iterable[tuple[Vector, float]]) -> Vector:
    """Find the weights that tell the right side best."""
    table = [[0.0] * (size + 1) for _ in range(size)]
    for row, right in samples:
        used = [(j, x) for j, x in enumerate(row) if x]
        for i, x in used:
            into = table[i]
            for j, y in used:
                into[j] += x * y
            into[size] += x * right
    for i in range(size):
        table[i][i] += RIDGE
    return _solved(table)


def _solved(table: list[Vector]) -> Vector:
    """Solve linear equations; the last column is the right side. The diagonal is never 0 here."""
    size = len(table)
    for i in range(size):
        pivot = table[i][i]
        table[i] = [x / pivot for x in table[i]]
        for k in range(size):
            if k != i and (factor := table[k][i]):
                table[k] = [x - factor * y for x, y in zip(table[k], table[i], strict=True)]
    return [row[size] for row in table]

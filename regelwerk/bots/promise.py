"""What the scores do not tell yet: what the things a seat has are worth in the end, learnt from games played before.

Every slot before a seat gives numbers: a sum, a count, the size of a pile; one for each key if there are few. First
they tell how much of the game is left; then, together with that, how much a seat will still gain (ridge regression).
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from regelwerk.dsl import ir
from regelwerk.interpreter.context import State

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
        self.slots = [s for s in compiled.slots if s.owner == "player" and s.shown and self._readable(s)]
        self.size = 1 + sum(_parts(slot) for slot in self.slots)
        self.clock: Vector = [0.0] * self.size
        self.weights: Vector = [0.0] * (2 * self.size)

    @staticmethod
    def _readable(slot: ir.Slot) -> bool:
        return slot.kind != "cell" or slot.visibility == "public"

    def had(self, S: State, seat: int) -> Vector:
        """Count what a seat has."""
        found = [1.0]
        for slot in self.slots:
            found += _amounts(slot, S, seat)
        return found

    def worth(self, S: State) -> Vector:
        """Give for every seat how much more it can expect."""
        return [self.of(self.had(S, seat)) for seat in range(S[ir.PLAYERS])]

    def of(self, had: Vector) -> float:
        """Give what can be expected by who has that."""
        left = _times(self.clock, had)
        return _times(self.weights, had) + left * _times(self.weights[self.size :], had)

    def learn(self, samples: Iterable[Sample]) -> None:
        """Find what tells best how much is left, and what is still to come."""
        samples = list(samples)
        self.clock = fitted(self.size, ((sample.had, sample.left) for sample in samples))
        self.weights = fitted(2 * self.size, ((self._seen(sample.had), sample.rest) for sample in samples))

    def _seen(self, had: Vector) -> Vector:
        left = _times(self.clock, had)
        return had + [left * x for x in had]


def _times(weights: Vector, had: Vector) -> float:
    return sum(map(float.__mul__, weights, had))


def _parts(slot: ir.Slot) -> int:
    return slot.sizes[1] if len(slot.sizes) > 1 and slot.sizes[1] <= FEW else 1


def _amounts(slot: ir.Slot, S: State, seat: int) -> Vector:
    """Count what a seat has in a slot, or in its parts."""
    inner = 1
    for size in slot.sizes[1:]:
        inner *= size
    first = slot.addr + seat * inner * slot.stride
    cells = S[first : first + inner * slot.stride : slot.stride]
    if slot.bits:
        counts = [cell.bit_count() for cell in cells]
    elif slot.kind == "pile" or slot.type in ("number", "flag"):  # the first cell of a pile is its size
        counts = [cell if cell != ir.NONE_NUM else 0 for cell in cells]
    else:
        counts = [int(cell >= 0) for cell in cells]
    parts = _parts(slot)
    each = inner // parts
    return [float(sum(counts[i : i + each])) for i in range(0, inner, each)]


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

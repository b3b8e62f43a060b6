"""What the scores do not tell yet: how much the things a seat has are worth in the end, learnt from games at random.

Every slot before a seat is one number: a sum, a count, the size of a pile. A few games tell, by ridge regression, how
a seat that has more of it than the others does in the end compared with how it stands now.
"""

from __future__ import annotations

from collections.abc import Iterable

from regelwerk.dsl import ir
from regelwerk.interpreter.context import State

Vector = list[float]
RIDGE = 30.0  # how many samples it takes to believe in a connection


class Promise:
    """Reads what the seats have, and weighs it."""

    def __init__(self, compiled: ir.Compiled) -> None:
        self.slots = [s for s in compiled.slots if s.owner == "player" and s.shown and self._readable(s)]
        self.weights: Vector = [0.0] * len(self.slots)

    @staticmethod
    def _readable(slot: ir.Slot) -> bool:
        return slot.kind != "cell" or slot.visibility == "public"

    def leads(self, S: State) -> list[Vector]:
        """Give for every seat what it has more than the others have on average."""
        seats = range(S[ir.PLAYERS])
        found: list[Vector] = [[] for _ in seats]
        for slot in self.slots:
            had = [_amount(slot, S, seat) for seat in seats]
            total = sum(had)
            for seat in seats:
                found[seat].append(had[seat] - (total - had[seat]) / max(1, len(had) - 1))
        return found

    def worth(self, S: State) -> Vector:
        """Give for every seat how much more it can expect."""
        return [sum(map(float.__mul__, self.weights, lead)) for lead in self.leads(S)]

    def learn(self, samples: Iterable[tuple[Vector, float]]) -> None:
        """Find the weights that tell best what was still to come."""
        size = len(self.slots)
        table = [[0.0] * (size + 1) for _ in range(size)]
        for lead, rest in samples:
            for i, x in enumerate(lead):
                if x:
                    row = table[i]
                    for j, y in enumerate(lead):
                        row[j] += x * y
                    row[size] += x * rest
        for i in range(size):
            table[i][i] += RIDGE
        self.weights = _solved(table)


def _amount(slot: ir.Slot, S: State, seat: int) -> float:
    """Count what a seat has in a slot."""
    inner = 1
    for size in slot.sizes[1:]:
        inner *= size
    first = slot.addr + seat * inner * slot.stride
    cells = [S[first + i * slot.stride] for i in range(inner)]
    if slot.bits:
        return float(sum(cell.bit_count() for cell in cells))
    if slot.kind == "pile" or slot.type in ("number", "flag"):  # the first cell of a pile is its size
        return float(sum(cell for cell in cells if cell != ir.NONE_NUM))
    return float(sum(cell >= 0 for cell in cells))


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

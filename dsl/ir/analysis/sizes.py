"""How many elements a source or a set can have at most."""

from __future__ import annotations

from math import prod

from regelwerk.dsl.core import (
    CallFunc,
    Cond,
    Const,
    Expr,
    FromList,
    FromPile,
    FromRange,
    FromSeats,
    FromSet,
    Lookup,
    Num,
    Program,
    Quant,
    Source,
)

from ..shapes import Shapes, element


class Sizes:
    """Answers about one program; `tables` are those of the compiled ruleset."""

    def __init__(self, program: Program, shapes: Shapes, tables: list[list[int]]) -> None:
        self.program = program
        self.shapes = shapes
        self.tables = tables
        self._tables: dict[int, int] = {}

    def most(self, source: Source) -> int:
        """Give the largest number of elements a source can have."""
        if isinstance(source, FromSet):
            return self._widest(source.set)
        if isinstance(source, FromRange):
            lo, hi = source.lo.type, source.hi.type
            return max(0, hi.hi - lo.lo + 1) if isinstance(lo, Num) and isinstance(hi, Num) else 0
        if isinstance(source, FromPile):
            slot = source.place.slot
            return self.shapes.size(self.program.slots[slot].type) if slot >= 0 else 0
        if isinstance(source, FromList):
            return max((len(r) for r in self.program.lists[source.list].rows), default=0)
        if isinstance(source, FromSeats):
            return self.program.domains["Player"].size
        return prod(self.most(inner.source) for inner in source.loops)

    def _widest(self, e: Expr) -> int:
        """Give the largest number of elements a set can have."""
        if isinstance(e, Const):
            return e.value.bit_count()
        if isinstance(e, Lookup):
            return self.widest(e.table)
        size = self.shapes.size(element(e.type))
        if isinstance(e, Cond):
            return max(self._widest(e.then), self._widest(e.other))
        if isinstance(e, CallFunc):
            return min(size, self._widest(self.program.funcs[e.func].body))
        if isinstance(e, Quant) and e.word == "collect":
            return min(size, prod(self.most(inner.source) for inner in e.loops))
        return size

    def widest(self, table: int) -> int:
        """Give the size of the largest set in a table."""
        if table not in self._tables:
            self._tables[table] = max((x.bit_count() for x in self.tables[table] if x > 0), default=0)
        return self._tables[table]

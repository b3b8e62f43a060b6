"""Bounds of what lies in frames: locals of procedures that may share cells, and lists that take up several."""

from __future__ import annotations

from regelwerk.dsl import ir

from . import spans
from .owners import Owner
from .spans import NUMBER, Span, inside, joined


class Frames:
    """What every local can be; whoever finds more widens `locals`."""

    def __init__(self, compiled: ir.Compiled, owners: dict[Owner, set[int]]) -> None:
        self.locals = [_declared(proc) for proc in compiled.procs]
        self._fixed = [[limits is not None for limits in proc.ranges] for proc in compiled.procs]
        self._owners = owners
        self._seen = _views(compiled)

    def settled(self, proc: int, local: int) -> bool:
        """Tell whether a local cannot be more than it is declared to be."""
        return local >= len(self.locals[proc]) or (local < len(self._fixed[proc]) and self._fixed[proc][local])

    def views(self, owner: Owner, cell: int) -> list[tuple[int, int]]:
        """As which locals code may look at a cell of a frame."""
        found = self._seen.get(cell, [])
        mine = self._owners[owner]
        return [view for view in found if view[0] in mine] or found

    def span(self, owner: Owner, cell: int) -> Span | None:
        """Give the bounds of a cell of a frame; None: it is not kept in one way only."""
        found: Span | None = None
        kinds = set()
        for proc, local in self.views(owner, cell):
            kinds.add(spans.words(self.locals[proc][local]))
            found = joined(found, self.locals[proc][local])
        return found if len(kinds) == 1 else None

    def listed(self, proc: int, local: int) -> range:
        """Give the locals from one on that can be cells of one list: all declared in the same way."""
        fixed, spans_ = [*self._fixed[proc], *[False] * len(self.locals[proc])], self.locals[proc]
        end = local
        while end < len(spans_) and fixed[end] == fixed[local] and (not fixed[end] or spans_[end] == spans_[local]):
            end += 1
        return range(local, end)

    def run(self, owner: Owner, cell: int) -> tuple[Span, int] | None:
        """Give bounds and number of the cells of a list in a frame; None if they are not all numbers."""
        found: Span | None = None
        counts = []
        for proc, local in self.views(owner, cell):
            run = self.listed(proc, local)
            counts.append(len(run))
            for n in run:
                found = joined(found, self.locals[proc][n])
        return (found, min(counts)) if found is not None and inside(found, NUMBER) else None


def _declared(proc: ir.Proc) -> list[Span]:
    count = proc.size - ir.FRAME_LOCALS
    ranges = [*proc.ranges, *[None] * count][:count]
    return [(min(0, r[0]), max(0, r[1])) if r else (0, 0) for r in ranges]


def _views(compiled: ir.Compiled) -> dict[int, list[tuple[int, int]]]:
    """For every cell of a frame, the procedures that use it, and as which local."""
    found: dict[int, list[tuple[int, int]]] = {}
    for number_, proc in enumerate(compiled.procs):
        for local in range(proc.size - ir.FRAME_LOCALS):
            found.setdefault(proc.base + ir.FRAME_LOCALS + local, []).append((number_, local))
    return found

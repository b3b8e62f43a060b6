"""Points line by line, and who has won."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from regelwerk.dsl import ir

from .context import Context, State
from .runtime import Engine


@dataclass(frozen=True, slots=True)
class Line:
    """One line of a score sheet: points of each seat."""

    title: str
    points: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Sheet:
    """A score sheet as last filled in."""

    name: str
    lines: tuple[Line, ...]
    totals: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Result:
    """Places, best first; seats on one place share it. `values` are what was compared, per seat."""

    places: tuple[tuple[int, ...], ...]
    values: tuple[tuple[int, ...], ...]

    @property
    def winners(self) -> tuple[int, ...]:
        return self.places[0]


def sheets(compiled: ir.Compiled, S: State) -> list[Sheet]:
    """Read every score sheet from the state."""
    seats = range(S[ir.PLAYERS])
    found = []
    for sheet in compiled.scorings:
        lines = []
        for title, slot in zip(sheet.titles, sheet.slots, strict=True):
            addr = compiled.slots[slot].addr
            lines.append(Line(title, tuple(S[addr + seat] for seat in seats)))
        totals = tuple(sum(line.points[seat] for line in lines) for seat in seats)
        found.append(Sheet(sheet.name, tuple(lines), totals))
    return found


def ranking(compiled: ir.Compiled, engine: Engine, S: State) -> Result:
    """Rank the seats: each criterion in turn among those still tied."""
    seats = range(S[ir.PLAYERS])
    X = Context()
    values = [tuple(engine.call(rank.function, S, X, (seat,)) for rank in compiled.ranks) for seat in seats]
    S[ir.TICKS] = 0
    return placed(compiled, values)


def placed(compiled: ir.Compiled, values: Sequence[tuple[int, ...]]) -> Result:
    """Rank the seats by what is compared, most important first."""
    seats = range(len(values))
    signs = [-1 if rank.word == "most" else 1 for rank in compiled.ranks]
    keys = [tuple(sign * value for sign, value in zip(signs, row, strict=True)) for row in values]
    places = [tuple(seat for seat in seats if keys[seat] == key) for key in sorted(set(keys))]
    return Result(tuple(places), tuple(values))

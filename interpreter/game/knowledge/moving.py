"""Who knows where components lie while they move, are shuffled and are shown.

Two things can be known: what lies in a cell of a pile, and in which place a component lies. Both are forgotten when the
component can have moved. Who looks into a place knows everything in it.
"""

from __future__ import annotations

from collections.abc import Iterator

from regelwerk.dsl import ir

from ...engine.components import BOX, Places
from ...engine.context import State
from ..sight.onlookers import Onlookers
from .labels import Marked, Tainted, mark, unknown


class Moving:
    """Moves components in states that carry who does not know what is in them."""

    def __init__(self, onlookers: Onlookers, places: Places) -> None:
        self.onlookers = onlookers
        self.places = places
        self.holders = {at for at, pile in zip(places.addr, places.pile, strict=True) if not pile}
        self._kinds = [
            (run.slot, place)
            for run in onlookers.compiled.places
            for place in range(run.first, run.first + run.count)
        ]  # fmt: skip

    # ------------------------------------------------------------------ looking

    def cells(self, S: State, place: int) -> range:
        """Give the cells of a place in which something lies, the lowest first."""
        if place <= BOX:
            return range(0)
        at = self.places.addr[place]
        if self.places.pile[place]:
            return range(at + 1, at + 1 + S[at])
        return range(at, at + (1 if S[at] >= 0 else 0))

    def cell(self, S: State, place: int, depth: int) -> int:
        """Give the cell so deep in a pile, -1 if there is none."""
        found = self.cells(S, place)
        return found[-1 - depth] if 0 <= depth < len(found) else -1

    def size_unknown(self, S: State, place: int) -> int:
        """Give who does not know how much lies in a place: nobody, unless it changed for a hidden reason."""
        if place <= BOX or not self.places.pile[place]:
            return 0
        return int(getattr(S, "unknown", {}).get(self.places.addr[place], 0))

    def content_unknown(self, S: State, place: int) -> int:
        """Give who does not know everything that lies in a place."""
        known = getattr(S, "unknown", {})
        seats = self.size_unknown(S, place)
        for cell in self.cells(S, place):
            seats |= known.get(cell, 0)
        return seats

    def contents(self, S: State, place: int) -> list[int]:
        """List what lies in a place, top first."""
        known = getattr(S, "unknown", {})
        return [mark(S[cell], known.get(cell, 0), cell) for cell in reversed(self.cells(S, place))]

    def hidden(self, S: State) -> Iterator[tuple[int, int, range]]:
        """Give the places into which not everybody looks: type of things, seats that do not, cells."""
        for slot, place in self._kinds:
            off = self.onlookers.off(S, place)
            if off:
                yield self.onlookers.compiled.slots[slot].movable, off, self.cells(S, place)

    # ------------------------------------------------------------------ changing

    def move(self, S: Marked, kind: int, component: int, place: int, under: int, reason: int, span: int = 0) -> int:
        """Move a component; give who can draw conclusions from it."""
        c, to = int(component), int(place)
        seats = unknown(component)
        hints = unknown(place)
        if c < 0 or to < 0:
            self.places.move(S, kind, c, to, under, span)
            return 0
        loc = self.places.loc[kind]
        old = S[loc + c]
        hints |= S.unknown.get(loc + c, 0) & ~seats  # which card it is they know, where it lay they see now
        if old > BOX:
            self._taken(S, loc, old, component)
        self.places.move(S, kind, c, to, under, span)
        label = seats | unknown(place) | reason
        if to > BOX:
            self._laid(S, to, under, label)
        S.label(loc + c, label)
        return hints

    def _taken(self, S: Marked, loc: int, place: int, component: int) -> None:
        cells = self.cells(S, place)
        at = next(cell for cell in cells if S[cell] == int(component))
        seats = unknown(component)
        where = type(component) is Tainted and component.cell == at  # it is known from where it was taken
        for cell in cells:
            if cell == at:
                continue
            can_be = S.unknown.get(cell, 0) if where else seats
            S.blur(loc + S[cell], seats & can_be)
            if not where:
                S.blur(cell, seats)
        for cell in range(at, cells[-1]):
            S.label(cell, S.unknown.get(cell + 1, 0))
        S.label(cells[-1], 0)

    def _laid(self, S: Marked, place: int, under: int, label: int) -> None:
        cells = self.cells(S, place)
        if under and self.places.pile[place]:
            for cell in reversed(cells[1:]):
                S.label(cell, S.unknown.get(cell - 1, 0))
            S.label(cells[0], label)
        else:
            S.label(cells[-1], label)

    def shuffled(self, S: Marked, place: int) -> None:
        """Nobody knows the order any more, not even of a pile that lies open until it is looked at; that they lie
        there, one may still know."""
        if len(cells := self.cells(S, place)) > 1:
            for cell in cells:
                S.label(cell, (1 << S[ir.PLAYERS]) - 1)

    def learn(self, S: Marked, value: int, seats: int) -> None:
        """Some seats are shown what lies somewhere: they know it until it can have moved."""
        if type(value) is not Tainted:
            return
        cells = list(self.cells(S, value.place)) if value.place > BOX else [value.cell] * (value.cell >= 0)
        for slot, place in self._kinds:
            loc = self.places.loc[self.onlookers.compiled.slots[slot].movable]
            for cell in self.cells(S, place):
                if cell in cells:
                    S.label(cell, S.unknown.get(cell, 0) & ~seats)
                    S.label(loc + S[cell], S.unknown.get(loc + S[cell], 0) & ~seats)

    def reveal(self, S: Marked, slot: ir.Slot, index: int) -> int:
        """Everybody sees one cell or place of a slot from now on; give those who did not know what is there."""
        seats = 0
        for cell in [slot.addr + index * slot.stride] if slot.place < 0 else self.cells(S, slot.place + index):
            seats |= S.unknown.get(cell, 0)
            S.label(cell, 0)
            if slot.place >= 0:
                S.label(self.places.loc[slot.movable] + S[cell], 0)
        return seats

    def blur(self, S: State, seats: int) -> None:
        """Something may have been moved, or not: who does not know that knows nothing of what is hidden."""
        assert isinstance(S, Marked)
        for movable, off, cells in self.hidden(S):
            for cell in cells:
                S.blur(cell, seats & off)
                S.blur(self.places.loc[movable] + S[cell], seats & off)

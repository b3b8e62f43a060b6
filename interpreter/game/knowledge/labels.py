"""Numbers and states that carry the seats (a mask) to which they are unknown."""

from __future__ import annotations

from math import prod

from regelwerk.dsl import ir

from ...engine.context import State


class Tainted(int):
    """A number that some seats cannot know; `cell` is where a component was read, -1: it came another way."""

    unknown: int
    cell: int
    place: int = 0  # of a set: all that lies there


def mark(value: int, unknown: int, cell: int = -1) -> int:
    """Give a number that is unknown to some seats."""
    if not unknown and cell < 0:
        return value
    found = Tainted(value)
    found.unknown, found.cell = unknown, cell
    return found


def unknown(value: int) -> int:
    """Give the seats that cannot know a number."""
    return value.unknown if type(value) is Tainted else 0


ENTRY = -1  # in `unknown` of a state: who does not know which entry was taken; of the chosen things, see CHOSEN


class Marked(State):
    """A state, and who does not know what is in its cells."""

    unknown: dict[int, int]

    def copy(self) -> Marked:
        return marked(self, self.unknown.copy())

    def label(self, cell: int, seats: int) -> None:
        """Say who does not know a cell."""
        if seats:
            self.unknown[cell] = seats
        else:
            self.unknown.pop(cell, None)

    def blur(self, cell: int, seats: int) -> None:
        """Say who does not know a cell any more."""
        if seats:
            self.unknown[cell] = self.unknown.get(cell, 0) | seats

    def blur_slot(self, slot: ir.Slot, seats: int) -> None:
        """Say who does not know any cell of a slot any more."""
        cells = range(slot.addr, slot.addr + prod(slot.sizes) * slot.stride, slot.stride)
        self.unknown.update({cell: self.unknown.get(cell, 0) | seats for cell in cells} if seats else {})


def marked(S: State, unknown: dict[int, int]) -> Marked:
    found = Marked(S)
    found.unknown = unknown
    return found

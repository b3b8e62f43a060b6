"""A copy of a state on which one thing after the other is tried.

A state has thousands of cells and a trial changes a few, so the copy is not made anew: it notes what was in the cells
that are written, and puts that back. Header and frames are few and are written all the time: they are put back as a
whole, so that engines may write them with `put`, past the notes."""

from __future__ import annotations

from typing import Any

from regelwerk.dsl import ir

from .context import State

put = list.__setitem__
_HEADER = slice(0, ir.HEADER)
Mark = tuple[int, State, State]  # how much was noted; header and frames


class Draft(State):
    """A state that remembers what it was."""

    __slots__ = ("_frames", "_old")

    def __init__(self, S: State, frames: slice) -> None:
        super().__init__(S)
        self._frames = frames
        self._old: list[tuple[Any, Any]] = []  # where something was written, and what was there

    def __setitem__(self, at: Any, value: Any) -> None:
        self._old.append((at, self[at]))
        put(self, at, value)

    def mark(self) -> Mark:
        """Remember this moment."""
        return len(self._old), self[_HEADER], self[self._frames]

    def put_back(self, mark: Mark) -> None:
        """Undo what was written since then."""
        noted, header, frames = mark
        old = self._old
        while len(old) > noted:
            put(self, *old.pop())
        put(self, _HEADER, header)
        put(self, self._frames, frames)

"""A copy of a state on which one thing after the other is tried.

A state has thousands of cells and a trial changes a few, so the copy is not made anew: it notes what was in the cells
that are written, and puts that back."""

from __future__ import annotations

from typing import Any

from .context import State

_write = list.__setitem__


class Draft(State):
    """A state that remembers what it was."""

    __slots__ = ("_old",)

    def __init__(self, S: State) -> None:
        super().__init__(S)
        self._old: list[tuple[Any, Any]] = []  # where something was written, and what was there

    def __setitem__(self, at: Any, value: Any) -> None:
        self._old.append((at, self[at]))
        _write(self, at, value)

    def mark(self) -> int:
        """Remember this moment."""
        return len(self._old)

    def put_back(self, mark: int) -> None:
        """Undo what was written since then."""
        old = self._old
        for at, value in reversed(old[mark:]):
            _write(self, at, value)
        del old[mark:]

"""The part of a map that there is room for, and where the map goes on beyond it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from regelwerk.telling.speech import speak

UNBOUND = 1000  # lines of a table on paper: what does not fit now fits nowhere
COMPASS = {"north": "↑", "south": "↓", "west": "←", "east": "→"}


@dataclass(frozen=True, slots=True)
class Excerpt:
    """The columns and rows that are drawn, and where there is more."""

    columns: range
    rows: range
    hidden: tuple[str, ...]


def excerpt(xs: Sequence[int], ys: Sequence[int], across: int, down: int, middle: tuple[int, int]) -> Excerpt:
    """Choose so many columns and rows around the middle, or all if they fit."""
    columns = _cut(min(xs), max(xs), max(1, across), middle[0])
    rows = _cut(min(ys), max(ys), max(1, down), middle[1])
    hidden = {
        "north": min(ys) < rows[0], "south": max(ys) > rows[-1],
        "west": min(xs) < columns[0], "east": max(xs) > columns[-1],
    }  # fmt: skip
    return Excerpt(columns, rows, tuple(side for side, more in hidden.items() if more))


def _cut(low: int, high: int, room: int, middle: int) -> range:
    """Give so many of low..high as there is room for, around the middle."""
    if high - low < room:
        return range(low, high + 1)
    first = max(low, min(middle - room // 2, high - room + 1))
    return range(first, first + room)


def goes_on(language: str, hidden: Sequence[str], width: int, rows: int) -> str:
    """Say where a map goes on, in few words where it is narrow."""
    sides = ", ".join(speak(language, side) for side in hidden)
    arrows = "".join(COMPASS[side] for side in hidden)
    if rows >= UNBOUND:  # this is all that `t` shows
        said, short = "more in the {sides}: a wider terminal shows it", "more {arrows}"
    else:
        said, short = "more in the {sides}: t shows all", "more {arrows}: t"
    whole = speak(language, said, sides=sides)
    return whole if len(whole) <= width else speak(language, short, arrows=arrows)[:width]

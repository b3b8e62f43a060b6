"""A map of hexagons as text: ground, places, paths and pawns, around the one who looks."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from rich.text import Text

from regelwerk.interpreter.texts.squares import bearing
from regelwerk.scene.model import Hexes
from regelwerk.scene.model import Mark as SceneMark

from .canvas import Canvas
from .excerpt import Excerpt, excerpt
from .grids import Mark, known

NE, E, SE, SW, W, NW = range(6)
ARROWS = "↗→↘↙←↖"
NEAR = 3  # hexagons away that arrows still lead to
SMALL, LARGE = (8, 2), (12, 3)  # columns and lines of a hexagon


@dataclass(slots=True)
class Hexagon:
    """What is drawn of one hexagon."""

    ground: Mark | None = None
    marks: list[Mark] = field(default_factory=list)
    label: str = ""
    ways: set[int] = field(default_factory=set)
    pawns: list[tuple[Mark, int | None]] = field(default_factory=list)  # with the side they stand at
    number: str = ""  # of the option that names it
    numbers: dict[int, str] = field(default_factory=dict)  # of options that name a side of it
    fresh: bool = False  # was not there before


Cells = Mapping[tuple[int, int], Hexagon]  # by column and row
Hexagons = dict[tuple[int, int], Hexagon]


def hexagons(found: Hexes) -> Hexagons:
    """Take what is to be drawn from a scene, pawns aside; numbers of options stand in hexagons or at their sides."""
    cells: Hexagons = {}
    for each in found.cells:
        cell = cells[each.x, each.y] = Hexagon(label=each.label, ways=set(each.ways))
        cell.ground = drawn(each.ground) if each.ground is not None else None
        cell.marks = [drawn(mark) for mark in each.marks]
        inside = list(each.options)
        for side in each.sides:  # one number stands at a side, what is left inside
            cell.numbers[side.side] = str(side.options[0])
            inside += side.options[1:]
        cell.number = str(inside[0]) if len(inside) == 1 else ""
    return cells


def drawn(mark: SceneMark) -> Mark:
    """Give a mark of a scene as it is drawn: what has no symbol by its first letters."""
    return mark.text if mark.title else mark.text[:2], known(mark.colour)


def arrows(start: tuple[int, int], end: tuple[int, int]) -> str:
    """Draw the way to a hexagon that is near."""
    way = bearing(start, end)
    return "".join(ARROWS[side] * n for side, n in way) if sum(n for _, n in way) <= NEAR else ""


def window(cells: Cells, middle: tuple[int, int] | None, width: int, lines: int, size: tuple[int, int]) -> Excerpt:
    """Choose what to draw: all of it, or what is around the middle."""
    wide, deep = size
    xs, ys = [x for x, _ in cells], [y for _, y in cells]
    centre = ((min(xs) + max(xs)) // 2, (min(ys) + max(ys)) // 2)
    return excerpt(xs, ys, (width - wide // 2) // wide, lines // deep, middle or centre)


def draw_map(cells: Cells, shown: Excerpt, size: tuple[int, int]) -> list[Text]:
    """Draw a part of a map."""
    canvas = Canvas()
    wide, deep = size
    inside = {(x, y): cell for (x, y), cell in cells.items() if x in shown.columns and y in shown.rows}
    for (x, y), cell in inside.items():
        left = (x - shown.columns[0]) * wide + (wide // 2 if y % 2 else 0)
        top = 1 + (y - shown.rows[0]) * deep
        _ways(canvas, cell, left, top, size)
    corners = {
        place: ((place[0] - shown.columns[0]) * wide + (wide // 2 if place[1] % 2 else 0),
                1 + (place[1] - shown.rows[0]) * deep)
        for place in inside
    }  # fmt: skip
    for place, cell in inside.items():
        _inside(canvas, cell, *corners[place], size)
    taken: set[tuple[int, int]] = set()
    for (
        place,
        cell,
    ) in inside.items():  # pawns and numbers last: hexagons share their sides, and nothing may hide a pawn
        spots = _spots(*corners[place], size)
        for mark, side in cell.pawns:
            if side is not None:
                _put_free(canvas, spots[side], mark[0], f"bold {mark[1]}", side, taken)
    for place, cell in inside.items():
        spots = _spots(*corners[place], size)
        for side, said in cell.numbers.items():
            _put_free(canvas, spots[side], said, "bold reverse", side, taken)
    return canvas.lines(len(shown.columns) * wide + wide // 2, len(shown.rows) * deep + 1)


def _put_free(
    canvas: Canvas, spot: tuple[int, int], said: str, style: str, side: int, taken: set[tuple[int, int]]
) -> None:  # fmt: skip
    """Write something at a side, or beside it where a pawn or a number stands already."""
    x, y = spot
    wide = len(said)
    first = x - (wide - 1 if side in (NW, E, SE) else 0)
    for start in (first, x + 1, x - wide, x + 2, x - wide - 1, x + 3):
        cells = {(start + i, y) for i in range(wide)}
        if start >= 0 and not cells & taken:
            canvas.put(start, y, said, style)
            taken |= cells
            return


def _spots(left: int, top: int, size: tuple[int, int]) -> dict[int, tuple[int, int]]:
    """Say where the six sides of a hexagon are on the canvas; neighbours share their corners."""
    wide, deep = size
    half = wide // 2
    return {
        NE: (left + 2 + half, top - 1), NW: (left + wide - 3 - half, top - 1), E: (left + wide - 1, top),
        W: (left, top), SW: (left + 2, top + deep - 1), SE: (left + wide - 3, top + deep - 1),
    }  # fmt: skip


def _ways(canvas: Canvas, cell: Hexagon, left: int, top: int, size: tuple[int, int]) -> None:
    signs = {NE: "╱", SW: "╱", NW: "╲", SE: "╲", E: "─", W: "─"}
    for side, (x, y) in _spots(left, top, size).items():
        if side in cell.ways:
            canvas.put(x, y, signs[side], "dim")


def _inside(canvas: Canvas, cell: Hexagon, left: int, top: int, size: tuple[int, int]) -> None:
    wide, deep = size
    room = wide - 2
    spots = _spots(left, top, size)
    parts = [*([cell.ground] if cell.ground is not None else []), *cell.marks]
    number = [(cell.number, "bold reverse")] if cell.number else []
    pawns: list[Mark] = [(mark[0], f"bold {mark[1]}") for mark, side in cell.pawns if side is None]
    gap = [(" ", "")] if number else []
    if sum(len(text) for text, _ in (*number, *gap, *parts, *pawns)) <= room:
        parts = [*number, *gap, *parts, *pawns]
    else:  # where much is to be seen, there is room between the upper corners
        x = spots[NW][0] + 1
        for text, style in (*number, *pawns):
            canvas.put(x, top - 1, text, style)
            x += len(text)
    used = sum(len(text) for text, _ in parts)
    x = left + 1 + max(0, room - used) // 2
    for text, style in parts:
        canvas.put(x, top, text[: max(0, left + 1 + room - x)], style + (" reverse" if cell.fresh else ""))
        x += len(text)
    if deep > 2 and cell.label:
        label = cell.label.removeprefix("the ")
        label = label if len(label) <= room else label[: room - 1] + "…"
        canvas.put(left + 1 + (room - len(label)) // 2, top + 1, label, "dim")

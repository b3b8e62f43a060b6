"""A map of squares as text: tiles with what stands on their edges, roads, symbols, pieces; only the part in use."""

from __future__ import annotations

from rich.text import Text

from regelwerk.scene.model import Mark, Square, Squares

from .canvas import Canvas
from .excerpt import excerpt, goes_on
from .grids import known
from .marking import NUMBER, items_text, mark_text, numbered

SMALL, LARGE = (7, 3), (11, 5)  # columns and lines of a tile
ROADS = "│─│─"
PLAIN = Mark(text="·")


def draw_squares(part: Squares, width: int, rows: int, small: bool = False, language: str = "") -> list[Text]:
    """Draw a map, large if there is room; if not all of it fits, what lies around a pawn, and where the map goes on."""
    if not part.cells:
        return []
    xs, ys = _used(part)
    across, down = max(xs) - min(xs) + 1, max(ys) - min(ys) + 1
    large = not small and across * LARGE[0] <= width and down * LARGE[1] <= rows
    wide, deep = LARGE if large else SMALL
    pawn = next((cell for cell in part.cells if cell.pawns), part.cells[len(part.cells) // 2])
    shown = excerpt(xs, ys, width // wide, rows // deep, (pawn.x, pawn.y))
    if shown.hidden:  # a line says so
        shown = excerpt(xs, ys, width // wide, (rows - 1) // deep, (pawn.x, pawn.y))
    canvas = Canvas()
    for cell in part.cells:
        if cell.x in shown.columns and cell.y in shown.rows:
            left, top = (cell.x - shown.columns[0]) * wide, (cell.y - shown.rows[0]) * deep
            _tile(canvas, cell, left, top, (wide, deep))
    lines = canvas.lines(len(shown.columns) * wide, len(shown.rows) * deep)
    if shown.hidden:
        lines.append(Text(goes_on(language, shown.hidden, width, rows), "dim"))
    return lines


def squares_fit(part: Squares, width: int) -> bool:
    """Tell whether all columns of a map have room beside each other."""
    xs = _used(part)[0] if part.cells else []
    return not xs or (max(xs) - min(xs) + 1) * SMALL[0] <= width


def _used(part: Squares) -> tuple[list[int], list[int]]:
    """Give the columns and rows in use, and the next ones if an option leads there."""
    used = [cell for cell in part.cells if not _bare(cell) or cell.pawns] or part.cells
    xs, ys = [cell.x for cell in used], [cell.y for cell in used]
    near = [c for c in part.cells if min(xs) - 1 <= c.x <= max(xs) + 1 and min(ys) - 1 <= c.y <= max(ys) + 1]
    return [cell.x for cell in near], [cell.y for cell in near]


def _bare(cell: Square) -> bool:
    """Tell whether nothing lies on a cell."""
    return not (cell.ground or cell.marks or cell.label or cell.items or any(cell.sides))


def _tile(canvas: Canvas, cell: Square, left: int, top: int, size: tuple[int, int]) -> None:
    wide, deep = size
    right, bottom = left + wide - 1, top + deep - 1
    middle = left + wide // 2, top + deep // 2
    if _bare(cell):
        _empty(canvas, cell, middle)
        return
    north, east, south, west = (side or cell.ground or PLAIN for side in cell.sides)
    for x in range(left + 1, right):
        canvas.put(x, top, north.text[:1], known(north.colour))
        canvas.put(x, bottom, south.text[:1], known(south.colour))
    for y in range(top + 1, bottom):
        canvas.put(left, y, west.text[:1], known(west.colour))
        canvas.put(right, y, east.text[:1], known(east.colour))
    for (x, y), sign in zip(((left, top), (right, top), (left, bottom), (right, bottom)), "┌┐└┘", strict=True):
        canvas.put(x, y, sign, "dim")
    _roads(canvas, cell, (left, top, right, bottom), middle)
    _contents(canvas, cell, left + 1, top + 1, wide - 2, deep - 2)


def _empty(canvas: Canvas, cell: Square, middle: tuple[int, int]) -> None:
    """Draw a cell with nothing but pieces or the number of an option on it."""
    text = Text.assemble((numbered(cell), NUMBER), *(mark_text(mark, "bold") for mark in cell.pawns))
    canvas.write(middle[0] - text.cell_len // 2, middle[1], text or Text("·", "dim"))


def _roads(canvas: Canvas, cell: Square, edges: tuple[int, int, int, int], middle: tuple[int, int]) -> None:
    """Draw roads from the middle to the sides they leave by."""
    left, top, right, bottom = edges
    x, y = middle
    for side in cell.ways:
        if side in (0, 2):
            for at in range(top, y) if side == 0 else range(y + 1, bottom + 1):
                canvas.put(x, at, ROADS[side], "bold")
        else:
            for at in range(left, x) if side == 3 else range(x + 1, right + 1):
                canvas.put(at, y, ROADS[side], "bold")
    if cell.ways:
        canvas.put(x, y, "+" if len(cell.ways) > 1 else "o", "bold")


def _contents(canvas: Canvas, cell: Square, left: int, top: int, wide: int, deep: int) -> None:
    """Write pieces and symbols into a tile: pieces are never hidden, of the rest as much as there is room for."""
    first = Text.assemble((numbered(cell), NUMBER), *(mark_text(mark, "bold") for mark in cell.pawns))
    second = Text.assemble(*(mark_text(mark) for mark in cell.marks))
    third = items_text(cell.items) if cell.items else Text(cell.label, "dim")
    if deep == 1:
        line = Text.assemble(first, second, third)
        line.truncate(wide, overflow="crop")
        if line:
            canvas.write(left + (wide - line.cell_len) // 2, top, line)
        return
    for row, line in zip((top, top + 1, top + deep - 1), (third, second, first), strict=False):
        line.truncate(wide, overflow="ellipsis")
        if line:
            canvas.write(left + (wide - line.cell_len) // 2, row, line)

"""Squares and hexagons that have no name, said by where they lie: as a player finds them on what is drawn.

Boards of up to 26 columns call them a1 and so on. On a larger one drawn with columns and rows these are said; on a map,
which has no numbers at its edge, the way from the middle, where such maps begin to grow.
"""

from __future__ import annotations

from regelwerk.dsl import ir

SIDES = ("north-east", "east", "south-east", "south-west", "west", "north-west")  # of a hexagon
STEPS = ((1, -1), (1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1))  # across and down, in slanted coordinates
MIDDLE = "the middle"
FROM_MIDDLE = "{0} of the middle"
NUMBERED = "column {0}, row {1}"


def nameless(board: ir.Domain) -> bool:
    """Tell whether the cells of a board are known by their numbers only."""
    return board.kind == "cell" and board.ids[0] == "x0y0"


def way_from_middle(board: ir.Domain, number: int) -> list[tuple[str, int]]:
    """Say how to get from the middle of a board to a cell: directions and how often, at most two of them."""
    (x, y), (a, b) = (number % board.width, number // board.width), (board.width // 2, board.height // 2)
    if board.shape == "hex":
        return [(SIDES[side], n) for side, n in bearing((a, b), (x, y))]
    sides = (("north", b - y), ("south", y - b), ("west", a - x), ("east", x - a))
    return [(side, n) for side, n in sides if n > 0]


def bearing(start: tuple[int, int], end: tuple[int, int]) -> list[tuple[int, int]]:
    """Say how to get from one hexagon (column, row) to another: sides to cross and how often, at most two of them."""
    (q, r), (p, s) = ((x - y // 2, y) for x, y in (start, end))
    across, down = p - q, s - r
    for side in range(len(SIDES)):
        after = (side + 1) % len(SIDES)
        (a, b), (c, d) = STEPS[side], STEPS[after]
        first, second = across * d - down * c, down * a - across * b  # neighbouring steps have determinant 1
        if first >= 0 and second >= 0:
            return [(side, first)] * (first > 0) + [(after, second)] * (second > 0)
    return []

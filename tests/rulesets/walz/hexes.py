"""Hexagons in Python, written apart from the language: sides of the tiles, turning, matching, distances."""

from __future__ import annotations

import re
from functools import cache

from regelwerk import library

SIDES = ("north_east", "east", "south_east", "south_west", "west", "north_west")
STEPS = ((1, -1), (1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1))  # the same, as steps (q, r) from hexagon to hexagon
Hex = tuple[int, int]
Shape = dict[int, list[str]]  # sides of each part; part 0 comes first, the others sit on that side of it plus one


def hex_of(cell: str) -> Hex:
    """Read `x20y20`; every other row stands half a hexagon to the right."""
    x, y = (int(n) for n in re.findall(r"\d+", cell))
    return x - (y - (y & 1)) // 2, y


def cell_of(at: Hex) -> str:
    q, r = at
    return f"x{q + (r - (r & 1)) // 2}y{r}"


def beside(at: Hex, side: int) -> Hex:
    dq, dr = STEPS[side % 6]
    return at[0] + dq, at[1] + dr


def apart(a: Hex, b: Hex) -> int:
    dq, dr = a[0] - b[0], a[1] - b[1]
    return max(abs(dq), abs(dr), abs(dq + dr))


@cache
def shapes() -> dict[str, Shape]:
    """Read the sides of all tiles from the file of printed values."""
    text = (library.bundled()["auf_der_walz"] / "printed" / "values.regel").read_text(encoding="utf-8")
    found: dict[str, Shape] = {"homeland": {0: ["open"] * 6}}
    for name, sides in re.findall(r'^  (\w+) +"[^"]*": +(?:meadow|forest|field), +\{([a-z, ]+)\}', text, re.MULTILINE):
        found[name] = {0: sides.split(", ")}
    for name, parts, sides in re.findall(
        r'^Tile (\w+) "[^"]*".*\n  terrain +town\n  parts +(\w+, \w+).*\n  sides +([a-z,\s]+?) +@',
        text,
        re.MULTILINE,
    ):
        flat = re.findall(r"\w+", sides)
        places = [0, *(SIDES.index(p) + 1 for p in parts.split(", "))]
        found[name] = {place: flat[6 * n : 6 * n + 6] for n, place in enumerate(places)}
    return found


def lying(name: str, at: Hex, turn: int) -> dict[Hex, list[str]]:
    """Give the hexagons of a tile that is laid, each with its sides as they lie now."""
    return {
        (beside(at, part - 1 + turn) if part else at): [sides[(n - turn) % 6] for n in range(6)]
        for part, sides in shapes()[name].items()
    }


def matches(board: dict[Hex, list[str]], piece: dict[Hex, list[str]]) -> bool:
    """Tell whether a piece lies on free hexagons, agrees with all neighbours and continues a path."""
    if any(at in board for at in piece):
        return False
    joined = False
    for at, sides in piece.items():
        for n, side in enumerate(sides):
            other = board.get(beside(at, n))
            if other is None:
                continue
            if other[(n + 3) % 6] != side:
                return False
            joined = joined or side == "open"
    return joined

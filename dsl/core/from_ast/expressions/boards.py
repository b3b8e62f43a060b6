"""Boards: cells, sides, ways over the grid, and pieces that are laid on it. No ruleset does this arithmetic itself."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from regelwerk.dsl.core import Binary, Cond, Const, Domain, Expr, ListTable, Num, Ref, SetOf, Unary
from regelwerk.dsl.core.type_rules import FLAG, fold
from regelwerk.dsl.source import Span

from ..context import World

SQUARE = ("north", "east", "south", "west")
EIGHT = ("north", "north_east", "east", "south_east", "south", "south_west", "west", "north_west")
HEX = ("north_east", "east", "south_east", "south_west", "west", "north_west")
_STEPS8 = ((0, -1), (1, -1), (1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1))


def board_names() -> set[str]:
    """All names that a board brings along: those of sides and of cells."""
    cells = {f"{letter}{number}" for letter in "abcdefghijklmnopqrstuvwxyz" for number in range(1, 27)}
    return cells | {*EIGHT, "Side", "Direction", "HexSide"}


def side_domain(w: World, board: str) -> str:
    """The kind of a board's sides: Side, Direction (with diagonals) or HexSide."""
    b = w.boards[board]
    return "HexSide" if b.shape == "hex" else "Direction" if b.diagonals else "Side"


def declare_board(w: World, name: str) -> None:
    b = w.boards[name]
    letters = b.width <= 26
    ids = []
    for y in range(b.height):
        for x in range(b.width):
            ids.append(f"{'abcdefghijklmnopqrstuvwxyz'[x]}{y + 1}" if letters else f"x{x}y{y}")
    w.program.domains[name] = Domain(name, "cell", tuple(ids), tuple(ids), board=(b.shape, b.width, b.height), at=b.at)
    sides = side_domain(w, name)
    if sides not in w.program.domains:
        names = {"HexSide": HEX, "Direction": EIGHT, "Side": SQUARE}[sides]
        w.program.domains[sides] = Domain(sides, "side", names, tuple(n.replace("_", "-") for n in names))
        for i, n in enumerate(names):
            w.things.setdefault(n, []).append((sides, i))


def step(w: World, board: str, cell: int, side: int) -> int:
    """The neighbour of a cell on one side, or -1 off the board."""
    return _sides(w, board)[cell][side]


def _sides(w: World, board: str) -> list[list[int]]:
    b = w.boards[board]
    return _steps(b.shape, b.diagonals, b.width, b.height)


@lru_cache(maxsize=8)
def _steps(shape: str, diagonals: bool, width: int, height: int) -> list[list[int]]:
    """The neighbours of every cell on each side; the same for every ruleset with such a board."""
    rows = []
    for y in range(height):
        ways: Sequence[tuple[int, int]] = _STEPS8 if diagonals else _STEPS8[::2]
        if shape == "hex":  # pointy hexagons, odd rows stand half a hexagon to the right
            odd = y & 1
            ways = ((odd, -1), (1, 0), (odd, 1), (odd - 1, 1), (-1, 0), (odd - 1, -1))
        for x in range(width):
            near = [(x + dx, y + dy) for dx, dy in ways]
            rows.append([b * width + a if 0 <= a < width and 0 <= b < height else -1 for a, b in near])
    return rows


def _keys(w: World, board: str) -> tuple[Ref, Ref]:
    return Ref((board,)), Ref((side_domain(w, board),))


def coordinate(w: World, board: str, axis: str, cell: Expr, at: Span) -> Expr:
    b = w.boards[board]
    key = (axis, board)
    if key not in w.geometry:
        size = b.width * b.height
        data = [c % b.width if axis == "x" else c // b.width for c in range(size)]
        top = (b.width if axis == "x" else b.height) - 1
        w.geometry[key] = w.add_table(f"{board}.{axis}", (Ref((board,)),), Num(0, top), data, -(2**31))
    return w.lookup(w.geometry[key], (cell,), at)


def cell_at(w: World, board: str, x: Expr, y: Expr, at: Span) -> Expr:
    """The cell in column x and row y, none off the board."""
    b = w.boards[board]
    kx, ky = fold(x), fold(y)
    result = Ref((board,), True)
    if kx is not None and ky is not None:
        inside = 0 <= kx < b.width and 0 <= ky < b.height
        return Const(ky * b.width + kx if inside else -1, type=Ref((board,), not inside), at=at)

    def within(e: Expr, top: int) -> Expr | None:
        t = e.type
        assert isinstance(t, Num)
        tests = []
        if t.lo < 0:
            tests.append(Binary("ge", e, Const(0, type=Num(0, 0)), type=FLAG))
        if t.hi > top:
            tests.append(Binary("le", e, Const(top, type=Num(top, top)), type=FLAG))
        if not tests:
            return None
        return tests[0] if len(tests) == 1 else Binary("and", tests[0], tests[1], type=FLAG)

    width = Const(b.width, type=Num(b.width, b.width))
    index = Binary("add", Binary("mul", y, width, type=Num(0, b.width * b.height)), x, type=Ref((board,)), at=at)
    tests = [t for t in (within(x, b.width - 1), within(y, b.height - 1)) if t is not None]
    if not tests:
        return index
    cond: Expr = tests[0] if len(tests) == 1 else Binary("and", tests[0], tests[1], type=FLAG)
    return Cond(cond, index, Const(-1, type=Ref((board,), True)), type=result, at=at)


def go(w: World, board: str, cell: Expr, side: Expr, at: Span) -> Expr:
    key = ("go", board)
    if key not in w.geometry:
        cells, sides = _keys(w, board)
        data = [n for near in _sides(w, board) for n in near]
        w.geometry[key] = w.add_table(f"{board}.go", (cells, sides), Ref((board,), True), data, -1)
    return w.lookup(w.geometry[key], (cell, side), at)


def neighbours(w: World, board: str, cell: Expr, at: Span) -> Expr:
    key = ("neighbours", board)
    if key not in w.geometry:
        cells = Ref((board,))
        data = [sum(1 << n for n in {*near} if n >= 0) for near in _sides(w, board)]
        w.geometry[key] = w.add_table(f"{board}.neighbours", (cells,), SetOf(cells), data, 0)
    return w.lookup(w.geometry[key], (cell,), at)


def ray(w: World, board: str) -> int:
    """The list table of the cells one comes past going from a cell towards a side."""
    key = ("ray", board)
    if key not in w.geometry:
        cells, sides = _keys(w, board)
        rows = []
        for c in range(w.size(cells)):
            for d in range(w.size(sides)):
                row, n = [], step(w, board, c, d)
                while n >= 0:
                    row.append(n)
                    n = step(w, board, n, d)
                rows.append(row)
        number = len(w.program.lists)
        w.program.lists.append(ListTable(number, f"{board}.ray", (cells, sides), cells, rows))
        w.geometry[key] = number
    return w.geometry[key]


def apart(w: World, board: str, a: Expr, b: Expr, at: Span) -> Expr:
    """Number of steps from cell to cell over an empty grid."""
    info = w.boards[board]
    ax, ay = coordinate(w, board, "x", a, at), coordinate(w, board, "y", a, at)
    bx, by = coordinate(w, board, "x", b, at), coordinate(w, board, "y", b, at)
    reach = Num(0, info.width + info.height)
    wide = Num(-reach.hi, reach.hi)

    def minus(p: Expr, q: Expr) -> Expr:
        return Binary("sub", p, q, type=wide, at=at)

    def size(p: Expr) -> Expr:
        return Unary("abs", p, type=reach, at=at)

    if info.shape == "hex":  # axial column: x - (y - (y mod 2)) / 2

        def axial(x: Expr, y: Expr) -> Expr:
            two = Const(2, type=Num(2, 2))
            return minus(x, Binary("div", y, two, type=reach, at=at))

        dq, dr = minus(axial(ax, ay), axial(bx, by)), minus(ay, by)
        total = Binary("add", dq, dr, type=wide, at=at)
        return Binary("max", Binary("max", size(dq), size(dr), type=reach, at=at), size(total), type=reach, at=at)
    dx, dy = size(minus(ax, bx)), size(minus(ay, by))
    return Binary("max" if info.diagonals else "add", dx, dy, type=reach, at=at)


def turned(w: World, sides: str, side: Expr, by: Expr, at: Span) -> Expr:
    """A side after so many steps of turning clockwise."""
    n = w.domain(sides).size
    moved = Binary("add", side, by, type=Num(0, 4 * n), at=at)
    return Binary("mod", moved, Const(n, type=Num(n, n)), type=Ref((sides,)), at=at)


def facing(w: World, sides: str, side: Expr, at: Span) -> Expr:
    """The opposite side."""
    n = w.domain(sides).size
    return turned(w, sides, side, Const(n // 2, type=Num(n // 2, n // 2)), at)

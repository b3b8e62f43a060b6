"""A territory reckoned in Python from the rows of the tiles: areas and roads as joined ends, side by side."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cache
from itertools import permutations
from typing import TypeVar

from regelwerk import library

Cell = tuple[int, int]
End = TypeVar("End")
SIDES = ("north", "east", "south", "west")
STEP = {"north": (0, -1), "east": (1, 0), "south": (0, 1), "west": (-1, 0)}
ROW = re.compile(r'^  (\w+)(?: "[^"]*")?: +\{(\w+), (\w+), (\w+), (\w+)\}, +(\w+), +\{([^}]*)\}, +(.*)$')
SECOND = re.compile(r"^  \w+_road: +(\w+), +none, +\{([^}]*)\}")


@dataclass(frozen=True)
class Shape:
    """What a row of a tile says."""

    sides: tuple[str, ...]
    middle: str
    roads: tuple[frozenset[str], ...]
    signs: dict[str, int] = field(hash=False)
    scroll: str
    under: str


@cache
def shapes() -> dict[str, Shape]:
    """Read the rows of all tiles."""
    folder = library.bundled()["isle_of_skye"]
    lines = [x for file in sorted(folder.rglob("*.regel")) for x in file.read_text(encoding="utf-8").splitlines()]
    second = {m[1]: frozenset(m[2].split(", ")) for x in lines if (m := SECOND.match(x))}
    found = {}
    for line in lines:
        if m := ROW.match(line):
            roads = [frozenset(m[7].split(", "))] if m[7] else []
            roads += [second[m[1]]] if m[1] in second else []
            signs = {a: int(b) for a, b in re.findall(r"(\w+): (\d)", m[8])}
            scroll = re.search(r"\}, +(per_\w+), +(\w+)", m[8])
            what, under = (scroll[1], scroll[2]) if scroll else ("", "")
            found[m[1]] = Shape(tuple(m[i] for i in range(2, 6)), m[6], tuple(roads), signs, what, under)
    return found


def beside(at: Cell, side: str) -> Cell:
    return at[0] + STEP[side][0], at[1] + STEP[side][1]


def facing(side: str) -> str:
    return SIDES[(SIDES.index(side) + 2) % 4]


def turned(side: str, n: int) -> str:
    return SIDES[(SIDES.index(side) + n) % 4]


class Land:
    """Tiles by their cells, counted from the castle."""

    def __init__(self) -> None:
        self.tiles: dict[Cell, tuple[str, int]] = {(0, 0): ("castle", 0)}
        self.pieces: set[frozenset[Cell]] = set()

    def shape(self, at: Cell) -> Shape:
        return shapes()[self.tiles[at][0]]

    def side(self, at: Cell, side: str) -> str:
        return self.shape(at).sides[(SIDES.index(side) - self.tiles[at][1]) % 4]

    def fits(self, name: str, at: Cell, turn: int) -> bool:
        around = [d for d in SIDES if beside(at, d) in self.tiles]
        own = shapes()[name].sides
        alike = (own[(SIDES.index(d) - turn) % 4] == self.side(beside(at, d), facing(d)) for d in around)
        return at not in self.tiles and bool(around) and all(alike)

    def free(self) -> list[Cell]:
        return sorted({beside(at, d) for at in self.tiles for d in SIDES} - set(self.tiles))

    # ------------------------------------------------------------ areas: ends are sides and middles of tiles

    def areas(self, terrain: str) -> list[set[tuple[Cell, str]]]:
        """Join equal ends: through the middle, around a corner, across to the next tile."""
        ends = {(at, d) for at in self.tiles for d in SIDES if self.side(at, d) == terrain}
        ends |= {(at, "middle") for at in self.tiles if self.shape(at).middle == terrain}

        def joined(end: tuple[Cell, str]) -> set[tuple[Cell, str]]:
            at, d = end
            if d == "middle":
                return {(at, s) for s in SIDES} & ends
            near = {(at, "middle"), (at, turned(d, 1)), (at, turned(d, 3)), (beside(at, d), facing(d))}
            return near & ends

        return groups(ends, joined)

    def closed(self, area: set[tuple[Cell, str]]) -> bool:
        return all(d == "middle" or beside(at, d) in self.tiles for at, d in area)

    def home_of(self, at: Cell, terrain: str) -> set[tuple[Cell, str]]:
        """Find the area in which a sign of this terrain stands: the first in the order of the sides, as drawn."""
        own = [turned(d, self.tiles[at][1]) for d in SIDES]
        end = next((d for d in own if self.side(at, d) == terrain), "middle")
        return next(area for area in self.areas(terrain) if (at, end) in area)

    def signs_in(self, area: set[tuple[Cell, str]], terrain: str, sign: str) -> int:
        cells = {at for at, _ in area}
        return sum(self.shape(at).signs.get(sign, 0) for at in cells if self.home_of(at, terrain) == area)

    # ------------------------------------------------------------ roads: ends are roads of tiles, and tiles with pieces

    def roads(self) -> list[set[tuple[Cell, int]]]:
        ends = {(at, i) for at in self.tiles for i in range(len(self.shape(at).roads))}
        ends |= {(at, -1) for piece in self.pieces for at in piece}

        def exits(end: tuple[Cell, int]) -> set[str]:
            at, i = end
            return set() if i < 0 else {turned(s, self.tiles[at][1]) for s in self.shape(at).roads[i]}

        def joined(end: tuple[Cell, int]) -> set[tuple[Cell, int]]:
            at = end[0]
            out = {o for o in ends for d in exits(end) if o[0] == beside(at, d) and facing(d) in exits(o)}
            if any(at in piece for piece in self.pieces):
                out |= {o for o in ends if o[0] == at}
                out |= {o for o in ends if frozenset((at, o[0])) in self.pieces and o[1] == -1}
            return out

        return groups(ends, joined)

    def network(self) -> set[tuple[Cell, int]]:
        return next(road for road in self.roads() if ((0, 0), 0) in road)

    def has_road(self, at: Cell, side: str) -> bool:
        printed = any(side in {turned(s, self.tiles[at][1]) for s in road} for road in self.shape(at).roads)
        return printed or frozenset((at, beside(at, side))) in self.pieces

    def costs(self, start: Cell) -> dict[Cell, int]:
        """Find the cheapest way to every tile by trying until nothing gets cheaper."""
        far = dict.fromkeys(self.tiles, 999) | {start: 0}
        for _ in self.tiles:
            for at in self.tiles:
                for d in SIDES:
                    to = beside(at, d)
                    if to in self.tiles:
                        cost = 1 if self.has_road(at, d) and self.has_road(to, facing(d)) else 2
                        far[to] = min(far[to], far[at] + cost)
        return far

    def can_visit(self, start: Cell, cells: set[Cell], points: int) -> bool:
        def cost(order: tuple[Cell, ...]) -> int:
            return sum(self.costs(a)[b] for a, b in zip((start, *order), order, strict=False))

        return any(cost(order) <= points for order in permutations(cells))

    def total(self, sign: str) -> int:
        return sum(self.shape(at).signs.get(sign, 0) for at in self.tiles)


def groups(ends: set[End], joined: Callable[[End], set[End]]) -> list[set[End]]:
    """Part a set into what hangs together."""
    left, out = set(ends), list[set[End]]()
    while left:
        group, fresh = set[End](), {left.pop()}
        while fresh:
            group |= fresh
            fresh = {o for end in fresh for o in joined(end)} - group
        left -= group
        out.append(group)
    return out

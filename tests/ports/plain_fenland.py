"""Fenland in plain Python: what the rules say about a position, reckoned anew. Sides: clockwise from north."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

Cell = tuple[int, int]
Spot = tuple[Cell, int]  # a tile by its cell, and which of its patches
STEPS = [(0, -1), (1, 0), (0, 1), (-1, 0)]
# what stands on the sides, and the patches with the sides they reach
TILES: dict[str, tuple[str, list[tuple[str, str, tuple[int, ...]]]]] = {
    "landing": ("wdgd", [("landing_wood", "w", (0,)), ("landing_dike", "d", (1, 3))]),
    "copse": ("wggg", [("copse_wood", "w", (0,))]),
    "grove": ("wwgg", [("grove_wood", "w", (0, 1))]),
    "two_copses": ("wgwg", [("copse_one", "w", (0,)), ("copse_two", "w", (2,))]),
    "forest": ("wwwg", [("forest_wood", "w", (0, 1, 2))]),
    "deep_forest": ("wwww", [("deep_wood", "w", (0, 1, 2, 3))]),
    "long_dike": ("dgdg", [("long_bank", "d", (0, 2))]),
    "bend": ("ddgg", [("bend_bank", "d", (0, 1))]),
    "fork": ("dddg", [("fork_one", "d", (0,)), ("fork_two", "d", (1,)), ("fork_three", "d", (2,))]),
    "wood_edge": ("wdgd", [("edge_wood", "w", (0,)), ("edge_dike", "d", (1, 3))]),
    "wood_bend": ("wgdd", [("bend_wood", "w", (0,)), ("bend_dike", "d", (2, 3))]),
    "mill_green": ("gggg", [("green_mill", "m", ())]),
    "mill_dike": ("dggg", [("dike_mill", "m", ()), ("mill_bank", "d", (0,))]),
}
MIDDLE, SIZE = (11, 11), 23


def step(cell: Cell, side: int) -> Cell:
    return cell[0] + STEPS[side][0], cell[1] + STEPS[side][1]


class Fenland:
    """The land, the hands on it, and the points."""

    def __init__(self, players: int) -> None:
        self.land: dict[Cell, tuple[str, int]] = {MIDDLE: ("landing", 0)}
        self.hands: dict[Spot, int] = {}
        self.left = [5] * players
        self.points = [0] * players

    def side(self, cell: Cell, side: int) -> str:
        name, turn = self.land[cell]
        return TILES[name][0][(side - turn) % 4]

    def options(self, name: str) -> set[tuple[Cell, int]]:
        """List where a tile may be laid, and how often it is turned then."""
        rim = {step(cell, side) for cell in self.land for side in range(4)} - set(self.land)
        inside = [(x, y) for x, y in rim if 0 <= x < SIZE and 0 <= y < SIZE]
        return {(cell, turn) for cell in inside for turn in range(4) if self._fits(name, cell, turn)}

    def _fits(self, name: str, cell: Cell, turn: int) -> bool:
        touching = [(side, beyond) for side in range(4) if (beyond := step(cell, side)) in self.land]
        return all(TILES[name][0][(side - turn) % 4] == self.side(at, (side + 2) % 4) for side, at in touching)

    def exits(self, spot: Spot) -> list[int]:
        name, turn = self.land[spot[0]]
        return [(side + turn) % 4 for side in TILES[name][1][spot[1]][2]]

    def area(self, spot: Spot) -> set[Spot]:
        found, todo = {spot}, [spot]
        while todo:
            at = todo.pop()
            for side in self.exits(at):
                beyond = step(at[0], side)
                for n in range(len(TILES[self.land[beyond][0]][1])) if beyond in self.land else ():
                    if (side + 2) % 4 in self.exits((beyond, n)) and (beyond, n) not in found:
                        found.add((beyond, n))
                        todo.append((beyond, n))
        return found

    def free(self, cell: Cell) -> dict[str, Spot]:
        """List the patches of a tile to which a hand may go, by name."""
        patches = TILES[self.land[cell][0]][1]
        spots = {patches[n][0]: (cell, n) for n in range(len(patches))}
        return {name: spot for name, spot in spots.items() if not self.area(spot) & self.hands.keys()}

    def send(self, seat: int, spot: Spot) -> None:
        self.hands[spot] = seat
        self.left[seat] -= 1

    def worth(self, spot: Spot, over: bool) -> int:
        """Tell what a patch pays now: nothing if it is not finished, unless the game is over."""
        (x, y), kind = spot[0], TILES[self.land[spot[0]][0]][1][spot[1]][1]
        if kind == "m":
            around = sum((x + i, y + j) in self.land for i in (-1, 0, 1) for j in (-1, 0, 1))
            return around if around == 9 or over else 0
        area = self.area(spot)
        done = all(step(cell, side) in self.land for cell, n in area for side in self.exits((cell, n)))
        tiles = len({cell for cell, _ in area})
        return tiles * (2 if kind == "w" and done else 1) if done or over else 0

    def pay(self, over: bool = False) -> None:
        for spot in list(self._taken()):
            area = self.area(spot)
            if not area & self.hands.keys() or not (worth := self.worth(spot, over)):
                continue
            crowd = Counter(self.hands[at] for at in area if at in self.hands)
            for seat, number in crowd.items():
                self.points[seat] += worth if number == max(crowd.values()) else 0
                self.left[seat] += number
            self.hands = {at: seat for at, seat in self.hands.items() if at not in area}

    def _taken(self) -> Iterator[Spot]:
        return iter(sorted(self.hands))

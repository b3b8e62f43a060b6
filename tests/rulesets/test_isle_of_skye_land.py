"""Isle of Skye: territories that grow at random; areas, roads, ways and scoring tiles against a few lines of Python."""

from __future__ import annotations

import random
from functools import cache
from pathlib import Path
from typing import Any

from hypothesis import Phase, given, settings
from hypothesis import strategies as st

import regelwerk
from tests.rulesets.skye.land import SIDES, Cell, Land, beside, shapes

LABORATORY = Path(__file__).parent / "skye" / "laboratory.regel"
TERRAINS = ("pasture", "mountain", "water")
BROCHS = (0, 1, 3)


@cache
def laboratory() -> regelwerk.Ruleset:
    return regelwerk.load("isle-of-skye", ["journeyman", str(LABORATORY)])


def named(at: Cell) -> str:
    return f"x{30 + at[0]}y{30 + at[1]}"


class Survey:
    """A territory of a game, beside one in Python."""

    def __init__(self, seed: int, tiles: int, pieces: int) -> None:
        self.rng = random.Random(seed)
        self.game = laboratory().new_game(players=2, seed=seed)
        self.land = Land()
        names = sorted(name for name in shapes() if name != "castle")
        self.rng.shuffle(names)
        for name in names[:tiles]:
            places = [(at, r) for at in self.land.free() for r in range(4) if self.land.fits(name, at, r)]
            if places:
                at, turn = self.rng.choice(places)
                self.game.call("lab_lay", 0, (name, named(at), turn))
                self.land.tiles[at] = (name, turn)
        for _ in range(pieces):
            self.place_road()

    def place_road(self) -> None:
        pairs = [(at, d) for at in sorted(self.land.tiles) for d in SIDES if beside(at, d) in self.land.tiles]
        pairs = [(at, d) for at, d in pairs if frozenset((at, beside(at, d))) not in self.land.pieces]
        if pairs:
            at, side = self.rng.choice(pairs)
            self.land.pieces.add(frozenset((at, beside(at, side))))
            self.game.call("lab_road", 0, (self.land.tiles[at][0], side))

    def read(self, slot: str) -> Any:
        return self.game.view(0)["slots"][f"player.{slot}"]["player_1"]

    def read_set(self, slot: str, key: str = "") -> set[str]:
        """Read a set of tiles; a castle is one of several copies."""
        found = self.read(slot)[key] if key else self.read(slot)
        return {name.partition("#")[0] for name in found}

    def names(self, cells: set[Cell]) -> set[str]:
        return {self.land.tiles[at][0] for at in cells}


def worth(land: Land, pawn: Cell) -> dict[str, int]:
    """What each scoring tile is worth, reckoned anew."""
    tiles, network = land.tiles, land.network()
    linked = {at for at, _ in network}
    closed = {k: [a for a in land.areas(k) if land.closed(a)] for k in TERRAINS}
    animals = {at: land.shape(at).signs.get("sheep", 0) + land.shape(at).signs.get("cattle", 0) for at in tiles}
    brochs = [land.signs_in(a, "mountain", "broch") for a in land.areas("mountain")]
    rows = [[at for at in tiles if at[1] == y] for y in {y for _, y in tiles}]
    with_broch = [at for at in tiles if land.shape(at).signs.get("broch")]

    def alike(a: Cell, b: Cell) -> bool:
        return bool(set(land.shape(a).signs) & set(land.shape(b).signs)) or bool(
            land.shape(a).scroll and land.shape(b).scroll
        )

    return {
        "sheep_counted": land.total("sheep"),
        "cattle_on_road": 2 * sum(land.shape(at).signs.get("cattle", 0) for at in linked),
        "barrels_on_road": barrels(land),
        "brochs": sum(BROCHS[n] if n < 3 else 5 for n in brochs),
        "farm_animals": sum(
            animals.get((x + dx, y + dy), 0)
            for x, y in tiles
            if land.shape((x, y)).signs.get("farm")
            for dx in (-1, 0, 1)
            for dy in (-1, 0, 1)
        ),
        "squares": sum(all((x + dx, y + dy) in tiles for dx in (0, 1) for dy in (0, 1)) for x, y in tiles),
        "columns": 3 * sum((x, y - 1) not in tiles and (x, y + 1) in tiles and (x, y + 2) in tiles for x, y in tiles),
        "longest_road": max(len({at for at, _ in road}) for road in land.roads()),
        "lochs": 2 * len(closed["water"]),
        "all_areas": sum(map(len, closed.values())),
        "large_areas": 3 * sum(len({at for at, _ in a}) >= 3 for k in TERRAINS for a in closed[k]),
        "building_sets": 3 * min(land.total(s) for s in ("broch", "farm", "lighthouse")),
        "harbours": 3
        * sum(
            land.signs_in(a, "water", "ship") > 0 and land.signs_in(a, "water", "lighthouse") > 0
            for a in land.areas("water")
        ),
        "peaks": 2 * len(closed["mountain"]),
        "far_from_home": 2 * (abs(pawn[0]) + abs(pawn[1])),
        "broch_lines": len({x for x, _ in with_broch}) + len({y for _, y in with_broch}),
        "equal_rows": 2 * sum(any(alike(a, b) for a in row for b in row if a < b) for row in rows),
        "bridges_passed": 0,
    }


def barrels(land: Land) -> int:
    return sum(land.shape(at).signs.get("barrel", 0) for at, i in land.network() if i == 0)


def requests(land: Land) -> dict[str, set[Cell]]:
    """The tiles that meet each requirement."""
    tiles = land.tiles
    found = {
        f"at_{s}": {at for at in tiles if land.shape(at).signs.get(s)} for s in ("barrel", "ship", "farm", "sheep")
    }
    for name, n in (("two_away", 2), ("three_away", 3), ("four_away", 4)):
        found[name] = {(x, y) for x, y in tiles if abs(x) + abs(y) >= n}
    for k in TERRAINS:
        found[f"closed_{k}"] = {at for a in land.areas(k) if land.closed(a) for at, _ in a}
    found["closed_both"] = found["closed_mountain"] & found["closed_water"]
    found["at_scroll"] = {at for at in tiles if land.shape(at).scroll}
    found["at_castle"] = {(0, 0)}
    found["northmost"] = {at for at in tiles if at[1] == min(y for _, y in tiles)}
    found["southmost"] = {at for at in tiles if at[1] == max(y for _, y in tiles)}
    found["westmost"] = {at for at in tiles if at[0] == min(x for x, _ in tiles)}
    found["eastmost"] = {at for at in tiles if at[0] == max(x for x, _ in tiles)}
    return found


@settings(max_examples=25, deadline=None, phases=[Phase.explicit, Phase.reuse, Phase.generate])
@given(seed=st.integers(0, 10**6), tiles=st.integers(0, 20), pieces=st.integers(0, 3), points=st.integers(0, 12))
def test_rules_and_brute_force_agree(seed: int, tiles: int, pieces: int, points: int) -> None:
    survey = Survey(seed, tiles, pieces)
    land = survey.land
    pawn, other = survey.rng.choice(sorted(land.tiles)), survey.rng.choice(sorted(land.tiles))
    survey.game.call("lab_stand", 0, (land.tiles[pawn][0] if pawn != (0, 0) else "castle#1",))
    survey.game.call("lab_measure", 0, (land.tiles[other][0] if other != (0, 0) else "castle#1", points))
    for goal, expected in worth(land, pawn).items():
        assert survey.read("lab_worth")[goal] == expected, goal
    assert survey.read("lab_barrels") == barrels(land)
    for k in TERRAINS:
        assert survey.read("lab_completed")[k] == sum(land.closed(a) for a in land.areas(k))
    assert survey.read_set("lab_linked") == survey.names({at for at, _ in land.network()})
    for request, cells in requests(land).items():
        assert survey.read_set("lab_meets", request) == survey.names(cells), request
    costs = land.costs(pawn)
    trips = survey.read("lab_trip")
    assert {n: trips[n] for n in survey.names(set(land.tiles)) if n != "castle"} == {
        land.tiles[at][0]: n for at, n in costs.items() if at != (0, 0)
    }
    visitable = {at for at in land.tiles if land.can_visit(pawn, {at, other}, points)}
    assert survey.read_set("lab_pairs") == survey.names(visitable)

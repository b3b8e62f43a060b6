"""Auf der Walz: maps that grow at random; what is offered is compared with hexagons reckoned in Python."""

from __future__ import annotations

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from regelwerk.interpreter.errors import RuleError
from tests.rulesets.walz.bench import Bench
from tests.rulesets.walz.hexes import Hex, apart, beside, cell_of, hex_of, lying, matches, shapes

CITIES = ("bilshofen", "driestein", "hemmburg", "krinn", "maasberg", "neustadt", "sellm")
HOME = hex_of("x20y20")


class Country:
    """The map of a game, beside a copy of it in Python."""

    def __init__(self, seed: int) -> None:
        self.rng = random.Random(seed)
        self.bench = Bench(2, seed)
        self.board: dict[Hex, list[str]] = {}
        self.towns: list[Hex] = [HOME]
        self.tiles: dict[Hex, list[Hex]] = {}
        slots = self.bench.game.view(None)["slots"]
        for name, cell in slots["Tile.at"].items():
            if cell is not None:
                self.put(name, hex_of(cell), 0)
        self.stack = [n for n in shapes() if n not in CITIES and slots["Tile.at"][n] is None]
        self.cities = list(CITIES)

    def put(self, name: str, at: Hex, turn: int) -> None:
        piece = lying(name, at, turn)
        self.board.update(piece)
        if name != "homeland":
            self.tiles[at] = list(piece)
        if name in CITIES:
            self.towns += piece

    def rim(self, at: Hex) -> set[Hex]:
        return {beside(h, n) for h in self.tiles[at] for n in range(6)} - set(self.board)

    def answer(self, wanted: set[str]) -> str:
        """Compare the options with those wanted and take one; a single one is not asked for."""
        if len(wanted) > 1:
            assert set(self.bench.options()) == wanted
        option = self.rng.choice(sorted(wanted))
        if len(wanted) > 1:
            self.bench.answer(option)
        return option

    def lay(self, name: str, places: dict[Hex, set[int]]) -> None:
        at = hex_of(self.answer({cell_of(h) for h in places}))
        turn = int(self.answer({str(r) for r in places[at]}))
        self.put(name, at, turn)
        slots = self.bench.game.view(None)["slots"]
        assert (slots["Tile.at"][name], slots["Tile.turn"][name]) == (cell_of(at), turn)

    def scout_land(self) -> None:
        here = self.rng.choice(sorted(self.tiles))
        name = self.rng.choice(self.stack)
        self.bench.run("lab_stand", cell_of(here))
        self.bench.run("lab_top", name)
        if not self.rim(here):
            with pytest.raises(RuleError):
                self.bench.run("scout_land")
            return
        places = {}
        for h in self.rim(here):
            turns = {r for r in range(6) if matches(self.board, lying(name, h, r))}
            if turns:
                places[h] = turns
        self.bench.run("scout_land")
        if places:
            self.lay(name, places)
            self.stack.remove(name)
        assert self.bench.table("land") == {"size": len(self.stack)}
        assert self.bench.player("misfit") == (not places)

    def scout_city(self) -> None:
        here = self.rng.choice(sorted(at for at, cells in self.tiles.items() if len(cells) == 1))
        name = self.rng.choice(self.cities)
        self.bench.run("lab_stand", cell_of(here))
        self.bench.run("lab_top", name)
        rim = self.rim(here)
        around = {h for c in rim for h in (c, *(beside(c, n) for n in range(6)))}
        places: dict[Hex, set[int]] = {}
        room = False
        for h in around:
            for r in range(6):
                piece = lying(name, h, r)
                free = not any(at in self.board for at in piece) and any(at in rim for at in piece)
                if free and all(apart(at, town) >= 3 for at in piece for town in self.towns):
                    room = True
                    if matches(self.board, piece):
                        places.setdefault(h, set()).add(r)
        if not room:
            with pytest.raises(RuleError):
                self.bench.run("scout_city")
            return
        self.bench.run("scout_city")
        if places:
            self.lay(name, places)
            self.cities.remove(name)
        assert self.bench.table("cities") == {"size": len(self.cities)}


@settings(max_examples=4, deadline=None)
@given(st.integers(0, 10**6))
def test_places_and_turns_are_those_that_fit(seed: int) -> None:
    country = Country(seed)
    for n in range(24):
        if n % 4 == 3 and country.cities:
            country.scout_city()
        elif country.stack:
            country.scout_land()
    assert [v.title for v in country.bench.game.check()] == []


@pytest.mark.slow
@settings(max_examples=60, deadline=None)
@given(st.integers(0, 10**6))
def test_whole_countries(seed: int) -> None:
    country = Country(seed)
    for n in range(70):
        if n % 3 == 2 and country.cities:
            country.scout_city()
        elif country.stack:
            country.scout_land()
    assert [v.title for v in country.bench.game.check()] == []

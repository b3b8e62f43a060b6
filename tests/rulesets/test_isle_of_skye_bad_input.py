"""Isle of Skye: secret prices and plans half-way, prices nobody can pay, seats that do not commit."""

from __future__ import annotations

import json
import random
from functools import cache
from typing import Any

import pytest

import regelwerk
from regelwerk.interpreter.errors import Refused
from regelwerk.scene import scene
from regelwerk.scene.model import Cards, Squares


@cache
def rules() -> regelwerk.Ruleset:
    return regelwerk.load("isle-of-skye", ["journeyman"])


def asked(game: regelwerk.Game, seat: int) -> Any:
    return next((d for d in game.decisions() if d.seat == seat), None)


def price(game: regelwerk.Game, seat: int, axe: int, first: int) -> None:
    """Lay the axe at one tile, ask a price for another, and the least for the last."""
    game.choose(str(axe), seat)
    game.choose(str(first), seat)
    if asked(game, seat) is not None and asked(game, seat).options:
        game.choose("1", seat)


def until_plans(seed: int) -> regelwerk.Game:
    """Play at random until markers are placed in secret."""
    game, rng = rules().new_game(players=2, seed=seed), random.Random(seed)
    while "waypoint" not in game.decisions()[0].question:
        decision = game.decisions()[0]
        game.choose(rng.choice(decision.options).code, decision.seat)
        if decision.secret and decision.seat in game.waiting():
            game.commit(decision.seat)
    return game


def test_what_one_seat_lays_out_shows_to_nobody_before_all_are_ready() -> None:
    game, other = rules().new_game(players=2, seed=3), rules().new_game(players=2, seed=3)
    before = game.view(1)
    price(game, 0, axe=1, first=2)
    price(other, 0, axe=3, first=4)
    assert game.view(1) == other.view(1) == before
    game.commit(0)
    other.commit(0)
    assert game.view(1) == other.view(1)
    assert game.view(1)["slots"]["table.phase"] == 2
    assert [d.seat for d in game.decisions()] == [1]


def test_the_market_names_prices_to_others_once_all_are_ready_and_begins_with_ones_own_tiles() -> None:
    def market(seat: int) -> list[tuple[int | None, list[int]]]:
        rows = [part for part in scene(game, seat).parts if isinstance(part, Cards)]
        items = [(row.owner, [i for c in row.cards for i in c.items if i.label == "costs"]) for row in rows]
        return [(owner, [int(i.marks[0].text) for i in found]) for owner, found in items]

    game = rules().new_game(players=2, seed=3)
    price(game, 0, axe=1, first=3)
    game.commit(0)
    price(game, 1, axe=2, first=1)
    assert (market(0), market(1)) == ([(0, [3, 1]), (1, [])], [(1, [1, 1]), (0, [])])
    game.commit(1)
    assert (market(0), market(1)) == ([(0, [3, 1]), (1, [1, 1])], [(1, [1, 1]), (0, [3, 1])])


def test_a_game_saved_among_secret_prices_goes_on_with_them() -> None:
    game = rules().new_game(players=2, seed=3)
    game.choose("2", 0)
    again = rules().load(json.loads(json.dumps(game.save())))
    assert again.view(1) == game.view(1)
    for each in (game, again):
        each.choose("3", 0)
        each.choose("1", 0)
        each.commit(0)
        price(each, 1, axe=1, first=1)
        each.commit(1)
    assert again.hash == game.hash
    assert game.view(1)["slots"]["player.price"]["player_1"] == {"1": 3, "2": 0, "3": 1}


def test_a_price_that_cannot_be_paid_is_refused_and_changes_nothing() -> None:
    game = rules().new_game(players=2, seed=3)
    game.choose("2", 0)
    before = game.hash
    for wrong in ("0", "5", "99"):  # 5 gold, and 1 is left for the other tile
        with pytest.raises(Refused):
            game.choose(wrong, 0)
    assert game.hash == before
    assert {o.text for o in asked(game, 0).options} == {"1", "2", "3", "4"}


def test_plans_show_to_nobody_before_all_are_ready() -> None:
    game = until_plans(5)
    before = game.view(1)
    game.choose(asked(game, 0).options[0].code, 0)
    again = rules().load(json.loads(json.dumps(game.save())))
    assert again.view(1) == game.view(1) == before


def test_all_journeymen_are_seen_while_markers_are_placed_in_secret() -> None:
    game = until_plans(5)
    for seat in (0, 1, None):
        maps = [part for part in scene(game, seat).parts if isinstance(part, Squares)]
        assert [sum(m.title == "journeyman pawn" for c in part.cells for m in c.marks) for part in maps] == [1, 1]


def test_plans_show_to_all_before_anybody_walks() -> None:
    game = until_plans(5)
    for seat in (0, 1):
        while asked(game, seat) is not None and asked(game, seat).options:
            game.choose(asked(game, seat).options[0].code, seat)
        game.commit(seat)
    assert game.decisions()[0].seat == 0
    assert game.view(0)["slots"]["player.way"]["player_2"]

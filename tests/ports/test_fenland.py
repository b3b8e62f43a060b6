"""Fenland against plain Python, decision by decision."""

from __future__ import annotations

from random import Random

import pytest

from regelwerk.interpreter.game.game import Game
from tests.oracle.library import ruleset
from tests.ports.plain_fenland import Cell, Fenland


def cell(name: str) -> Cell:
    return ord(name[0]) - ord("a"), int(name[1:]) - 1


def same(game: Game, plain: Fenland) -> None:
    slots = game.view(0)["slots"]
    assert list(slots["player.points"].values()) == plain.points
    assert list(slots["player.hands"].values()) == plain.left


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("seed", range(4))
def test_every_decision_is_as_in_plain_python(players: int, seed: int) -> None:
    game, plain, random = ruleset("fenland").new_game(players, seed), Fenland(players), Random(seed)
    laid = 0
    while not game.over:
        same(game, plain)
        decision = game.decision()
        tile = game.view(0)["slots"]["table.at_hand"].partition("#")[0]
        options = {o.id.removeprefix("put(").rstrip(")"): o for o in decision.options}
        where = {tuple(id.split(", ")): id for id in options}
        assert {(cell(at), int(turn)) for at, turn in where} == plain.options(tile)
        chosen = random.choice(sorted(options))
        game.choose(options[chosen], decision.seat)
        at, turn = chosen.split(", ")
        plain.land[cell(at)] = tile, int(turn)
        laid += 1
        free = plain.free(cell(at)) if plain.left[decision.seat] else {}
        if free:
            asked = game.decision()
            assert asked.seat == decision.seat
            assert {o.id.partition("#")[0] for o in asked.options} == {*free, "no"}
            option = random.choice(asked.options)
            game.choose(option, asked.seat)
            if option.id != "no":
                plain.send(asked.seat, free[option.id.partition("#")[0]])
        plain.pay(over=game.over)
    same(game, plain)
    assert laid > 20
    assert game.result is not None
    assert sorted(game.result.winners) == [s for s in range(players) if plain.points[s] == max(plain.points)]

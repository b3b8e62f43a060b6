"""Copies of a game go their own way, however they are made; pickled games come back as they were."""

from __future__ import annotations

import copy
import pickle
from collections.abc import Callable

import pytest

import regelwerk
from regelwerk.interpreter.game.game import Game

WAYS: dict[str, Callable[[Game], Game]] = {
    "clone": lambda game: game.clone(),
    "copy": copy.copy,
    "deepcopy": copy.deepcopy,
    "pickle": lambda game: pickle.loads(pickle.dumps(game)),
}


def begun() -> Game:
    game = regelwerk.load("tic-tac-toe").new_game(2, 1)
    for _ in range(2):
        game.choose(game.decisions()[0].options[0].id)
    return game


@pytest.mark.parametrize("way", WAYS)
def test_neither_notices_what_the_other_does(way: str) -> None:
    game = begun()
    before = game.save()
    twin = WAYS[way](game)
    assert twin.save() == before
    twin.choose(twin.decisions()[0].options[-1].id)
    assert game.save() == before
    moved = twin.save()
    game.choose(game.decisions()[0].options[0].id)
    game.undo()
    game.undo()
    assert twin.save() == moved
    twin.undo()
    assert [twin.save()[part] for part in ("state", "steps", "events")] == [
        before[part] for part in ("state", "steps", "events")
    ]


def test_a_deep_copy_of_several_things_keeps_what_is_one() -> None:
    game = begun()
    first, second = copy.deepcopy([game, game])
    assert first is second
    assert first is not game

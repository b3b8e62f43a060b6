"""Hellweg westfalicus: all engines play the same game, with each of the modules, both and none, to the end."""

from __future__ import annotations

import pytest

import regelwerk
from regelwerk import Ruleset
from regelwerk.simulation.batches import Batches
from regelwerk.simulation.games import Played, game_seed, play_through
from tests.wasm.test_lockstep import lockstep

COMPOSITIONS = [(), ("warehouse",), ("passengers",), ("warehouse", "passengers")]
LONGEST = 2000


@pytest.mark.parametrize("modules", COMPOSITIONS)
def test_whole_games_come_out_the_same_in_webassembly(modules: tuple[str, ...]) -> None:
    compiled = regelwerk.load("hellweg", modules).compiled
    for players in (2, 3, 4):
        found = list(
            Batches(Ruleset(compiled, "wasm"), players, 5, LONGEST, checks=True).played(range(2), 1, _left_to_nobody)
        )
        slow = Ruleset(compiled, "python")
        assert found == [play_through(slow, players, n, game_seed(5, n), LONGEST, checks=True) for n in range(2)]
        assert not any(game.failure for game in found)


@pytest.mark.parametrize("modules", COMPOSITIONS)
def test_three_engines_agree_step_by_step(modules: tuple[str, ...]) -> None:
    steps, native = lockstep(regelwerk.load("hellweg", modules).compiled, 3, most=600)
    assert native == steps > 60


def _left_to_nobody(index: int) -> Played:
    raise AssertionError(f"game {index} was left to Python")

"""Wallenstein: all engines play the same game, secret answers included, and WebAssembly needs no help."""

from __future__ import annotations

import pytest

from regelwerk import Ruleset
from regelwerk.simulation.batches import Batches
from regelwerk.simulation.games import Played, game_seed, play_through
from tests.rulesets.wallenstein.bench import COMPOSITIONS, composed
from tests.wasm.test_lockstep import lockstep

GAMES = 2
LONGEST = 2000


@pytest.mark.parametrize("players", [3, 4, 5])
@pytest.mark.parametrize("name", COMPOSITIONS)
def test_whole_games_come_out_the_same_in_webassembly(name: str, players: int) -> None:
    compiled = composed(name).compiled
    batches = Batches(Ruleset(compiled, "wasm"), players, 3, LONGEST, checks=True)
    found = list(batches.played(range(GAMES), 1, _left_to_nobody))
    slow = Ruleset(compiled, "python")
    expected = [play_through(slow, players, n, game_seed(3, n), LONGEST, checks=True) for n in range(GAMES)]
    assert found == expected
    assert not any(game.failure for game in found)


@pytest.mark.parametrize("name", COMPOSITIONS)
def test_three_engines_agree_step_by_step(name: str) -> None:
    steps, native = lockstep(composed(name).compiled, 2, most=600)
    assert native == steps > 300


def _left_to_nobody(index: int) -> Played:
    raise AssertionError(f"game {index} was left to Python")

"""Values that WebAssembly remembers are those the other engines count anew, and remembering them pays."""

from __future__ import annotations

import time

import pytest

from benchmarks import engines
from regelwerk import Ruleset
from regelwerk.bots.dice import Dice
from regelwerk.interpreter.engine import cache
from regelwerk.interpreter.engine.wasm import memos
from regelwerk.simulation.batches import Batches
from tests.interpreter import cards
from tests.interpreter.programs import program
from tests.oracle.library import compiled
from tests.wasm.test_lockstep import DEEP, lockstep
from tests.wasm.test_simulate import left_to_nobody, one_by_one

GAMES = 4


@pytest.fixture
def everything(monkeypatch: pytest.MonkeyPatch) -> None:
    """Remember also what is quickly counted."""
    monkeypatch.setenv(cache.VARIABLE, "off")
    monkeypatch.setattr(memos, "WORTH", 1)
    monkeypatch.setattr(memos, "GROUPS", 60)


@pytest.mark.usefixtures("everything")
def test_generated_rulesets_run_the_same() -> None:
    for number in range(12):
        lockstep(program(3000 + number, huge=False), number, DEEP, most=40)
    lockstep(cards.card_game(), 1)


@pytest.mark.usefixtures("everything")
@pytest.mark.parametrize(
    ("name", "players"), [("fenland", 3), ("branch_lines", 2), ("sushi_go", 4), ("leduc_poker", 2), ("isle_of_skye", 3)]
)
def test_whole_games_end_the_same(name: str, players: int) -> None:
    """What was remembered in one trial, turn or game must not be found in another where it no longer holds."""
    rules = Ruleset(compiled(name), "wasm")
    found = list(Batches(rules, players, 3, 100_000, checks=False).played(range(GAMES), 1, left_to_nobody))
    assert found == one_by_one(rules, players, 100_000, checks=False, games=GAMES)


@pytest.mark.usefixtures("everything")
@pytest.mark.parametrize("seed", range(3))
def test_a_position_is_played_out_the_same(seed: int) -> None:
    """Down to the last cell, chance and the dice of those who answer."""
    rules = compiled("fenland")
    ends = []
    for engine in ("python", "wasm"):
        machine, dice = Ruleset(rules, engine).machine, Dice(seed, "test")
        S = machine.start(3, seed)
        ends.append((machine.playout(S, dice.random), machine.packed(S), dice.word))
    assert ends[0] == ends[1]


def test_areas_are_found_once_for_all_who_ask(monkeypatch: pytest.MonkeyPatch) -> None:
    """Both ways are timed in turn, so that other work on the machine slows both."""
    rules = compiled("fenland")
    monkeypatch.setenv(cache.VARIABLE, "off")
    ways = [engines.in_wasm(rules, 3)]
    monkeypatch.setattr(memos, "GROUPS", 0)
    ways.append(engines.in_wasm(rules, 3))
    taken: list[list[float]] = [[], []]
    for _ in range(5):
        for way, times in zip(ways, taken, strict=True):
            start = time.process_time()
            way.play(range(60))
            times.append(time.process_time() - start)
    assert min(taken[1]) > 1.2 * min(taken[0])

"""Many games at once are the same games as one by one in Python."""

from __future__ import annotations

import pytest

from regelwerk import Ruleset
from regelwerk.batches import Batches
from regelwerk.bots.dice import Dice
from regelwerk.dsl import ir
from regelwerk.games import Played, game_seed, play_fast, play_through
from regelwerk.interpreter.context import Context
from tests.oracle.library import compiled

GAMES = 12


def one_by_one(rules: Ruleset, players: int, limit: int, checks: bool, games: int = GAMES) -> list[Played]:
    slow = Ruleset(rules.compiled, "python")
    seeds = [game_seed(3, index) for index in range(games)]
    if checks:
        return [play_through(slow, players, n, seed, limit, checks=True) for n, seed in enumerate(seeds)]
    return [play_fast(slow, players, n, seed, limit) for n, seed in enumerate(seeds)]


def at_once(rules: Ruleset, players: int, limit: int, checks: bool, jobs: int, games: int = GAMES) -> list[Played]:
    """Play in batches; nothing may be left to Python unless the game ends in an error."""

    def again(index: int) -> Played:
        seed = game_seed(3, index)
        slow = Ruleset(rules.compiled, "python")
        if checks:
            return play_through(slow, players, index, seed, limit, checks=True)
        return play_fast(slow, players, index, seed, limit)

    return list(Batches(rules, players, 3, limit, checks).played(games, jobs, again))


@pytest.mark.parametrize("checks", [False, True])
@pytest.mark.parametrize(
    ("name", "players"),
    [
        ("connect_four", 2),
        ("hex", 2),
        ("leduc_poker", 2),
        ("pig", 5),
        ("probes/walz_money", 3),
        ("probes/skye_prices", 3),
    ],
)
def test_games_at_once_are_the_games_one_by_one(name: str, players: int, checks: bool) -> None:
    rules = Ruleset(compiled(name), "wasm")
    expected = one_by_one(rules, players, 100_000, checks)
    assert at_once(rules, players, 100_000, checks, 1) == expected
    assert at_once(rules, players, 100_000, checks, 3) == expected


def test_a_game_that_does_not_end_is_told_alike() -> None:
    rules = Ruleset(compiled("pig"), "wasm")
    for checks in (False, True):
        found = at_once(rules, 2, 20, checks, 1)
        assert found == one_by_one(rules, 2, 20, checks)
        assert any(game.failure is not None and game.failure.key == "length" for game in found)


@pytest.mark.parametrize(("name", "players"), [("connect_four", 2), ("pig", 4), ("probes/walz_dice", 3)])
def test_a_playout_from_any_position_ends_alike(name: str, players: int) -> None:
    ours, theirs = (Ruleset(compiled(name), engine).machine for engine in ("python", "wasm"))
    S = ours.start(players, 7)
    for seed in range(12):
        ends = []
        for machine in (ours, theirs):
            dice, T = Dice(seed, "test"), S.copy()
            ends.append((machine.playout(T, dice.random), machine.packed(T), dice.word))
        assert ends[0] == ends[1]
        X = Context()
        ours.take(S, X, ours.options(S, Context())[0])
        if not S[ir.ASK]:
            break
    assert theirs.fast is not None
    assert theirs.fast.broken_off == 0

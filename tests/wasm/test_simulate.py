"""Many games at once are the same games as one by one in Python."""

from __future__ import annotations

from pathlib import Path

import pytest

from benchmarks.rulesets import named
from regelwerk import Ruleset, load
from regelwerk.bots.dice import Dice
from regelwerk.dsl import ir
from regelwerk.interpreter.engine.context import Context
from regelwerk.simulation.batches import Batches
from regelwerk.simulation.games import Played, game_seed, play_fast, play_through
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

    return list(Batches(rules, players, 3, limit, checks).played(range(games), jobs, again))


@pytest.mark.parametrize("checks", [False, True])
@pytest.mark.parametrize(
    ("name", "players"),
    [
        ("connect_four", 2),
        ("hex", 2),
        ("leduc_poker", 2),
        ("pig", 5),
        ("fenland", 3),
        ("isle_of_skye", 3),
    ],
)
def test_games_at_once_are_the_games_one_by_one(name: str, players: int, checks: bool) -> None:
    rules = Ruleset(compiled(name), "wasm")
    expected = one_by_one(rules, players, 100_000, checks)
    assert at_once(rules, players, 100_000, checks, 1) == expected
    assert at_once(rules, players, 100_000, checks, 3) == expected


SECRETS = """
game secrets "Secrets"
  players   2..4

table
  rounds    0..6
  pot       0..99

player
  stake     0..3 private
  bid       0..9 private
  points    0..99

setup
  as all players: choose_stake

effect choose_stake
  choose n in 1..3
  set me.stake to n

effect bid_in_secret
  if me.points < 12
    choose n in 0..me.stake
    set me.bid to n
    if n = 2
      choose m in 0..9 where m != 5
      set me.bid to m

flow
  repeat
    as all players: bid_in_secret
    as all players: set me.stake to me.stake
    as each players
      add me.bid to me.points
      choose k in 0..me.stake
      add k to pot
    add 1 to rounds
    if rounds = 5: end flow

invariant "stakes stay"
  all p in players: p.stake = before(p.stake)

invariant "the pot stays small"
  pot < {most}

winner
  most me.points
"""


@pytest.mark.parametrize("most", [18, 99])
@pytest.mark.parametrize("limit", [9, 100_000])
def test_secret_answers_are_checked_in_webassembly_too(tmp_path: Path, most: int, limit: int) -> None:
    """With answers in the set-up, parts in which some or all have nothing to decide, and invariants that break."""
    (tmp_path / "secrets.regel").write_text(SECRETS.replace("{most}", str(most)))
    rules = Ruleset(load(tmp_path / "secrets.regel").compiled, "wasm")
    for players in (2, 4):
        found = list(Batches(rules, players, 3, limit, checks=True).played(range(GAMES), 1, left_to_nobody))
        assert found == one_by_one(rules, players, limit, checks=True)
    keys = {game.failure.key if game.failure else "" for game in found}
    assert keys == ({"length"} if limit == 9 else {"", "invariant the pot stays small"} if most == 18 else {""})


@pytest.mark.parametrize(("name", "players"), [("isle_of_skye", 4), ("isle_of_skye", 2), ("wallenstein", 3)])
def test_games_with_secret_answers_need_no_help(name: str, players: int) -> None:
    rules = Ruleset(compiled(name), "wasm")
    found = list(Batches(rules, players, 3, 500, checks=True).played(range(4), 1, left_to_nobody))
    assert found == one_by_one(rules, players, 500, checks=True, games=4)


def left_to_nobody(index: int) -> Played:
    raise AssertionError(f"game {index} was left to Python")


def test_a_game_that_does_not_end_is_told_alike() -> None:
    rules = Ruleset(compiled("pig"), "wasm")
    for checks in (False, True):
        found = at_once(rules, 2, 20, checks, 1)
        assert found == one_by_one(rules, 2, 20, checks)
        assert any(game.failure is not None and game.failure.key == "length" for game in found)


@pytest.mark.parametrize(("name", "players"), [("connect_four", 2), ("pig", 4), ("walz_dice", 3)])
def test_a_playout_from_any_position_ends_alike(name: str, players: int) -> None:
    rules = named(name)
    ours, theirs = (Ruleset(rules, engine).machine for engine in ("python", "wasm"))
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

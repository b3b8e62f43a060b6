"""Seeds of more than 64 bits: one game in every engine, kept and replayed like any other, and not to be foretold."""

from __future__ import annotations

from itertools import islice

import pytest

from benchmarks.rulesets import GAMES as GAMES_TO_MEASURE
from regelwerk import Game, load
from regelwerk.bots import RandomBot, answer, consult
from regelwerk.interpreter.game.replay import log_file, replay

SEED = 2**255 + 987654321
GAMES = [("pig", 2), ("leduc-poker", 2), ("isle-of-skye", 3), (str(GAMES_TO_MEASURE / "walz_dice.regel"), 3)]


def played(game: Game, decisions: int) -> list[str]:
    """Play at random and give the fingerprints on the way."""
    bots = [RandomBot(1, seat) for seat in range(game.players)]
    found = [game.hash]
    for _ in range(decisions):
        if game.over:
            break
        decision = game.decisions()[0]
        answer(game, decision, bots[decision.seat].choose(game, decision))
        found.append(game.hash)
    return found


@pytest.mark.parametrize(("name", "players"), GAMES)
def test_all_engines_play_the_same_game(name: str, players: int) -> None:
    courses = [
        played(load(name, engine=engine).new_game(players, SEED), 25) for engine in ("reference", "python", "wasm")
    ]
    assert courses[0] == courses[1] == courses[2]
    assert courses[1] != played(load(name).new_game(players, SEED + 1), 25)


@pytest.mark.parametrize(("name", "players"), GAMES)
def test_games_are_kept_taken_back_and_replayed(name: str, players: int) -> None:
    ruleset = load(name)
    game = ruleset.new_game(players, SEED)
    played(game, 20)
    assert ruleset.load(game.save()).hash == game.hash
    again, divergence = replay(ruleset, log_file(game))
    assert divergence is None
    assert again.hash == game.hash
    twin = game.clone()
    twin.undo()
    twin.undo()
    played_on = twin.hash
    assert played_on != game.hash
    assert game.hash == again.hash


def rolls(game: Game, most: int) -> list[int]:
    """Roll as often as possible and give what everybody sees."""
    while not game.over and sum(entry["kind"] == "chance" for entry in game.log) < most:
        game.choose("roll")
    return [entry["result"] for entry in game.log_for(None) if entry["kind"] == "chance"]


def test_public_rolls_do_not_lead_to_the_seed() -> None:
    """What found a short seed in seconds, tried: all seeds up to a limit are compared with the first rolls."""
    pig = load("pig")

    def found(seen: list[int]) -> list[int]:
        return [seed for seed in range(400) if list(islice(rolls(pig.new_game(2, seed), len(seen)), 14)) == seen]

    assert found(rolls(pig.new_game(2, 321), 14)) == [321]
    assert found(rolls(pig.new_game(2, None), 14)) == []


def test_a_bot_is_dealt_games_that_know_nothing_of_the_seed() -> None:
    game = load("leduc-poker").new_game(2, SEED)
    seen: list[Game] = []

    class Curious:
        def choose(self, game: Game, decision: object) -> object:
            seen.append(game)
            return decision.options[0]  # type: ignore[attr-defined]

    consult(Curious(), game, game.decision())  # type: ignore[arg-type]
    words = {seen[0].state[site.addr] for site in game.ruleset.compiled.chances}
    assert seen[0].seed != SEED
    assert all(word < 2**64 for word in words)

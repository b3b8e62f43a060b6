"""What must hold for every ruleset: all engines agree, what is offered can be done, games can be saved and copied."""

from __future__ import annotations

import json
from random import Random

import pytest

from regelwerk.interpreter.errors import RuleError
from regelwerk.interpreter.game.decisions import Decision
from regelwerk.interpreter.game.game import Game
from regelwerk.interpreter.game.replay import log_file, replay
from tests.oracle.library import FILES, ruleset, seats

GROUPS = [(name, players) for name in FILES for players in seats(name)]
MOST = 60  # decisions of one game; some games are long

every_group = pytest.mark.parametrize(("name", "players"), GROUPS)


def answer(game: Game, decision: Decision, code: int) -> None:
    """Answer a decision, and commit when it was the last of a secret part."""
    game.choose(code, decision.seat)
    if decision.secret and decision.seat in game.waiting():
        game.commit(decision.seat)


def step(game: Game, random: Random) -> None:
    decision = random.choice(game.decisions())
    answer(game, decision, random.choice(decision.options).code)


def play(game: Game, random: Random, most: int = MOST) -> Game:
    """Play on at random."""
    for _ in range(most):
        if not game.decisions():
            break
        step(game, random)
    return game


def lockstep(name: str, players: int, seed: int, most: int) -> int:
    """Play on all engines: position, options and log are equal after every decision. Tell how many there were."""
    ours, *others = (ruleset(name, engine).new_game(players, seed) for engine in ("reference", "python", "wasm"))
    random, compared = Random(seed), 0
    for _ in range(most):
        for other in others:
            assert other.machine.packed(other.state) == ours.machine.packed(ours.state)
            assert other.decisions() == ours.decisions()
        if not ours.decisions():
            break
        decision = random.choice(ours.decisions())
        code = random.choice(decision.options).code
        for game in (ours, *others):
            answer(game, decision, code)
        compared += 1
    for other in others:
        assert other.log == ours.log
        assert other.result == ours.result
    return compared


@every_group
def test_all_engines_do_the_same(name: str, players: int) -> None:
    lockstep(name, players, players, MOST)


@pytest.mark.slow
@every_group
def test_all_engines_do_the_same_in_many_games(name: str, players: int) -> None:
    compared, seed = 0, 100
    while compared < 1500 and seed < 130:  # whole games: some have 10 decisions, some 800
        compared += lockstep(name, players, seed, 2000)
        seed += 1


@pytest.mark.parametrize("players", [2, 5])
def test_all_engines_do_the_same_with_an_expansion(players: int) -> None:
    lockstep("isle_of_skye+journeyman", players, seed=1, most=MOST)


@pytest.mark.slow
@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_all_engines_do_the_same_in_a_whole_game_with_an_expansion(players: int) -> None:
    lockstep("isle_of_skye+journeyman", players, seed=2, most=2000)


def try_everything(name: str, players: int, seed: int, states: int) -> None:
    """Take every option of random positions, each on a copy."""
    random = Random(seed)
    game = ruleset(name).new_game(players, seed)
    for _ in range(states):
        if not game.decisions():
            return
        for decision in game.decisions():
            tried = decision.options if len(decision.options) <= 12 else random.sample(decision.options, 12)
            for option in tried:
                twin = game.clone()
                try:
                    answer(twin, decision, option.code)
                except RuleError as error:
                    pytest.fail(f"{option.id} is offered at {decision.site}, but {error}")
        for _ in range(random.randint(1, 6)):
            if game.decisions():
                step(game, random)


@every_group
def test_what_is_offered_can_be_done(name: str, players: int) -> None:
    try_everything(name, players, seed=players, states=12)


@pytest.mark.slow
@every_group
def test_what_is_offered_can_be_done_in_many_positions(name: str, players: int) -> None:
    for seed in range(4):
        try_everything(name, players, seed, states=120)


@every_group
def test_a_saved_game_goes_on_alike(name: str, players: int) -> None:
    game = play(ruleset(name).new_game(players, 5), Random(5), most=25)
    again = ruleset(name).load(json.loads(json.dumps(game.save())))
    assert again.hash == game.hash
    assert again.log == game.log
    assert again.decisions() == game.decisions()
    play(game, Random(6), most=25)
    play(again, Random(6), most=25)
    assert again.hash == game.hash
    assert again.log == game.log


@every_group
def test_a_log_is_the_same_game_again(name: str, players: int) -> None:
    game = play(ruleset(name).new_game(players, 8), Random(8), most=40)
    random = Random(8)
    while any(decision.secret for decision in game.decisions()):  # secret answers are in the log once they are played
        step(game, random)
    again, divergence = replay(ruleset(name), log_file(game))
    assert divergence is None
    assert again.hash == game.hash
    assert again.result == game.result


@every_group
def test_a_copy_goes_its_own_way(name: str, players: int) -> None:
    game = play(ruleset(name).new_game(players, 9), Random(9), most=10)
    before = game.hash, len(game.log), game.decisions()
    twin = game.clone()
    play(twin, Random(1), most=30)
    assert (game.hash, len(game.log), game.decisions()) == before
    second = game.clone()
    play(second, Random(1), most=30)
    assert second.hash == twin.hash
    play(game, Random(1), most=30)
    assert game.hash == twin.hash

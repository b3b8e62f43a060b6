"""Games side by side in WebAssembly: the same games, options and observations as one by one in Python."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray

from regelwerk import load
from regelwerk.adapters import Observer, VectorEnv
from regelwerk.adapters.vector import Step
from regelwerk.bots import answer
from regelwerk.errors import Refused
from regelwerk.interpreter.engine import cache
from regelwerk.interpreter.engine.wasm.encode import Code
from regelwerk.interpreter.engine.wasm.entries import rows
from regelwerk.interpreter.engine.wasm.program import Program

FINGERS = str(Path(__file__).parent / "fingers.regel")
SHELVES = str(Path(__file__).parent / "shelves.regel")
THROWS = "tests/impact/throws.regel"


def any_of(env: VectorEnv, step: Step, dice: np.random.Generator) -> NDArray[np.int64]:
    """Choose at random."""
    masks = env.masks()
    return np.asarray((dice.random(masks.shape) * masks).argmax(axis=1), np.int64)


@pytest.mark.parametrize(
    ("name", "players", "steps", "threads"),
    [("connect-four", 2, 60, 2), ("leduc-poker", 2, 40, 1), ("pig", 3, 60, 3), (SHELVES, 2, 30, 1),
     ("auf-der-walz", 3, 60, 1), ("hellweg-westfalicus", 2, 40, 2)],
)  # fmt: skip
def test_games_are_those_of_python(name: str, players: int, steps: int, threads: int) -> None:
    rules = load(name)
    env, observer, dice = VectorEnv(rules, players, threads=threads), Observer(rules, players), np.random.default_rng(2)
    step = env.reset(3, seed=7)
    games = [rules.new_game(players, int(seed)) for seed in env.seeds]
    ended = 0
    for _ in range(steps):
        for number, game in enumerate(games):
            decision = game.decisions()[0]
            assert decision.seat == step.seats[number]
            assert (observer.observe(game, decision.seat) == step.observations[number]).all()
            offered = env.options[number][: env.counts[number]].tolist()
            assert sorted(option.code for option in decision.options) == sorted(offered)
        chosen = any_of(env, step, dice)
        codes = env._codes(chosen)
        for number, game in enumerate(games):
            decision = game.decisions()[0]
            option = decision.option(int(codes[number]))
            assert option is not None
            answer(game, decision, option)
        step = env.step(chosen)
        for number, game in enumerate(games):
            assert game.over == step.ended[number]
            if game.over:
                ended += 1
                assert game.result is not None
                best = game.result.winners
                assert {int(n) for n in np.flatnonzero(step.rewards[number] == step.rewards[number].max())} == set(best)
                games[number] = rules.new_game(players, int(env.seeds[number]))
    assert ended or name in ("auf-der-walz", "hellweg-westfalicus", "pig")
    env.close()


def test_results_do_not_depend_on_threads() -> None:
    found = []
    for threads in (1, 2, 3):
        env, dice = VectorEnv("leduc-poker", threads=threads, reward="margin"), np.random.default_rng(3)
        step = env.reset(50, seed=1)
        rewards = np.zeros_like(step.rewards)
        for _ in range(40):
            step = env.step(any_of(env, step, dice))
            rewards += step.rewards
        found.append((rewards.copy(), step.observations.copy()))
        env.close()
    for rewards, seen in found[1:]:
        assert (rewards == found[0][0]).all() and (seen == found[0][1]).all()


@pytest.mark.parametrize("name", [SHELVES, "leduc-poker"])
def test_a_step_that_is_broken_off_is_done_in_python(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(p: Program, c: Code, row: int, state: int) -> None:
        done.append("written")
        c.trap()  # after everything has changed: all of it has to be put back

    done: list[str] = []
    monkeypatch.setattr(rows, "_told", broken)
    monkeypatch.setattr(cache, "read", lambda key: None)
    monkeypatch.setattr(cache, "write", lambda key, content: None)
    test_games_are_those_of_python(name, 2, 30, 2)
    assert done


def test_who_decides_at_once_sees_no_other_answer() -> None:
    env = VectorEnv(FINGERS, 2)
    env.reset(2, seed=1)
    step = env.step([0, 3])
    assert (step.seats == 1).all()
    assert (step.observations[0] == step.observations[1]).all()


def test_variants_share_a_training_set() -> None:
    late = load(THROWS, rulings={"bonus": "6"})
    env = VectorEnv(THROWS, 2, variants=[late])
    step = env.reset(10, seed=1)
    assert sorted(set(env.variant.tolist())) == [0, 1] and len(step.observations) == 10
    env.step(any_of(env, step, np.random.default_rng(1)))
    with pytest.raises(Refused, match="variants must look alike: Pig"):
        VectorEnv("connect-four", variants=["pig"])


def test_mistakes_are_told(monkeypatch: pytest.MonkeyPatch) -> None:
    env = VectorEnv("connect-four")
    with pytest.raises(Refused, match="begin with reset"):
        env.step([0])
    env.reset(2)
    for wrong, said in (([0], "2 games wait"), ([0, 9], "action 9 is not offered in game 1"), ([-1, 0], "action -1")):
        with pytest.raises(Refused, match=said):
            env.step(wrong)
    with pytest.raises(Refused, match="at least one game"):
        env.reset(0)
    with pytest.raises(Refused, match="need WebAssembly"):
        VectorEnv(load("pig", engine="python")).reset(1)
    few = VectorEnv("auf-der-walz", 3, most_options=1)
    with pytest.raises(Refused, match="make room for them with most_options"):
        few.reset(1)
    with pytest.raises(Refused, match="more than WebAssembly may take"):
        VectorEnv("auf-der-walz", 3).reset(1_000_000)
    walz = VectorEnv("auf-der-walz", 3)
    walz.reset(1)
    with pytest.raises(Refused, match="there is none at place"):
        walz.step([99])

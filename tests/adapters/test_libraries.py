"""Every adapter passes the tests that its library comes with."""

from __future__ import annotations

import sys
from functools import partial
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import gymnasium
import pyspiel
import pytest
from gymnasium.utils.env_checker import check_env
from open_spiel.python import policy
from open_spiel.python.algorithms import cfr, exploitability, generate_playthrough
from pettingzoo import test as zoo

from regelwerk import adapters, load
from regelwerk.adapters import SeatEnv, aec_env, openspiel_game, parallel_env
from regelwerk.adapters.openspiel import register
from regelwerk.errors import Refused

FINGERS = str(Path(__file__).parent / "fingers.regel")
LEDUC: dict[str, Any] = {"explicit_chance": True, "reward": "margin", "most_utility": 13.0}
pytestmark = pytest.mark.filterwarnings("ignore")


@pytest.mark.parametrize(
    ("name", "players"),
    [("connect-four", 2), ("leduc-poker", 2), (FINGERS, 3), ("auf-der-walz", 2), ("coup", 3), ("wallenstein", 3)],
)
def test_seats_in_turn(name: str, players: int) -> None:
    rules = load(name)
    zoo.api_test(aec_env(rules, players), num_cycles=60)
    zoo.seed_test(lambda: aec_env(rules, players), num_cycles=20)


def test_all_at_once() -> None:
    rules = load(FINGERS)
    zoo.parallel_api_test(parallel_env(rules, 3), 60)
    zoo.parallel_seed_test(lambda: parallel_env(rules, 3), 20)
    zoo.max_cycles_test(SimpleNamespace(env=partial(aec_env, rules, 3), parallel_env=partial(parallel_env, rules, 3)))


def test_nobody_sees_what_others_have_said_at_the_same_time() -> None:
    env = aec_env(FINGERS, 3)
    env.reset(seed=1)
    before = env.observe("seat_3")["observation"]
    env.step(3)
    after = env.observe("seat_3")["observation"]
    assert env.agent_selection == "seat_2"
    assert (before[2:] == after[2:]).all()


def test_rewards_add_up_to_nothing() -> None:
    env = aec_env(FINGERS, 3)
    env.reset(seed=2)
    sums = dict.fromkeys(env.possible_agents, 0.0)
    for agent in env.agent_iter():
        seen, reward, over, _, _ = env.last()
        sums[agent] += reward
        env.step(None if over else int(seen["action_mask"].nonzero()[0][-(agent == "seat_2")]))
    assert abs(sum(sums.values())) < 1e-9 and any(sums.values())


class Masked(gymnasium.Wrapper[Any, Any, Any, Any]):
    """The checker of Gymnasium says any number: here the next one that is offered."""

    def step(self, action: Any) -> Any:
        mask = self.env.unwrapped.table.mask(0)  # type: ignore[attr-defined]
        found = next((n % len(mask) for n in range(action, action + len(mask)) if mask[n % len(mask)]), 0)
        return self.env.step(found)


@pytest.mark.parametrize("name", ["connect-four", "leduc-poker", "coup", "sushi-go"])
def test_one_seat_against_bots(name: str) -> None:
    check_env(Masked(SeatEnv(name, 2)), skip_render_check=True)


def test_a_seat_plays_to_the_end() -> None:
    env = SeatEnv("leduc-poker", seat=1, bots=["sensible"], reward="margin")
    for seed in range(3):
        _, info = env.reset(seed=seed)
        over = False
        while not over:
            _, reward, over, _, info = env.step(int(info["action_mask"].nonzero()[0][0]))
        assert reward
    with pytest.raises(Refused, match=r"the game is over"):
        env.step(0)


@pytest.mark.parametrize(
    ("name", "how"),
    [
        ("connect-four", {}),
        ("leduc-poker", {}),
        ("leduc-poker", LEDUC),
        ("pig", {"explicit_chance": True}),
        (FINGERS, {}),
    ],
)
def test_random_simulations_of_openspiel(name: str, how: dict[str, Any]) -> None:
    pyspiel.random_sim_test(openspiel_game(name, **how), 1, False, False)


def test_a_playthrough_of_openspiel() -> None:
    name = register(openspiel_game("tic-tac-toe"))
    told = generate_playthrough.playthrough(name, action_sequence=None, seed=4)
    assert "Regelwerk" in told and "IsTerminal() = True" in told
    assert told == generate_playthrough.playthrough(name, action_sequence=None, seed=4)


@pytest.mark.slow
def test_leduc_is_exploited_as_openspiel_has_it() -> None:
    own, ours = pyspiel.load_game("leduc_poker"), openspiel_game("leduc-poker", **LEDUC)
    found = [exploitability.nash_conv(game, policy.UniformRandomPolicy(game)) for game in (own, ours)]
    assert found[0] == pytest.approx(found[1], abs=1e-9)
    solvers = [cfr.CFRSolver(game) for game in (own, ours)]
    for _ in range(5):
        for solver in solvers:
            solver.evaluate_and_update_policy()
    after = [
        exploitability.nash_conv(game, solver.average_policy())
        for game, solver in zip((own, ours), solvers, strict=True)
    ]
    assert after[0] == pytest.approx(after[1], abs=1e-6) and after[0] < found[0]


def test_mistakes_are_told(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(Refused, match="the highest reward"):
        openspiel_game("pig", reward="margin")
    state = openspiel_game("auf-der-walz", explicit_chance=True).new_initial_state()
    with pytest.raises(Refused, match="explicit chance is for small games"):
        all(state.apply_action(0) is None for _ in range(100))
    env = aec_env("connect-four")
    env.reset(seed=1)
    with pytest.raises(Refused, match="there is no action 99: they are 0 to 6"):
        env.step(99)
    with pytest.raises(Refused, match="2 bots play the other seats"):
        SeatEnv(FINGERS, 3, bots=["random"])
    monkeypatch.setitem(sys.modules, "numpy", None)
    with pytest.raises(Refused, match=r"this needs numpy \(pip install 'regelwerk\[research\]'\)"):
        adapters.aec_env  # noqa: B018

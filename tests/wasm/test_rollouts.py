"""Rollouts come out the same in WebAssembly as elsewhere: where they stop, what is offered, how seats stand."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Any

import pytest

import regelwerk
from benchmarks.rulesets import GAMES as GAMES_TO_MEASURE
from regelwerk.bots.learning.features import feature_names
from regelwerk.interpreter.engine.context import Context
from regelwerk.interpreter.engine.learning.fastest import fastest_rollout
from regelwerk.interpreter.engine.learning.policy import Memory, Policy
from regelwerk.interpreter.engine.learning.python import PythonRollout
from regelwerk.interpreter.engine.learning.rollouts import ANYBODY, BY_POLICY, MOST_STEPS, NOBODY, TURNS, Rollout
from regelwerk.interpreter.engine.learning.wasm.driver import WasmRollout
from regelwerk.interpreter.engine.machine import Machine
from regelwerk.interpreter.errors import RuleError

GAMES = [
    "tic-tac-toe",
    "connect-four",
    "breakthrough",
    "leduc-poker",
    "pig",
    "isle-of-skye",
    str(GAMES_TO_MEASURE / "walz_dice.regel"),
    "auf-der-walz",
]


def some_policy(machine: Machine, seed: int) -> Policy:
    """Make up a policy."""
    rng, found = Random(seed), Policy(feature_names(machine).feature_map)
    for weights in (found.own, found.standing):
        for n in range(len(weights)):
            weights[n] = rng.uniform(-400, 400)
    return found


def course(rollout: Rollout, machine: Machine, players: int, seed: int) -> list[Any]:
    """Play a rollout, and tell everything that can be seen on it."""
    rng, seen = Random(seed), list[Any]()
    until = rng.choice([NOBODY, ANYBODY, TURNS, 0])
    listen, sample = rng.random() < 0.5, rng.random() < 0.5
    feature_map, memory = feature_names(machine).feature_map, Memory()
    for code in range(rng.randrange(20)):
        memory.note(feature_map, code % len(feature_map.entries), code)
    position = rollout.position(machine.fresh(players, 0))
    rollout.begin(position, seed, {0: memory}, calm=rng.choice([1.0, 1.5]), listen=listen, sample=sample)
    rollout.on(until=until)
    while rollout.found and len(seen) < 30:
        seen.append(
            (rollout.site, rollout.who, rollout.made, tuple(rollout.found), rollout.standing(), rollout.logits())
        )
        rollout.on(rng.choice([BY_POLICY if until == TURNS else rollout.found[0], rng.choice(rollout.found)]), until)
    state = machine.canonical(rollout.state())
    assert listen or not rollout.events
    return [
        *seen,
        rollout.made,
        rollout.over,
        rollout.site,
        rollout.who,
        rollout.standing(),
        state,
        rollout.events,
        rollout.sampled(),
    ]


@pytest.mark.parametrize("name", GAMES)
def test_rollouts_come_out_the_same(name: str) -> None:
    machine = regelwerk.load(name).machine
    assert machine.fast is not None
    swift, plain = WasmRollout(machine, machine.fast), PythonRollout(machine)
    players = machine.compiled.players[1]
    for seed in range(4 if name == "auf-der-walz" else 20):
        for rollout in (swift, plain):
            rollout.go_by(some_policy(machine, seed) if seed % 4 else None)
        assert course(swift, machine, players, seed) == course(plain, machine, players, seed)


@pytest.mark.parametrize("name", ["breakthrough", "pig", "isle-of-skye", "auf-der-walz"])
def test_the_same_is_learnt_from_the_same_games(name: str) -> None:
    """To the last bit: weights are sums of floats, taken in the same order."""
    machine = regelwerk.load(name).machine
    assert machine.fast is not None
    policies, usual = [], list[list[float]]()
    rollouts: list[Rollout] = [WasmRollout(machine, machine.fast), PythonRollout(machine)]
    for rollout in rollouts:
        rollout.go_by(some_policy(machine, 1))
        players = machine.compiled.players[1]
        for seed in range(3):
            rollout.begin(rollout.position(machine.fresh(players, 0)), seed, sample=True)
            rollout.on()
            rng = Random(seed)
            usual.append(rollout.usual())
            better, more = ([rng.uniform(-3, 3) for _ in rollout.sampled()] for _ in range(2))
            rollout.learn(better, more)
            if seed:
                rollout.follow((0.4, 0.1), 0.01, 4.0)
        policies.append(rollout.learnt())
    for a, b in ((t.own, t.standing) for t in policies):
        assert any(a) and any(b)
    assert policies[0].own == policies[1].own and policies[0].standing == policies[1].standing
    assert policies[0].worth == policies[1].worth and any(usual[1]) and usual[:3] == usual[3:]
    assert policies[0].own != some_policy(machine, 1).own


@pytest.mark.parametrize("name", ["leduc-poker", "isle-of-skye", "auf-der-walz"])
def test_a_rollout_hears_what_a_game_with_the_same_answers_tells(name: str) -> None:
    machine = regelwerk.load(name).machine
    players = machine.compiled.players[1]
    for rollout in (fastest_rollout(machine), PythonRollout(machine)):
        answers = list[int]()
        rollout.begin(rollout.position(machine.fresh(players, 0)), 3, listen=True)
        rollout.on(until=ANYBODY)
        while rollout.found:
            answers.append(rollout.found[len(answers) % len(rollout.found)])
            rollout.on(answers[-1], ANYBODY)
        assert rollout.over and [event[3] for event in rollout.events if event[0] == "decision"] == answers
        X = Context()
        X.events, given = [], iter(answers)
        X.pick = lambda found, site, given=given: next(given)
        machine.run(S := machine.fresh(players, 3), X)
        assert rollout.events == X.events
        assert machine.canonical(rollout.state()) == machine.canonical(S)


def test_a_rollout_goes_as_far_as_it_is_let(tmp_path: Path) -> None:
    machine = round_and_round(tmp_path, 0)
    for rollout in (fastest_rollout(machine), PythonRollout(machine)):
        rollout.begin(rollout.position(machine.fresh(2, 0)), 1, most=7_000)
        rollout.on()
        assert not rollout.over and rollout.made == 7_001


def test_a_rollout_takes_what_is_liked() -> None:
    machine = regelwerk.load("tic-tac-toe").machine
    eyes = feature_names(machine)
    policy = Policy(eyes.feature_map)
    for number, name in enumerate(eyes.features.names):
        policy.own[number] = 9000 * ("b2 from seat" in name)
    for rollout in (fastest_rollout(machine), PythonRollout(machine)):
        rollout.go_by(policy)
        firsts = []
        for seed in range(20):
            rollout.begin(rollout.position(machine.fresh(2, 0)), seed, listen=True)
            rollout.on()
            code = next(event[3] for event in rollout.events if event[0] == "decision")
            firsts.append(code)
        assert firsts.count(4) >= 18  # the middle one


RULES = """game round "Round"
  language  1
  players   2

player
  purse     0..99

action rollout "Go on"
  nothing
action stay "Stay"
  nothing

flow
  repeat at most 9000
    as each players: turn

effect turn
  offer rollout, stay
  add {gained} to me.purse

winner
  most me.purse
"""


def round_and_round(folder: Path, gained: int) -> Machine:
    file = folder / "round.regel"
    file.write_text(RULES.format(gained=gained))
    return regelwerk.load(str(file)).machine


def test_what_goes_wrong_has_words(tmp_path: Path) -> None:
    """A rollout into an error tells it as the rules do, in WebAssembly too."""
    rollout = fastest_rollout(machine := round_and_round(tmp_path, 1))
    rollout.begin(rollout.position(machine.fresh(2, 0)), 1)
    with pytest.raises(RuleError, match="100"):
        rollout.on()


def test_a_rollout_without_an_end_is_broken_off(tmp_path: Path) -> None:
    machine = round_and_round(tmp_path, 0)
    for rollout in (fastest_rollout(machine), PythonRollout(machine)):
        rollout.begin(rollout.position(machine.fresh(2, 0)), 1)
        rollout.on()
        assert not rollout.over and not rollout.found and rollout.made == MOST_STEPS + 1

"""Walks come out the same in WebAssembly as elsewhere: where they stop, what is offered, how seats stand."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Any

import pytest

import regelwerk
from regelwerk.bots.sight import sight
from regelwerk.interpreter.context import Context
from regelwerk.interpreter.errors import RuleError
from regelwerk.interpreter.machine import Machine
from regelwerk.interpreter.tastes import Memory, Taste
from regelwerk.interpreter.walks import ANYBODY, BY_TASTE, MOST_STEPS, NOBODY, TURNS, PlainWalk, Walk
from regelwerk.interpreter.wasm.walking import SwiftWalk

GAMES = [
    "tic-tac-toe",
    "connect-four",
    "breakthrough",
    "leduc-poker",
    "pig",
    "skye-prices",
    "walz-dice",
    "auf-der-walz",
]


def some_taste(machine: Machine, seed: int) -> Taste:
    """Make up a taste."""
    rng, found = Random(seed), Taste(sight(machine).lens)
    for weights in (found.own, found.standing):
        for n in range(len(weights)):
            weights[n] = rng.uniform(-400, 400)
    return found


def course(walk: Walk, machine: Machine, players: int, seed: int) -> list[Any]:
    """Go for a walk, and tell everything that can be seen on it."""
    rng, seen = Random(seed), list[Any]()
    until = rng.choice([NOBODY, ANYBODY, TURNS, 0])
    listen, sample = rng.random() < 0.5, rng.random() < 0.5
    lens, memory = sight(machine).lens, Memory()
    for code in range(rng.randrange(20)):
        memory.note(lens, code % len(lens.entries), code)
    position = walk.position(machine.fresh(players, 0))
    walk.begin(position, seed, {0: memory}, calm=rng.choice([1.0, 1.5]), listen=listen, sample=sample)
    walk.on(until=until)
    while walk.found and len(seen) < 30:
        seen.append((walk.site, walk.who, walk.made, tuple(walk.found), walk.standing(), walk.likings()))
        walk.on(rng.choice([BY_TASTE if until == TURNS else walk.found[0], rng.choice(walk.found)]), until)
    state = machine.canonical(walk.state())
    assert listen or not walk.events
    return [*seen, walk.made, walk.over, walk.site, walk.who, walk.standing(), state, walk.events, walk.sampled()]


@pytest.mark.parametrize("name", GAMES)
def test_walks_come_out_the_same(name: str) -> None:
    machine = regelwerk.load(name).machine
    assert machine.fast is not None
    swift, plain = SwiftWalk(machine, machine.fast), PlainWalk(machine)
    players = machine.compiled.players[1]
    for seed in range(4 if name == "auf-der-walz" else 20):
        for walk in (swift, plain):
            walk.go_by(some_taste(machine, seed) if seed % 4 else None)
        assert course(swift, machine, players, seed) == course(plain, machine, players, seed)


@pytest.mark.parametrize("name", ["breakthrough", "pig", "skye-prices", "auf-der-walz"])
def test_the_same_is_learnt_from_the_same_games(name: str) -> None:
    """To the last bit: weights are sums of floats, taken in the same order."""
    machine = regelwerk.load(name).machine
    assert machine.fast is not None
    tastes, usual = [], list[list[float]]()
    walks: list[Walk] = [SwiftWalk(machine, machine.fast), PlainWalk(machine)]
    for walk in walks:
        walk.go_by(some_taste(machine, 1))
        players = machine.compiled.players[1]
        for seed in range(3):
            walk.begin(walk.position(machine.fresh(players, 0)), seed, sample=True)
            walk.on()
            rng = Random(seed)
            usual.append(walk.usual())
            better, more = ([rng.uniform(-3, 3) for _ in walk.sampled()] for _ in range(2))
            walk.learn(better, more)
            if seed:
                walk.follow((0.4, 0.1), 0.01, 4.0)
        tastes.append(walk.learnt())
    for a, b in ((t.own, t.standing) for t in tastes):
        assert any(a) and any(b)
    assert tastes[0].own == tastes[1].own and tastes[0].standing == tastes[1].standing
    assert tastes[0].worth == tastes[1].worth and any(usual[1]) and usual[:3] == usual[3:]
    assert tastes[0].own != some_taste(machine, 1).own


@pytest.mark.parametrize("name", ["leduc-poker", "skye-prices", "auf-der-walz"])
def test_a_walk_hears_what_a_game_with_the_same_answers_tells(name: str) -> None:
    machine = regelwerk.load(name).machine
    players = machine.compiled.players[1]
    for walk in (machine.walk(), PlainWalk(machine)):
        answers = list[int]()
        walk.begin(walk.position(machine.fresh(players, 0)), 3, listen=True)
        walk.on(until=ANYBODY)
        while walk.found:
            answers.append(walk.found[len(answers) % len(walk.found)])
            walk.on(answers[-1], ANYBODY)
        assert walk.over and [event[3] for event in walk.events if event[0] == "decision"] == answers
        X = Context()
        X.events, given = [], iter(answers)
        X.pick = lambda found, site, given=given: next(given)
        machine.run(S := machine.fresh(players, 3), X)
        assert walk.events == X.events
        assert machine.canonical(walk.state()) == machine.canonical(S)


def test_a_walk_goes_as_far_as_it_is_let(tmp_path: Path) -> None:
    machine = round_and_round(tmp_path, 0)
    for walk in (machine.walk(), PlainWalk(machine)):
        walk.begin(walk.position(machine.fresh(2, 0)), 1, most=7_000)
        walk.on()
        assert not walk.over and walk.made == 7_001


def test_a_walk_takes_what_is_liked() -> None:
    machine = regelwerk.load("tic-tac-toe").machine
    eyes = sight(machine)
    taste = Taste(eyes.lens)
    for number, name in enumerate(eyes.features.names):
        taste.own[number] = 9000 * ("b2 from seat" in name)
    for walk in (machine.walk(), PlainWalk(machine)):
        walk.go_by(taste)
        firsts = []
        for seed in range(20):
            walk.begin(walk.position(machine.fresh(2, 0)), seed, listen=True)
            walk.on()
            code = next(event[3] for event in walk.events if event[0] == "decision")
            firsts.append(code)
        assert firsts.count(4) >= 18  # the middle one


RULES = """game round "Round"
  language  1
  players   2

player
  purse     0..99

action walk "Go on"
  nothing
action stay "Stay"
  nothing

flow
  repeat at most 9000
    as each players: turn

effect turn
  offer walk, stay
  add {gained} to me.purse

winner
  most me.purse
"""


def round_and_round(folder: Path, gained: int) -> Machine:
    file = folder / "round.regel"
    file.write_text(RULES.format(gained=gained))
    return regelwerk.load(str(file)).machine


def test_what_goes_wrong_has_words(tmp_path: Path) -> None:
    """A walk into an error tells it as the rules do, in WebAssembly too."""
    walk = (machine := round_and_round(tmp_path, 1)).walk()
    walk.begin(walk.position(machine.fresh(2, 0)), 1)
    with pytest.raises(RuleError, match="100"):
        walk.on()


def test_a_walk_without_an_end_is_broken_off(tmp_path: Path) -> None:
    machine = round_and_round(tmp_path, 0)
    for walk in (machine.walk(), PlainWalk(machine)):
        walk.begin(walk.position(machine.fresh(2, 0)), 1)
        walk.on()
        assert not walk.over and not walk.found and walk.made == MOST_STEPS + 1

"""Walks come out the same in WebAssembly as elsewhere: where they stop, what is offered, how seats stand."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Any

import pytest

import regelwerk
from regelwerk.interpreter.context import Context
from regelwerk.interpreter.errors import RuleError
from regelwerk.interpreter.machine import Machine
from regelwerk.interpreter.walks import ANYBODY, MOST_STEPS, NOBODY, Leanings, PlainWalk, Walk
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


def leaning(machine: Machine, seed: int, deeds: list[Any]) -> Leanings:
    """Make up leanings; some options have weights of their own."""
    rng, found = Random(seed), Leanings(machine.compiled)
    for weights in (found.actions, found.again, found.haste):
        weights[:] = [rng.randint(1, 400) for _ in weights]
    for _, deed in deeds:
        found.options[found.key(*deed)] = rng.randint(1, 1000)
    return found


def course(walk: Walk, machine: Machine, players: int, seed: int) -> list[Any]:
    """Go for a walk, and tell everything that can be seen on it."""
    rng, seen = Random(seed), list[Any]()
    seat, turns, until = rng.randrange(players), rng.choice([0, 1, 3]), rng.choice([NOBODY, ANYBODY, 0])
    cells = [slot.addr + i for slot in machine.compiled.slots for i in range(slot.stride)][:40]
    read = walk.reader(cells)
    listen = rng.random() < 0.5
    position = walk.position(machine.fresh(players, 0))
    walk.begin(position, seed, seat, turns, [5, 6] * rng.randrange(8), listen=listen)
    walk.on(until=until)
    while walk.found and len(seen) < 30:
        seen.append((walk.site, walk.who, walk.made, tuple(walk.found), walk.standing(), read()))
        walk.on(rng.choice(walk.found), until)
    state = machine.canonical(walk.state())
    assert listen or not walk.events
    return [*seen, walk.made, walk.over, walk.site, walk.who, walk.standing(), read(), state, walk.events, walk.deeds()]


@pytest.mark.parametrize("name", GAMES)
def test_walks_come_out_the_same(name: str) -> None:
    machine = regelwerk.load(name).machine
    assert machine.fast is not None
    swift, plain = SwiftWalk(machine, machine.fast), PlainWalk(machine)
    players, deeds = machine.compiled.players[1], list[Any]()
    for seed in range(4 if name == "auf-der-walz" else 20):
        for walk in (swift, plain):
            walk.lean(leaning(machine, seed, deeds))
        found = course(swift, machine, players, seed)
        assert found == course(plain, machine, players, seed)
        deeds = found[-1]


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


def test_a_walk_prefers_what_weighs_more() -> None:
    machine = regelwerk.load("tic-tac-toe").machine
    walk, leanings = machine.walk(), Leanings(machine.compiled)
    start = walk.position(machine.fresh(2, 0))
    walk.begin(start, 1)
    walk.on(until=ANYBODY)
    middle = walk.found[4]
    leanings.options[leanings.key(walk.site, middle)] = 10_000
    walk.lean(leanings)
    firsts = []
    for seed in range(20):
        walk.begin(start, seed)
        walk.on()
        firsts.append(walk.deeds()[0][1][1])
    assert firsts.count(middle) >= 18


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

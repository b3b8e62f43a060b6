"""A journey of many steps inside one action: a step is offered exactly if the journey can still be finished."""

from __future__ import annotations

import random
from functools import cache

import pytest
from hypothesis import given
from hypothesis import strategies as st

from regelwerk.interpreter.engine.machine import EngineName
from regelwerk.interpreter.game.game import Ruleset
from tests.rules import ruleset_of

LAST = 23
JOURNEY = """\
game journey "Journey"
  language  1
  players   2

table
  at        0..23
  road      set of 0..23 per 0..23
  camps     set of 0..23
  days      0..999

setup                                     # mostly one long way, with circles, dead ends and short cuts
  each n in 0..22
    draw on in 1..12
    let onward = n + 1
    if on > 1: add onward to road[n]
    draw back in 0..23
    draw turn in 1..8
    if turn = 1 or turn < 4 and back <= n: add back to road[n]
    draw sheltered in 1..20
    if sheltered = 1: add n to camps

action step(n in 0..23) "Go to {n}"
  needs n in road[at]                     else "No road leads there."
  set at to n
action camp "Camp"
  needs at in camps                       else "There is no place to camp."
  set at to 23

action travel "Travel"
  repeat until at = 23
    offer step, camp
action stay "Stay"
  add 1 to days

flow
  as each players
    set at to 0
    offer travel, stay

winner
  most days
"""


@cache
def rules(engine: EngineName) -> Ruleset:
    return ruleset_of(JOURNEY, engine)


def finishing(roads: dict[int, set[int]], camps: set[int]) -> set[int]:
    """List the places from which the journey can be finished."""
    found = {LAST} | camps
    while more := {n for n, to in roads.items() if n not in found and to & found}:
        found |= more
    return found


@pytest.mark.parametrize("engine", ["python", "wasm"])
@given(seed=st.integers(0, 2**32), taste=st.randoms(use_true_random=False))
def test_a_step_is_offered_if_and_only_if_there_is_a_way_on(
    engine: EngineName, seed: int, taste: random.Random
) -> None:
    game = rules(engine).new_game(2, seed)
    slots = game.view(None)["slots"]
    roads = {int(n): {int(m) for m in to} for n, to in slots["table.road"].items()}
    camps = {int(n) for n in slots["table.camps"]}
    good = finishing(roads, camps)
    assert {o.id for o in game.decision().options} == ({"travel", "stay"} if 0 in good else {"stay"})
    at = LAST
    if 0 not in good:
        assert game.why("travel")
    else:
        game.choose("travel")
        at = 0
    for _ in range(40):
        if at == LAST:
            break
        wanted = {f"step({n})" for n in roads[at] & good} | ({"camp"} if at in camps else set())
        assert {o.id for o in game.decision().options} == wanted
        option = taste.choice(game.decision().options)
        at = LAST if option.id == "camp" else int(option.id[5:-1])
        game.choose(option)

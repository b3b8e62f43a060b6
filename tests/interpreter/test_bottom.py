"""`bottom(pile)`: the lowest of a pile, in every engine, and none where nothing lies."""

from __future__ import annotations

import pytest

from regelwerk.dsl.pipeline import compile_sources
from regelwerk.dsl.source import Source
from regelwerk.interpreter.engine.machine import EngineName
from regelwerk.interpreter.scenarios.run import run_scenario
from tests.rules import ruleset_of

RULES = """\
game low "Low"
  language  1
  players   2
type Card
  worth     1..3
rows Card: worth
  ace: 1
  king: 2
  queen: 3
table
  deck      pile of Card = ace, king, queen
  total     0..9
action dig "Dig"
  needs bottom(deck) != none              else "Nothing is left."
  add bottom(deck).worth to total
  move bottom(deck) to box
flow
  repeat until bottom(deck) = none
    as each players: if can(dig): offer dig
winner
  most (if me = youngest then 1 else 0)
scenario "the lowest goes first, the last is top and bottom"
  seats ann, bob
  then      bottom(deck) = queen and top(deck) = ace
  when      as ann: dig
  then      bottom(deck) = king and total = 3
  when      as bob: dig
  then      bottom(deck) = ace and top(deck) = ace
  when      as ann: dig
  then
    bottom(deck) = none and total = 6
    not can(bob, dig)
"""


@pytest.mark.parametrize("engine", ["reference", "python", "wasm"])
def test_the_lowest_of_a_pile(engine: EngineName) -> None:
    rules = ruleset_of(RULES, engine)
    assert run_scenario(rules, rules.compiled.scenarios[0]).ok
    game = rules.new_game(2, 1)
    while not game.over:
        game.choose("dig", game.decision().seat)
    assert game.view(0)["slots"]["table.total"] == 6


def test_it_asks_for_a_pile() -> None:
    build = compile_sources([Source("low.regel", RULES.replace("bottom(deck).worth", "bottom(total).worth"))])
    assert [d.code for d in build.diagnostics][:1] == ["RW3032"]

"""`owe`: of units, too, one gives what one has, and no more is asked; in every engine."""

from __future__ import annotations

import pytest

from regelwerk.dsl.pipeline import compile_sources
from regelwerk.dsl.source import Source
from regelwerk.interpreter.engine.machine import EngineName
from regelwerk.interpreter.scenarios.run import run_scenario
from tests.rules import ruleset_of

RULES = """\
game owing "Owing"
  language  1
  players   2

kind Colour   red, green
table
  cubes     0..20 per Colour = {red: 10, green: 10}
player
  own       0..9 per Colour
resource Colour "cube"
  gain      take(it)
  pay       drop(it)
  has       me.own[it]

effect take(c: Colour)
  remove 1 from cubes[c]
  add 1 to me.own[c]

effect drop(c: Colour)
  remove 1 from me.own[c]
  add 1 to cubes[c]

winner
  most me.own[green]

flow
  repeat at most 3
    as each players: offer tax

action tax "Pay the tax"
  owe 3 red

scenario "pays what is there"
  seats ann, bob
  given     set ann.own[red] to 2
  when
    as ann: tax
    as bob: tax
  then
    ann.own[red] = 0
    cubes[red] = 12

scenario "all of it"
  seats ann, bob
  given     set ann.own[red] to 5
  when      as ann: tax
  then
    ann.own[red] = 2

scenario "of two, the one that is there"
  seats ann, bob
  given     set ann.own[red] to 1
  when
    as ann: owe red or green
  then
    ann.own[red] = 0

scenario "what one has is what one gives"
  seats ann, bob
  given     set ann.own[green] to 2
  when
    as ann: owe red or green
  then
    ann.own[green] = 1

scenario "nothing at all"
  seats ann, bob
  when
    as ann: owe red or green
    ann: red
  then
    cubes[red] = 10
"""


@pytest.mark.parametrize("engine", ["reference", "python", "wasm"])
def test_what_is_owed_is_given_as_far_as_it_is_there(engine: EngineName) -> None:
    rules = ruleset_of(RULES, engine)
    for scenario in rules.compiled.scenarios:
        assert run_scenario(rules, scenario).ok, scenario.title


def test_what_nobody_can_count_is_not_owed() -> None:
    build = compile_sources([Source("owing.regel", RULES.replace("  has       me.own[it]\n", ""))])
    assert build.program is None and "RW3083" in {m.code for m in build.diagnostics}

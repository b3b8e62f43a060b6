"""Endless, exploding and huge rulesets end with a message that names the rule; the state before the step is kept."""

from __future__ import annotations

import pytest

from regelwerk.dsl.pipeline import compile_sources
from regelwerk.dsl.source import Source
from regelwerk.interpreter.engine.context import Limits
from regelwerk.interpreter.engine.machine import EngineName
from regelwerk.interpreter.errors import RuleError
from regelwerk.interpreter.game.game import Game
from tests.rules import ruleset_of

HEAD = """
game test "Test"
  players   2
board Cell square 30 x 30
table
  n         0..1000000
  mark      flag per Cell
  stones    set of Cell
"""
TAIL = """
action go_on "Go on"
  add 1 to n
flow
  repeat until n = 3
    as each players: offer go_on, bad
winner
  most n
"""
EXPLODING = """
value work number = sum a in Cell: sum b in Cell: sum c in Cell: sum d in Cell: a.x + b.x + c.x + d.x
action bad "Bad"
  set n to work mod 100
"""
ENDLESS = """
effect spin
  repeat at most 100000
    repeat at most 100000
      set n to 1
action bad "Bad"
  spin
"""
OUT_OF_RANGE = """
action bad "Bad"
  set n to 5
  draw d in 1..6
  each c in Cell: add 5000 to n
"""
TOO_MANY = """
action pick(a in Cell) "Pick"
  add 1 to n
action bad "Bad"
  set n to 2
  more
effect more
  draw d in 1..6
  offer pick
"""
NOTHING = """
action never "Never"
  needs n > 500
  nothing
action bad "Bad"
  set n to 2
  more
effect more
  draw d in 1..6
  offer never
"""


def game(rules: str, engine: EngineName) -> Game:
    limits = Limits(ticks=300_000, options=500)
    return ruleset_of(HEAD + rules + TAIL, engine, limits).new_game(2, 1)


@pytest.mark.parametrize("engine", ["python", "reference"])
@pytest.mark.parametrize(
    ("rules", "kind"),
    [(EXPLODING, "work"), (ENDLESS, "work"), (OUT_OF_RANGE, "range"), (TOO_MANY, "option"), (NOTHING, "option")],
    ids=["exploding", "endless", "out of range", "too many options", "nothing to do"],
)
def test_a_rule_that_goes_wrong_is_named_and_undone(rules: str, kind: str, engine: EngineName) -> None:
    table = game(rules, engine)
    table.choose("go_on")
    before = table.hash
    with pytest.raises(RuleError) as caught:
        table.choose("bad")
    assert caught.value.kind == kind
    assert caught.value.at[0] == "test.regel"
    assert caught.value.at[1] > 0
    assert table.hash == before
    assert [o.id for o in table.decisions()[0].options] == ["go_on", "bad"]
    table.choose("go_on")
    assert not table.over


def test_a_huge_board_is_refused() -> None:
    build = compile_sources([Source("test", HEAD.replace("30 x 30", "3000 x 3000") + TAIL)])
    assert "RW4015" in {d.code for d in build.diagnostics}


@pytest.mark.parametrize("engine", ["python", "reference"])
def test_an_option_that_takes_too_much_to_try_is_named(engine: EngineName) -> None:
    with pytest.raises(RuleError) as caught:
        game(ENDLESS + "  choose k in 1..2\n  needs n = k + 1\n", engine)
    assert caught.value.kind == "work"

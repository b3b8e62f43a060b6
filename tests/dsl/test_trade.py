"""Amounts: less than nothing is nothing."""

from regelwerk.dsl.compile import compile_sources
from regelwerk.dsl.source import Source
from regelwerk.interpreter.ruleset import Ruleset
from regelwerk.interpreter.scenario import run_scenarios

TEXT = """
game toll "Toll"
  language  1
  players   2

player
  coins     0..20 = 5
  rebate    0..9

resource coin, coins
  held      me.coins

value toll number = 2 - me.rebate

flow
  as each players: pay toll coins

winner
  most me.coins

scenario "a toll below 0 costs nothing and brings nothing"
  seats ann, bob
  given
    set ann.rebate to 6
    set bob.rebate to 1
  when
    as ann
      pay toll coins
      gain toll coins
      owe toll coins
    as bob: pay toll coins
  then
    ann.coins = 5
    bob.coins = 4
"""


def test_amounts_below_nothing_are_nothing() -> None:
    build = compile_sources([Source("toll", TEXT)])
    assert build.compiled is not None, build.diagnostics
    assert all(result.ok for result in run_scenarios(Ruleset(build.compiled)))

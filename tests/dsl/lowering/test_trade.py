"""Amounts: less than nothing is nothing, and no more than fits."""

import pytest

from regelwerk.dsl.pipeline import compile_sources
from regelwerk.dsl.source import Source
from regelwerk.interpreter.engine.machine import EngineName
from regelwerk.interpreter.game.game import Ruleset
from regelwerk.interpreter.scenarios.run import run_scenarios
from tests.dsl.lowering.maker import ENGINES
from tests.rules import ruleset_of

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
    assert all(result.ok for result in run_scenarios(ruleset_of(TEXT)))


PURSE = """
game purse "Purse"
  language  1
  players   2

table
  rounds    0..9

player
  coins     0..5
  wood      0..3

resource coin, coins
  held      me.coins

action earn "Take 3 coins"
  gain 3 coins

action sell(n in 1..3) "Sell {n} wood"
  remove n from me.wood
  add n to me.coins

action dig "Dig"
  choose n in 1..6
  gain n coins

action rest "Rest"
  say "{me} rests."

flow
  repeat until rounds = 9
    add 1 to rounds
    as each players: offer earn, sell, dig, rest

winner
  most me.coins
"""


@pytest.mark.parametrize("engine", ENGINES)
def test_what_would_leave_its_range_is_not_offered(engine: EngineName) -> None:
    game = ruleset_of(PURSE, engine).new_game(2, 1)
    game.choose("dig")
    assert [option.id for option in game.decisions()[0].options] == ["1", "2", "3", "4", "5"]
    game.choose("4")
    game.choose("rest")
    assert [option.id for option in game.decisions()[0].options] == ["dig", "rest"]
    assert [reason.text for reason in game.why("earn")] == ["Coins would become 7, and may be 0 to 5."]
    assert [reason.text for reason in game.why("sell(2)")] == ["Wood would become -2, and may be 0 to 3."]
    game.choose("dig")  # only one coin fits, so there is nothing to ask
    assert [option.id for option in game.decisions()[0].options] == ["earn", "dig", "rest"]  # bob's, who has nothing


WALK = """
game walk "Walk"
  language  1
  players   2

player
  points    0..9
  coins     0..9
  bag       set of Spot = Spot
  at        Spot or none

kind Spot     ford, gate

resource coin, coins
  held      me.coins
resource point, points
  held      me.points

action cross(s in Spot) "Cross the {s}"
  pay 1 point
  pay 2 coins
  take(s)

action swap "Pay with what is earned on the way"
  pay 1 point
  gain 1 coin
  pay 2 coins

effect take(s: Spot)
  needs s in me.bag                       else "The {s} is gone."
  remove s from me.bag
  if me.bag != {}
    choose t in me.bag "Where next?"
    set me.at to t

action rest "Rest"
  nothing

flow
  repeat at most 3
    as each players: offer cross, swap, rest

winner
  most me.coins

scenario "what is earned on the way counts, what is paid on the way is gone"
  seats ann, bob
  given
    set ann.points to 1
    set ann.coins to 1
    set bob.points to 1
    set bob.coins to 2
    set bob.bag to {ford}
  then
    can(ann, swap)
    not can(ann, cross(ford))
    can(bob, cross(ford))
    why(bob, cross(gate)) = "The gate is gone."
"""


@pytest.mark.parametrize("engine", ENGINES)
def test_what_nothing_before_touches_is_asked_at_the_top(engine: EngineName) -> None:
    build = compile_sources([Source("walk", WALK)])
    assert build.compiled is not None, build.diagnostics
    cross, swap, _ = next(site for site in build.compiled.sites if len(site.entries) == 3).entries
    assert not cross.risky and not cross.rooms
    assert swap.risky  # the coin earned on the way may be the second one
    game = Ruleset(build.compiled, engine).new_game(2, 1)
    reasons = [reason.text for reason in game.why("cross(gate)")]
    assert len(reasons) == 2  # both payments
    assert all(result.ok for result in run_scenarios(Ruleset(build.compiled, engine)))
    assert [option.id for option in game.decision().options] == ["rest"]

"""Whatever is offered can be carried out to its end: places where it was not, found by chance or by thinking."""

from __future__ import annotations

import pytest

from regelwerk.dsl.core import Entry, Load, Loop, Num, Offer, Store
from regelwerk.interpreter.engine.machine import EngineName
from tests.dsl.lowering.maker import ENGINES, PLAYER, SPOT, Maker, Table, compiled, full, num, op, ref, the
from tests.rules import ruleset_of

RULES = """
game test "Test"
  players   2

table
  coins     0..9 = 8
  turns     0..9

effect fill
  choose "How much?"
    little "A little": say "Enough."
    much "Much": add 1 to coins
  add 1 to coins

effect two
  add 2 to coins

action rest "Rest"
  add 1 to turns

{rules}

flow
  repeat until turns = 9
    as each players: offer act, rest

winner
  most coins
"""

INNER_ACTION = """
action pour "Pour"
  fill

action act "Act"
  offer pour
"""

LAST_OF_A_BRANCH = """
action act "Act"
  if turns = 0: fill
"""

AFTER_CHANCE = """
action act "Act"
  draw d in 1..6
  fill
"""

CHANCE_INSIDE = """
effect gamble
  draw d in 1..6
  fill

action act "Act"
  gamble
"""

SECOND_ROUND = """
action act "Act"
  needs coins > 0                         else "There is none."
  repeat until 8 / coins > 8
    set coins to 0
"""

CAN = """
action act "Act"
  if can(two): two
"""


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize(
    ("rules", "answers", "options"),
    [
        (INNER_ACTION, ["act", "pour"], ["rest"]),  # a little is all that fits: nobody is asked, and nothing fits then
        (LAST_OF_A_BRANCH, ["act"], ["rest"]),
        (AFTER_CHANCE, ["act"], ["act", "rest"]),  # what fails after a chance result is not looked for
        (CHANCE_INSIDE, ["act"], ["act", "rest"]),
        (SECOND_ROUND, [], ["rest"]),
        (CAN, ["act"], ["act", "rest"]),
    ],
    ids=["inner action", "last of a branch", "after chance", "chance inside", "second round", "can"],
)
def test_what_cannot_be_done_is_not_offered(
    engine: EngineName, rules: str, answers: list[str], options: list[str]
) -> None:
    game = ruleset_of(RULES.replace("{rules}", rules), engine).new_game(2, 1)
    for answer in answers:
        game.choose(answer)
    assert [option.id for option in game.decision().options] == options


@pytest.mark.parametrize("engine", ENGINES)
def test_every_cell_of_a_slot_counts(engine: EngineName) -> None:
    """One default for all cells of a slot: there are as many cells as keys."""
    m, digit = Maker(spots=3), Num(0, 9)
    marks = m.slot("marks", digit, (SPOT,), first=1)
    me, x, y = m.var("me", PLAYER), m.var("x", SPOT), m.var("y", SPOT)
    less = op("sub", Load(marks, (the(x),), type=digit), num(1), Num(-1, 8))
    take = m.proc("take", (me, x), [Store(marks, (the(x),), less)], True)
    entry = Entry("take", take, None, (Loop(y, full(m)),), (ref(0, PLAYER), the(y)), None)
    offer = Offer(ref(0, PLAYER), (entry,))
    table = Table(compiled(m.main([offer, offer])), engine)
    table.take(2)
    assert table.options == [0, 1]


INN = """
game inn "Inn"
  language  1
  players   2

player
  coins     0..9
action stay "Stay"
  needs me.coins > 3                      else "A bed costs 4 coins."
  remove 4 from me.coins
action visit "Visit the inn"
  offer stay
action wait "Wait"
  add 1 to me.coins
flow
  repeat until any p in players where p.coins > 5
    as each players: offer visit, wait
winner
  most me.coins
"""


@pytest.mark.parametrize("engine", ENGINES)
def test_what_stands_in_the_way_of_all_that_follows_is_told(engine: EngineName) -> None:
    game = ruleset_of(INN, engine).new_game(2, 1)
    assert [option.id for option in game.decision().options] == ["wait"]
    assert [reason.text for reason in game.why("visit")] == ["A bed costs 4 coins."]


LATE = """
game late "Late"
  language  1
  players   2

table
  coins     0..99
player
  bought    0..9
effect pick
  choose n in 1..2 "How many?"
  add n to coins
action buy "Buy"
  pick
  needs coins = 7                         else "Not seven."
action wait "Wait"
  add 1 to coins
flow
  repeat until coins > 9
    as each players: offer buy, wait
winner
  most me.bought
"""


@pytest.mark.parametrize("engine", ENGINES)
def test_a_requirement_behind_a_question_in_another_effect_is_looked_at(engine: EngineName) -> None:
    game = ruleset_of(LATE, engine).new_game(2, 1)
    offered = []
    for _ in range(8):
        offered.append([option.id for option in game.decision().options])
        game.choose("wait")
    assert [at for at, options in enumerate(offered) if "buy" in options] == [5, 6]

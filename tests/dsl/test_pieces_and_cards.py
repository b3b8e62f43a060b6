"""Pieces that leave their pile, lists in rows, fields that are not inherited, actions of cards as calls, checks."""

import pytest

from regelwerk.interpreter.game.game import Ruleset
from regelwerk.interpreter.scenarios.run import run_scenarios
from tests.rules import ruleset_of

TEXT = """
game small "Small"
  language  1
  players   2
board Map hex 9 x 9
kind Edge open, closed
type Tile on Map
  sides     list of Edge
  parts     list of HexSide
rows Tile: sides, parts
  one: {open, closed, closed, closed, closed, closed}
  two: {open, closed, open, closed, open, closed, closed, open, closed, open, closed, open}, {east}
type Card
  way       list of Edge
  var worth 0..9 = 1
  helps     ability while me.helper = it
rows Card: worth
  dear: 5
Card cheap "Cheap Card"
  way       closed, open
  helps
    action earn(n in 1..2) "Earn {n}" once per turn
      add n to me.points
table
  stack     pile of Tile = Tile
player
  helper    Card or none
  points    0..99
action wait "Wait"
  add 1 to me.points
effect turn
  repeat at most 3
    offer wait, abilities
flow
  as each players: turn
winner
  most me.points
invariant "one step at a time"
  all p in players: p.points <= before(p.points) + 1

scenario "a laid piece leaves its pile"
  when
    lay two at cell(3, 4) turned 3
  then
    stack.size = 1 and top(stack) = one
    cells(two) = {cell(3, 4), cell(2, 4)}
    cells(two, cell(0, 4), 3) = {cell(0, 4)}
    label(cell(3, 4), south_west) = open and label(cell(2, 4), south_west) = closed

value nth(t: Card, n: number) Edge or none = t.way[n]

scenario "a list is read at a place, behind its end there is none"
  then
    one.sides[1] = open and two.sides[12] = open and one.sides[7] = none
    (count e in one.sides where e = open) = 1
    cheap.way[1] = closed and nth(cheap, 2) = open
    nth(cheap, 3) = none and nth(cheap, 0) = none and dear.way[1] = none

scenario "a field is not inherited from the thing before"
  then
    dear.worth = 5 and cheap.worth = 1

scenario "the action of a card is run while it helps, once"
  seats ada, ben
  breaks "one step at a time"
  given
    set ada.helper to cheap
  when
    as ada: cheap.earn(2)
  then
    ada.points = 2
    why(ada, cheap.earn(1)) = "Cheap Card has been used: once per turn."
    why(ben, cheap.earn(1)) = "Cheap Card does not help you now."
"""


@pytest.fixture(scope="module")
def ruleset() -> Ruleset:
    return ruleset_of(TEXT)


def test_scenarios(ruleset: Ruleset) -> None:
    for outcome in run_scenarios(ruleset):
        assert outcome.ok, (outcome.title, outcome.failures)


def test_invariants_are_checked_after_every_action_of_a_turn(ruleset: Ruleset) -> None:
    game = ruleset.new_game(2, seed=1, checks=True)
    while not game.over:
        assert game.at_check
        game.choose("wait")
    assert not game.violations

"""`in box`: in no place, and of a piece not on its board either."""

from __future__ import annotations

import pytest

from regelwerk.interpreter.engine.machine import EngineName
from tests.rules import ruleset_of

RULES = """
game test "Test"
  players   2
kind Ground   meadow, wood
board Map hex 3 x 3
table
  n         0..9
  bag       pile of Tile
type Tile on Map
  sides     list of Ground
Tile one "One"
  sides     meadow, meadow, meadow, wood, wood, wood
Tile two "Two"
  sides     meadow, meadow, meadow, wood, wood, wood
type Coin
Coin penny "Penny"
  copies    2
player
  purse     pile of Coin
value boxed number = count t in Tile where t in box
value penny_there flag = penny in box
action put "Put"
  lay one at b2 turned 0
  add 1 to n
action keep "Keep"
  move one to bag
  add 1 to n
action take "Take"
  choose c in penny where c in box "Which?"
  move c to me.purse
  add 1 to n
flow
  repeat until n = 9
    as each players: offer put, keep, take
winner
  most n
"""


@pytest.mark.parametrize("engine", ["python", "reference", "wasm"])
def test_a_tile_on_the_board_is_not_in_the_box(engine: EngineName) -> None:
    rules = ruleset_of(RULES, engine)

    def after(*moves: str) -> tuple[int, int]:
        game = rules.new_game(2, 1)
        for move in moves:
            game.choose(move)
            while game.decisions()[0].options[0].id.startswith("penny"):
                game.choose(game.decisions()[0].options[0].id)
        return game.why_value("boxed")[-1].value, game.why_value("penny_there")[-1].value

    assert after() == (2, 1)
    assert after("put") == (1, 1)
    assert after("keep") == (1, 1)
    assert after("take") == (2, 1)
    assert after("take", "take") == (2, 0)

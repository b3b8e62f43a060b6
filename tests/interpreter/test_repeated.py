"""A loop that does not end says what it waited for."""

from __future__ import annotations

import pytest

from regelwerk.dsl.pipeline import compile_sources
from regelwerk.dsl.source import Source
from regelwerk.interpreter.engine.context import Limits
from regelwerk.interpreter.engine.machine import EngineName
from regelwerk.interpreter.errors import RuleError
from regelwerk.interpreter.game.game import Game
from regelwerk.simulation.playtest import playtested
from tests.rules import ruleset_of

GAME = """\
game hands "Hands"
  language  1
  players   2

type Card
  worth     0..9
rows Card: worth, copies
  bee "bee": 7, 7

table
  deck      pile of Card hidden = Card
player
  points    0..9
  plan      0..9 private = 4
  hand      pile of Card private

setup
  shuffle deck

action proceed "Go on"
  add 0 to me.points
effect fill
  repeat until HELD
    if deck.size > 0
      move top(deck) to me.hand
effect ask
  repeat until HELD
    if deck.size > 0
      move top(deck) to me.hand
    choose n in 1..2 "Which?"

flow
  repeat until deck.size = 0 and points_of_all > 3
    as each players
      offer proceed
      OFFERED

value points_of_all number = sum p in players: p.points
winner
  most me.points
texts de
  bee "Biene"
"""


def game(held: str, engine: EngineName = "python", language: str = "", offered: str = "fill") -> Game:
    return ruleset_of(
        GAME.replace("HELD", held).replace("OFFERED", offered), engine, Limits(), language=language
    ).new_game(2, 1)


SIZE = "me.hand.size = 5"


def go_on(game: Game) -> None:
    """Answer with what is offered first, until the deck has run out and the rules do not lead on."""
    for _ in range(9999):
        game.choose(game.decision().options[0])


def stopped(game: Game) -> str:
    """Say what whoever plays on is told."""
    with pytest.raises(RuleError) as told:
        go_on(game)
    return str(told.value)


@pytest.mark.parametrize("engine", ["reference", "python", "wasm"])
def test_a_condition_that_never_comes_true_is_named_with_what_it_was(engine: EngineName) -> None:
    wanted = "This was repeated too often: `me.hand.size = 5` never came true; `me.hand.size` was 2 at last."
    assert wanted in stopped(game(SIZE, engine))


@pytest.mark.parametrize("engine", ["reference", "python", "wasm"])
def test_it_is_named_where_each_round_asks_somebody(engine: EngineName) -> None:
    assert "`me.hand.size` was 2 at last" in stopped(game(SIZE, engine, offered="ask"))


@pytest.mark.parametrize("held", ["me.plan = 5", "me.plan * 2 > me.hand.size + 30", "me.hand.size = 5 and me.plan > 1"])
def test_what_others_may_not_see_is_not_told_by_it(held: str) -> None:
    assert stopped(game(held)).endswith(f"This was repeated too often: `{held}` never came true.")


def test_it_is_said_in_the_language_of_the_game() -> None:
    wanted = "Das wurde zu oft wiederholt: `me.hand.size = 5` trat nie ein; `me.hand.size` war zuletzt 2."
    assert wanted in stopped(game(SIZE, language="de"))


def test_check_tells_a_way_out() -> None:
    build = compile_sources([Source("hands.regel", GAME.replace("HELD", SIZE).replace("OFFERED", "fill"))])
    found = [d for d in playtested(build).messages if d.code == "RW9001"]
    assert "`me.hand.size` was 2 at last" in found[0].message
    assert "`until … or deck.size = 0`" in found[0].help

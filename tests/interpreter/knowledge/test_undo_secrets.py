"""What must not be taken back: every step from which somebody has learnt what was hidden, by whatever way."""

from __future__ import annotations

from functools import cache

import pytest

from regelwerk.interpreter.errors import Refused
from regelwerk.interpreter.game.game import Game, Ruleset
from tests.decks import numbered
from tests.rules import ruleset_of

TABLE = (
    numbered("table_of_secrets", "Table of secrets")
    + """\
table
  deck      pile of Card hidden = Card
  open      pile of Card
  under     pile of Card hidden
  marks     0..9 per Card
  dark      0..999 hidden
  fate      0..9 hidden = 7
  count     0..999
player
  hand      pile of Card private
  points    0..999
  purse     0..99 private = 9

value next_is_high flag = top(deck).worth > 3
value best number = max c in deck: c.worth

action look "Look"
  add top(deck).worth to me.points
action sum_up "Sum up"
  add best to me.points
action tell "Tell"
  announce(top(deck))
effect announce(c: Card)
  say "It is {c}."
action branch "Branch"
  if next_is_high: add 1 to me.points
action branch_not "Branch, not"
  if top(deck).worth > 9: add 1 to me.points
action asks "Asks"
  if next_is_high
    choose n in 1..3 "How many?"
    add n to me.points
  else
    choose n in 1..3 "How few?"
    add n to me.points
action offers "Offers"
  at_least(top(deck).worth)
effect at_least(k: 0..9)
  choose n in 0..9 where n >= k "At least the next"
  add 1 to me.points
action point "Point"
  add 1 to marks[top(deck)]
action loop "Loop"
  each c in deck where c.worth > 2: add 1 to count
action tries "Tries"
  if can(high_only): add 1 to count
action high_only "High"
  needs next_is_high                      else "Too low."
  add 1 to count
action trades "Trades"
  choose n in 1..3 "How?"
  if n = 1: high_only
  add 1 to count
action keeps "Keeps"
  let next = top(deck).worth
  choose n in 1..2 "How loud?"
  add next to me.points
action doom "Doom"
  add fate to me.points
action rob(p in others) "Rob {p}"
  add p.purse to me.points
action flip "Flip"
  move top(deck) to open
action draw_one "Draw"
  move top(deck) to me.hand
action deeper "Deeper"
  move top(deck) to under
action count_cards "Count"
  add deck.size to me.points
action bury "Bury"
  choose c in me.hand "Which?"
  move c under deck
action boast(c in me.hand) "Boast with {c}"
  choose n in 1..2 "How loud?"
  move c to open
action gloom "Gloom"
  add top(deck).worth to dark
action pay_up "Pay"
  needs me.purse > 2                      else "Too poor."
  remove 1 from me.purse
action rest_ "Rest"
  add 1 to me.points

flow
  shuffle deck
  as each players: move top(deck) to me.hand
  repeat until count > 900
    as seat(0)
      offer look, sum_up, tell, branch, branch_not, asks, offers, point, loop, tries, trades, doom, rob, keeps,
        flip, draw_one, deeper, count_cards, bury, boast, gloom, pay_up, rest_
    as seat(1): offer rest_
winner
  most me.points
"""
)


@cache
def rules() -> Ruleset:
    return ruleset_of(TABLE)


def after(action: str) -> Game:
    game = rules().new_game(2, 3)
    game.choose("rest_")
    game.choose("rest_")
    game.choose(next(o for o in game.decision().options if o.id == action or o.id.startswith(f"{action}(")))
    return game


@pytest.mark.parametrize(
    "action",
    ["look", "sum_up", "tell", "branch", "branch_not", "asks", "offers", "point", "loop", "tries", "trades", "doom",
     "rob", "flip", "draw_one"],
)  # fmt: skip
def test_what_told_a_secret_is_not_taken_back(action: str) -> None:
    game = after(action)
    with pytest.raises(Refused, match="since"):
        game.undo(past_reveals=False)


@pytest.mark.parametrize("action", ["deeper", "count_cards", "boast", "gloom", "pay_up", "rest_"])
def test_what_told_nothing_is_taken_back(action: str) -> None:
    game = after(action)
    game.undo(past_reveals=False)
    assert game.decision().site == "flow/offer 1" or any(o.id == "rest_" for o in game.decision().options)


def test_a_card_played_openly_is_not_taken_back() -> None:
    game = after("boast")
    game.choose("1")
    with pytest.raises(Refused, match="revealed"):
        game.undo(past_reveals=False)


def test_a_card_put_away_unseen_is_taken_back() -> None:
    game = after("bury")
    game.undo(past_reveals=False)
    assert any(o.id == "bury" for o in game.decision().options)


def test_what_an_action_keeps_to_itself_is_no_less_hidden() -> None:
    game = after("keeps")
    game.choose("1")
    with pytest.raises(Refused, match="revealed"):
        game.undo(past_reveals=False)

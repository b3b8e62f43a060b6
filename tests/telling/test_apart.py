"""Options that read alike say what tells them apart; copies that are alike are one option."""

from __future__ import annotations

from regelwerk.telling.options import offered
from tests.rules import ruleset_of

RULES = """\
game woods "Woods"
  language  1
  players   2

type Card
  var worn  0..2 = 0
rows Card: copies
  oak "oak": 4

type Log
  worth     0..9
rows Log: worth
  thin "log":  1
  thick "log": 5

table
  shown     pile of Card = Card
  logs      pile of Log = Log
player
  hand      pile of Card private
  points    0..30

setup
  as each players: move top(shown) to me.hand

action wear(c in shown) "Wear {c}"
  needs c.worn < 2
  add 1 to c.worn
action take(c in me.hand + shown) "Show {c}"
  add 0 to c.worn
action chop(x in logs) "Chop {x}"
  add x.worth to me.points

flow
  repeat at most 9
    as each players: offer wear, take, chop

winner
  most me.points

display
  row       logs by worth
  row       shown
  own       hand

texts de
  worn "getragen"
  worth "Wert"
  shown "offen"
  hand "Hand"
"""


def test_what_reads_alike_says_what_it_differs_in() -> None:
    game = ruleset_of(RULES).new_game(2, 1, ["Ann", "Bob"])

    def said() -> list[tuple[str, str]]:
        return [(each["text"], each["remark"]) for each in offered(game, game.decision())]

    fresh = [("Wear oak", ""), ("Show oak", "Ann · hand"), ("Show oak", "shown")]
    logs = [("Chop log", "worth: 1"), ("Chop log", "worth: 5")]
    assert sorted(said()) == sorted(fresh + logs)
    game.choose(next(each["id"] for each in offered(game, game.decision()) if each["text"] == "Wear oak"))
    worn = [("Wear oak", ""), ("Wear oak", "worn: 1"), ("Show oak", "Bob · hand"), ("Show oak", "shown")]
    assert sorted(said()) == sorted([*worn, ("Show oak", "worn: 1, shown"), *logs])


def test_it_is_said_in_the_language_of_the_game() -> None:
    game = ruleset_of(RULES, language="de").new_game(2, 1, ["Ann", "Bob"])
    remarks = {each["remark"] for each in offered(game, game.decision())}
    assert {"Ann · Hand", "offen", "Wert: 1", "Wert: 5"} <= remarks

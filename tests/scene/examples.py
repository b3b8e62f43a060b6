"""The rulesets of the page about `display`, and games of them."""

from __future__ import annotations

from functools import cache

from regelwerk.interpreter.game.game import Ruleset
from tests.docs.pages import REFERENCE, blocks
from tests.rules import ruleset_of


@cache
def text(name: str) -> str:
    """Give a ruleset of the page by the name of its game."""
    page = REFERENCE / "display.md"
    return next(block.text for block in blocks(page, "regel") if block.text.startswith(f"game {name} "))


def made(source: str, language: str = "") -> Ruleset:
    """Compile a ruleset."""
    return ruleset_of(source, language=language)


@cache
def ruleset(name: str) -> Ruleset:
    return made(text(name))


# Cards of one's own without symbols, signs on a map, a value of whoever looks, and seats that are picked.
BOXES = """\
game boxes "Boxes"
  players   2

kind Act    dig "Dig", sow "Sow"

type Field
  x         0..9
  y         0..9
  wet       flag
rows Field: x, y, wet
  hill "Hill": 1, 1, no
  moor "Moor": 5, 1, yes

type Money per player
  worth     0..3
rows Money: worth
  one "One coin": 1
  two "Two coins": 2

table
  deck      pile of Field hidden = Field
  next      holds Field hidden

player
  plan      Money or none per Act private
  bid       Money or none private
  points    0..9

value mine(f: Field) number = me.points
value stake(p: Player) number = p.points + 1

action ask_one(p in Player) "Ask {p}"
  add 1 to p.points

action stand_up "Stand up"
  add 1 to me.points

setup
  shuffle deck
  move top(deck) to next

effect cover
  choose m in Money "A card for the bid" in secret
  set me.bid to m
  set me.plan[dig] to m

flow
  as each players: cover
  reveal next
  as each players: offer ask_one, stand_up

winner
  most me.points

display
  graph     Field by x, y
  node      Field by wet "w"
  node      Field by mine "$#"
  sheet     Player by stake
  table     next "the way"
  own       bid, plan
  others    points

texts de
  "wet" "nass"
  "the way" "der Weg"
"""

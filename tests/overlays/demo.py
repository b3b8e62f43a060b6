"""A small game for overlays to change."""

from regelwerk.dsl import ast
from regelwerk.dsl.diagnostics import Diagnostic
from regelwerk.dsl.overlays import compose
from regelwerk.dsl.source import Source
from regelwerk.dsl.syntax.parse import parse

CORE = """\
game demo
  players 2..4

kind Suit red, blue, green

type Card
  price 0..9 = 3
  suits set of Suit
  play effect
  power ability while it in me.awake

rows Card: price, suits
  ace: 1, {red}
  two: 2, {blue}

Card king "King"
  suits red, blue
  play
    gain 1 coin
    extra: gain 2 coin
  power
    action bow "Bow" once per turn
      gain 1 coin

Card fool
  price 4
  play jest
  power instead of pay_fee(s) once per year may "Skip {s}": nothing

table
  pot 0..20 = 5

ruling late "May one be late?"
  default no
  choices yes, no

value limit number = 7

value worth(s in Suit) number by s
  red is 1
  otherwise is 2

value pair(s in Suit) number by s
  red, blue is 1
  otherwise is 0

setup
  first: gain 1 coin

effect jest
  say "Ha"
  if pot > 3
    inner: gain 1 coin
    last: gain 2 coin
  outer: each p in players
    deep: gain 3 coin

action bet "Bet" once per turn
  gain 1 coin

action trade "Trade" once per turn
  cost: needs pot > 1 else "Too poor."
  needs pot < 9 else "Too rich."
  choose "Sell or keep?"
    sell "Sell it" when pot > 2
      gain 1 coin
    keep: nothing
  round: offer bet, trade

board Field square 4 x 5

value step 0..3 = 1

scoring final to me.coins
  "Coins" me.coins
  "Cards" 2 * limit

winner
  most me.coins
  least limit

display
  symbol Suit.red "r" red
  own hand

invariant "the pot is small"
  pot < 30

texts de
  king "König"

scenario "one bets"
  seats ann, bob
  then pot = 5
"""


def read(text: str, name: str = "t.regel") -> ast.File:
    file, found = parse(Source(name, text))
    assert found == []
    return file


def overlay(body: str, id: str = "x", layer: str = "mod", header: str = "") -> ast.File:
    return read(f"{layer} {id} for demo\n{header}\n{body}", f"{id}.regel")


def merged(*files: ast.File) -> str:
    """Merge without mistakes, and show the result in a form that ignores places."""
    decls, found = compose([read(CORE, "core.regel")], list(files))
    assert found == []
    return shown(decls)


def shown(decls: list[ast.Decl]) -> str:
    return "\n".join(str(bare(d)) for d in decls)


def bare(node: object) -> object:
    if isinstance(node, tuple):
        return tuple(bare(n) for n in node) if not hasattr(node, "end_line") else ()
    if not isinstance(node, ast.Node):
        return node
    inner = [bare(getattr(node, f)) for f in type(node).__dataclass_fields__ if f not in ("at", "marks", "doc")]
    return (type(node).__name__, *inner)


def problems(*files: ast.File) -> list[Diagnostic]:
    return compose([read(CORE, "core.regel")], list(files))[1]


def edited(old: str, new: str) -> str:
    """The core with its text edited by hand: what an overlay should amount to."""
    assert CORE.count(old) == 1
    return shown(list(read(CORE.replace(old, new)).decls))

"""Display texts of another language reach the player."""

from __future__ import annotations

from regelwerk.dsl.compile import compile_sources
from regelwerk.dsl.source import Source
from regelwerk.interpreter.ruleset import Ruleset, Words

RULES = """
game fruit "Fruit"
  players   2
kind Fruit    apple "apple", pear "pear"
table
  eaten     0..3
action eat(f in Fruit) "Eat the {f}"
  add 1 to eaten
flow
  each i in 1..3
    as seat(i): offer eat
winner
  most eaten
texts de
  Fruit.apple  "Apfel"
  pear         "Birne"
  eat          "Iss: {f}"
"""


def test_titles_and_sentences_are_translated() -> None:
    build = compile_sources([Source("fruit", RULES)])
    assert build.compiled is not None, build.diagnostics
    ruleset = Ruleset(build.compiled)
    game = ruleset.new_game(2, 1)
    assert [o.text for o in game.decisions()[0].options] == ["Eat the apple", "Eat the pear"]
    german = Words(ruleset, game.words.names, "de").offers
    codes = [o.code for o in game.decisions()[0].options]
    assert [o.text for o in german.decision(game.state, codes).options] == ["Iss: Apfel", "Iss: Birne"]

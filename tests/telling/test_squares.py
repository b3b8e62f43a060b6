"""Cells without names are said by where they lie: every one differently, and as a player finds it on what is drawn."""

from __future__ import annotations

import pytest

from regelwerk.interpreter.texts.sentences import Texts
from tests.rules import ruleset_of

RULES = """
game field "Field"
  players   2
board Cell {shape}
table
  stone     Player or none per Cell
action place(c in Cell) "Place on {{c}}"
  needs stone[c] = none                   else "{{c}} is taken."
  set stone[c] to me
flow
  each i in 1..3
    as seat(i): offer place
winner
  most 0
display
  {shown}
texts de
  place "Lege auf {{c}}"
"""
MAP, GRID = "own  stone", "grid Cell by stone"


def texts(shape: str, shown: str, language: str = "") -> Texts:
    rules = ruleset_of(RULES.format(shape=shape, shown=shown if shown == GRID else 'symbol player_1 "●" red'))
    return Texts(rules.compiled, language)


@pytest.mark.parametrize("shape", ["square 31 x 29", "hex 31 x 29", "square 30 x 27 diagonals", "hex 28 x 28"])
@pytest.mark.parametrize("shown", [MAP, GRID])
def test_every_cell_is_said_differently_and_none_by_its_id(shape: str, shown: str) -> None:
    told = texts(shape, shown)
    titles = [told.title("Cell", n) for n in range(len(told.domains["Cell"].ids))]
    assert len(set(titles)) == len(titles)
    assert not {*titles} & {*told.domains["Cell"].ids}


@pytest.mark.parametrize(
    ("shape", "shown", "cell", "english", "german"),
    [
        ("square 31 x 31", MAP, "x15y15", "the middle", "die Mitte"),
        ("square 31 x 31", MAP, "x13y16", "south, 2 × west of the middle", "von der Mitte aus: Süden, 2 × Westen"),
        (
            "hex 31 x 31",
            MAP,
            "x15y13",
            "north-west, north-east of the middle",
            "von der Mitte aus: Nordwesten, Nordosten",
        ),
        ("hex 31 x 31", MAP, "x17y15", "2 × east of the middle", "von der Mitte aus: 2 × Osten"),
        ("square 31 x 31", GRID, "x13y16", "column 13, row 16", "Spalte 13, Zeile 16"),
        ("square 9 x 9", MAP, "b3", "b3", "b3"),
    ],
)
def test_a_cell_is_said_by_the_way_from_the_middle_or_by_numbers_that_are_drawn(
    shape: str, shown: str, cell: str, english: str, german: str
) -> None:
    for language, said in (("", english), ("de", german)):
        told = texts(shape, shown, language)
        assert told.title("Cell", told.domains["Cell"].ids.index(cell)) == said


def test_options_reasons_and_the_log_say_it_alike_and_ids_stay() -> None:
    game = ruleset_of(RULES.format(shape="square 31 x 31", shown='symbol player_1 "●" red')).new_game(2, 1)
    option = next(each for each in game.decisions()[0].options if each.id == "place(x16y15)")
    assert option.text == "Place on east of the middle"
    game.choose("place(x16y15)")
    assert game.why("place(x16y15)")[0].text == "east of the middle is taken."

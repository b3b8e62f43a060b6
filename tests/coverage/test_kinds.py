"""In which ways a clause is changed: one small ruleset, all changes of some of its lines, and who notices them."""

from __future__ import annotations

import pytest

from regelwerk.coverage import Subject, prepared
from regelwerk.coverage.examine import KILLED, SURVIVED, Examiner
from regelwerk.dsl.source import Source
from regelwerk.dsl.syntax.parse import parse

RULES = """
game kinds "Kinds"
  language  1
  players   2
board Field square 3 x 3                               @K-01
kind Colour   red, blue
type Card
  price     1..3
  reward    effect
rows Card: price, copies
  ace: 1, 8
  king: 3, 8
type Guest
  colour    Colour
  reward    effect
  knows     Guest
Guest anna                                             @K-02
  colour    red
  knows     otto                                       @K-13
Guest otto
  colour    blue
  knows     anna
table
  deck      pile of Card hidden = Card                 @K-03
  open      0..9                                       @K-04
player
  hand      pile of Card private                       @K-05
  seen      set of Colour                              @K-06
  dice      0..6 per Colour                            @K-07
  at        Field = cell(1, 1)                         @K-08
setup
  shuffle deck                                         @K-09
  as each players: move top(deck, 2) to me.hand
action look "Look"
  may "Show a card": add 1 to open                     @K-10
  anna.reward
action name_one "Name a colour"
  may choose c in Colour "Which one?"                  @K-11
  add c to me.seen
action paint "Paint"
  choose c in Colour "Which colour?"                   @K-12
  add c to me.seen
texts de
  "Which colour?"  "Welche Farbe?"
flow
  as each players: offer look, name_one, paint
winner
  most open
scenario "kept"
  seats ann, bob
  when
    as ann: look
    ann: no
    as ann: name_one
    ann: no
    as bob: paint
    bob: blue
  then
    bob.seen = {blue} and anna.knows = otto
    open = 0 and ann.seen = {} and ann.at = cell(1, 1)
    all c in Colour: ann.dice[c] = 0
"""
SIGHT = """
scenario "seen"
  seats ann, bob
  then
    by_chance(top(deck))
    not sees(ann, deck) and sees(ann, ann.hand) and not sees(bob, ann.hand)
"""


def subject(text: str) -> Subject:
    file, problems = parse(Source("kinds.regel", text))
    assert not problems
    return prepared(file.decls)


def verdicts(text: str) -> dict[tuple[str, str], str]:
    found = subject(text)
    examiner = Examiner(found)
    return {(m.ids[0], m.what): examiner.verdict(m.number).state for m in found.mutants}


@pytest.fixture(scope="module")
def without() -> dict[tuple[str, str], str]:
    return verdicts(RULES)


@pytest.fixture(scope="module")
def with_sight() -> dict[tuple[str, str], str]:
    return verdicts(RULES + SIGHT)


@pytest.mark.parametrize(
    "change",
    [
        ("K-01", "2 wide instead of 3"),
        ("K-01", "2 high instead of 3"),
        ("K-02", "`reward` is never possible, instead of nothing"),
        ("K-06", "all of them at the start"),
        ("K-07", "1 at the start for red"),
        ("K-08", "2 instead of 1"),
        ("K-13", "anna instead of otto"),
        ("K-10", "compulsory"),
        ("K-11", "compulsory"),
        ("K-12", "the first, not by choice"),  # whose question has a translation
    ],
)
def test_a_change_is_made_and_noticed(without: dict[tuple[str, str], str], change: tuple[str, str]) -> None:
    expected = SURVIVED if change[0] == "K-01" else KILLED  # nothing happens on the outer cells
    assert without[change] == expected


@pytest.mark.parametrize(
    "change",
    [
        ("K-03", "seen by all"),
        ("K-05", "seen by all"),
        ("K-05", "seen by nobody"),
        ("K-09", "left out"),
    ],
)
def test_sight_and_shuffles_are_noticed_by_those_who_ask(
    without: dict[tuple[str, str], str], with_sight: dict[tuple[str, str], str], change: tuple[str, str]
) -> None:
    assert (without[change], with_sight[change]) == (SURVIVED, KILLED)


def test_the_end_of_a_range_is_lowered(without: dict[tuple[str, str], str]) -> None:
    assert without["K-04", "to 8 instead of 9"] == SURVIVED

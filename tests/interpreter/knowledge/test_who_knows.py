"""Who knows what: told by the rules, remembered over several steps, seen by everybody, or never told at all."""

from __future__ import annotations

import random

import pytest

from regelwerk.interpreter.errors import Refused
from regelwerk.interpreter.game.game import Game
from tests.decks import low_and_high, numbered
from tests.reliability.test_secrets import scrambled
from tests.rules import ruleset_of

CELLAR = (
    numbered("cellar", "Cellar", "2..3")
    + """\
table
  open      pile of Card
  deck      pile of Card hidden = Card
  fate      0..9 hidden = 7
player
  points    0..99
  hand      pile of Card private

action flip "Flip a card"
  needs open.size = 0                     else "One lies there."
  move top(deck) to open
  choose n in 1..2 "How often does it count?"
  add n * top(open).worth to me.points
action look "Look at a hand"
  show left(me).hand to me
action buy(c in open) "Buy {c}"
  move c to me.hand
action rest_ "Rest"
  nothing
action stir "Stir"
  if any c in me.hand where c.worth > 3: add 1 to fate
action count_up "Count up"
  score shown
scoring shown to me.points
  "cards"   open.size

flow
  shuffle deck
  as each players: move top(deck) to me.hand
  repeat until deck.size = 0
    as each players: offer flip, look, buy, rest_, count_up, stir
winner
  most me.points
"""
)
SILENT = """\
game silent "Silent"
  language  1
  players   2

table
  fate      1..6 hidden
player
  purse     0..99 private
action dare "Dare it"
  if fate > 3: add 2 to me.purse
action rest_ "Rest"
  add 1 to me.purse
flow
  draw d in 1..6
  set fate to d
  repeat until any p in players where p.purse > 3
    as each players: offer dare, rest_
winner
  most me.purse
"""

TWINS = (
    low_and_high("twins", "Twins")
    + """\
table
  deck      pile of Card hidden = Card
  named     Card or none
  marks     0..9 per Card
  dark      0..9 per Card hidden
  shown     pile of Card
player
  hand      pile of Card private

action name(c in me.hand) "Name a card"
  set named to c
action mark "Mark it"
  needs named != none                     else "None is named."
  add 1 to marks[named]
flow
  shuffle deck
  as each players: move top(deck, 2) to me.hand
  repeat until any c in Card where marks[c] > 1
    as each players: offer name, mark
winner
  most me.hand.size
"""
)


def begun(text: str = CELLAR, seed: int = 3) -> Game:
    return ruleset_of(text).new_game(2, seed)


def cell(game: Game, name: str) -> int:
    return game.state[next(slot.addr for slot in game.ruleset.compiled.slots if slot.name == name)]


def hand_of_the_other(game: Game) -> list[int]:
    slot = next(slot for slot in game.ruleset.compiled.slots if slot.name == "hand")
    return game.machine.runtime.places.contents(game.state, slot.place + 1)


def test_only_those_who_play_are_seen() -> None:
    assert list(begun().view(0)["slots"]["player.points"]) == ["player_1", "player_2"]


def test_what_the_rules_print_is_known_though_it_is_hidden() -> None:
    game = begun()
    assert {cell(game.determinize(0, seed), "fate") for seed in range(20)} == {7}
    assert len({cell(game.determinize(0, seed, memory=False), "fate") for seed in range(40)}) > 3


def test_of_a_table_laid_out_by_somebody_only_what_is_seen_is_known() -> None:
    rules = begun().ruleset
    game = Game.begin_at(rules, rules.machine.fresh(2, 3), 3)
    assert len({cell(game.determinize(0, seed), "fate") for seed in range(40)}) > 3


@pytest.mark.parametrize(("seed", "fate"), [(1, 8), (3, 7)])
def test_what_follows_from_a_hand_is_known_to_who_holds_it_alone(seed: int, fate: int) -> None:
    game = begun(seed=seed)
    game.choose("stir")
    assert cell(game, "fate") == fate
    assert {cell(game.determinize(0, seed), "fate") for seed in range(20)} == {cell(game, "fate")}
    assert len({cell(game.determinize(1, seed), "fate") for seed in range(40)}) > 1


def test_a_hand_looked_at_is_remembered_when_it_is_asked_for_again_and_again() -> None:
    game = begun()
    game.choose("look")
    for _ in range(4):
        assert len({tuple(hand_of_the_other(game.determinize(0, seed))) for seed in range(20)}) == 1
        assert len({tuple(hand_of_the_other(game.determinize(0, seed, memory=False))) for seed in range(20)}) > 1
        game.choose("rest_")


def test_a_card_in_the_first_place_is_seen() -> None:
    game = begun()
    game.choose("flip")
    with pytest.raises(Refused, match="revealed"):
        game.undo(past_reveals=False)


def test_what_lies_open_since_the_step_before_may_be_used_and_taken_back() -> None:
    game = begun()
    game.choose("flip")
    game.choose("2")
    game.undo(past_reveals=False)
    assert [option.id for option in game.decision().options] == ["1", "2"]


def test_who_only_watches_is_told_what_was_picked_in_the_open() -> None:
    game = begun()
    game.choose("flip")
    game.choose("1")
    bought = next(option for option in game.decision().options if option.id.startswith("buy"))
    game.choose(bought)
    assert [entry for entry in game.log_for(None) if entry["kind"] == "decision"][-1]["option"] == bought.id


def test_what_is_scored_is_told_to_everybody() -> None:
    game = begun()
    game.choose("count_up")
    for seat in (0, 1, None):
        assert {"kind": "event", "name": "score", "args": [0, 0, 0, 0]} in game.log_for(seat)


@pytest.mark.parametrize("marked", [False, True])
def test_copies_are_called_alike_wherever_they_lie_unseen(marked: bool) -> None:
    """Of a copy that the other seat has named, and perhaps marked, a name does not tell where it lies now."""
    game = begun(TWINS)
    game.choose(game.decision().options[0])
    if marked:
        game.choose("mark")
    seen = game.view(1)["slots"]
    for seed in range(12):
        other = scrambled(game, 1, random.Random(seed))
        assert other.view(1)["slots"] == seen


@pytest.mark.parametrize("seat", [0, None])
def test_copies_are_numbered_as_they_lie_not_as_they_are(seat: int | None) -> None:
    """Where one looks into, two copies that differ by nothing are called in the order in which they lie."""
    views = []
    for order in ([0, 1], [1, 0]):
        game = begun(TWINS)
        places, slots = game.machine.runtime.places, {slot.name: slot for slot in game.ruleset.compiled.slots}
        for thing in range(8):
            places.move(game.state, 0, thing, slots["hand"].place + 1, 0)
        for thing in order:
            places.move(game.state, 0, thing, slots["hand" if seat == 0 else "shown"].place, 0)
        views.append(game.view(seat)["slots"])
    assert views[0] == views[1]
    assert len(set(views[0]["table.shown"] or views[0]["player.hand"]["player_1"])) == 2


def test_nothing_is_taken_back_where_everything_is_hidden() -> None:
    game = begun(SILENT)
    game.choose("dare")
    with pytest.raises(Refused, match="since"):
        game.undo(past_reveals=False)

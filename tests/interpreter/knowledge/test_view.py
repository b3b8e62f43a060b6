"""What a view says, slot by slot: keys that do not begin at 0, nothing, sets, flags, one thing in a place."""

from __future__ import annotations

import pytest

from regelwerk.interpreter.game.game import Game
from regelwerk.interpreter.game.view import eyes
from tests.rules import ruleset_of

RULES = """\
game seen "Seen"
  language  1
  players   2

kind Colour   red, blue, green
type Card
  worth     0..9
rows Card: worth
  ace: 1
  king: 2
  queen: 3
table
  deck      pile of Card hidden = queen
  shelf     holds Card per 3..4
  price     0..9 per 2..3 = {2: 7, 3: 8}
  chosen    Colour or none
  best      0..9 or none
  liked     set of Colour
  hot       flag
player
  hand      pile of Card private
  secret    0..9 per Colour private = {red: 4, blue: 5, green: 6}
  met       set of Player
  rival     Player or none

setup
  move ace to shelf[3]
  as seat(1): move king to me.hand
action act "Act"
  set liked to {blue, green}
  set chosen to blue
  set best to 0
  set hot to yes
  set me.rival to left(me)
  set me.met to players
flow
  as each players: offer act
winner
  most me.hand.size
"""


@pytest.fixture(scope="module")
def game() -> Game:
    return ruleset_of(RULES).new_game(2, 1)


def slots(game: Game, seat: int | None) -> dict[str, object]:
    return {name.split(".")[-1]: value for name, value in game.view(seat)["slots"].items()}


def test_before_anything_happens(game: Game) -> None:
    seen = slots(game, 0)
    assert seen["price"] == {"2": 7, "3": 8}
    assert seen["shelf"] == {"3": "ace", "4": None}
    assert (seen["chosen"], seen["best"], seen["liked"], seen["hot"]) == (None, None, [], False)
    assert seen["rival"] == {"player_1": None, "player_2": None}


def test_afterwards(game: Game) -> None:
    game.choose("act")
    seen = slots(game, 0)
    assert (seen["chosen"], seen["best"], seen["liked"], seen["hot"]) == ("blue", 0, ["blue", "green"], True)
    assert seen["rival"] == {"player_1": "player_2", "player_2": None}
    assert seen["met"] == {"player_1": ["player_1", "player_2"], "player_2": []}
    game.undo()


def test_what_is_hidden_keeps_its_size_only(game: Game) -> None:
    own, other, watching = (slots(game, seat) for seat in (1, 0, None))
    assert own["deck"] == other["deck"] == {"size": 1}
    assert own["hand"] == {"player_1": {"size": 0}, "player_2": ["king"]}
    assert other["hand"] == {"player_1": [], "player_2": {"size": 1}}
    assert watching["hand"] == {"player_1": {"size": 0}, "player_2": {"size": 1}}


def test_the_owner_of_a_number_is_its_first_key(game: Game) -> None:
    numbers, nothing = {"red": 4, "blue": 5, "green": 6}, dict.fromkeys(("red", "blue", "green"))
    assert slots(game, 0)["secret"] == {"player_1": numbers, "player_2": nothing}
    assert slots(game, 1)["secret"] == {"player_1": nothing, "player_2": numbers}
    assert slots(game, None)["secret"] == {"player_1": nothing, "player_2": nothing}


def test_places_nobody_can_look_into(game: Game) -> None:
    compiled = game.ruleset.compiled
    first = {s.name: s.place for s in compiled.slots if s.place >= 0}
    for seat, hands in ((0, {1}), (1, {0}), (None, {0, 1})):
        found = eyes(game.ruleset, game.words.texts, game.seen_state(seat), seat).unseen_places()
        assert {(slot.name, place) for slot, place in found} == {
            ("deck", first["deck"]), *(("hand", first["hand"] + owner) for owner in hands),
        }  # fmt: skip


def test_only_who_is_asked_reads_the_options(game: Game) -> None:
    own, other, watching = (game.view(seat) for seat in (0, 1, None))
    assert own["decision"]["options"] == [{"id": "act", "text": "Act"}]
    assert (own["decision"]["secret"], own["over"], own["seat"], own["players"]) == (False, False, 0, 2)
    assert other["decision"] is watching["decision"] is None
    assert own["deciding"] == other["deciding"] == watching["deciding"] == [0]

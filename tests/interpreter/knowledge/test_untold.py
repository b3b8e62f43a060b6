"""What an answer tells: a seat learns of it what it can see, and copies of a card have no numbers."""

from __future__ import annotations

from functools import cache

import pytest

from regelwerk.dsl.pipeline import compile_sources
from regelwerk.dsl.source import Source
from regelwerk.interpreter.errors import Refused
from regelwerk.interpreter.game.game import Game, Ruleset
from tests.decks import low_and_high, numbered
from tests.rules import ruleset_of

HANDS = (
    low_and_high("hands", "Hands")
    + """\
table
  deck      pile of Card hidden = Card
  open      pile of Card
  burnt     pile of Card hidden
player
  hand      pile of Card private
  points    0..99

action put(c in me.hand) "Put back {c}"
  move c under deck
action play(c in me.hand) "Play {c}"
  choose p in players "For whom?"
  move c to open
  add c.worth to p.points
action mix(c in me.hand) "Mix in {c}"
  move c to deck
  shuffle deck
  move deck to open
action burn(c in me.hand) "Burn {c}"
  move c to burnt
action lose(c in me.hand) "Lose {c}"
  move c to box
action tuck "Tuck one under"
  choose c in me.hand "Which one?"
  move c under deck

flow
  shuffle deck
  as each players: move top(deck, 3) to me.hand
  repeat until open.size > 3 or deck.size = 0
    as each players: offer put, play, mix, burn, lose, tuck

winner
  most me.points
"""
)


@cache
def hands() -> Ruleset:
    return ruleset_of(HANDS)


def told(game: Game, seat: int | None) -> list[tuple[str, str]]:
    return [(e["option"], e["text"]) for e in game.log_for(seat) if e["kind"] == "decision"]


def begun(action: str) -> Game:
    game = hands().new_game(2, 5)
    game.choose(next(o for o in game.decision().options if o.id.startswith(f"{action}(low")))
    return game


def test_a_card_put_back_is_told_to_nobody_else() -> None:
    for action, said in (("put", "Put back"), ("burn", "Burn"), ("lose", "Lose")):
        game = begun(action)
        assert told(game, 0) == [(f"{action}(low)", f"{said} low")]
        for other in (1, None):
            assert told(game, other) == [(f"{action}(?)", f"{said} something hidden")]


def test_that_there_was_nothing_to_choose_is_told_to_nobody_else() -> None:
    kinds = {}
    for seed in range(40):
        game = hands().new_game(2, seed)
        game.choose("tuck")
        if game.decision().seat == 0:
            game.choose(game.decision().options[0])
        own, other = (game.log_for(seat)[-1] for seat in (0, 1))
        kinds[own["kind"]] = (other["kind"], other["option"], game.log_for(None)[-1]["kind"])
    assert kinds == dict.fromkeys(("decision", "forced"), ("decision", "?", "decision"))


def test_a_card_played_is_told_as_soon_as_it_lies_open() -> None:
    game = begun("play")
    assert told(game, 1) == [("play(?)", "Play something hidden")]
    game.choose("player_2")
    assert told(game, 1) == [("play(low)", "Play low"), ("player_2", "Player 2")]
    game.undo()
    assert told(game, 1) == [("play(?)", "Play something hidden")]


BEDS = """\
game beds "Beds"
  language  1
  players   2

kind Soil     wet, dry
board Plot square 4 x 4
type Bed on Plot
  sides     list of Soil
rows Bed: sides
  pond:  {wet, wet, wet, wet}
  brook: {wet, wet, wet, wet}
  marsh: {wet, wet, wet, wet}
  fen:   {wet, wet, wet, wet}

table
  bag       pile of Bed hidden = Bed
player
  hand      pile of Bed private
  watered   0..9

action dig(b in me.hand) "Dig {b}"
  lay b at first c in Plot where piece(c) = none: c
action water(b in Bed where b.at != none) "Water {b}"
  add 1 to me.watered
action drop(b in me.hand) "Drop {b}"
  move b under bag

flow
  as each players: move top(bag, 2) to me.hand
  repeat until any p in players where p.watered > 2: as each players: offer dig, water, drop

winner
  most me.watered
"""


def test_what_is_laid_on_a_board_is_told_and_what_is_picked_there_too() -> None:
    game = ruleset_of(BEDS).new_game(2, 0)
    for action in ("dig", "water", "drop"):
        game.choose(next(o for o in game.decision().options if o.id.startswith(action)))
    dug, watered, dropped = told(game, 0)
    assert told(game, 1) == told(game, None) == [dug, watered, ("drop(?)", "Drop something hidden")] != [*told(game, 0)]
    assert dug[0].replace("dig", "water") == watered[0] and "?" not in dropped[0]


def test_a_card_that_was_shuffled_in_is_not_told_when_all_lie_open() -> None:
    assert told(begun("mix"), 1) == [("mix(?)", "Mix in something hidden")]


def test_a_saved_game_tells_no_more_than_before() -> None:
    for action in ("put", "play"):
        game = begun(action)
        again = hands().load(game.save())
        assert again.log_for(1) == game.log_for(1)
        assert again.log_for(0) == game.log_for(0)


def test_the_end_of_the_game_tells_nothing_by_itself() -> None:
    game = begun("put")
    while not game.over:
        option = next(o for o in game.decision().options if o.id.startswith(("play", "player")))
        game.choose(option)
    assert told(game, 1)[0] == ("put(?)", "Put back something hidden")
    assert all(e["result"] is None for e in game.log_for(1) if e["kind"] == "chance")


def test_copies_have_no_numbers() -> None:
    game = begun("play")
    game.choose("player_1")
    for seat in (0, 1, None):
        assert "#" not in str(game.view(seat)["slots"])
        assert "#" not in str(game.log_for(seat))
    assert all("#" not in option.id for option in game.decision().options)


# ------------------------------------------------------------------------------------------------ shown to one player

PRIEST = (
    numbered("priest", "Priest")
    + """\
table
  deck      pile of Card hidden = Card
player
  hand      pile of Card private
  bid       0..9 private
  points    0..99

action look "Look at a hand"
  show left(me).hand to me
action peek "Look at the next card"
  show top(deck) to me
action swap "Swap a card"
  choose c in me.hand "Which one?"
  move c under deck
  move top(deck) to me.hand
action offer_up "Bid"
  choose n in 1..5 "How much?" in secret
  set me.bid to n
action pass "Pass"
  nothing

flow
  shuffle deck
  as each players: move top(deck, 2) to me.hand
  repeat until deck.size = 0
    as each players: offer look, peek, swap, offer_up, pass

winner
  most me.points
"""
)


@cache
def priest() -> Ruleset:
    build = compile_sources([Source("priest.regel", PRIEST)])
    assert build.compiled is not None, [d.message for d in build.diagnostics]
    assert not build.diagnostics
    return Ruleset(build.compiled)


def hand_of_the_other(game: Game) -> list[int]:
    slot = next(slot for slot in game.ruleset.compiled.slots if slot.name == "hand")
    return sorted(game.machine.runtime.places.contents(game.state, slot.place + 1))


def test_what_is_shown_to_one_player_the_others_do_not_learn() -> None:
    game = priest().new_game(2, 3)
    game.choose("look")
    assert game.log_for(0)[-1] == {"kind": "show", "seat": 0, "text": "three, four"}
    for other in (1, None):
        assert game.log_for(other)[-1] == {"kind": "show", "seat": 0, "text": None}


def test_a_look_is_remembered_until_the_card_can_have_moved() -> None:
    game = priest().new_game(2, 3)
    dealt = {tuple(hand_of_the_other(game.determinize(0, seed))) for seed in range(30)}
    assert len(dealt) > 3
    game.choose("look")
    assert {tuple(hand_of_the_other(game.determinize(0, seed))) for seed in range(30)} == {(2, 3)}
    game.choose("swap")
    game.choose(game.decision().options[0])
    dealt = {tuple(hand_of_the_other(game.determinize(0, seed))) for seed in range(60)}
    assert len(dealt) > 3


def test_the_next_card_looked_at_is_known_to_who_looked_alone() -> None:
    game = priest().new_game(2, 3)
    game.choose("peek")
    deck = next(slot for slot in game.ruleset.compiled.slots if slot.name == "deck")
    for seat, ways in ((0, 1), (1, 4)):
        tops = {game.machine.runtime.places.top(game.determinize(seat, n).state, deck.place, 0) for n in range(60)}
        assert len(tops) == ways


def test_a_look_is_not_taken_back() -> None:
    for action in ("look", "peek"):
        game = priest().new_game(2, 3)
        game.choose(action)
        with pytest.raises(Refused, match="since"):
            game.undo(past_reveals=False)


def test_a_secret_choice_is_told_to_nobody_else() -> None:
    game = priest().new_game(2, 3)
    game.choose("offer_up")
    game.choose("3")
    assert [e["option"] for e in game.log_for(0) if e["kind"] == "decision"] == ["offer_up", "3"]
    for other in (1, None):
        assert [e["option"] for e in game.log_for(other) if e["kind"] == "decision"] == ["offer_up", None]
    bid = next(slot for slot in game.ruleset.compiled.slots if slot.name == "bid")
    assert {game.determinize(0, n).state[bid.addr] for n in range(30)} == {3}
    assert len({game.determinize(1, n).state[bid.addr] for n in range(60)}) > 4


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        ('choose c in me.hand "Which one?"\n  say "{me} gives {c}."', "tells everybody what is in `hand`"),
        ('say "{me} bids {me.bid}."\n  choose c in me.hand "Which one?"', "tells everybody what is in `bid`"),
        ('choose n in 1..5 "How much?"\n  set me.bid to n\n  choose c in me.hand "Which one?"', "although `bid`"),
    ],
)
def test_the_checker_warns_where_the_rules_would_tell(wrong: str, said: str) -> None:
    text = PRIEST.replace('choose c in me.hand "Which one?"', wrong)
    found = [d for d in compile_sources([Source("priest.regel", text)]).diagnostics if d.code == "RW4070"]
    assert any(said in d.message for d in found)


AIM = """\
game aim "Aim"
  language  1
  players   3
player
  aim       Player or none private
  points    0..9
action strike_or_guard "Do it"
  choose p in players "Whom do you strike, or do you guard yourself?" in secret
  if p = me: set me.aim to none
  else: set me.aim to p
action open_up "Show the aim"
  reveal me.aim
  add 1 to me.points
flow
  repeat until any p in players where p.points > 8
    as each players: offer strike_or_guard, open_up
winner
  most me.points
"""


def test_what_was_revealed_and_is_emptied_is_closed_like_what_is_written_anew() -> None:
    """Were it left open, it would tell which way the secret choice went."""
    seen = set()
    for answer in ("player_1", "player_2"):
        game = ruleset_of(AIM).new_game(3, 1)
        game.choose("open_up")
        game.choose("open_up")
        game.choose("open_up")
        game.choose("strike_or_guard")
        game.choose(answer)
        seen.add(str([game.view(seat) for seat in (1, 2, None)] + [game.log_for(seat) for seat in (1, 2, None)]))
    assert len(seen) == 1


GUESS = (
    low_and_high("guess", "Guess")
    + """\
table
  deck      pile of Card hidden = Card
player
  hand      pile of Card private
  points    0..9
action guess(c in Card) "It is {c}"
  if top(deck).worth = c.worth: set me.points to me.points + 1 but at most 9
action name "Name one"
  choose c in Card where c.worth < 9 "Which one?"
  show c.worth to me
action put_back(c in Card) "Put {c} back"
  needs c in me.hand                      else "You do not hold it."
  move c under deck
action pass "Pass"
  nothing
flow
  shuffle deck
  as each players: move top(deck, 3) to me.hand
  repeat at most 9
    as each players: offer guess, name, put_back, pass
winner
  most me.points
"""
)


@pytest.mark.parametrize(
    ("actions", "heard"),
    [
        (("guess(low",), "guess(low)"),
        (("guess(high",), "guess(high)"),
        (("name", "high"), "high"),
        (("put_back(",), "put_back(?)"),
    ],
)
def test_what_could_be_named_wherever_it_lies_is_heard_by_all(actions: tuple[str, ...], heard: str) -> None:
    """Not what could be named because of something hidden."""
    for seed in range(6):
        game = ruleset_of(GUESS).new_game(2, seed)
        for action in actions:
            game.choose(next(o for o in game.decision().options if o.id.startswith(action)))
        for seat in (1, None):
            said = [e["option"] for e in game.log_for(seat) if e["kind"] in ("decision", "forced")]
            assert said[len(actions) - 1] == heard

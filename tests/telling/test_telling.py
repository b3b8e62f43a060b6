"""A game in words, as every front end tells it."""

from __future__ import annotations

import json

import pytest
from pydantic import ValidationError

import regelwerk
from regelwerk import Game
from regelwerk.dsl import ir
from regelwerk.dsl.pipeline import compile_sources
from regelwerk.dsl.source import Source
from regelwerk.interpreter.game.game import Ruleset
from regelwerk.telling.cards import card, named
from regelwerk.telling.options import offered
from regelwerk.telling.previews import Deals, preview
from regelwerk.telling.reasons import refused
from regelwerk.telling.stories import told_lines, worded
from tests.rules import compiled_from
from tests.scene.examples import BOXES, made


def seen(game: Game, text: str) -> list[str]:
    decision = game.decision()
    option = next(option for option in decision.options if option.text == text)
    return [change.text for change in preview(game, decision, option).changes]


def test_a_preview_tells_what_an_option_would_change_and_changes_nothing() -> None:
    game = regelwerk.load("connect-four").new_game(2, 1, ["Ada", "Ben"])
    before = game.hash
    assert "d6 · disc: – → Ada" in seen(game, "Drop a disc into column 4")
    assert game.hash == before


def test_options_looked_at_in_the_same_deals_tell_the_same() -> None:
    game = regelwerk.load("leduc-poker").new_game(2, 3, ["Ada", "Ben"])
    decision = game.decision()
    deals = Deals(game, decision.seat)
    for option in [*decision.options, *decision.options]:
        assert preview(game, decision, option, deals) == preview(game, decision, option)


def test_a_long_row_of_chance_is_told_in_a_line() -> None:
    rules = """
game dice "Dice"
  language  1
  players   2

table
  n         0..99

setup
  each i in 1..20
    draw d in 1..6 then set n to d

action stop "Stop"
  set n to 0

flow
  repeat at most 2
    as each players: offer stop

winner
  most 1
"""
    game = Ruleset(compile_sources([Source("dice.regel", rules)]).compiled).new_game(2, 1, ["Ada", "Ben"])  # type: ignore[arg-type]
    (line,) = [line.text for line in told_lines(game, None) if line.kind == "chance"]
    assert line.startswith("Chance: ") and line.endswith(", …") and line.count(",") == 12


def test_a_preview_tells_nothing_that_hangs_on_chance_or_on_what_is_hidden() -> None:
    told = set()
    for seed in range(20):
        game = regelwerk.load("leduc-poker").new_game(2, seed, ["Ada", "Ben"])
        game.choose(game.decision().option("call") or "")
        told.add(tuple(seen(game, "Check or call")))  # after it, a card is turned over
    (lines,) = told
    assert not any("board" in line for line in lines)
    assert seen(regelwerk.load("pig").new_game(2, 3), "Roll the die") == []


def test_options_are_grouped_by_action_and_name_what_they_pick() -> None:
    options = offered(game := regelwerk.load("tic-tac-toe").new_game(2), game.decision())
    assert [option["number"] for option in options] == list(range(1, 10))
    assert {option["group"] for option in options} == {"place"} and options[0]["things"] == ["a1"]
    assert len({option["group_title"] for option in options}) == 1


def test_what_is_refused_has_a_reason() -> None:
    game = regelwerk.load("tic-tac-toe").new_game(2)
    game.choose("place(b2)")
    (refusal,) = refused(game, game.decision())
    assert refusal.ids == ("place(b2)",) and "b2" in refusal.title and refusal.reason.text


def test_lines_of_the_log_say_who_and_about_what() -> None:
    game = regelwerk.load("tic-tac-toe").new_game(2, names=["Ada", "Ben"])
    game.choose("place(b2)")
    (line,) = told_lines(game, 1)
    assert (line.seat, line.kind, line.things) == (0, "decision", ("b2",)) and line.text.startswith("Ada: ")


def test_a_thing_is_told_by_what_is_printed_on_it_and_kept_for_it() -> None:
    game = regelwerk.load("tic-tac-toe").new_game(2, names=["Ada", "Ben"])
    game.choose("place(b2)")
    taken, free = card(game, 1, "b2"), card(game, 1, "a1")
    assert taken is not None and any("Ada" in line for line in taken.lines) and taken.options == []
    assert free is not None and [game.decision().options[n - 1].id for n in free.options] == ["place(a1)"]
    assert card(game, 1, "nothing") is None


MARKET = """
game market "Market"
  players 2..2
kind Colour   red "red", green "green"
resource Colour "stone"
  gain      take(it)
  pay       drop(it)
  has       me.stones[it]
player
  stones    0..9 per Colour
  helper    Card or none
  points    0..9
value price(c: Colour) 0..9 = 3
type Card
  fee       0..3
  asks      effect
  gives     effect
  power     ability while me.helper = it
effect take(c: Colour)
  add 1 to me.stones[c]
effect drop(c: Colour)
  remove 1 from me.stones[c]
effect feast(n: 1..3)
  each p in players: add n to p.points
effect rest
  nothing
Card cook "cook"
  fee       2
  asks      pay red or green
  gives     gain 2 red then feast(2)
  power
    change price(c) to price - 1 but at least 0 when c = red
    after rest once per round may "Sing": add 1 to me.points
action wave(c in {red}) "Wave with {c}"
  take(red)
effect round
  as each players: offer wave
flow
  repeat at most 3: round
winner
  most me.points
display
  own       stones, helper, points
  says      feast "everybody scores # points"
texts de
  cook      "Koch"
  red       "rot"
  green     "grün"
  "stone" "Stein"
  "stones" "Steine"
  "everybody scores # points" "alle bekommen # Punkte"
  "fee" "Preis"
  "asks" "verlangt"
"""


def told_of(language: str) -> list[str]:
    again = ir.Compiled.model_validate_json(compiled_from(MARKET).model_dump_json())
    found = card(Ruleset(again, language=language).new_game(2), 0, "cook")
    assert found is not None
    return found.lines


def test_a_card_tells_its_rules_in_sentences() -> None:
    assert told_of("") == [
        "fee: 2",
        "asks: Pay 1 red stone or 1 green stone.",
        "gives: Gain 2 red stones; everybody scores 2 points.",
        "power: Price: 1 less, at least 0, if colour is red.",
        "power: After rest, you may: Sing (add 1 to your points) (once per round).",
    ]
    assert told_of("de")[:3] == [
        "Preis: 2",
        "verlangt: Zahle 1 Stein (rot) oder 1 Stein (grün).",
        "gives: Erhalte 2 Steine (rot); alle bekommen 2 Punkte.",
    ]


def test_a_phrase_in_a_compiled_file_is_made_of_words_and_numbers() -> None:
    data = json.loads(compiled_from(MARKET).model_dump_json())
    for wrong in ({"gain": 1}, [1, "x"], ["", "gain {0}", [None]], ["only one"], 1.5):
        data["sayings"][0]["lines"] = [wrong]
        with pytest.raises(ValidationError):
            ir.Compiled.model_validate(data)


def test_cards_of_which_actions_speak_name_them() -> None:
    found = named(regelwerk.load("coup").new_game(3), 0, "duke")
    assert any("Tax, as the duke: 3 coins" in line for thing in found for line in thing.lines)


def test_actions_are_called_by_their_sentences_in_the_language_of_the_game() -> None:
    more = '  ask_one "{p} fragen"\n  "Stand up" "Aufstehen"\n'
    for language, ask, stand in (("", "Ask …", "Stand up"), ("de", "… fragen", "Aufstehen")):
        game = made(BOXES + more, language).new_game(2, 1)
        asked = list(refused(game, game.decisions()[0]))
        assert {stand, ask} <= {title for each in asked for title in each.title.split("; ")}, asked
        while not any(option.id == "ask_one(player_1)" for option in game.decisions()[0].options):
            game.choose(game.decisions()[0].options[0])
        titles = {option["group_title"] for option in offered(game, game.decision())}
        assert ask in titles


def test_what_is_revealed_is_called_as_the_screen_calls_it() -> None:
    for language, said in (("", "The way revealed: "), ("de", "Der weg aufgedeckt: ")):
        game = made(BOXES, language).new_game(2, 1)
        for _ in range(2):
            game.choose(game.decisions()[0].options[0])
        assert [line.text for line in told_lines(game, None) if line.text.startswith(said)]


def test_a_question_and_a_bare_answer_are_told_apart() -> None:
    game = made(BOXES.replace('"One coin"', '"one"')).new_game(2, 1)
    decision = game.decisions()[0]
    assert worded(game, decision, decision.options[0]).text == "A card for the bid: one"
    game = regelwerk.load("leduc-poker").new_game(2)
    decision = game.decision()
    assert all(": " not in worded(game, decision, option).text for option in decision.options)


def test_what_cannot_be_chosen_among_many_places_is_told_in_one_line() -> None:
    rules = """
game spots "Spots"
  language  1
  players   2

board Field square 4 x 4

table
  taken     flag per Field

action take "Take a field"
  choose c in Field where c in {cell(0, 0), cell(1, 1)} "Which one?"
  set taken[c] to yes

flow
  as each players: offer take

winner
  most 1
"""
    game = Ruleset(compiled_from(rules)).new_game(2, 1)
    game.choose("take")
    (others,) = [each for each in refused(game, game.decision()) if each.title == "All others"]
    assert others.text == "They are not among what can be chosen here." and len(others.ids) == 14

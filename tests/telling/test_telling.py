"""A game in words, as every front end tells it."""

from __future__ import annotations

import regelwerk
from regelwerk import Game
from regelwerk.telling.cards import card
from regelwerk.telling.options import offered
from regelwerk.telling.previews import preview
from regelwerk.telling.reasons import refused
from regelwerk.telling.stories import told_lines


def seen(game: Game, text: str) -> list[str]:
    decision = game.decision()
    option = next(option for option in decision.options if option.text == text)
    return [change.text for change in preview(game, decision, option).changes]


def test_a_preview_tells_what_an_option_would_change_and_changes_nothing() -> None:
    game = regelwerk.load("connect-four").new_game(2, 1, ["Ada", "Ben"])
    before = game.hash
    assert "d6 · disc: – → Ada" in seen(game, "Drop a disc into column 4")
    assert game.hash == before


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

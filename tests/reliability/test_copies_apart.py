"""Copies of a thing, and their parts, have no numbers that a seat could tell them apart by."""

from __future__ import annotations

import json
import random
import re
from pathlib import Path

import pytest

from regelwerk.interpreter.errors import Refused
from regelwerk.interpreter.game.game import Game
from regelwerk.scene import scene
from tests.decks import low_and_high

from .test_by_the_way import rules, take
from .test_secrets import renumbered

TWINS = (
    low_and_high("twins", "Twins")
    + """\
table
  deck      pile of Card hidden = Card
  shown     pile of Card
  marks     0..9 per Card
player
  hand      pile of Card private
  count     0..9

value open_now(c: Card) flag = c in shown
value mine(c: Card) flag = c in me.hand
value worth_of(c: Card) 0..9 = c.worth
action show_one(c in me.hand) "Show {c}"
  move c to shown
action pass "Pass"
  add 1 to me.count
flow
  shuffle deck
  as each players: move top(deck, 3) to me.hand
  repeat until any p in players where p.count > 8
    as each players: offer show_one, pass
winner
  most me.count

display
  own       hand
  table     shown, deck
  sheet     Card by marks, open_now
"""
)


def asked(game: Game, name: str, arg: str | int, seat: int) -> object:
    try:
        return [str(step) for step in game.why_value(name, [arg], seat)]
    except Refused as refused:
        return str(refused)


def of_copies(game: Game, seat: int) -> dict[str, object]:
    """Give what a seat is told of copies, with the order in which it stands."""
    names: list[str | int] = ["low", "high", "low#a", "low#c", "low#1", "low#4", "high#2", 0, 3, 5]
    return {
        "view": json.dumps(game.view(seat)),
        "scene": scene(game, seat).model_dump_json(),
        "values": [asked(game, name, arg, seat) for name in ("open_now", "mine", "worth_of") for arg in names],
    }


def test_the_numbers_of_copies_show_in_no_order_and_by_no_value() -> None:
    for seed in range(10):
        game = take(rules(TWINS).new_game(2, seed), "show_one", "show_one")
        other = renumbered(game, random.Random(seed))
        for seat in (0, 1):
            assert of_copies(game, seat) == of_copies(other, seat)


def test_a_value_of_copies_is_told_where_it_is_the_same_for_all_that_are_seen() -> None:
    game = rules(TWINS).new_game(2, 1)
    for card in game.view(0)["slots"]["player.hand"]["player_1"]:
        assert asked(game, "worth_of", card, 0) == asked(game, "worth_of", card.partition("#")[0], 0)
        assert asked(game, "mine", card, 0) == ["1 printed"]
        assert asked(game, "mine", card.partition("#")[0], 0) == ["1 printed"]
    with pytest.raises(Refused, match="takes 1 argument"):
        game.why_value("mine", [], 0)


# ------------------------------------------------------------------------------------------------ parts

LABELS = (Path(__file__).parent / "labels.regel").read_text(encoding="utf-8")


def test_parts_of_copies_have_no_numbers_either() -> None:
    for seed in range(8):
        game, rng = rules(LABELS).new_game(2, seed), random.Random(seed)
        for _ in range(12):
            other = renumbered(game, rng)
            for seat in (0, 1, None):
                for each in (game, other):
                    assert not re.search(r"#\d", json.dumps([each.view(seat), each.log_for(seat)]))
                assert json.dumps(game.view(seat)) == json.dumps(other.view(seat))
                asked_now = [[decision.options for decision in each.decisions()] for each in (game, other)]
                assert [[o.id for o in options] for options in asked_now[0]] == [
                    [o.id for o in options] for options in asked_now[1]
                ]
            if game.over:
                break
            game.choose(rng.choice(game.decision().options))


def test_a_part_of_what_lies_unseen_is_told_to_nobody_else() -> None:
    game = rules(LABELS).new_game(2, 3)
    game.choose(next(o for o in game.decision().options if o.id.startswith("keep(small_top")))
    told_now = {seat: (game.log_for(seat)[-1]["option"], game.log_for(seat)[-1]["text"]) for seat in (0, 1, None)}
    hidden = ("keep(?)", "Keep by something hidden")
    assert told_now == {0: ("keep(small_top)", "Keep by small top"), 1: hidden, None: hidden}


def test_an_action_that_has_named_a_part_goes_on_with_a_part_of_what_lies_there_in_a_deal() -> None:
    game, seen = rules(LABELS).new_game(2, 3), set[str]()
    game.choose(next(o for o in game.decision().options if o.id.startswith("mark(small_top")))
    for seed in range(16):
        deal = game.determinize(1, seed)
        frames = deal.machine.runtime.locals(deal.state)
        labels = [deal.words.texts.id(written, value) for _, written, value in frames if written == "Label"]
        hand = [id.partition("#")[0] for id in deal.view(0)["slots"]["player.hand"]["player_1"]]
        assert [label.partition("_")[0] in hand for label in labels] == [True] * len(labels)
        seen.update(label.partition("#")[0] for label in labels)
    assert len(seen) > 1

"""Wallenstein: plans and bids of others reach no seat before they are revealed; bad plans are turned away."""

from __future__ import annotations

import json
import random
from functools import cache

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import regelwerk
from regelwerk import Game
from tests.rulesets.wallenstein.bench import COMPOSITIONS


@cache
def prepared(name: str) -> regelwerk.Ruleset:
    """Compile a composition in which nobody has to draft."""
    return regelwerk.load("wallenstein", list(COMPOSITIONS[name]), rulings={"line_up": "recommended"})


def planning(name: str, seed: int) -> Game:
    game = prepared(name).new_game(players=3, seed=seed)
    assert all(decision.secret for decision in game.decisions())
    return game


def plan(game: Game, seat: int, rng: random.Random) -> None:
    """Lay one card after the other, at random, and commit."""
    while seat not in game.waiting():
        game.choose(rng.choice(game.decision(seat).options), seat)
    game.commit(seat)


def known(game: Game, seat: int) -> str:
    """Write down all that a seat is shown."""
    options = [(d.question, [o.id for o in d.options]) for d in game.decisions() if d.seat == seat]
    return json.dumps([game.view(seat), options, [repr(e) for e in game.log_for(seat)]], default=repr, sort_keys=True)


@pytest.mark.parametrize("name", COMPOSITIONS)
@settings(max_examples=6, deadline=None)
@given(st.integers(0, 99), st.integers(0, 10**6), st.integers(0, 10**6))
def test_nothing_of_others_plans_is_seen(name: str, seed: int, one: int, other: int) -> None:
    seen = []
    for secret in (one, other):
        game = planning(name, seed)
        rng = random.Random(1)
        for _ in range(4):
            game.choose(rng.choice(game.decision(0).options), 0)
        for seat in (1, 2):
            plan(game, seat, random.Random(secret + seat))
        seen.append(known(game, 0))
    assert seen[0] == seen[1]


def test_who_only_watches_hears_no_reasons_while_others_plan() -> None:
    game = planning("base", 3)
    for seat in (0, 1):
        plan(game, seat, random.Random(seat))
    game.choose(game.decision(2).options[0], 2)
    with pytest.raises(regelwerk.errors.Refused, match="say which of 2"):
        game.why("coins_0")


def test_a_card_that_lies_elsewhere_or_belongs_to_somebody_else_cannot_be_laid() -> None:
    game = planning("base", 3)
    first = game.decision(0)
    taken = first.options[0].id
    foreign = next(o.id for o in game.decision(1).options if o.id not in {p.id for p in first.options})
    with pytest.raises(Exception, match=r"(?i)option|offered|possible"):
        game.choose(foreign, 0)
    game.choose(taken, 0)
    assert taken not in {o.id for o in game.decision(0).options}
    with pytest.raises(Exception, match=r"(?i)option|offered|possible"):
        game.choose(taken, 0)


def test_nobody_goes_on_before_the_last_seat_has_committed() -> None:
    game = planning("base", 4)
    for seat in (1, 2):
        plan(game, seat, random.Random(seat))
    assert {decision.seat for decision in game.decisions()} == {0}
    assert game.view(0)["slots"]["table.event"] is None
    plan(game, 0, random.Random(9))
    assert game.view(0)["slots"]["table.event"] is not None


def test_the_favors_of_the_round_lie_open_while_everybody_plans() -> None:
    game = planning("court", 1)
    for seat in (None, 0, 1, 2):
        spaces = game.view(seat)["slots"]["table.spaces"]
        assert list(spaces) == ["2", "3", "4"] and all(str(f).startswith("favor_") for f in spaces.values())


@pytest.mark.parametrize("name", COMPOSITIONS)
def test_a_game_saved_while_two_of_three_have_planned_goes_on_alike(name: str) -> None:
    game = planning(name, 5)
    for seat in (0, 2):
        plan(game, seat, random.Random(seat))
    game.choose(game.decision(1).options[0], 1)
    text = json.dumps(game.save())
    again = prepared(name).load(json.loads(text))
    assert known(again, 1) == known(game, 1)
    for each in (game, again):
        plan(each, 1, random.Random(7))
    assert again.hash == game.hash


def test_a_card_lies_face_down_until_its_owner_acts() -> None:
    game = planning("base", 0)
    for seat in range(3):
        plan(game, seat, random.Random(seat))
    while not (asked := game.decisions()[0]).question.startswith("March out"):
        game.choose(asked.options[0], asked.seat)
    public = game.view(None)["slots"]
    now, (first, *later) = public["table.now"], [leader for leader in public["table.order"].values() if leader]
    assert first == f"player_{asked.seat + 1}" and len(later) == 2
    for seat in range(3):
        seen = game.view(seat)["slots"]["player.plan"]
        assert seen[first][now] is not None
        assert all((seen[leader][now] is not None) == (leader == f"player_{seat + 1}") for leader in later)

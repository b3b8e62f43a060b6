"""Auf der Walz: every ruling answered otherwise does what it says, and the game is played to its end."""

from __future__ import annotations

import random
from functools import cache
from pathlib import Path

import pytest

import regelwerk
from regelwerk.interpreter.scenarios.run import run_scenarios

OTHERWISE = Path(__file__).parent / "walz" / "rulings.regel"
# Answers that do not get into each other's way are tried together: compiling the game is what takes time.
FIRST = {
    "wishes_raise_money": "yes",
    "homeland_is": "no_meetings",
    "stop_compulsory": "no",
    "passing": "free",
    "white_by_carriage": "no",
    "white_pays": "no",
    "scouting": "always",
    "city_misfit": "ends",
    "city_distance": "2",
    "stake_limited_by": "poorest",
    "wolf": "exchanges",
    "work_again": "never",
    "leisure_sets": "several",
}
SECOND = {
    "second_card_after_stop": "yes",
    "stay_and_use": "yes",
    "repeats_end": "no",
    "broke_players": "stay_out",
    "penniless_with": "nothing_left",
    "unpayable_fees": "forbidden",
    "servant_pays": "gift",
    "fours_of": "one_colour",
}
THIRD = {
    "meetings": "no_action",
    "homeland_is": "meetings_too",
    "scouting": "each_turn",
    "city_misfit": "landscape",
    "stake_limited_by": "nothing_else",
    "wolf": "surplus",
    "work_again": "marks",
    "unpayable_fees": "forgiven",
    "coins": "168",
}
FOURTH = {"meetings": "meeting_first"}
GERMAN = {"insight_points": "at_once", "visitors_at_work": "yes", "king_rides": "no"}
ANSWERS = {"first": FIRST, "second": SECOND, "third": THIRD, "fourth": FOURTH}


@cache
def otherwise(which: str) -> regelwerk.Ruleset:
    return regelwerk.load("auf-der-walz", [OTHERWISE], rulings=ANSWERS[which])


@pytest.mark.parametrize("which", ["first", "second", "third"])
def test_other_answers_do_what_they_say(which: str) -> None:
    tried = [name for name in ANSWERS[which] if which != "third" or name == "meetings"]
    for name in tried:
        outcomes = run_scenarios(otherwise(which), f"{name}: ")
        assert outcomes and [f"{o.title}: {o.failures}" for o in outcomes if o.failures] == []


def test_questions_of_the_german_edition_can_be_answered_otherwise() -> None:
    rules = regelwerk.load("auf-der-walz@de", [OTHERWISE.with_name("rulings_de.regel")], rulings=GERMAN)
    for name in GERMAN:
        outcomes = run_scenarios(rules, f"{name}: ")
        assert outcomes and [f"{o.title}: {o.failures}" for o in outcomes if o.failures] == []


@pytest.mark.slow
@pytest.mark.parametrize("which", sorted(ANSWERS))
@pytest.mark.parametrize("players", [2, 4])
def test_games_are_played_to_the_end(which: str, players: int) -> None:
    for seed in range(3):
        game = otherwise(which).new_game(players=players, seed=seed, checks=True)
        rng = random.Random(seed)
        while not game.over:
            decision = game.decisions()[0]
            going_on = [o for o in decision.options if o.id != "rest"] or list(decision.options)
            game.choose(rng.choice(going_on), decision.seat)
        assert [v.title for v in game.violations] == []

"""Wallenstein: every ruling answered otherwise does what it says, and the game is played to its end."""

from __future__ import annotations

import random
from functools import cache
from pathlib import Path

import pytest

import regelwerk
from regelwerk.interpreter.scenarios.run import run_scenarios

OTHERWISE = Path(__file__).parent / "wallenstein" / "rulings.regel"
MOST = {
    "line_up": "recommended",
    "start_money": "overview",
    "bids_covered": "no",
    "must_move": "yes",
    "income_needs_county": "yes",
    "conquest_spares": "no",
    "least_grain": "-7",
    "empty_majorities": "yes",
    "real_tower": "yes",
}
ANSWERS = {"most": MOST, "printed": {"line_up": "printed"}}


@cache
def otherwise(which: str) -> regelwerk.Ruleset:
    return regelwerk.load("wallenstein", [OTHERWISE], rulings=ANSWERS[which])


@pytest.mark.parametrize(("which", "name"), [*(("most", name) for name in MOST), ("printed", "printed")])
def test_other_answers_do_what_they_say(which: str, name: str) -> None:
    outcomes = run_scenarios(otherwise(which), f"{name}: ")
    assert outcomes and [f"{o.title}: {o.failures}" for o in outcomes if o.failures] == []


@pytest.mark.parametrize("which", ANSWERS)
def test_games_are_played_to_their_end(which: str) -> None:
    game = otherwise(which).new_game(players=3, seed=3, checks=True)
    rng = random.Random(3)
    while not game.over:
        decision = rng.choice(game.decisions())
        game.choose(rng.choice(decision.options), decision.seat)
        for seat in game.waiting():
            game.commit(seat)
    assert [v.title for v in game.violations] == []

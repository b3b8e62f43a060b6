"""Auf der Walz with bots: the sensible one plays better than chance, and games are told as they went."""

from __future__ import annotations

import pytest

from benchmarks.walz import CITIES, Course, OnlyBot, action_of, played, rules, summary


@pytest.fixture
def hasty(monkeypatch: pytest.MonkeyPatch) -> None:
    """Less thinking."""
    monkeypatch.setattr("regelwerk.bots.sensible.BY_POLICY_DECISIONS", 60)


@pytest.mark.usefixtures("hasty")
def test_sense_beats_chance_even_in_haste() -> None:
    course = played(["sensible", "random"], 5)
    assert course.scores[0] > course.scores[1] and course.winners == [0]


def test_a_course_tells_what_happened() -> None:
    course = played(["random", "random"], 3)
    assert course.decisions > 50 and course.actions["play_card"] > 20 and course.actions["footing it"] > 0
    assert [sum(lines.values()) for lines in course.lines] == course.scores
    assert set(course.cities) <= set(CITIES) and course.tiles <= 36


@pytest.mark.usefixtures("hasty")
def test_somebody_with_one_idea_takes_it_when_it_is_offered() -> None:
    game = rules().new_game(2, 1)
    decision = game.decision()
    assert action_of(OnlyBot("play_card", 1, decision.seat).choose(game, decision)) == "play_card"


def test_a_summary_counts_games_not_times() -> None:
    courses = [Course(seed, [3, 1], [0], lines=[], cities=["krinn"]) for seed in (1, 2)]
    courses[0].actions["work"] = 5
    for course in courses:
        course.lines = [course.actions.copy(), course.actions.copy()]
    told = summary(["a", "b"], courses)
    assert told["games with"]["work"] == 1 and told["times a game"]["work"] == 2.5
    assert told["games with city"]["krinn"] == 2 and told["wins"] == [2, 0] and told["scores"] == [3, 1]


@pytest.mark.slow
def test_sense_beats_chance_clearly() -> None:
    courses = [played(["sensible", "random"], seed) for seed in range(3)]
    assert all(course.scores[0] >= 2 * course.scores[1] for course in courses)

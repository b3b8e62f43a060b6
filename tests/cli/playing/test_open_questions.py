"""Asking `why` about something that names no single option."""

from __future__ import annotations

from pathlib import Path

import pytest

from ..conftest import Run
from ..test_failures import RULES


@pytest.fixture
def bees(tmp_path: Path) -> str:
    """Write a game in which the first player holds all daisies and the tulip, and is too poor for the tulip."""
    setup = "setup\n  each f in Flower: move f to first.hand\n\nflow"
    file = tmp_path / "bees.regel"
    rules = RULES.partition("\nscenario")[0].replace("flow", setup, 1)
    file.write_text(rules.replace("first.hand", "(first p in players: p).hand"), encoding="utf-8")
    return str(file)


@pytest.mark.parametrize(
    ("asked", "said"),
    [
        ("plant(daisy)", "plant(daisy) is possible."),
        ("plant(tulip)", "You need 4 honey, but have 2."),
        ("plant", "plant(tulip): You need 4 honey, but have 2."),
        ("Plant the tulip", "You need 4 honey, but have 2."),
        ("plant the daisy", "plant the daisy is possible."),
    ],
)
def test_names_without_numbers_actions_and_sentences_are_understood(run: Run, bees: str, asked: str, said: str) -> None:
    assert run("why", bees, asked).output.startswith(said)
    people = ("--seats", "human,human", "--seed", "1")
    assert said in run("play", bees, *people, input=f"\n? {asked}\nq\n").output


def test_somebody_who_is_not_asked_gets_a_sentence(run: Run, bees: str) -> None:
    for asked in ("plant(daisy)", "plant"):
        assert run("why", bees, asked, "--seat", "2").output.startswith("That is not offered now.")


def test_a_value_that_is_none_says_what_it_is(run: Run, bees: str) -> None:
    assert "`plant` is an action, not a value" in run("why", bees, "--value", "plant").output

"""After an edit, a scenario that is not run again would have come out well; and few of them are run again."""

from __future__ import annotations

import random
import re
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from regelwerk.dsl import ir
from regelwerk.dsl.pipeline import compile_sources
from regelwerk.dsl.source import Source
from regelwerk.interpreter.game.game import Ruleset
from regelwerk.interpreter.scenarios.run import run_scenario
from regelwerk.interpreter.scenarios.selection import Selection

RULESETS = Path(__file__).resolve().parents[3] / "rulesets"


def text_of(name: str) -> str:
    return (RULESETS / f"{name}.regel").read_text(encoding="utf-8")


def compiled(text: str) -> ir.Compiled | None:
    return compile_sources([Source("edited.regel", text)]).compiled


class Writer:
    """Somebody who edits a ruleset and runs what has to be run after every edit."""

    def __init__(self, text: str) -> None:
        self.selection = Selection()
        assert self.edit(text)

    def edit(self, text: str) -> list[str] | None:
        """Give the titles of the scenarios that ran; None if the rules are broken."""
        if (rules := compiled(text)) is None:
            return None
        self.selection.turn(rules)
        titles = {n: s.title for n, s in enumerate(rules.scenarios)}
        again = [n for n in titles if not self.selection.knows(n)]
        fresh = Ruleset(rules, "reference")
        wrong = [titles[n] for n in titles if n not in again and not run_scenario(fresh, rules.scenarios[n]).ok]
        assert not wrong, "these were not run again, and fail"
        for n in again:
            self.selection.run(n)
        return [titles[n] for n in again]


def changed(text: str, old: str, new: str) -> str:
    assert text.count(old) == 1
    return text.replace(old, new)


@pytest.mark.parametrize("name", ["coup", "sushi_go"])
@settings(max_examples=4)
@given(seed=st.integers(0, 2**32 - 1))
def test_an_edit_that_matters_is_noticed(name: str, seed: int) -> None:
    original, rng = text_of(name), random.Random(seed)
    text, writer = original, Writer(original)
    for _ in range(3):
        if rng.random() < 0.8:
            number = rng.choice(list(re.finditer(r"\b\d\b", text)))
            text = text[: number.start()] + str(rng.randrange(9)) + text[number.end() :]
        else:
            lines = text.split("\n")
            del lines[rng.randrange(len(lines))]
            text = "\n".join(lines)
        if writer.edit(text) is None:
            text = original


CARDS = """\
game cards "Cards"
  language  1
  players   2

table
  total     0..99

type Card
  worth     0..9
  gains     effect

Card ant "Ant"
  worth     1
  gains     add 2 to total

Card bee "Bee"
  worth     3
  gains     add 4 to total

action play(c in Card)
  needs total < 50 else "It is enough with {c}."
  c.gains
  add c.worth to total

action rest
  nothing

flow
  repeat until total > 60 at most 60
    as each players: offer play, rest

winner
  most 0

scenario "an ant"
  seats ann, bob
  when
    as ann: play(ant)
  then
    total = 3

scenario "a bee"
  seats ann, bob
  when
    as ann: play(bee)
  then
    total = 7

scenario "too late for a bee"
  seats ann, bob
  given set total to 50
  then
    why(ann, play(bee)) = "It is enough with Bee."
"""


@pytest.mark.parametrize(
    ("old", "new", "runs"),
    [
        ("worth     1", "worth     2", ["an ant"]),
        ("add 4 to total", "add 5 to total", ["a bee"]),
        ("total < 50", "total < 40", ["an ant", "a bee", "too late for a bee"]),
        ('"Bee"', '"Bumblebee"', ["too late for a bee"]),
        ("It is enough with {c}.", "Enough of {c}.", ["too late for a bee"]),
        ("\naction rest", "\n# a remark\n\naction rest", []),
        ("action rest\n", 'action rest "Have a rest"\n', []),
        ("total = 7", "total <= 7", ["a bee"]),
        ("total = 7", "total = 7\n    total > 3", ["a bee"]),
        ("\naction rest", "\naction sleep\n  nothing\n\naction rest", []),
        ("\nflow", "\neffect idle\n  end flow\n\nflow", []),
        ("total     0..99", "total     0..98", ["an ant", "a bee", "too late for a bee"]),
    ],
)
def test_a_scenario_runs_again_if_it_came_by_what_has_changed(old: str, new: str, runs: list[str]) -> None:
    writer = Writer(CARDS)
    assert writer.edit(changed(CARDS, old, new)) == runs


def test_a_scenario_that_failed_runs_until_it_is_mended() -> None:
    writer = Writer(CARDS)
    wrong = changed(CARDS, "worth     1", "worth     2")
    assert writer.edit(wrong) == ["an ant"]
    assert writer.edit(wrong + "\n# a remark\n") == ["an ant"]
    assert writer.edit(CARDS) == ["an ant"]
    assert writer.edit(CARDS) == []


def test_a_card_more_lays_out_the_state_anew() -> None:
    writer = Writer(CARDS)
    more = CARDS + '\nCard cat "Cat"\n  worth     2\n  gains     nothing\n'
    assert writer.edit(more) == ["an ant", "a bee", "too late for a bee"]

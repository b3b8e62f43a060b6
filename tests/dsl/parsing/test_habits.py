"""The data about what people write out of habit."""

import re
from typing import Any

import pytest

from regelwerk.dsl.diagnostics import Diagnostic
from regelwerk.dsl.source import Source
from regelwerk.dsl.syntax.errors.habits import data, habits
from regelwerk.dsl.syntax.parse import parse
from regelwerk.dsl.syntax.words import keywords, terminals

ROWS: list[dict[str, Any]] = data()["habit"]


def test_every_field_is_one_that_is_read() -> None:
    assert {name for row in ROWS for name in row} <= {"written", "new", "wants", "here", "said", "shown", "like"}
    assert set(data()) == {"parts", "habit", "verbs"}
    assert all(part in data()["parts"] for row in ROWS for part in re.findall("«(.*?)»", row["written"]))


def test_what_is_wanted_are_words_of_the_grammar() -> None:
    assert not {word for h in habits() for word in h.wants} - terminals().keys()


def test_no_habit_stands_twice() -> None:
    patterns = [(h.written.pattern, h.new, h.wants) for h in habits()]
    assert not {p for p in patterns if patterns.count(p) > 1}


def test_a_verb_of_rulebooks_is_none_of_the_language() -> None:
    verbs: dict[str, str] = data()["verbs"]
    assert not verbs.keys() & keywords()
    assert {new for new in verbs.values() if " " not in new} <= keywords()


@pytest.mark.parametrize("number", range(len(ROWS)), ids=lambda n: ROWS[n]["written"])
def test_a_correction_can_be_made_of_what_is_matched(number: int) -> None:
    row, habit = ROWS[number], habits()[number]
    found = habit.written.search(row["like"])
    assert found is not None, f"{habit.written.pattern} is not in {row['like']!r}"
    assert found.expand(habit.new) != found[0]


def told(text: str) -> list[Diagnostic]:
    return parse(Source("t.regel", text))[1]


def test_the_first_habit_that_fits_is_told_with_its_correction() -> None:
    (found,) = told("board Field 8 x 8\n")
    assert (found.code, found.help) == ("RW1023", "Write `board Field square 8 x 8`.")
    assert [fix.text for fix in found.fixes] == ["board Field square 8 x 8"]

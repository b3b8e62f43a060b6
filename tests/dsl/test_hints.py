"""The data about what sentences of rulebooks are about."""

import tomllib
from typing import Any

import pytest

from regelwerk.dsl.editing.session import Session
from regelwerk.dsl.source import Source
from regelwerk.dsl.syntax.errors.hints import DATA, hints
from regelwerk.dsl.syntax.parse import parse

ROWS: list[dict[str, Any]] = tomllib.loads(DATA.read_text(encoding="utf-8"))["hint"]


@pytest.mark.parametrize("number", range(len(ROWS)), ids=lambda n: ROWS[n]["like"])
def test_a_hint_is_the_first_to_be_found_in_its_example(number: int) -> None:
    assert next(i for i, each in enumerate(hints()) if each.word.search(ROWS[number]["like"])) == number


@pytest.mark.parametrize("number", range(len(ROWS)), ids=lambda n: ROWS[n]["like"])
def test_a_sentence_that_nothing_else_knows_gets_one_message_with_lines_to_write(number: int) -> None:
    _, (found,) = parse(Source("t.regel", f"effect e\n  {ROWS[number]['like']}\n"))
    assert (found.code, found.at.line) == ("RW1023", 2)
    assert found.help.startswith("Write `") and "{" not in found.help


def test_rules_that_only_have_an_article_too_many_are_told_so() -> None:
    _, (found,) = parse(Source("t.regel", "effect e\n  shuffle the deck\n"))
    assert found.help == "Leave it out."


def test_whoever_edits_is_told_the_names_that_the_file_declares() -> None:
    rules = "table\n  library pile of Card hidden\nresource ducat, ducats\n  held me.purse\neffect e\n  {}\n"
    session = Session()
    for line in ("he shuffles the cards well", "if you have at least 3 ducats, you win"):
        source = Source("t.regel", rules.format(line))
        assert session.read(source)[1] == parse(source)[1]
    moved = Source("t.regel", source.text.replace("me.purse", "me.chest"))
    (found,) = session.read(moved)[1]
    assert found.help == "Write `if me.chest >= 3: …`."

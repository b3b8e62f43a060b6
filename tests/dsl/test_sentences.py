"""The data about whole lines as rulebooks print them."""

from typing import Any

import pytest

from regelwerk.dsl.source import Source
from regelwerk.dsl.syntax.errors.sentences import data, sentences
from regelwerk.dsl.syntax.parse import parse

ROWS: list[dict[str, Any]] = data()["sentence"]


@pytest.mark.parametrize("number", range(len(ROWS)), ids=lambda n: ROWS[n]["like"])
def test_a_sentence_is_the_first_to_fit_its_example(number: int) -> None:
    assert next(i for i, each in enumerate(sentences()) if each.written.fullmatch(ROWS[number]["like"])) == number


@pytest.mark.parametrize("number", range(len(ROWS)), ids=lambda n: ROWS[n]["like"])
def test_a_sentence_in_an_effect_is_told_with_lines_that_say_the_same(number: int) -> None:
    _, (found,) = parse(Source("t.regel", f"effect e\n  {ROWS[number]['like']}\n"))
    assert (found.code, found.at.line, found.message) == ("RW1023", 2, ROWS[number]["said"])
    assert "{" not in found.help.replace("{red", "")


def test_places_have_the_names_that_the_file_declares() -> None:
    text = "table\n  library  pile of Card hidden\nplayer\n  rack pile of Card private\neffect e\n  draw two cards\n"
    (found,) = [d for d in parse(Source("t.regel", text))[1] if d.code == "RW1023"]
    assert found.help == "Write `move top(library, 2) to me.rack`."

"""What the formatter does, case by case: `cases.txt` holds a title, a text and what becomes of it."""

from __future__ import annotations

from pathlib import Path

import pytest

from regelwerk.dsl.format import format_source, format_text
from regelwerk.dsl.source import Source

CASES = [
    (title, *rest.split("---\n", 1))
    for title, _, rest in (
        case.partition("\n")
        for case in Path(__file__).with_name("cases.txt").read_text(encoding="utf-8").split("=== ")[1:]
    )
]


@pytest.mark.parametrize(("before", "after"), [case[1:] for case in CASES], ids=[case[0] for case in CASES])
def test_layout(before: str, after: str) -> None:
    assert format_text(before) == after
    assert format_text(after) == after


@pytest.mark.parametrize(
    "text", ["", "# only a comment\n", "no such thing\n  at all\n", "“\n", "  x\n", "a\n\tb\n  c\n"]
)
def test_what_has_no_declarations_stays(text: str) -> None:
    assert format_text(text) == text


def test_line_ends_and_the_byte_order_mark_are_those_of_every_system() -> None:
    assert format_text("\ufefftable\r\n  pot 0..3  # a note   @A-1\r\n\r\n\r\n") == (
        "table\n  pot       0..3" + " " * 39 + "# a note   @A-1\n"
    )


def test_the_messages_are_about_what_was_left() -> None:
    done = format_source(Source("f", "kind A a\n\n\n\neffect broken\n   offer (a\ntable\n\tb 0..3\n"))
    assert [(d.at.line, d.code) for d in done.problems] == [(4, "RW0004")]

"""Every mistake gets its one message, at its line. The cases are data: `cases.txt`, on top of `base.regel`."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from regelwerk.dsl.diagnostics.explained import base
from regelwerk.dsl.pipeline import compile_sources
from regelwerk.dsl.source import Source

HERE = Path(__file__).parent / "mistakes"
BASE = Source("base", base())
CASES = [
    tuple(case.split("\n", 1))
    for case in re.split(r"^=== ", (HERE / "cases.txt").read_text(encoding="utf-8"), flags=re.MULTILINE)[1:]
]
UNUSED = "RW2050"  # a case declares things nobody uses; only the case about that looks at it


def test_the_base_has_no_mistakes() -> None:
    assert [d.message for d in compile_sources([BASE]).diagnostics if d.is_error] == []


@pytest.mark.parametrize(("title", "text"), CASES, ids=[title for title, _ in CASES])
def test_a_mistake_gets_its_message(title: str, text: str) -> None:
    wanted = [
        (code, number) for number, line in enumerate(text.split("\n"), 1) for code in re.findall(r"# (RW\d{4})", line)
    ]
    found = [
        (d.code, d.at.line)
        for d in compile_sources([BASE, Source("case", text)]).diagnostics
        if d.at.file == "case" and (d.code != UNUSED or any(code == UNUSED for code, _ in wanted))
    ]
    assert sorted(found) == sorted(wanted)


def test_messages_are_whole_sentences() -> None:
    for title, text in CASES:
        for d in compile_sources([BASE, Source("case", text)]).diagnostics:
            assert d.message.endswith((".", "?")), (title, d.message)
            assert d.message[0].isupper() or d.message[0] == "`", (title, d.message)


def test_a_scoring_that_nobody_reckons_is_told_where_it_belongs() -> None:
    text = (HERE / "village.regel").read_text(encoding="utf-8").replace("  score final\n", "")
    (found,) = compile_sources([Source("village", text)]).diagnostics
    assert found.code == UNUSED and found.help.startswith("Write `score final` where it is reckoned")


def test_yes_and_no_are_asked_and_not_chosen_from_a_set() -> None:
    text = (
        (HERE / "village.regel")
        .read_text(encoding="utf-8")
        .replace('worker to the {s}"\n', 'worker to the {s}"\n  choose x in {no, yes} "Rest?"\n', 1)
    )
    found = compile_sources([Source("village", text)]).diagnostics
    assert [(d.code, d.help) for d in found if d.is_error] == [
        ("RW3010", 'Whether something is done is asked with `may "…": …`.')
    ]

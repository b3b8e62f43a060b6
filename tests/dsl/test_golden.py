"""How the message of every code reads: compared with `golden/CODE.txt`. UPDATE_GOLDEN=1 writes the files anew."""

import os
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from regelwerk.dsl.diagnostics import TITLES, Diagnostic
from regelwerk.dsl.diagnostics.explained import page
from regelwerk.dsl.diagnostics.render import render_text
from regelwerk.dsl.source import Source, Span
from regelwerk.dsl.syntax import indentation_errors
from regelwerk.dsl.syntax.parser_tables import grammar
from tests.dsl.examples import messages

GOLDEN = Path(__file__).with_name("golden")
UPDATE = "UPDATE_GOLDEN"  # set it to write the files anew
MADE = {
    "RW0008": indentation_errors.not_utf8(Span("old.regel", 3, 14, 3, 15)),
    "RW0010": indentation_errors.unreadable("gone.regel", "No such file or directory"),
}
NOT_RENDERED = {"RW9000"}  # a mistake of the program is two plain lines, see tests/cli

# Words of the machinery, none of which a designer knows.
FOREIGN = re.compile(
    r"unexpected|token|terminal|parser|lexer|\bast\b|\bTree\b|NoneType|\bNone\b|\bTrue\b|\bFalse\b|Traceback"
    r"|Exception|\bstr\b|\bint\b|\bdict\b|\btuple\b|__|\bexpr\b|identifier|argument|parameter|syntax|scope|boolean"
)
ABOUT = {c: page(c) for c in TITLES}


def found(code: str) -> tuple[list[Diagnostic], list[Source]]:
    if code in MADE:
        return [MADE[code]], []
    done, shown = messages(ABOUT[code].wrong, code)
    return shown, list(done.sources.values())


@pytest.mark.parametrize("code", sorted(set(TITLES) - NOT_RENDERED))
def test_a_message_reads_as_agreed(code: str) -> None:
    file = GOLDEN / f"{code}.txt"
    text = render_text(*found(code))
    if os.environ.get(UPDATE):
        GOLDEN.mkdir(exist_ok=True)
        file.write_text(text, encoding="utf-8")
    assert text == file.read_text(encoding="utf-8"), f"run pytest with {UPDATE}=1, and read what it wrote"


def test_there_is_no_golden_of_a_code_that_is_gone() -> None:
    assert {file.stem for file in GOLDEN.glob("*.txt")} == set(TITLES) - NOT_RENDERED


def said() -> Iterator[tuple[str, str]]:
    """The sentences of all goldens: what stands behind `=` and `:::`, without quotations."""
    for file in sorted(GOLDEN.glob("*.txt")):
        for line in file.read_text(encoding="utf-8").splitlines():
            if (spoken := re.match(r" *(?:= |::: [^ ]+ )(.*)", line)) or line.startswith(("error[", "warning[")):
                yield file.stem, re.sub(r"`[^`]*`", "", spoken[1] if spoken else line)


def test_no_message_speaks_of_the_machinery() -> None:
    symbols = {t.name for t in grammar().terminals} - {"X"} | {
        r.origin.name for r in grammar().rules if "_" in r.origin.name
    }
    for code, sentence in said():
        assert not FOREIGN.search(sentence), (code, sentence)
        assert not symbols & set(re.findall(r"\w+", sentence.partition("] ")[2] or sentence)), (code, sentence)


@pytest.mark.parametrize("code", sorted(set(TITLES) - NOT_RENDERED))
def test_a_message_is_a_sentence_with_a_way_out(code: str) -> None:
    for d in found(code)[0]:
        assert d.title and d.at.line >= 1
        assert d.message.endswith((".", "?")) and (d.message[0].isupper() or d.message[0] == "`"), d.message
        assert d.help and d.help.endswith((".", "?")), (d.message, d.help)
        assert len(d.message) < 160 and len(d.help) < 200, d.message

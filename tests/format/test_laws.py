"""Laws of the formatter: it ends at once, changes white space only, and never loses anything."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from regelwerk.dsl.format import format_source, format_text
from regelwerk.dsl.format.same import same
from regelwerk.dsl.source import Source
from regelwerk.dsl.syntax.indentation import scan
from regelwerk.dsl.syntax.parse import parse
from tests.format.noise import BUNDLED, SHELF, annotated, chance, damaged, relaid, texts

FEWER = settings(max_examples=settings().max_examples // 2)  # each example is several declarations


def formatted(text: str) -> str:
    """Format, and see that the formatter agrees with itself."""
    done = format_source(Source("f", text))
    assert not done.disagrees
    assert format_text(done.text) == done.text
    return done.text


def letters(text: str) -> list[str]:
    return sorted("".join(text.split()))


@pytest.mark.parametrize("path", sorted({*BUNDLED, *SHELF.glob("*/*.regel")}), ids=lambda path: path.stem)
def test_bundled_rulesets_are_formatted(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    assert format_text(text) == text, "run `make format`"


@FEWER
@given(texts, chance)
def test_layout_does_not_matter(text: str, random: Random) -> None:
    other = relaid(text, random)
    assert formatted(other) == formatted(text)


@FEWER
@given(texts, chance)
def test_comments_and_rules_stay(text: str, random: Random) -> None:
    noted, notes = annotated(text, random)
    result = formatted(noted)
    assert [result.count(note) for note in notes] == [1] * len(notes)
    assert same(parse(Source("", noted))[0].decls, parse(Source("", result))[0].decls)
    alone = [note for note in notes if any(row.strip() == note for row in noted.split("\n"))]
    rows = [row.strip() for row in result.split("\n")]
    assert [row for row in rows if row in alone] == alone


@FEWER
@given(texts, chance)
def test_mistakes_cost_nothing(text: str, random: Random) -> None:
    broken = damaged(text, random)
    result = formatted(broken)
    assert letters(result) == letters(broken)
    whole = broken.replace("\r\n", "\n")
    read = {decl.at.line for decl in parse(Source("", whole))[0].decls}
    for chunk in scan(Source("", whole)).chunks:
        if chunk.line not in read:
            kept = whole[chunk.start : chunk.end].rstrip().split("\n#")[0].rstrip("\n ")
            assert kept.split("\n\n")[0].rstrip() in result


@given(st.text(alphabet='ab \t\n"#:,()[]{}A-@.=x1', max_size=80))
def test_anything_goes(text: str) -> None:
    assert letters(formatted(text)) == letters(text)


@given(texts, chance, st.integers(1, 40), st.integers(0, 10))
@settings(max_examples=40)
def test_a_range_changes_only_what_it_touches(text: str, random: Random, first: int, more: int) -> None:
    messy = relaid(text, random).replace("\r\n", "\n")
    done = format_source(Source("", messy), only=range(first, first + more + 1))
    assert same(parse(Source("", messy))[0].decls, parse(Source("", done.text))[0].decls)
    ends = [*(chunk.start for chunk in scan(Source("", messy)).chunks), len(messy)]
    for start, end in pairwise(ends):
        line = messy.count("\n", 0, start) + 1
        own = messy[start:end].split("\n#")[0].rstrip()  # what follows stands above the next one
        if line + own.count("\n") < first or line > first + more:
            assert own in done.text

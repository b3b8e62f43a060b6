"""Whatever is typed and wherever one asks: an answer, and no place outside of the text."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

from hypothesis import given, settings
from hypothesis import strategies as st
from lsprotocol import types as lsp

from regelwerk.dsl.editing.index import cursor
from regelwerk.lsp import messages, navigation, outline, semantic_tokens
from regelwerk.lsp.answers import complete, hover
from regelwerk.lsp.documents import Documents
from regelwerk.lsp.positions import units
from tests.lsp.test_stdio import GAME, HOUSE, RULES

WHOLE = GAME + "\n" + RULES
SCRAPS = [
    "",
    "\n",
    "  ",
    "\t",
    '"',
    "{",
    "}",
    "(",
    "[",
    ":",
    ",",
    ".",
    "@",
    "#",
    "\r",
    "\x01",
    "\ufeff",
    "🎲",
    "ß",
    "\u2028",
]
SCRAPS += [
    "game ",
    "effect ",
    "\neffect turn\n",
    "set me.",
    "  if ",
    " then ",
    " in ",
    "sum x in ",
    "\nvariant x for dice\n",
    "@W-1",
]
DESK = Documents()
URI = "untitled:game"


@st.composite
def texts(draw: st.DrawFn) -> str:
    """A game after some clumsy edits."""
    text = draw(st.sampled_from([WHOLE, RULES, HOUSE, GAME]))
    for _ in range(draw(st.integers(0, 4))):
        a = draw(st.integers(0, len(text)))
        b = min(len(text), a + draw(st.sampled_from([0, 0, 1, 3, 10, 60])))
        new = draw(st.sampled_from(SCRAPS) | st.text(max_size=4) | st.just(text[a:b] * 2))
        text = text[:a] + new + text[b:]
    return text


positions = st.builds(lsp.Position, st.integers(0, 40), st.integers(0, 60)) | st.builds(
    lsp.Position, st.integers(0, 2**31 - 1), st.integers(0, 2**31 - 1)
)


def ranges(answer: object) -> Iterator[lsp.Range]:
    """Every range in an answer."""
    if isinstance(answer, lsp.Range):
        yield answer
    elif isinstance(answer, dict):
        for each in answer.values():
            yield from ranges(each)
    elif isinstance(answer, list | tuple):
        for each in answer:
            yield from ranges(each)
    else:
        for f in getattr(answer, "__attrs_attrs__", ()):
            yield from ranges(getattr(answer, f.name))


def answers(documents: Documents, name: str, position: lsp.Position) -> Iterator[object]:
    yield messages.diagnostics(documents, documents.messages(documents.project(name)).get(name, []))
    yield hover(documents, name, position)
    yield navigation.definition(documents, name, position)
    yield navigation.references(documents, name, position, declaration=True)
    yield navigation.highlights(documents, name, position)
    yield complete(documents, name, position)
    yield messages.actions(documents, name, lsp.Range(position, position))
    yield outline.document_symbols(documents, name)
    yield outline.folding(documents, name)
    yield outline.lenses(documents, name, terminal=True)
    yield outline.workspace_symbols(documents, "a")
    yield semantic_tokens.tokens(documents, name)
    with suppress(navigation.Refused):
        yield navigation.rename(documents, name, position, "other")


@given(texts(), positions)
@settings(max_examples=60)
def test_every_question_has_an_answer_within_the_text(text: str, position: lsp.Position) -> None:
    name = DESK.put(URI, text)
    lines = DESK.source(name).lines
    for answer in answers(DESK, name, position):
        for where in ranges(answer):
            for end in (where.start, where.end):
                assert 0 <= end.line < len(lines)
                assert 0 <= end.character <= units(lines[end.line])


@given(texts(), st.integers(0, 2000))
@settings(max_examples=100)
def test_a_cursor_can_stand_anywhere(text: str, offset: int) -> None:
    cursor.look(text, min(offset, len(text)))


def test_a_file_that_is_not_there_has_answers_too(tmp_path: Path) -> None:
    documents = Documents(folders=[tmp_path / "nowhere"])
    for name in (str(tmp_path / "gone.regel"), "untitled:new", "", "\0"):
        for _ in answers(documents, name, lsp.Position(3, 3)):
            pass

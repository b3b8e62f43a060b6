"""What may stand at a place of a half-written file: the parser is led up to it and asked what it would accept."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from lark import Token
from lark.exceptions import LarkError

from regelwerk.dsl.source import Source
from regelwerk.dsl.syntax.indentation import JOIN, scan
from regelwerk.dsl.syntax.parser_tables import grammar
from regelwerk.dsl.syntax.words import terminals

_WORD = re.compile(r"[^\W\d]\w*$|@[\w-]*$")
_BLANKED = re.compile(r'"[^"\n]*"|#[^\n]*')
_SILENT = frozenset({"_JOIN", "__IGNORE_0", "__IGNORE_1"})


@dataclass(frozen=True, slots=True)
class Cursor:
    """The situation at a cursor. `accepts` are terminals of the grammar; `stack` is what the parser holds open."""

    word: str  # letters before the cursor that belong to the word being written
    accepts: frozenset[str]
    stack: tuple[Any, ...] = ()
    line: str = ""  # what stands on the line before that word

    @property
    def last(self) -> str:
        """The terminal right before, if nothing has been made of it yet."""
        return self.kinds[-1] if self.kinds else ""

    @property
    def kinds(self) -> list[str]:
        return [x.type if isinstance(x, Token) else str(x.data) for x in self.stack if x is not None]

    def words(self) -> list[str]:
        """List the words of the language that may stand here."""
        return sorted({word for t in self.accepts for word in phrases().get(t, ())})


@lru_cache(maxsize=1)
def phrases() -> dict[str, tuple[str, ...]]:
    """What each terminal is written as; words that only stand together are one phrase."""
    found = dict(terminals())
    found["HOOK"] = ("before", "after", "instead of")
    found["SIGHT"] = (*found["SIGHT"], "hidden from owner")
    found["IF_ANY"] = ("if any",)
    found["IN_SECRET"] = ("in secret",)
    return found


def look(text: str, offset: int) -> Cursor | None:
    """Read the situation at an offset; None inside comments and plain text."""
    before = text[:offset]
    line = before[before.rfind("\n") + 1 :]
    found = _WORD.search(line)
    word = found[0] if found else ""
    line = line[: len(line) - len(word)]
    inside = _text_or_comment(line)
    if inside == "comment":
        return None
    if inside is not None:  # a text: only between braces something can be named
        brace = inside.rfind("{")
        if brace < 0 or "}" in inside[brace:]:
            return None
        return _led(word, inside[brace + 1 :], "expression", line)
    done = scan(Source("", before[: len(before) - len(word)]))
    if word and not line:
        return _led(word, "", "item", line)
    if not done.chunks or (not line and not word):
        return _led(word, "", "item", line)
    chunk = done.chunks[-1]
    clean = done.text[chunk.start : chunk.end]
    return _led(word, clean.removesuffix("\n"), "item", line)


def _text_or_comment(line: str) -> str | None:
    """Return "comment", the open text before the end of a line, or None in plain code."""
    rest = _BLANKED.sub(lambda m: m[0] if m[0][0] == "#" else " " * len(m[0]), line)
    mark, quote = rest.find("#"), rest.find('"')
    if mark >= 0 and (quote < 0 or mark < quote):
        return "comment"
    return rest[quote + 1 :] if quote >= 0 else None


def _led(word: str, clean: str, start: str, line: str) -> Cursor:
    if clean.rstrip().endswith(JOIN):
        clean = clean.rstrip()[:-1]
    parser: Any = grammar().parse_interactive(clean, start=start)
    try:
        for _ in parser.iter_parse():
            pass
        accepts = parser.accepts() - _SILENT
    except (LarkError, AssertionError):
        # What stands before cannot be read: nothing is known.
        return Cursor(word, frozenset(), (), line)
    return Cursor(word, frozenset(accepts), tuple(parser.parser_state.value_stack), line)


def words_of(source: Source) -> list[Token]:
    """List all tokens of a file that are words of the language; a declaration is read up to its first mistake."""
    found: list[Token] = []
    done = scan(source)
    for chunk in done.chunks:
        clean = done.text[chunk.start : chunk.end]
        for token in _tokens(clean):
            if terminals().get(token.type) and token[:1].isalpha():
                line = chunk.line + (token.line or 1) - 1
                found.append(Token(token.type, str(token), line=line, column=token.column))
    return found


@lru_cache(maxsize=1024)
def _tokens(clean: str) -> tuple[Token, ...]:
    found: list[Token] = []
    parser = grammar().parse_interactive(clean, start="item")
    try:
        for token in parser.iter_parse():
            found.append(token)
    except (LarkError, AssertionError):
        pass
    return tuple(found)

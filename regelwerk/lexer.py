"""Colours for rulesets wherever Pygments colours code. The parser says which words are words of the language."""

from __future__ import annotations

import re
from collections.abc import Iterator

from pygments.lexer import Lexer
from pygments.token import Comment, Keyword, Name, Number, Operator, Punctuation, String, Text, _TokenType

from .dsl.editing.index.cursor import words_of
from .dsl.source import Source
from .dsl.syntax.words import keywords, reserved

__all__ = ["RegelLexer"]  # Pygments looks for it

_CONSTANTS = {"me", "it", "yes", "no", "none"}
_PATTERNS: tuple[tuple[str, _TokenType], ...] = (
    (r"#[^\n]*", Comment.Single),
    (r'"[^"\n]*"?', String),
    (r"@[A-Z][\w-]*", Name.Decorator),
    (r"\d+", Number),
    (r"[^\W\d_]\w*|_\w*", Name),
    (r"\.\.|!=|<=|>=|[-+*/&=<>]", Operator),
    (r"[^\s\w]", Punctuation),
    (r"\s+", Text),
)
_TOKEN = re.compile("|".join(f"({pattern})" for pattern, _ in _PATTERNS))
_BRACES = re.compile(r"\{[^}\n]*\}")


class RegelLexer(Lexer):
    """The Pygments lexer of `.regel` files."""

    name = "Regelwerk"
    aliases = ("regel",)
    filenames = ("*.regel",)

    def get_tokens_unprocessed(self, text: str) -> Iterator[tuple[int, _TokenType, str]]:
        """Give every piece of the text with its place and its colour."""
        words, read = _words(text)
        for found in _TOKEN.finditer(text):
            at, piece, kind = found.start(), found[0], _PATTERNS[(found.lastindex or 1) - 1][1]
            if kind is String:
                yield from _sentence(at, piece)
            elif kind is Name:
                yield at, _name(text, at, piece, words, read), piece
            else:
                yield at, kind, piece


def _words(text: str) -> tuple[dict[int, int], set[int]]:
    """Where the parser reads words of the language, and the lines of declarations it could read."""
    lines = text.splitlines(keepends=True)
    starts = [0]
    for line in lines:
        starts.append(starts[-1] + len(line))
    words: dict[int, int] = {}
    known: set[int] = set()
    for token in words_of(Source("", text)):
        if token.line and token.column:
            at = starts[token.line - 1] + token.column - 1
            known.add(token.line)
            for part in re.finditer(r"\w+", token):
                words[at + part.start()] = len(part[0])
    read: set[int] = set()
    current: list[int] = []
    for number, line in enumerate([*lines, "."], 1):
        if line[:1].strip():
            if known & set(current):
                read.update(starts[n - 1] for n in current)
            current = []
        current.append(number)
    return words, read


def _name(text: str, at: int, piece: str, words: dict[int, int], read: set[int]) -> _TokenType:
    start = text.rfind("\n", 0, at) + 1
    if words.get(at) == len(piece):
        return Keyword
    if piece in _CONSTANTS:
        return Name.Constant
    # A piece of a rule that stands alone cannot be read: guess by its words.
    first = not text[start:at].strip()
    if start not in read and (piece in reserved() or (first and piece in keywords())):
        return Keyword
    if piece[0].isupper():
        return Name.Class
    if not first and piece == "reconstructed":
        return Name.Decorator
    # `cost` of `cost   0..9`, `apple` of `apple: red, 3`: what is declared here
    if first and re.match(r'  +[^\s#@]|( "[^"\n]*")?:', text[at + len(piece) :]):
        return Name.Attribute
    return Name


def _sentence(at: int, piece: str) -> Iterator[tuple[int, _TokenType, str]]:
    """A text, with what stands in braces told apart."""
    end = 0
    for found in _BRACES.finditer(piece):
        if found.start() > end:
            yield at + end, String, piece[end : found.start()]
        yield at + found.start(), String.Interpol, found[0]
        end = found.end()
    if end < len(piece):
        yield at + end, String, piece[end:]

"""Read a declaration as lines: their tokens, notes and depth, without the layout they were written in."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field

from lark import TextSlice, Token

from ..syntax.indentation import JOIN, Chunk, Scan
from ..syntax.parser_tables import grammar

_HASH = re.compile(r'"[^"\n]*"|#')
_INDENT = re.compile(r"[ \t]*")
_GLUED = re.compile(r"^#(?=[^\W_])")
_LAYOUT = frozenset({"_NL", "_INDENT", "_DEDENT"})
_MARKS = frozenset({"CITE", "RECONSTRUCTED"})


@dataclass(slots=True)
class Line:
    """One line as it was written. Without tokens it is a comment on a line of its own."""

    level: int
    tokens: list[Token] = field(default_factory=list)
    comment: str = ""
    marks: list[str] = field(default_factory=list)
    joined: bool = False  # it continues the line above
    blank: bool = False  # a blank line stands above it


def plain(raw: str) -> str:
    """Write a comment as it is, with a space behind its `#`."""
    return _GLUED.sub("# ", raw.strip())


def own_lines(rows: Sequence[str], clean: Sequence[str]) -> int:
    """Count the lines of a declaration: up to its last line, or an indented comment below that."""
    for at in range(len(rows) - 1, 0, -1):
        if _written(clean[at]) or (rows[at].strip() and rows[at][0] in " \t"):
            return at + 1
    return 1


def mixed_indents(rows: Sequence[str]) -> bool:
    """Say whether some lines are indented by tabs and others by spaces: then nobody knows what was meant."""
    used = {c for row in rows if row.strip() for c in row[: len(row) - len(row.lstrip(" \t"))]}
    return len(used) > 1


def read_lines(done: Scan, chunk: Chunk, rows: Sequence[str], clean: Sequence[str]) -> list[Line]:
    """Read a declaration that parses; `rows` are its lines, `clean` the same without comments."""
    tokens: dict[int, list[Token]] = {}
    parser = grammar().parse_interactive(TextSlice(done.text, chunk.start, chunk.end), start="item")
    for token in parser.iter_parse():
        if token.type not in _LAYOUT and token.line is not None:
            tokens.setdefault(token.line - chunk.line, []).append(token)
    lines: list[Line] = []
    columns = [0]  # at which the blocks around the current line begin
    blank = False
    waiting: list[tuple[int, Line]] = []  # comments above the next line, with their columns
    for at, row in enumerate(rows):
        if not row.strip():
            blank = True
            continue
        column = len(_INDENT.match(row)[0])  # type: ignore[index]
        line = Line(0, tokens.get(at, []), blank=blank)
        blank = False
        if not line.tokens:
            line.comment = plain(row)
            waiting.append((column, line))
            continue
        line.comment, line.marks = _notes(row, clean[at], line.tokens)
        line.tokens = [t for t in line.tokens if t.type not in _MARKS]
        line.joined = clean[at].startswith(JOIN)
        if not line.tokens and lines and not line.comment:  # a line of citations: they are those of the line above
            lines[-1].marks += line.marks
            continue
        before = list(columns)
        if not line.joined:
            while column < columns[-1]:
                columns.pop()
            if column > columns[-1]:
                columns.append(column)
                line.blank = False
        line.level = len(columns) - 1
        for where, comment in waiting:
            above = where > column and not line.joined
            comment.level = max(line.level, _depth(before, where)) if above else line.level
            comment.joined = line.joined
            lines.append(comment)
        waiting.clear()
        lines.append(line)
    for where, comment in waiting:
        comment.level = max(1, _depth(columns, where))
        lines.append(comment)
    return lines


def _written(clean: str) -> bool:
    return bool(clean.strip(f" {JOIN}"))


def _depth(columns: Sequence[int], column: int) -> int:
    return min(sum(c < column for c in columns), len(columns) - 1)


def _notes(row: str, clean: str, tokens: Sequence[Token]) -> tuple[str, list[str]]:
    """Return the comment behind a line, and its citations."""
    return comment_in(row, clean), [str(t) for t in tokens if t.type in _MARKS]


def comment_in(row: str, clean: str) -> str:
    """Return the comment of a line without the citations behind it; `clean` is the line without its comment."""
    for m in _HASH.finditer(row):
        if m[0] == "#":
            rest = clean[m.start() :]
            stop = m.start() + len(rest) - len(rest.lstrip(" ")) if rest.strip() else len(row)
            return plain(row[m.start() : stop])
    return ""

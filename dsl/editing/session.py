"""Going the road again and again while somebody writes: what has not changed is not read again.

A declaration means the same wherever it stands, so the text of each is parsed once and its tree moved to the line where
it stands now. The result is the same as that of reading everything anew, which a test holds against it.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple, TypeVar

from .. import ast
from ..ast.visitor import field_names
from ..core.from_ast.for_editors import Notes
from ..core.from_ast.incremental import Memory
from ..diagnostics import Diagnostic, sort_key
from ..pipeline import Build, check_sources
from ..source import Source, Span
from ..syntax.parse import parse
from ..syntax.parsed_cache import ParsedCache, Read

T = TypeVar("T")
_CONFLICT = "<<<<<<< "
_ONCE_A_FILE = ("RW0001", "RW0007")  # tabs, unseen characters: one message for all of them
_BEGIN = re.compile(r"^[^ \t\r\n#]", re.MULTILINE)  # a declaration begins in column 0


class _Piece(NamedTuple):
    """A declaration with the comment above it, as it was read at some line."""

    line: int
    decls: tuple[ast.Decl, ...]
    problems: list[Diagnostic]


class Session:
    """Remembers what was read; ask it again whenever something has changed. A `settled` one is told that only overlays
    change: files of a ruleset are taken as a whole, from the trees kept on this machine if they are there."""

    def __init__(self, settled: bool = False) -> None:
        self._settled = settled
        self._whole: dict[tuple[str, str], Read] = {}
        self._files: dict[str, dict[str, _Piece]] = {}
        self._memory = Memory()

    def check(
        self,
        sources: Sequence[Source],
        overlays: Sequence[Source] = (),
        *,
        scenarios: bool = True,
        near: Path | None = None,
        rulings: Mapping[str, str] | None = None,
        notes: Notes | None = None,
    ) -> Build:
        """Give what `check_sources` gives: all messages, nothing to play (`lowered` goes on from there)."""
        if self._settled and any((source.name, source.text) not in self._whole for source in sources):
            kept = ParsedCache(sources)
            self._whole = {(source.name, source.text): kept.read(source) for source in sources}
            kept.close()
        return check_sources(
            sources,
            overlays,
            scenarios=scenarios,
            near=near,
            rulings=rulings,
            reader=self.read,
            notes=notes,
            memory=self._memory,
        )

    def read(self, source: Source) -> tuple[ast.File, list[Diagnostic]]:
        """Give what `parse` gives."""
        if (whole := self._whole.get((source.name, source.text))) is not None:
            return whole
        if _CONFLICT in source.text:
            return parse(source)  # what a merge could not join reaches over several declarations
        known = self._files.get(source.name, {})
        now: dict[str, _Piece] = {}
        decls: list[ast.Decl] = []
        problems: list[Diagnostic] = []
        for line, text in _cut(source):
            piece = now.get(text) or known.get(text)
            if piece is None or piece.problems:  # advice names what the rest of the file declares
                piece = _parsed(source, line, text)
            elif piece.line != line:
                piece = _moved(piece, line)
            now[text] = piece
            decls += piece.decls
            problems += piece.problems
        self._files[source.name] = now
        if any(p.code in _ONCE_A_FILE for p in problems):
            return parse(source)
        return ast.File(source.name, tuple(decls)), sorted(problems, key=sort_key)


def _cut(source: Source) -> list[tuple[int, str]]:
    """Cut a text before every declaration and the comment right above it; give the pieces with their lines."""
    lines = source.lines
    starts = [0]
    for n, row in enumerate(lines):
        if _BEGIN.match(row):
            while n > starts[-1] and lines[n - 1].startswith("#"):
                n -= 1
            starts.append(n)
    ends = [*starts[1:], len(lines)]
    return [(a + 1, "\n".join(lines[a:b])) for a, b in zip(starts, ends, strict=True) if a < b]


def _parsed(source: Source, line: int, text: str) -> _Piece:
    file, problems = parse(Source(source.name, text, whole=source.text))
    return _moved(_Piece(1, file.decls, problems), line)


# ---------------------------------------------------------------- moving


def _moved(piece: _Piece, line: int) -> _Piece:
    by = line - piece.line
    return _Piece(line, _lower(piece.decls, by), [_lower(p, by) for p in piece.problems])


def _lower(value: T, by: int) -> T:
    """Give the same tree so many lines further down."""
    return _put(value, by)  # type: ignore[no-any-return]


def _put(value: Any, by: int) -> Any:
    kind: Any = type(value)
    if kind is Span:
        file, line, column, end_line, end_column = value
        return Span(file, line + by, column, end_line + by, end_column) if line else value
    if kind is tuple:
        return tuple([_put(v, by) for v in value])
    names = field_names(kind)
    if not names or value is ast.NO_MARKS:
        return value
    new = object.__new__(kind)
    for name in names:
        object.__setattr__(new, name, _put(getattr(value, name), by))
    return new

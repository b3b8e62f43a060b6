"""Notes: what stands to the right of a line. Requirements' sentences, comments and citations share a column."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby

from .setting import INDENT, WIDEST, Printed

_PLAIN, _CITING = 42, 55  # rules with citations are long rules
_GAP = 3
_MANY = 3  # citations that may go below a line
_WIDEST_BLOCK = 100
_MOST_SHIFT = 16  # lines of one run that end further apart are not brought under one another


def note_column(lines: Sequence[Printed]) -> int:
    """Return the column of the notes of a file."""
    return _CITING if any(line.marks for line in lines) else _PLAIN


def with_notes(lines: Sequence[Printed], column: int) -> list[str]:
    """Write lines with their notes. Neighbours that are too long for the column get one of their own."""
    notes = [[n for n in (line.aside, line.comment, " ".join(line.marks)) if n] for line in lines]
    first = list(_columns([line.code if n else "" for line, n in zip(lines, notes, strict=True)], lines, column))
    out = [line.code.ljust(at) + n[0] if n else line.code for line, n, at in zip(lines, notes, first, strict=True)]
    aside = [text if line.aside and len(n) > 1 else "" for line, n, text in zip(lines, notes, out, strict=True)]
    for i, at in enumerate(_run_columns(aside)):
        out[i] = (" " * _GAP).join([out[i].ljust(at - _GAP) if aside[i] else out[i], *notes[i][1:]])
    return [row for line, text in zip(lines, out, strict=True) for row in _folded(line, text)]


def _folded(line: Printed, text: str) -> list[str]:
    """Write citations that do not fit behind a line below it, so that they do not drown the rule."""
    if len(text) <= WIDEST or len(line.marks) < _MANY or line.block:
        return [text]
    indent = " " * (len(line.code) - len(line.code.lstrip()) + INDENT)
    rows = [f"{indent}cites"]
    for mark in line.marks:
        if len(rows[-1]) + len(mark) >= WIDEST:
            rows.append(" " * len(f"{indent}cites"))
        rows[-1] += f" {mark}"
    return [text.removesuffix(" ".join(line.marks)).rstrip(), *rows]


def _columns(codes: Sequence[str], lines: Sequence[Printed], column: int) -> Iterator[int]:
    """Return for every line where its notes begin."""
    for block, group in groupby(range(len(lines)), key=lambda i: lines[i].block):
        some = [codes[i] for i in group]
        widest = max(map(len, some))
        if block and column - 2 < widest <= _WIDEST_BLOCK:
            yield from [widest + _GAP] * len(some)
            continue
        over = [code if len(code) > column - 2 else "" for code in some]
        for code, at in zip(over, _run_columns(over), strict=True):
            yield at if code else column


def _run_columns(texts: Sequence[str]) -> Iterator[int]:
    """Return a column for each run of neighbours with a text, behind the longest of them."""
    for has, group in groupby(texts, key=bool):
        lengths = [len(text) for text in group]
        shift = max(lengths) - min(lengths)
        for length in lengths:
            yield ((max(lengths) if shift <= _MOST_SHIFT else length) + _GAP) if has else 0

"""Columns: keys and their values, and the cells of tables."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from itertools import takewhile

from lark import Token

from ..source import LAYERS
from .lines import Line
from .spacing import CLOSERS, OPENERS, text_of

STATE = frozenset({"table", "player"})
_FIELDS = frozenset({"game", "resource", "ruling", "display", *LAYERS})
_SLOTS = STATE | {"type"}
_AMENDING = frozenset({"change", "except", "settle", "add"})
_PARTS = {
    "scenario": {"GIVEN", "WHEN", "THEN", "BREAKS", "CASES"},
    "supersedes": {"WHEN", "THEN"},
    **{word: {"FROM", "TO"} for word in _AMENDING},
}

_LONGEST_KEY = 17  # a longer one does not push the values of the others
_WIDEST_TABLE = 120
_TOLERATED = 12  # columns by which cells may lengthen a line that is longer than that anyway

Stops = dict[int, int]  # the column at which a token begins


def key_length(head: str, line: Line) -> int:
    """Count the tokens in front of the column of values; 0 where a line has none."""
    tokens = line.tokens
    length = 0
    if line.level == 0:
        length = 2 if head == "kind" else 0
    elif line.level == 1 and not line.joined:
        first = tokens[0].type
        if head in _FIELDS or head[:1].isupper():
            length = 1
        elif head in _SLOTS:
            length = 2 if first == "VAR" else 1
        elif head in _PARTS:
            length = 1 if first in _PARTS[head] or head == "add" else 0
        elif head in ("texts", "scoring"):
            length = 1 + _before(tokens, "STRING") if head == "scoring" else _before(tokens, "STRING")
        elif head == "value":
            length = _before(tokens, "IS")
    return length if length < len(tokens) else 0


def group(head: str, declaration: int) -> Hashable:
    """Name the declarations whose values share a column: cards of one type, table and players, kinds."""
    if head in STATE:
        return "state"
    return head if head == "kind" or head[:1].isupper() else declaration


def value_column(head: str, keys: Sequence[str]) -> int:
    """Return how far behind the beginning of its line a value stands."""
    longest = max((len(key) for key in keys if len(key) <= _LONGEST_KEY + 5 * (head == "kind")), default=0)
    match head:
        case _ if (head in _AMENDING and set(keys) <= {"from", "to"}) or head == "supersedes":
            return 6
        case "scoring":
            return max(map(len, keys), default=0) + 3
        case "texts":
            return max(map(len, keys), default=0) + 1
        case "value":
            return longest + 1
        case "kind":
            return _stop(14, longest)
        case _:
            return _stop(10, longest)


def _stop(first: int, longest: int) -> int:
    return first if longest < first else first + -(-(longest + 1 - first) // 4) * 4


def _before(tokens: Sequence[Token], kind: str) -> int:
    return sum(1 for _ in takewhile(lambda t: t.type != kind, tokens))


# ---------------------------------------------------------------- rows


def table(rows: Sequence[Line], whole: Sequence[bool], indent: int) -> list[Stops]:
    """Align the rows of a table: names, titles, cells. Rows that are not `whole` go on in the line below."""
    heads = [_before(row.tokens, "COLON") for row in rows]
    named = [1 if _is_one(row) else head for row, head in zip(rows, heads, strict=True)]
    titled = [head > name for head, name in zip(heads, named, strict=True)]
    names = [len(text_of(row.tokens[:name])) for row, name in zip(rows, named, strict=True)]
    title_at = max((n for n, t in zip(names, titled, strict=True) if t), default=0) + 1
    ends = [
        (title_at + len(text_of(row.tokens[1:head])) if t else n) + 1
        for row, head, n, t in zip(rows, heads, names, titled, strict=True)
    ]
    first = max(ends) + 1
    cells = [_cells(row.tokens, head + 1) for row, head in zip(rows, heads, strict=True)]
    full = [c for c, w in zip(cells, whole, strict=True) if w]
    widths, numeric = _measure(full)
    aligned = len(widths)
    limit = max(_WIDEST_TABLE - indent - first, max((_length(c, widths, 0) for c in full), default=0) + _TOLERATED)
    while aligned > 1 and max(_length(c, widths, aligned) for c in full) > limit:
        aligned -= 1
    return [
        {**({1: indent + title_at} if t else {}), **_cell_stops(c, w, indent + first, widths[:aligned], numeric)}
        for c, t, w in zip(cells, titled, whole, strict=True)
    ]


def _is_one(row: Line) -> bool:
    """Is it one row, and not one for each of something? That has its title behind what it goes through."""
    return not any(str(token) == "each" for token in row.tokens[:2])


def _cells(tokens: Sequence[Token], start: int) -> list[tuple[int, str]]:
    """Cut a row at its commas: where each cell begins, and its text."""
    cut, depth = [start], 0
    for at in range(start, len(tokens)):
        kind = tokens[at].type
        depth += (kind in OPENERS) - (kind in CLOSERS)
        if kind == "_COMMA" and depth == 0:
            cut.append(at + 1)
    ends = [*(at - 1 for at in cut[1:]), len(tokens)]
    return [(a, text_of(list(tokens[a:b]))) for a, b in zip(cut, ends, strict=True)]


def _measure(rows: Sequence[list[tuple[int, str]]]) -> tuple[list[int], list[bool]]:
    columns = [[row[i][1] for row in rows if i < len(row)] for i in range(max(map(len, rows), default=0))]
    return [_width(sorted(map(len, c))) for c in columns], [all(t.lstrip("-").isdigit() for t in c) for c in columns]


def _width(lengths: Sequence[int]) -> int:
    """Return the width of a column; a single cell far longer than all others does not push them apart."""
    longest = lengths[-1]
    second = lengths[-2] if len(lengths) > 3 else longest
    return second if longest > second + _TOLERATED and longest > 1.5 * second else longest


def _length(row: Sequence[tuple[int, str]], widths: Sequence[int], aligned: int) -> int:
    last = min(aligned, len(row) - 1)
    shown = [max(widths[i], len(text)) if i < last else len(text) for i, (_, text) in enumerate(row)]
    return sum(shown) + 2 * (len(row) - 1)


def _cell_stops(
    row: Sequence[tuple[int, str]], whole: bool, first: int, widths: Sequence[int], numeric: Sequence[bool]
) -> Stops:
    stops: Stops = {}
    column = first
    for i, (at, text) in enumerate(row if whole else row[:1]):
        if i > len(widths) or (i == len(widths) and i):
            break
        right = whole and i < len(widths) and numeric[i]
        stops[at] = column + (widths[i] - len(text) if right else 0)
        column += (widths[i] if i < len(widths) else 0) + 2
    return stops

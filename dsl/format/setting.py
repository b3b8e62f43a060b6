"""Set the lines of a declaration: indentation, columns, the lines that go on below, breaks where a line is too long."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace

from lark import Token

from .columns import Stops, key_length, table
from .lines import Line
from .spacing import CLOSERS, OPENERS, between, written

INDENT = 2
WIDEST = 130
_EARLIEST_BREAK = 50

# Words a line may begin with that goes on, and how readily a line is broken there.
_BREAKS = {"IMPLIES": 1, "OR": 2, "AND": 3, "BUT": 3, "_WHERE": 5, "_WHILE": 5, "MUL": 6}
_JOINING = frozenset(_BREAKS) | {"ADD", "ELSE"}


@dataclass(slots=True)
class Printed:
    """A line ready but for its notes."""

    code: str = ""
    aside: str = ""  # `else "..."` behind a requirement
    comment: str = ""
    marks: list[str] = field(default_factory=list)
    blank: bool = False
    block: int = 0  # lines of one table share the column of their notes; 0: that of the file


@dataclass(slots=True)
class _Open:
    """A bracket that is open: the column of what stands in it, and the indentation of its line."""

    inside: int | None
    indent: int


def set_lines(head: str, lines: Sequence[Line], width: int, block: int) -> list[Printed]:
    """Set a declaration; `width` is how far behind the beginning of a line its value stands."""
    logical = list(_logical(lines))
    stops: list[Stops] = [{} for _ in logical]
    own_block = 0
    if head == "rows":
        own_block = block
        at = [i for i, group in enumerate(logical) if group[-1].tokens and group[0].level == 1]
        rows = [logical[i][0] for i in at]
        whole = [len(logical[i]) == 1 for i in at]
        for i, found in zip(at, table(rows, whole, INDENT), strict=True):
            stops[i] = found
    out: list[Printed] = []
    for group, where in zip(logical, stops, strict=True):
        first = group[0]
        if first.tokens and (length := key_length(head, first)):
            where = {length: INDENT * first.level + width}
        below = _value_below(group) if head == "value" else None
        for part, its in below or [(group, where)]:
            out += _set(part, its, may_break=head != "rows")
        if own_block and first.level == 1:
            for printed in out[-len(group) :]:
                printed.block = own_block
    return list(_spaced(out))


def _spaced(lines: Sequence[Printed]) -> Iterator[Printed]:
    for line in lines:
        if line.blank:
            yield Printed(block=line.block)
        yield line


def _logical(lines: Sequence[Line]) -> Iterator[list[Line]]:
    """Gather the lines that belong together: a line, those that continue it, and the comments between them."""
    group: list[Line] = []
    for line in lines:
        if group and not line.joined:
            yield group
            group = []
        group.append(line)
    if group:
        yield group


def _value_below(group: Sequence[Line]) -> list[tuple[list[Line], Stops]] | None:
    """Move a value that makes its line too long to a line below."""
    (line, *more) = group
    if more or line.level or not line.tokens:
        return None
    kinds = [t.type for t in line.tokens]
    if "EQUAL" not in kinds or kinds[-1] == "EQUAL":
        return None
    notes = [line.comment] * bool(line.comment) + line.marks
    if _width(line.tokens) + sum(map(len, notes)) + len(notes) + 2 * bool(notes) <= WIDEST:
        return None
    cut = kinds.index("EQUAL") + 1
    head_line = replace(line, tokens=line.tokens[:cut], comment="", marks=[])
    below = replace(line, level=1, tokens=line.tokens[cut:], blank=False)
    return [([head_line], {}), ([below], {})]


def _width(tokens: Sequence[Token]) -> int:
    return len(_put(tokens, 0, {}, [])[0])


def _set(group: Sequence[Line], stops: Stops, *, may_break: bool) -> Iterator[Printed]:
    """Set a line and those that continue it."""
    indent = INDENT * group[0].level
    base = min(stops.values(), default=indent)
    pending: list[Printed] = []  # comments above the next line
    opened: list[_Open] = []
    begun: list[Token] = []
    todo = list(group)
    while todo:
        line = todo.pop(0)
        if not line.tokens:
            pending.append(Printed(" " * indent + line.comment, blank=line.blank))
            continue
        column = _continued(line.tokens[0], begun, stops, opened, indent, base) if begun else indent
        before = list(opened)
        code, starts = _put(line.tokens, column, stops if not begun else {}, opened)
        aside_at = _aside(begun + line.tokens, len(line.tokens))
        if may_break and (cut := _break_at(line, starts, len(code), aside_at, len(before))):
            rest = replace(line, tokens=line.tokens[cut:], joined=True, blank=False)
            todo[:0] = [replace(line, tokens=line.tokens[:cut], comment="", marks=[]), rest]
            opened = before
            continue
        for comment in pending:
            yield replace(comment, code=" " * column + comment.code.strip())
        pending.clear()
        aside = ""
        if aside_at:
            code, aside = code[: starts[aside_at]].rstrip(), code[starts[aside_at] :]
        yield Printed(code, aside, line.comment, line.marks, line.blank)
        begun += line.tokens
    yield from pending


def _put(tokens: Sequence[Token], column: int, stops: Stops, opened: list[_Open]) -> tuple[str, list[int]]:
    """Write tokens from a column on; return the line and where each token begins. Keeps account of brackets."""
    text, starts = " " * column, []
    for i, token in enumerate(tokens):
        if i:
            text += between(tokens[i - 1], token)
        text = text.ljust(stops.get(i, 0))
        starts.append(len(text))
        text += written(token)
        if token.type in OPENERS:
            opened.append(_Open(len(text) if i + 1 < len(tokens) else None, column))
        elif token.type in CLOSERS and opened:
            opened.pop()
    return text, starts


def _continued(
    first: Token, begun: Sequence[Token], stops: Stops, opened: Sequence[_Open], indent: int, base: int
) -> int:
    """Return the column of a line that goes on from the one above."""
    value = min(stops, default=0)
    if opened:
        last = opened[-1]
        if first.type in CLOSERS:
            return max(INDENT, last.indent)
        if first.type not in _JOINING:
            return last.indent + INDENT if last.inside is None else last.inside
    elif first.type == "ELSE" and begun[value].type == "IF":
        return max(INDENT, base)
    elif begun[-1].type == "_COMMA":
        return base if base > indent else indent + INDENT
    return base + INDENT * max(1, len(opened))


def _aside(tokens: Sequence[Token], own: int) -> int:
    """Return where on its line the `else "..."` of a requirement begins; 0 if there is none to set aside."""
    kinds = [t.type for t in tokens]
    if kinds[-2:] == ["ELSE", "STRING"] and "NEEDS" in kinds and own > 2:
        return own - 2
    return 0


def _break_at(line: Line, starts: Sequence[int], width: int, aside: int, depth: int) -> int:
    """Choose the token before which a line that is too long is best broken; 0 for none."""
    if width + (INDENT if aside else 0) <= WIDEST:
        return 0
    if aside:
        return aside
    found: list[tuple[int, int, int, int]] = []
    chooses = _chooses(line.tokens)
    for i, token in enumerate(line.tokens):
        kind = token.type
        if i and (_EARLIEST_BREAK <= starts[i] <= WIDEST or (chooses and kind == "ELSE" and starts[i] <= WIDEST)):
            after_comma = line.tokens[i - 1].type == "_COMMA"
            rank = 4 if after_comma else 6 if token == "+" else _BREAKS.get(kind, 0)
            rank = 1 if chooses and kind == "ELSE" else rank
            # A list fills its lines; a condition is broken as soon as what is left fits.
            late = after_comma or width - starts[i] > WIDEST - _EARLIEST_BREAK
            if rank:
                found.append((depth, rank, -starts[i] if late else starts[i], i))
        depth += (kind in OPENERS) - (kind in CLOSERS)
    return min(found)[-1] if found else 0


def _chooses(tokens: Sequence[Token]) -> bool:
    """Say whether a line is an `if ... then ... else ...`, not the statement `if ...: ...`."""
    depth, kinds = 0, []
    for token in tokens:
        depth += (token.type in OPENERS) - (token.type in CLOSERS)
        if depth == 0:
            kinds.append(token.type)
    return "IF" in kinds[:2] and "COLON" not in kinds

"""Format a whole file: its declarations, what stands between them, and the proof that nothing got lost."""

from __future__ import annotations

import re
from collections.abc import Hashable, Sequence
from dataclasses import dataclass, field

from ..diagnostics import Diagnostic
from ..source import Source
from ..syntax.indentation import Chunk, Scan, scan
from ..syntax.parse import parse
from .columns import group, key_length, value_column
from .lines import Line, comment_in, mixed_indents, own_lines, plain, read_lines
from .notes import note_column, with_notes
from .same import same
from .setting import Printed, set_lines
from .spacing import text_of

# Between two of these the author decides whether a blank line stands.
_NOUNS = frozenset({"kind", "type", "board", "rows", "table", "player", "resource", "ruling", "value", "invariant"})
_VERBS = frozenset(
    {"add", "change", "remove", "insert", "include", "except", "suspend", "forbid", "confirm", "settle", "supersedes"}
)  # fmt: skip
_RULE = re.compile(r"#\s*[-=*_#─━]{3,}")


@dataclass(frozen=True, slots=True)
class Formatted:
    """What came of it. `problems` are what is still wrong in `text`: why declarations were left as they are."""

    text: str
    problems: tuple[Diagnostic, ...] = ()
    disagrees: bool = False  # the result would say something else: nothing was changed


@dataclass(slots=True)
class _Declaration:
    """A declaration with the comments above it."""

    head: str
    raw: list[str]
    above: list[str] = field(default_factory=list)  # comments and blank lines
    lines: list[Line] | None = None  # None: it is left as it is
    wanted: bool = True
    printed: list[Printed] = field(default_factory=list)

    @property
    def one_line(self) -> bool:
        return self.lines is not None and len(self.lines) == 1


def format_text(text: str) -> str:
    """Format a source text; what cannot be read stays as it is."""
    return format_source(Source("", text)).text


def format_source(source: Source, only: range | None = None) -> Formatted:
    """Format a source: all of it, or the declarations that touch the lines `only` (counted from 1)."""
    text = source.text.removeprefix("\ufeff").replace("\r\n", "\n")
    clean = Source(source.name, text)
    file, problems = parse(clean)
    done = scan(clean)
    if done.chunks and not file.decls:
        return Formatted(source.text, tuple(problems))
    read = {decl.at.line for decl in file.decls}
    declarations, below = _declarations(clean, done, read, only)
    result = _written(declarations, below, only)
    fresh = Source(source.name, result)
    again, left = parse(fresh)
    if not same(file.decls, again.decls) or _comments(clean) != _comments(fresh):
        return Formatted(source.text, tuple(problems), disagrees=True)
    return Formatted(result, tuple(left))


def _declarations(
    source: Source, done: Scan, read: set[int], only: range | None
) -> tuple[list[_Declaration], list[str]]:
    """Read all declarations, each with what stands above it; return also what stands below the last."""
    clean = done.text.split("\n")
    found: list[_Declaration] = []
    above = source.lines[: done.chunks[0].line - 1] if done.chunks else source.lines
    for i, chunk in enumerate(done.chunks):
        start = chunk.line - 1
        end = done.chunks[i + 1].line - 1 if i + 1 < len(done.chunks) else len(source.lines)
        rows, bare = source.lines[start:end], clean[start:end]
        own = own_lines(rows, bare)
        declaration = _Declaration("", rows[:own], above, wanted=_wanted(chunk, own, only))
        if chunk.line in read and not mixed_indents(rows[:own]):
            declaration.lines = read_lines(done, chunk, rows[:own], bare[:own])
            declaration.head = str(declaration.lines[0].tokens[0])
        found.append(declaration)
        above = rows[own:]
    return found, above


def _wanted(chunk: Chunk, own: int, only: range | None) -> bool:
    return only is None or (chunk.line < only.stop and only.start < chunk.line + own)


def _written(declarations: Sequence[_Declaration], below: Sequence[str], only: range | None) -> str:
    widths = _widths(declarations)
    for i, d in enumerate(declarations):
        if d.lines is not None:
            d.printed = set_lines(d.head, d.lines, widths.get((d.head, group(d.head, i)), 10), block=i + 1)
    column = note_column([line for d in declarations for line in d.printed])
    lines: list[Printed] = []
    last: _Declaration | None = None
    for d in declarations:
        lines += _as_lines(_gap(last, d) if d.wanted else d.above)
        lines += d.printed if d.wanted and d.lines is not None else _as_lines(d.raw)
        last = d
    lines += _as_lines(_tidy(below, blank_first=False, drop_last=True) if only is None else below)
    text = "\n".join(with_notes(lines, column))
    if only is not None and text.endswith("\n"):
        return text
    return text.rstrip("\n") + "\n" if text.strip() else ""


def _as_lines(rows: Sequence[str]) -> list[Printed]:
    return [Printed(row) for row in rows]


def _widths(declarations: Sequence[_Declaration]) -> dict[tuple[str, Hashable], int]:
    """Return the column of values for every group of declarations."""
    keys: dict[Hashable, list[str]] = {}
    for i, d in enumerate(declarations):
        for line in d.lines or ():
            if line.tokens and (length := key_length(d.head, line)):
                keys.setdefault(group(d.head, i), []).append(text_of(line.tokens[:length]))
    return {
        (d.head, group(d.head, i)): value_column(d.head, keys.get(group(d.head, i), []))
        for i, d in enumerate(declarations)
    }


def _gap(last: _Declaration | None, d: _Declaration) -> list[str]:
    """Write what stands between two declarations."""
    if last is None:
        return _tidy(d.above, blank_first=False)
    asked = bool(d.above) and not d.above[0].strip()
    ruled = any(_RULE.match(row) for row in d.above)
    return _tidy(d.above, blank_first=asked or ruled or not _tight(last, d))


def _tight(last: _Declaration, d: _Declaration) -> bool:
    """Say whether two declarations may stand without a blank line between them."""
    if last.lines is None or d.lines is None:
        return True
    if last.one_line and d.one_line:
        return True
    return all(x.head in _NOUNS | _VERBS or x.head[:1].isupper() for x in (last, d))


def _tidy(rows: Sequence[str], *, blank_first: bool, drop_last: bool = False) -> list[str]:
    """Write comments with at most one blank line between two."""
    out: list[str] = [""] if blank_first else []
    blank = False
    for row in rows:
        if not row.strip():
            blank = True
            continue
        if blank and out and out[-1]:
            out.append("")
        blank = False
        out.append(plain(row))
    if blank and out and out[-1] and not drop_last:
        out.append("")
    return out


def _comments(source: Source) -> list[str]:
    """List all comments, to see that none is lost."""
    rows = zip(source.lines, scan(source).text.split("\n"), strict=False)
    return sorted("".join(comment_in(row, clean).split()) for row, clean in rows if "#" in row)

"""Messages for people, for programs and for review comments: text, JSON and GitHub annotations.

Every form is a pure function of the messages (and, for text, of the sources), in the order of `sort_key`.
"""

from __future__ import annotations

import json
import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from ..source import UNSEEN, Source, Span
from .model import Diagnostic, Severity, sort_key

WIDTH = 100  # columns of source text shown; longer lines are cut around the underlined part
MOST_LINES = 6  # of a span over several lines
MOST_PLACES = 5  # named after the first one of a message that comes again
VERSION = 1  # of the JSON form; grows when a member changes its meaning or goes away

_SPACES = str.maketrans("\t\n\r", "  \ufffd")
_CODES = {"error": "1;31", "warning": "1;33", "other": "1;34", "gutter": "34", "bold": "1"}


def render_text(diagnostics: Iterable[Diagnostic], sources: Iterable[Source], *, colour: bool = False) -> str:
    """Write the messages with the source lines they speak of, and how many there are. What is said again and again
    about one unknown name is said once, with the other places."""
    found = sorted(diagnostics, key=sort_key)
    by_name = {s.name: s for s in sources}
    paint = _Paint(colour)
    again: dict[tuple[str, str, str], list[Diagnostic]] = {}
    for d in found:
        again.setdefault((d.code, d.message, "" if d.about else str(d.at)), []).append(d)
    parts = [_message(first, by_name, paint, rest) for first, *rest in again.values()]
    return "\n\n".join([*parts, summary(found)]) + "\n" if parts else ""


def summary(diagnostics: Iterable[Diagnostic]) -> str:
    """Count: `2 errors, 1 warning`; empty if there is nothing to count."""
    found = list(diagnostics)
    errors = sum(d.is_error for d in found)
    counts = ((errors, "error"), (len(found) - errors, "warning"))
    return ", ".join(f"{n} {word}{'' if n == 1 else 's'}" for n, word in counts if n)


# ---------------------------------------------------------------- text


class _Paint:
    """Colours text, or leaves it alone."""

    def __init__(self, on: bool) -> None:
        self.on = on

    def __call__(self, style: str, text: str) -> str:
        return f"\033[{_CODES[style]}m{text}\033[0m" if self.on and text else text


def _message(d: Diagnostic, sources: Mapping[str, Source], paint: _Paint, again: Sequence[Diagnostic] = ()) -> str:
    style = d.severity.value
    out = [f"{paint(style, f'{style}[{d.code}]')} {paint('bold', d.title)}".rstrip()]
    places = [d.at, *(o.at for o in d.others)]
    digits = max(len(str(_last_line(at, sources))) for at in places)
    margin = " " * digits
    same = [o for o in d.others if _one_line(o.at) and o.at[:2] == d.at[:2] and _one_line(d.at)]
    if d.at.line > 0:
        out.append(f"{margin}{paint('gutter', '-->')} {_place(d.at)}")
        notes = [(d.at, "^", style, "")] + [(o.at, "-", "other", o.text) for o in same]
        out += _snippet(d.at, notes, sources, digits, paint)
    elif d.at.file:
        out.append(f"{margin}{paint('gutter', '-->')} {_clean(d.at.file)}")
    for other in d.others:
        if other in same and d.at.file in sources:
            continue
        if other.at.line > 0:
            tail = f": {_clean(other.text)}" if other.text else ""
            out.append(f"{margin}{paint('gutter', ':::')} {_place(other.at)}{tail}")
            out += _snippet(other.at, [(other.at, "-", "other", "")], sources, digits, paint)
        elif other.text:
            out.append(f"{margin} {paint('gutter', '=')} {_clean(other.text)}")
    said = [paint("bold", line) for line in _clean_lines(d.message)] + (_clean_lines(d.help) if d.help else [])
    out += [f"{margin} {paint('gutter', '=')} {line}".rstrip() for line in said]
    if d.cites:
        out.append(f"{margin} {paint('gutter', '=')} See {', '.join('@' + c.lstrip('@') for c in d.cites)}.")
    if again:
        named = ", ".join(_place(e.at) for e in again[:MOST_PLACES])
        more = f" and {len(again) - MOST_PLACES} more" if len(again) > MOST_PLACES else ""
        out.append(f"{margin} {paint('gutter', '=')} The same at {named}{more}.")
    return "\n".join(out)


def _snippet(
    at: Span,
    notes: list[tuple[Span, str, str, str]],
    sources: Mapping[str, Source],
    digits: int,
    paint: _Paint,
) -> list[str]:
    """The lines of a span: one line is underlined, several are marked at the edge."""
    source = sources.get(at.file)
    if source is None or not 0 < at.line <= len(source.lines):
        return []
    bar = paint("gutter", "|")
    empty = f"{' ' * digits} {bar}"
    out = [empty]
    if _one_line(at):
        line = source.lines[at.line - 1].rstrip("\r")
        start, shown = _cut(line, at.column - 1)
        out.append(f"{paint('gutter', str(at.line).rjust(digits))} {bar} {shown}".rstrip())
        for place, mark, style, text in notes:
            pad, length = _under(line, place, start)
            tail = f" {_clean(text)}" if text else ""
            out.append(f"{empty} {' ' * pad}{paint(style, mark * length + tail)}")
        return [*out, empty]
    style = notes[0][2]
    last = min(at.end_line, len(source.lines))
    numbers = list(range(at.line, last + 1))
    skipped = len(numbers) > MOST_LINES
    if skipped:
        numbers = numbers[: MOST_LINES - 1] + numbers[-1:]
    for i, n in enumerate(numbers):
        if skipped and i == MOST_LINES - 1:
            out.append(f"{' ' * digits} {paint(style, '...')}")
        shown = _cut(source.lines[n - 1].rstrip("\r"), 0)[1]
        out.append(f"{paint('gutter', str(n).rjust(digits))} {bar}{paint(style, '>')} {shown}".rstrip())
    return [*out, empty]


def _cut(line: str, focus: int) -> tuple[int, str]:
    """Return where the shown part of a line starts, and that part with an ellipsis at each cut."""
    if _columns(line) <= WIDTH:
        return 0, _clean(line)
    start = max(0, min(focus, len(line)) - WIDTH // 3) if focus > WIDTH // 2 else 0
    end, used = start, 0
    while end < len(line) and used + _columns(line[end]) <= WIDTH:
        used += _columns(line[end])
        end += 1
    return start, ("…" if start else "") + _clean(line[start:end]) + ("…" if end < len(line) else "")


def _under(line: str, at: Span, start: int) -> tuple[int, int]:
    """Return the columns before an underline and its length, both as a terminal shows them."""
    first = max(start, min(at.column - 1, len(line)))
    last = max(first, min(at.end_column - 1, len(line)))
    pad = _columns(line[start:first]) + (1 if start else 0)
    return pad, max(1, min(_columns(line[first:last]), WIDTH - min(pad, WIDTH - 1)))


def _columns(text: str) -> int:
    """Columns of a terminal: two for wide characters, none for those that join the one before."""
    return sum(
        0 if unicodedata.combining(c) or unicodedata.category(c) == "Mn" or c in "\u200b\u200d\ufe0f"
        else 2 if unicodedata.east_asian_width(c) in "WF"
        else 1
        for c in text
    )  # fmt: skip


def _clean(text: str) -> str:
    """Replace control characters, so that a source file cannot steer the terminal or shift the underline."""
    return UNSEEN.sub("\ufffd", text.translate(_SPACES))


def _clean_lines(text: str) -> list[str]:
    return [_clean(line) for line in text.split("\n")]


def _one_line(at: Span) -> bool:
    return at.end_line <= at.line


def _last_line(at: Span, sources: Mapping[str, Source]) -> int:
    source = sources.get(at.file)
    return min(max(at.line, at.end_line), len(source.lines)) if source else 0


def _place(at: Span) -> str:
    return f"{_clean(at.file)}:{at.line}:{at.column}"


# ---------------------------------------------------------------- JSON


def as_data(d: Diagnostic) -> dict[str, Any]:
    """One message as plain data; a place is null where the message has none."""
    return {
        "code": d.code,
        "title": d.title,
        "severity": d.severity.value,
        "message": d.message,
        "help": d.help,
        "place": span_data(d.at),
        "others": [{"place": span_data(o.at), "text": o.text} for o in d.others],
        "fixes": [{"place": span_data(f.at), "text": f.text, "safe": f.safe} for f in d.fixes],
        "cites": [c.lstrip("@") for c in d.cites],
    }


def render_json(diagnostics: Iterable[Diagnostic], notes: Iterable[str] = ()) -> str:
    """Write the messages as one JSON object: `version`, `diagnostics`, and `notes`: sentences that are no findings."""
    found = [as_data(d) for d in sorted(diagnostics, key=sort_key)]
    data = {"version": VERSION, "diagnostics": found, "notes": list(notes)}
    return json.dumps(data, ensure_ascii=False, indent=2) + "\n"


def span_data(at: Span) -> dict[str, Any] | None:
    """Give a place as data; nothing if it is in no file."""
    return dict(at._asdict()) if at.file else None


# ---------------------------------------------------------------- GitHub


def render_github(diagnostics: Iterable[Diagnostic]) -> str:
    """Write one workflow command per message; other places follow the message as lines of it."""
    return "".join(_annotation(d) + "\n" for d in sorted(diagnostics, key=sort_key))


def _annotation(d: Diagnostic) -> str:
    command = "error" if d.severity is Severity.ERROR else "warning"
    properties = {"file": d.at.file} if d.at.file else {}
    if d.at.line > 0:
        properties |= {"line": str(d.at.line), "col": str(max(1, d.at.column))}
    properties["title"] = f"{d.code} {d.title}".rstrip()
    others = [f"{_place(o.at)}: {o.text}".rstrip(": ") if o.at.line > 0 else o.text for o in d.others]
    cites = ["See " + ", ".join("@" + c.lstrip("@") for c in d.cites) + "."] if d.cites else []
    message = "\n".join(line for line in (d.message, d.help, *others, *cites) if line)
    joined = ",".join(f"{key}={_escaped(value, ':,')}" for key, value in properties.items())
    return f"::{command} {joined}::{_escaped(message)}"


def _escaped(text: str, also: str = "") -> str:
    """Escape what would end a workflow command, and in properties what would end a value."""
    for c in "%\r\n" + also:
        text = text.replace(c, f"%{ord(c):02X}")
    return text

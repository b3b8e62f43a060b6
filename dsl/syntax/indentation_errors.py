"""Messages about layout: indentation, brackets, quotation marks, invisible characters."""

from __future__ import annotations

import re

from ..diagnostics import Diagnostic, Fix, Label
from ..source import Source, Span

PARTNER = {")": "(", "]": "[", "}": "{"}

DEEPEST = 60


def tabs(places: list[Span]) -> Diagnostic:
    return Diagnostic(
        "RW0001",
        "There is a tab in this file." if len(places) == 1 else f"There are {len(places)} tabs in this file.",
        places[0],
        "Indent with spaces: two for each level.",
        fixes=tuple(Fix(at, "  ", True) for at in places),
    )


def stray_indent(at: Span, above: int) -> Diagnostic:
    return Diagnostic(
        "RW0002",
        "This line begins in a column in which no line above it begins.",
        at,
        f"Indent it by {above} spaces like the lines it belongs to.",
        fixes=(Fix(at, " " * above),),
    )


def deeper_than_the_rest(at: Span, like: int) -> Diagnostic:
    return Diagnostic(
        "RW0002",
        "This line is deeper than the lines below it that belong to the same block.",
        at,
        f"Indent it by {like} spaces like those.",
        fixes=(Fix(at, " " * like),),
    )


def nothing_above(at: Span) -> Diagnostic:
    return Diagnostic(
        "RW0003",
        "This line is indented, but there is no declaration above it.",
        at,
        "A declaration begins at the left margin.",
        fixes=(Fix(at, ""),),
    )


def not_opened(at: Span, closer: str) -> Diagnostic:
    return Diagnostic(
        "RW0004",
        f"This `{closer}` closes nothing.",
        at,
        f"Remove it, or add the `{PARTNER[closer]}`.",
        fixes=(Fix(at, ""),),
    )


def not_closed(at: Span, opener: str) -> Diagnostic:
    closer = next(c for c, o in PARTNER.items() if o == opener)
    return Diagnostic("RW0004", f"This `{opener}` is never closed.", at, f"Add the `{closer}` that belongs to it.")


def brace_of_a_block(at: Span) -> Diagnostic:
    """Whether it is closed further down or not: no brace belongs here."""
    said = "Lines that belong together are indented; no braces stand around them."
    help = "Leave `{` and its `}` out, and indent the lines between them by two spaces more than this one."
    return Diagnostic("RW1003", said, at, help)


def wrong_partner(at: Span, closer: str, opener: str, opened: Span) -> Diagnostic:
    right = next(c for c, o in PARTNER.items() if o == opener)
    return Diagnostic(
        "RW0004",
        f"`{opener}` is closed by `{closer}`.",
        at,
        f"Write `{right}` here, or look for a bracket that is missing in between.",
        others=(Label(opened, "opened here"),),
        fixes=(Fix(at, right),),
    )


def too_many_brackets(at: Span) -> Diagnostic:
    return Diagnostic(
        "RW0009",
        f"Brackets are nested more than {DEEPEST} deep.",
        at,
        "Give a part of it a name of its own with `value` or `let`.",
    )


_ODD = "“”„‟«»‹›‘’‚‛"
_TEXT_ENDS = re.compile(r"(?<! ) *(?:(?<=  )@\w[^\n]*|#[^\n]*)?\r?$")


def torn_text(at: Span, text: str) -> Diagnostic:
    """A text without its second mark: a typographic one may stand there; else it probably ends with the line."""
    odd = [i for i, c in enumerate(text) if c in "“”„‟«»‹›"]
    if odd:
        return odd_quotes(at, at.column - 1, odd)
    end = _TEXT_ENDS.search(text)
    column = at.column + (end.start() if end else len(text))
    return Diagnostic(
        "RW0005",
        "This text has no closing quotation mark on its line.",
        at,
        'Texts stand between two `"` on one line.',
        fixes=(Fix(at._replace(column=column, end_column=column), '"'),),
    )


def odd_quote(source: Source, at: Span) -> Diagnostic:
    line = source.lines[at.line - 1]
    return odd_quotes(at, 0, [i for i, c in enumerate(line) if c in _ODD and i >= at.column - 1])


def odd_quotes(at: Span, start: int, places: list[int]) -> Diagnostic:
    return Diagnostic(
        "RW0006",
        "Texts stand between straight quotation marks.",
        at._replace(column=start + places[0] + 1, end_column=start + places[0] + 2),
        'Replace the typographic quotation marks by `"`.',
        fixes=tuple(Fix(Span(at.file, at.line, start + i + 1, at.line, start + i + 2), '"', True) for i in places),
    )


def unseen(places: list[Span], source: Source) -> Diagnostic:
    first = places[0]
    code = ord(source.lines[first.line - 1][first.column - 1])
    return Diagnostic(
        "RW0007",
        f"There is an invisible character (U+{code:04X}) here.",
        first,
        "Replace it by an ordinary space.",
        fixes=tuple(Fix(at, " ", True) for at in places),
    )


def conflict(at: Span) -> Diagnostic:
    """Marks that a merge has left where both sides had changed the same lines."""
    said = "Two versions of these lines stand here, with the marks of a merge around them."
    return Diagnostic(
        "RW1002", said, at, "Keep the lines that are right, and take the marks `<<<<<<<`, `=======`, `>>>>>>>` out."
    )


def too_deep(at: Span) -> Diagnostic:
    said = "This is nested too deeply to be read."
    help = "Give a part of it a name of its own with `value`, `effect` or `let`."
    return Diagnostic("RW0009", said, at, help)


def not_utf8(at: Span, found: str = "") -> Diagnostic:
    said = f"This file is written in {found}, not in UTF-8." if found else "This file is not written in UTF-8."
    return Diagnostic("RW0008", said, at, "Save it in your editor with the encoding UTF-8.")


def unreadable(file: str, reason: str) -> Diagnostic:
    help = "Look at its name and at who may read it."
    return Diagnostic("RW0010", f"This file cannot be read: {reason}.", Span(file, 1, 1, 1, 1), help)


def no_text(file: str) -> Diagnostic:
    help = "A ruleset is plain text. From a word processor, save it as plain text in UTF-8."
    return Diagnostic("RW0011", "This file is no text.", Span(file, 1, 1, 1, 1), help)


def no_ruleset(at: Span, parts: int) -> Diagnostic:
    said = f"This does not look like a ruleset: none of its {parts} parts begins like a declaration."
    return Diagnostic("RW0011", said, at, 'A ruleset begins with `game name "Title"`.')

"""Messages that only a whole file, or all files together, can word: what looks like several mistakes is one."""

from __future__ import annotations

import re
from collections.abc import Collection
from dataclasses import replace

from .ast import File
from .diagnostics import Diagnostic, Fix
from .layout_errors import no_ruleset
from .source import Source
from .syntax_headings import declaring


def together(source: Source, file: File, problems: list[Diagnostic]) -> list[Diagnostic]:
    """Word what was found in one file: a file that is no ruleset, blocks that were not indented."""
    return _at_the_margin(source, _prose(source, file, problems))


def small_type(d: Diagnostic, types: Collection[str]) -> Diagnostic:
    """Turn an unknown word into a type with a small letter or a plural, if there is such a type."""
    if d.code not in ("RW1001", "RW1002", "RW1017") or not d.about:
        return d
    big = d.about[:1].upper() + d.about[1:]
    for name in (big, big.removesuffix("s"), big.removesuffix("es")):
        if name in types:
            said = f"The name of a type begins with a capital, `{d.about}` with a small letter."
            return replace(d, code="RW1015", message=said, help=f"Write `{name}`.", fixes=(Fix(d.at, name),))
    return d


_BEGINS = re.compile(r"^([^\s#]\w*)", re.MULTILINE)


def _prose(source: Source, file: File, problems: list[Diagnostic]) -> list[Diagnostic]:
    """One message for a file that is something else altogether."""
    begins = _BEGINS.findall(source.text)
    if file.decls or len(problems) < 2 or set(begins) & declaring():
        return problems
    return [no_ruleset(problems[0].at, len(begins))]


def _at_the_margin(source: Source, problems: list[Diagnostic]) -> list[Diagnostic]:
    """A heading with nothing below it, and below it lines that begin nothing: they were not indented."""
    out: list[Diagnostic] = []
    empty: Diagnostic | None = None  # the heading whose lines follow
    for d in problems:
        if empty is not None and d.code == "RW1002" and not _between(source, empty, d):
            if out[-1] is empty:
                said = "This line belongs to the heading above it, but is not indented."
                out[-1] = replace(d, message=said, help="Indent it by two spaces.", fixes=(_indent(d),))
            else:
                out[-1] = replace(out[-1], fixes=(*out[-1].fixes, _indent(d)))
            continue
        empty = d if d.code == "RW1013" else None
        out.append(d)
    return out


def _indent(d: Diagnostic) -> Fix:
    return Fix(d.at._replace(column=1, end_line=d.at.line, end_column=1), "  ")


def _between(source: Source, heading: Diagnostic, d: Diagnostic) -> bool:
    """Say whether a blank line separates a line from its heading."""
    return any(not line.strip() for line in source.lines[heading.at.line : d.at.line - 1])

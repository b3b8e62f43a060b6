"""What a fix leads to: the declaration with the fix in it, and whatever is still wrong with the same line.

Who does what a message says wants to be done with the line. If the next message about it has a fix, too, both are told
at once; if what was proposed is wrong where it stands now, that is said, and nothing is put there by itself.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace

from .diagnostics import Diagnostic, Fix
from .prose.advice import mended, proposed
from .source import Source, Span
from .syntax.parse import parse

_MOST = 12  # messages that are looked at
_WORDY = 3  # words: fewer are no sentence
_WORD_BY_WORD = "is not how the language says it."
_NOT_A_RULE = "This line is not understood as a whole."
_STEPS = 8  # fixes of one line
_UNKNOWN = ("RW2002", "RW2005", "RW2016", "RW2022", "RW2032", "RW2040")  # no matter how the line is written
_OTHERWISE = ("RW2003", "RW2046")  # of several ways out another one will do; a line of that name is there already


@dataclass(slots=True)
class Way:
    """A message, and its declaration with what was proposed so far in it."""

    found: Diagnostic
    source: Source
    lines: list[str]
    begins: int  # in the file
    at: int  # the line, in the declaration
    steps: int = 1
    left: Diagnostic | None = None  # what is wrong then, and has no fix
    told: set[tuple[str, str]] = field(default_factory=set)  # about the same line, by messages of their own

    @property
    def line(self) -> str:
        return self.lines[self.at - 1]

    def read(self) -> bool:
        """Follow the fixes for what cannot be read; say whether the line can be read in the end."""
        while self.left is None:
            _, problems = parse(Source(self.source.name, "\n".join(self.lines), whole=self.source.whole))
            wrong = [d for d in problems if d.is_error and d.at.line == self.at]
            if not wrong:
                return True
            self.follow(wrong[0])
        return False

    def follow(self, d: Diagnostic) -> None:
        """Do what another message about the line proposes."""
        if (d.code, d.message) in self.told:
            self.left = replace(d, code="")
        elif not d.fixes or not _on_line(d) or self.steps >= _STEPS:
            self.left = d
        else:
            self.lines[self.at - 1] = _applied(self.line, d)
            self.steps += 1


def ways(found: Iterable[Diagnostic], sources: Mapping[str, Source]) -> list[Way]:
    """Begin with the messages whose fixes stay on one line; one of each declaration."""
    made = dict[tuple[str, int], Way]()
    found = [d for d in found if d.is_error]
    for d in found:
        if d.at.file not in sources or not d.fixes or not _on_line(d) or proposed(d) or len(made) >= _MOST:
            continue
        begun = mended(d, sources[d.at.file])
        if begun is None or (d.at.file, begun[1]) in made:
            continue
        at = d.at.line - begun[1] + 1
        told = {(e.code, e.message) for e in found if e is not d and e.at[:2] == d.at[:2]}
        made[d.at.file, begun[1]] = Way(d, sources[d.at.file], begun[0], begun[1], at, told=told)
    return list(made.values())


_CLOSED = (
    re.compile(r" (?=if any$|in secret$|once per \w+$|else\b)"),
    re.compile(r" (?=(?:red|orange|yellow|green|cyan|blue|magenta|purple|pink|brown|grey|white|black)$)"),
    re.compile(r" *(?=:)"),
    re.compile(r"$"),
    re.compile(r"(?=,)"),
)  # where a text may end that lacks its second mark


def closed(d: Diagnostic, sources: Mapping[str, Source]) -> Diagnostic:
    """Let a text end where its line can be read."""
    if d.code != "RW0005" or len(d.fixes) != 1 or d.at.file not in sources:
        return d
    source, fix = sources[d.at.file], d.fixes[0]
    text = source.lines[d.at.line - 1][d.at.column : fix.at.column - 1]
    for place in (found for ends in _CLOSED for found in ends.finditer(text)):
        column = d.at.column + place.start() + 1
        new = replace(d, fixes=(Fix(fix.at._replace(column=column, end_column=column), '"'),))
        begun = mended(new, source)
        if begun is not None:
            way = Way(new, source, begun[0], begun[1], d.at.line - begun[1] + 1)
            if way.read() and way.steps == 1:
                told = source.lines[d.at.line - 1][d.at.column - 1 : column - 1]
                return replace(new, help=f'{d.help} Write `{told}"`.')
    return d


def worded(way: Way) -> Diagnostic:
    """Say where the fixes of a message lead together."""
    d, old = way.found, way.source.lines[way.found.at.line - 1]
    if way.left is not None and way.left.code:
        if _unread(way):
            return replace(d, message=_NOT_A_RULE, help="", fixes=())
        if not _caused(way, old):
            return d
        said = " ".join(part for part in (way.left.message, way.left.help) if part)
        return replace(d, help=f"{d.help} That alone will not do: {said}".strip(), fixes=())
    if way.steps == 1:
        return d
    new = way.line.split("#")[0].rstrip() if "#" not in old.split('"')[0] else way.line.rstrip()
    new, end = new.strip(), len(old) if new == way.line.strip() else len(old.split("#")[0].rstrip())
    at = Span(d.at.file, d.at.line, len(old) - len(old.lstrip()) + 1, d.at.line, end + 1)
    return replace(d, help=f"Write `{' '.join(new.split())}`.", fixes=(Fix(at, new),))


def _unread(way: Way) -> bool:
    """Say whether the line cannot be read with what was proposed for one of its words, and nothing else is known."""
    d, words = way.left, re.sub(r'"[^"]*"', "", way.line).split()
    return (
        d is not None
        and d.code in ("RW1001", "RW1017")
        and ((way.found.code == "RW1017" and way.found.at.column > 1) or way.found.message.endswith(_WORD_BY_WORD))
        and (len(words) > _WORDY or way.found.code == "RW1017")
    )


def _on_line(d: Diagnostic) -> bool:
    return all(f.at.line == f.at.end_line == d.at.line and "\n" not in f.text for f in d.fixes)


def _applied(line: str, d: Diagnostic) -> str:
    for f in sorted(d.fixes, key=lambda f: f.at.column, reverse=True):
        line = line[: f.at.column - 1] + f.text + line[f.at.end_column - 1 :]
    return line


def _caused(way: Way, old: str) -> bool:
    """Say whether what is left is wrong with the words that were put there, and not with others of the line."""
    d, new = way.left, way.line
    if d is None or {way.found.code, d.code} & {*_OTHERWISE}:
        return False
    if d.code in _UNKNOWN and (d.about or new[d.at.column - 1 : d.at.end_column - 1]) in old:
        return False
    first = next((i for i, (a, b) in enumerate(zip(old, new, strict=False)) if a != b), min(len(old), len(new)))
    same = 0
    while same < min(len(old), len(new)) - first and old[-1 - same] == new[-1 - same]:
        same += 1
    last = len(new) - same
    while first > 0 and first < len(new) and new[first - 1 : first + 1].isidentifier():
        first -= 1
    while 0 < last < len(new) and new[last - 1 : last + 1].isidentifier():
        last += 1
    return bool(re.search(r"\w{2}", new[first:last])) and d.at.column <= last and d.at.end_column > first + 1

"""Looking at a half-written line: the cursor's word is replaced by a stand-in, and what is unfinished around it is left
out, until the declaration can be read; then the checker tells what can be seen there, and of what type things are."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

from regelwerk.dsl.ast.visitor import walk
from regelwerk.dsl.core import Type
from regelwerk.dsl.core.from_ast.for_editors import InScope
from regelwerk.dsl.source import Source
from regelwerk.dsl.syntax.indentation import scan
from regelwerk.dsl.syntax.parse import parse

from .studies import Studies, Study

STAND_IN = "zz_stand_in"
_OPERAND = re.compile(r"(?:\w+(?:\([^()]*\)|\[[^\[\]]*\])?\.)*$")
_INDENT = re.compile(r" *")
_HEAD = re.compile(r"^[^\s#]", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class Peek:
    """What the checker knows at a cursor."""

    study: Study
    scope: InScope | None = None  # what can be named here
    owner: Type | None = None  # of what stands before the dot


def peek(documents: Studies, name: str, offset: int, word: str, want: str) -> Peek:
    """Look at a place; `word` is what is written of its name. `want` is "owner" (what stands before the dot), "scope"
    (what can be named), or "names" (those of the ruleset will do)."""
    project = documents.project(name)
    text = documents.text(name)
    start = offset - len(word)
    found: Peek | None = None
    for tried in dict.fromkeys(_readable(text, start, offset)):
        at = tried.find(STAND_IN)
        line = tried.count("\n", 0, at) + 1
        column = at - tried.rfind("\n", 0, at)
        if not _read(tried, at):
            continue
        study = documents.check(project, instead=Source(name, tried), scenarios=_scenario(tried, at))
        if want == "names":
            return Peek(study)
        if want == "owner":
            ends = [s for s in study.notes.types if s.file == name and (s.end_line, s.end_column) == (line, column - 1)]
            if ends:
                return Peek(study, owner=study.notes.types[max(ends, key=lambda s: (s.line, s.column))])
        else:
            seen = [s for s in study.notes.scopes if s.file == name and (s.line, s.column) == (line, column)]
            if seen:
                return Peek(study, study.notes.scopes[min(seen, key=lambda s: (s.end_line, s.end_column))])
        found = found or Peek(study)
    return found or Peek(documents.check(project))


def around(text: str, at: int) -> str:
    """The declaration around a place."""
    starts = [m.start() for m in _HEAD.finditer(text)]
    first = max((s for s in starts if s <= at), default=0)
    last = min((s for s in starts if s > at), default=len(text))
    return text[first:last]


def _scenario(text: str, at: int) -> bool:
    """Only inside a scenario or what replaces one do scenarios have to be read."""
    return around(text, at).startswith(("scenario", "supersedes"))


def _read(text: str, at: int) -> bool:
    """Can the declaration with the stand-in be read?"""
    return _whole(around(text, at))


@lru_cache(maxsize=256)
def _whole(text: str) -> bool:
    file, _ = parse(Source("", text))
    return any(getattr(node, "id", "") == STAND_IN for d in file.decls for node in walk(d, everything=True))


def _readable(text: str, start: int, end: int) -> Iterator[str]:
    """Versions of the text with the stand-in, from whole to hardly anything around it."""
    while end < len(text) and (text[end].isalnum() or text[end] == "_"):
        end += 1
    yield text[:start] + STAND_IN + text[end:]
    first = text.rfind("\n", 0, start) + 1
    last = text.find("\n", end)
    last = len(text) if last < 0 else last
    rest = text[_chunk_end(text, start) :]
    before, line = text[:first], text[first:start]
    operand = _OPERAND.search(line)
    dotted = (operand[0] if operand else "") + STAND_IN
    blank = _INDENT.match(line)
    indent = blank[0] if blank else ""
    equals = line.rfind("=")
    colon = max(line.rfind(": "), line.rfind(" then "))
    closing = "".join({"(": ")", "[": "]", "{": "}"}[c] for c in reversed(_open_brackets(line)))
    lines = [line + STAND_IN, line + STAND_IN + closing, f'{indent}say "{{{dotted}}}"', indent + dotted]
    if colon > 0:
        lines.insert(2, f'{line[: line.index(" ", colon + 1)]} say "{{{dotted}}}"')
    if equals > 0:
        lines.insert(2, line[: equals + 1] + " " + dotted)
    for made in lines:
        yield before + made + text[last:]
        yield before + made + "\n" + rest
        yield before + made + "\n  then\n    yes = yes\n" + rest


def _chunk_end(text: str, at: int) -> int:
    """Where the declaration around a place ends."""
    for chunk in scan(Source("", text)).chunks:
        if chunk.start <= at < chunk.end:
            return chunk.end
    return len(text)


def _open_brackets(line: str) -> list[str]:
    open_: list[str] = []
    for c in re.sub(r'"[^"]*"', "", line):
        if c in "([{":
            open_.append(c)
        elif c in ")]}" and open_:
            open_.pop()
    return open_

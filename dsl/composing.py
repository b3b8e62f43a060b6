"""The first half of the road: source files to declarations with overlays and rulings applied. Who only wants to know
what is written needs no checker."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING

from . import ast
from .book.rulings import decided
from .diagnostics import Diagnostic, Fix, sort_key
from .overlays import Composition, merge
from .overlays.each_row import spelled_out
from .overlays.messages import FILLS, alone
from .source import NOWHERE, Source, Span
from .syntax.errors.whole_file import together
from .syntax.files import read_source
from .syntax.parse import parse
from .syntax.parsed_cache import ParsedCache

if TYPE_CHECKING:
    from . import core, ir
    from .core.from_ast.incremental import Memory

Reader = Callable[[Source], tuple[ast.File, list[Diagnostic]]]


@dataclass(slots=True)
class Build:
    """What came of compiling: the results are None where errors were found on the way."""

    sources: dict[str, Source] = field(default_factory=dict)
    written: list[ast.File] = field(default_factory=list)  # each file as it stands, overlays included
    files: list[ast.File] = field(default_factory=list)  # all of it, merged
    composition: Composition | None = None  # how it was merged
    rulings: Mapping[str, str] = field(default_factory=dict)  # as they were asked for
    pictures: Mapping[str, str] = field(default_factory=dict)  # drawings by what the lines of `display` say
    program: core.Program | None = None
    compiled: ir.Compiled | None = None
    diagnostics: list[Diagnostic] = field(default_factory=list)
    memory: Memory | None = None  # what the next check may take over

    @property
    def ok(self) -> bool:
        return self.compiled is not None


def read(paths: Sequence[Path]) -> tuple[list[Source], list[Diagnostic]]:
    """Read files; what cannot be read is reported."""
    found: list[Source] = []
    problems: list[Diagnostic] = []
    for path in paths:
        source, messages = read_source(path)
        problems += messages
        if source.text or not messages:
            found.append(source)
    return found, problems


def compose_sources(
    sources: Sequence[Source],
    overlays: Sequence[Source] = (),
    *,
    rulings: Mapping[str, str] | None = None,
    reader: Reader | None = None,
) -> Build:
    """Go as far as the declarations with overlays and rulings applied, not yet checked. Without a `reader`, files that
    were read before are not read again."""
    build = Build()
    base = [f for f in _parse_all(build, sources, reader) if not _is_overlay(f)]
    extra = _parse_all(build, overlays, reader or parse)
    build.diagnostics = together(build.sources, build.written, build.diagnostics)
    (base, extra), unclear = spelled_out((base, extra))
    build.diagnostics += unclear
    build.composition = merge(base, extra)
    build.rulings = rulings or {}
    decls = build.composition.decls
    found = _without_unread_headers(build.composition.problems, build)
    build.diagnostics += [_as_it_is_now(d, build.sources) for d in found]
    if not decls:
        if not build.diagnostics:
            build.diagnostics.append(_nothing(build, sources))
        return done(build)
    if rulings:
        decls = decided(decls, rulings)
    build.files = [ast.File(base[0].name if base else "", tuple(decls))]
    return done(build)


def _without_unread_headers(found: list[Diagnostic], build: Build) -> list[Diagnostic]:
    """A header that could not be read is no missing header."""
    unread = [d for d in reversed(build.diagnostics) if d.is_error and d.at.file in build.sources]
    first = {d.at.file: begins(build.sources[d.at.file].lines, d.at.line) for d in unread}
    return [d for d in found if d.code != "RW5001" or first.get(d.at.file, d.at.line + 1) > d.at.line]


def _as_it_is_now(d: Diagnostic, sources: Mapping[str, Source]) -> Diagnostic:
    """An overlay that expects something else: what stands there now can be put in its place. If it names a part of
    that, the rest belongs to both lines."""
    told = [other.at for other in d.others] if d.code == "RW5009" and d.others and d.others[0].text != FILLS else []
    if not told or any(at.line != at.end_line or at.file not in sources for at in (d.at, *told)):
        return d
    now, expected, *wanted = (
        sources[at.file].lines[at.line - 1][at.column - 1 : at.end_column - 1] for at in (told[0], d.at, *told[1:2])
    )
    part = re.compile(rf"(?<![\w.]){re.escape(expected.strip())}(?![\w.])")
    if wanted and expected.strip() and len(part.findall(now)) == 1:
        new = part.sub(lambda _: wanted[0].strip(), now)
        help = f"Both lines name the whole of it: `from {now}` and `to {new}`."
        return replace(d, help=help, fixes=(*d.fixes, Fix(d.at, now), Fix(told[1], new)))
    return replace(d, fixes=(*d.fixes, Fix(d.at, now))) if now.strip() else d


def _nothing(build: Build, sources: Sequence[Source]) -> Diagnostic:
    """No declarations: an overlay by itself, or nothing at all."""
    for d in (d for f in build.written for d in f.decls if isinstance(d, ast.Overlay)):
        return alone(d.name.id, d.game.id, d.at.file, d.name.at)
    way = 'Begin with `game name "Title"`.'
    if not sources:
        return Diagnostic("RW4019", "There is nothing in this ruleset: no `.regel` file with rules.", NOWHERE, way)
    return Diagnostic("RW4019", "There is nothing in this ruleset.", Span(sources[0].name, 1, 1, 1, 1), way)


def joined(build: Build, unread: Sequence[Diagnostic]) -> Build:
    """Add what was wrong with the files themselves; a ruleset that could not be read is not also empty."""
    if unread:
        build.diagnostics = [d for d in build.diagnostics if d.code != "RW4019"]
    build.diagnostics = sorted([*unread, *build.diagnostics], key=sort_key)
    if any(d.is_error for d in build.diagnostics):
        build.compiled = None
    return build


def _parse_all(build: Build, sources: Sequence[Source], reader: Reader | None) -> list[ast.File]:
    kept = ParsedCache(sources) if reader is None else None
    files = []
    for source in sources:
        build.sources[source.name] = source
        file, problems = kept.read(source) if kept is not None else (reader or parse)(source)
        build.diagnostics += problems
        files.append(file)
    if kept is not None:
        kept.close()
    build.written += files
    return files


def begins(lines: Sequence[str], line: int) -> int:
    """Return the line with which the declaration around a line begins."""
    first = min(max(line, 1), len(lines))
    while first > 1 and not lines[first - 1][:1].strip(" \t#"):
        first -= 1
    return first


def _is_overlay(file: ast.File) -> bool:
    return any(isinstance(d, ast.Overlay) for d in file.decls)


def done(build: Build) -> Build:
    """Put the messages into their order."""
    build.diagnostics.sort(key=sort_key)
    return build

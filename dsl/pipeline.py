"""The whole road in one call: source files to a compiled ruleset, with every message on the way."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING

from . import ast, core
from .book.illustrating import illustrated
from .book.ledger import Damaged
from .book.ledger import find as find_ledger
from .book.rulings import decided
from .core.check import check
from .core.from_ast.advice import WORDS as ALWAYS
from .core.from_ast.errors import warning
from .core.from_ast.expressions.boards import board_names
from .core.from_ast.memory import Memory
from .core.from_ast.notes import Notes
from .core.lints.citations import ledger_of, unknown_citations
from .core.lints.cited_messages import with_citations
from .diagnostics import Diagnostic, Fix, sort_key
from .overlays import Composition, merge
from .overlays.blame import blamed
from .overlays.messages import FILLS, alone
from .overlays.offers import not_offered
from .rereading import Rereading
from .source import NOWHERE, Source, Span, parts_of, sources_of
from .syntax.errors.whole_file import together
from .syntax.files import read_source
from .syntax.parse import parse
from .syntax.parsed_cache import ParsedCache
from .syntax.words import keywords

if TYPE_CHECKING:
    from . import ir


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


def compile_sources(
    sources: Sequence[Source],
    overlays: Sequence[Source] = (),
    *,
    scenarios: bool = True,
    near: Path | None = None,
    rulings: Mapping[str, str] | None = None,
    testing: bool = True,
) -> Build:
    """Compile a ruleset with overlays. Overlay files among `sources` are left out: they are applied when
    asked for. `near` is where the ruleset lies; its ledger is looked for beside it. `rulings` are decided last.
    Whoever runs no scenarios can do without their code (`testing`)."""
    build = check_sources(sources, overlays, scenarios=scenarios, near=near, rulings=rulings)
    lowered(build, testing)
    return build


def lowered(build: Build, testing: bool = True) -> None:
    """Go on from a checked program to the compiled ruleset, if there are no errors."""
    if build.program is not None and build.compiled is None:
        from .ir import from_core, parts, sayings  # for a fast start: a check alone needs nothing that writes code

        program = build.program if testing else build.program.without_scenarios()
        build.compiled = from_core.lowering(program, build.memory).compiled()
        for show in build.compiled.shows:
            if show.word == "picture":
                show.picture, show.text = build.pictures.get(show.text, ""), ""
        if build.composition is not None:
            layers = build.composition.layers
            build.compiled.sayings = sayings.sayings(build.files[0].decls)
            build.compiled.parts = parts.parts(build.program.name, layers, build.sources, build.rulings)


Reader = Callable[[Source], tuple[ast.File, list[Diagnostic]]]


def check_sources(
    sources: Sequence[Source],
    overlays: Sequence[Source] = (),
    *,
    scenarios: bool = True,
    near: Path | None = None,
    rulings: Mapping[str, str] | None = None,
    reader: Reader | None = None,
    notes: Notes | None = None,
    memory: Memory | None = None,
) -> Build:
    """Go the same road up to the checked program: all messages, nothing to play. `notes` are filled for editors,
    `memory` is what the check before this one has left."""
    build = compose_sources(sources, overlays, rulings=rulings, reader=reader)
    build.memory = memory = memory or Memory()
    for composed in build.files:
        program, problems = check(
            [composed], with_scenarios=scenarios, broken=_unread(build), notes=notes, memory=memory
        )
        laid = [f for f in build.written if any(f.name == o.name for o in overlays)]
        problems = not_offered(problems, composed.decls, {o.name for o in overlays})
        problems = with_citations(blamed(problems, composed.decls, laid), composed.decls)
        build.pictures, unfit = illustrated(composed.decls, near)
        build.diagnostics += problems + _citations(composed.decls, near, memory) + unfit
        if any(d.is_error for d in build.diagnostics):
            again = Rereading(build.written, build.sources, composed.decls, memory, lambda found: _unread(build, found))
            build.diagnostics = again(build.diagnostics)
        elif program is not None:
            build.program = program
    return _done(build)


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
    build.composition = merge(base, extra)
    build.rulings = rulings or {}
    decls = build.composition.decls
    found = _without_unread_headers(build.composition.problems, build)
    build.diagnostics += [_as_it_is_now(d, build.sources) for d in found]
    if not decls:
        if not build.diagnostics:
            build.diagnostics.append(_nothing(build, sources))
        return _done(build)
    if rulings:
        decls = decided(decls, rulings)
    build.files = [ast.File(base[0].name if base else "", tuple(decls))]
    return _done(build)


def _without_unread_headers(found: list[Diagnostic], build: Build) -> list[Diagnostic]:
    """A header that could not be read is no missing header."""
    unread = [d for d in reversed(build.diagnostics) if d.is_error and d.at.file in build.sources]
    first = {d.at.file: _begins(build.sources[d.at.file].lines, d.at.line) for d in unread}
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


def compile_paths(path: Path, overlays: Sequence[Path] = (), *, scenarios: bool = True) -> Build:
    """Compile a ruleset from a file or folder."""
    base, problems = read(sources_of(path))
    extra, more = read([file for overlay in overlays for file in parts_of(overlay)])
    return joined(compile_sources(base, extra, scenarios=scenarios, near=path), [*problems, *more])


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


_WORD = re.compile(r"[^\W\d]\w*")
_LINE = re.compile(r"^ *([^\W\d]\w*)", re.MULTILINE)
_NOT_MEANT = re.compile(r'"[^"\n]*"|#.*')  # texts and comments


def _unread(build: Build, found: Sequence[Diagnostic] | None = None) -> frozenset[str]:
    """The names in declarations that could not be read: nobody is blamed for using what they declare. A word of the
    language is a name only where a line begins with it."""
    words: set[str] = set()
    for d in build.diagnostics if found is None else found:
        if not d.is_error or not d.code.startswith(("RW0", "RW1")) or d.at.file not in build.sources:
            continue
        lines = build.sources[d.at.file].lines
        # one message for all tabs of a file, or for all lines that were not indented below a heading
        for at in {d.at.line, *(fix.at.line for fix in d.fixes), *(label.at.line for label in d.others)}:
            whole = _declaration_at(lines, at)
            words |= {*_LINE.findall(whole), *(set(_WORD.findall(whole)) - keywords())}
            if whole.startswith("board"):
                words |= board_names()
        words.update(fix.text.strip() for fix in d.fixes)  # what a misspelt word was to be
    return frozenset(words - set(ALWAYS))


def _begins(lines: Sequence[str], line: int) -> int:
    """Return the line with which the declaration around a line begins."""
    first = min(max(line, 1), len(lines))
    while first > 1 and not lines[first - 1][:1].strip(" \t#"):
        first -= 1
    return first


def _declaration_at(lines: Sequence[str], line: int) -> str:
    """Return the declaration a line belongs to."""
    first = _begins(lines, line) - 1
    last = first + 1
    while last < len(lines) and not lines[last][:1].strip(" \t#"):
        last += 1
    return _NOT_MEANT.sub("", "\n".join(lines[first:last]))


def _citations(decls: Sequence[ast.Decl], near: Path | None, memory: Memory | None) -> list[Diagnostic]:
    """Compare the citations with the ledger the header names."""
    name = ledger_of(decls)
    if name is None or near is None:
        return []
    at = next(d.at for d in decls if isinstance(d, ast.Game))
    try:
        ledger = find_ledger(name, near)
    except Damaged as damaged:
        return [warning("RW6003", str(damaged), at, "Every entry has the texts id, area, kind and says.")]
    if ledger is None:
        return [warning("RW6002", f"The ledger `{name}` is not there.", at, f"Put it into `ledger/{name}.json`.")]
    return unknown_citations(decls, ledger.entries.keys(), memory)


def _is_overlay(file: ast.File) -> bool:
    return any(isinstance(d, ast.Overlay) for d in file.decls)


def _done(build: Build) -> Build:
    build.diagnostics.sort(key=sort_key)
    return build

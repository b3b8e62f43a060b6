"""The whole road in one call: source files to a compiled ruleset, with every message on the way."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from pathlib import Path

from . import ast
from .book.citations import ledger_of
from .book.illustrating import illustrated
from .book.ledger import Damaged
from .book.ledger import find as find_ledger
from .composing import Build, Reader, begins, compose_sources, done, joined, read
from .core.check import check
from .core.from_ast.advice import WORDS as ALWAYS
from .core.from_ast.errors import warning
from .core.from_ast.expressions.boards import board_names
from .core.from_ast.for_editors import Notes
from .core.from_ast.incremental import Memory
from .core.lints.citations import unknown_citations
from .core.lints.cited_messages import with_citations
from .diagnostics import Diagnostic
from .overlays.blame import blamed
from .overlays.offers import not_offered, only_told
from .overlays.widening import widening
from .rereading import Rereading
from .source import Source, parts_of, sources_of
from .syntax.words import keywords

__all__ = ["Build", "check_sources", "compile_paths", "compile_sources", "lowered"]


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
        from .ir import (  # for a fast start: a check alone needs nothing that writes code
            composition,
            from_core,
            sayings,
        )

        program = build.program if testing else build.program.without_scenarios()
        build.compiled = from_core.lowering(program, build.memory).compiled()
        for show in build.compiled.shows:
            if show.word == "picture":
                show.picture, show.text = build.pictures.get(show.text, ""), ""
        if build.composition is not None:
            layers = build.composition.layers
            build.compiled.sayings = sayings.sayings(build.files[0].decls)
            build.compiled.parts = composition.parts(build.program.name, layers, build.sources, build.rulings)


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
        problems = only_told(problems, build.written, composed.decls) if laid else problems
        problems = widening(blamed(problems, composed.decls, laid), composed.decls, laid)
        problems = with_citations(problems, composed.decls)
        build.pictures, unfit = illustrated(composed.decls, near)
        build.diagnostics += problems + _citations(composed.decls, near, memory) + unfit
        if any(d.is_error for d in build.diagnostics):
            again = Rereading(build.written, build.sources, composed.decls, memory, lambda found: _unread(build, found))
            build.diagnostics = again(build.diagnostics)
        elif program is not None:
            build.program = program
    return done(build)


def compile_paths(path: Path, overlays: Sequence[Path] = (), *, scenarios: bool = True) -> Build:
    """Compile a ruleset from a file or folder."""
    base, problems = read(sources_of(path))
    extra, more = read([file for overlay in overlays for file in parts_of(overlay)])
    return joined(compile_sources(base, extra, scenarios=scenarios, near=path), [*problems, *more])


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


def _declaration_at(lines: Sequence[str], line: int) -> str:
    """Return the declaration a line belongs to."""
    first = begins(lines, line) - 1
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

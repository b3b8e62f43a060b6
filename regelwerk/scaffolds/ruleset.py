"""The ruleset something new is for: its declarations, how it writes things, and trying out what is added."""

from __future__ import annotations

import re
import textwrap
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from regelwerk.library import building

from .. import RulesetError, library
from ..dsl import ast
from ..dsl.editing.session import Session
from ..dsl.format import format_text
from ..dsl.overlays.addresses import heads
from ..dsl.pipeline import Build, lowered
from ..dsl.source import Source, Span
from ..interpreter.engine.machine import EngineName
from ..interpreter.game.game import Ruleset
from ..interpreter.scenarios.run import SEEDS, Outcome, run_scenario
from .names import SEATS

_PROBE = re.compile(r"probe (\d+)")
_NOTES = re.compile(r'("[^"\n]*")|\s+(?:#|@[A-Za-z]|reconstructed\b).*')


@dataclass(frozen=True, slots=True)
class Base:
    """A ruleset without mistakes."""

    given: str  # as the user named it
    place: library.Place
    sources: dict[str, Source]
    decls: tuple[ast.Decl, ...]
    build: Build
    session: Session
    engine: EngineName

    @property
    def game(self) -> ast.Game:
        return next(d for d in self.decls if isinstance(d, ast.Game))

    def seats(self) -> list[str]:
        """Name as many seats as the game needs at least; no seat is called like something in the game."""
        assert self.build.program is not None
        taken = {name for d in self.decls for name, *_ in heads(d)}
        taken |= {m.name.id for d in self.decls if isinstance(d, ast.Kind) for m in d.members}
        free = [seat for seat in SEATS if seat not in taken] or SEATS
        return (free + SEATS)[: self.build.program.players[0]]

    def said(self, first: Span, last: Span | None = None) -> str:
        """Return what stands from one place to the end of another, without comments and citations."""
        end = last or first
        lines = self.sources[first.file].lines[first.line - 1 : end.end_line]
        lines[-1] = lines[-1][: end.end_column - 1]
        lines[0] = lines[0][first.column - 1 :]
        return "\n".join(_NOTES.sub(lambda m: m[1] or "", line) for line in lines)

    def with_overlay(self, text: str) -> Build:
        """Check the ruleset with an overlay; `lowered` goes on from there."""
        overlay = Source("overlay.regel", text)
        return self.session.check(list(self.sources.values()), [overlay], near=self.place.path)

    def is_fine(self, build: Build) -> bool:
        """Say whether a build brings no message that the ruleset alone does not have."""
        known = {(d.code, d.message) for d in self.build.diagnostics}
        return build.program is not None and all((d.code, d.message) in known for d in build.diagnostics)


def outcomes(base: Base, build: Build, others: bool = True) -> Iterator[Outcome]:
    """Run the scenarios of a build, one by one: probes as `test` does, the others under one seed, or not at all."""
    lowered(build)
    if build.compiled is not None:
        ruleset = Ruleset(build.compiled, base.engine)
        for each in build.compiled.scenarios:
            if (probe := _PROBE.fullmatch(each.title)) or others:
                yield run_scenario(ruleset, each, seeds=SEEDS if probe else 1)


def opened(name: str, engine: EngineName = "auto") -> Base:
    """Open a ruleset; raise RulesetError if it has mistakes."""
    session = Session(settled=True)
    build = building.checked(session, name)
    if build.program is None or any(d.is_error for d in build.diagnostics):
        raise RulesetError(build.diagnostics, build.sources.values())
    decls = tuple(d for file in build.files for d in file.decls)
    return Base(name, library.find(name), build.sources, decls, build, session, engine)


def overlay(
    base: Base, layer: str, name: str, title: str, parts: Sequence[str], top: str = "", command: str = "play"
) -> str:
    """Write an overlay with its heading; parts are declarations, `command` is what one does with it."""
    heading = f'{layer} {name} "{title}" for {base.game.name.id}'
    shown = base.given if base.place.bundled else base.place.path.as_posix()
    use = f"# Use it with: regelwerk {command} {shown} --with {name}.regel\n"
    return format_text(
        "\n\n".join([f'{top}{use}\n{heading}\n  version "0.1"\n  because "Say here why."', *parts]) + "\n"
    )


def holding(base: Base, name: str, parts: Sequence[str], lines: Sequence[str]) -> tuple[list[str], list[Outcome]]:
    """Try declarations: return which lines hold right after the set-up, and which scenarios of the ruleset fail.
    Without declarations those are not tried."""

    def tried(lines: Sequence[str]) -> Build:
        probes = [scenario(base, f"probe {i}", [line]) for i, line in enumerate(lines)]
        return base.with_overlay(overlay(base, "mod", name, name, [*parts, *probes]))

    build = tried(lines)
    if build.program is None:  # a line that means nothing here must not spoil the others
        lines = [line for line in lines if tried([line]).program is not None]
        build = tried(lines)
    found = {outcome.title: outcome for outcome in outcomes(base, build, others=bool(parts))}
    probes = [found.pop(f"probe {i}", None) for i in range(len(lines))]
    holds = [line for line, probe in zip(lines, probes, strict=True) if probe is not None and probe.ok]
    return holds, [outcome for outcome in found.values() if not outcome.ok]


def measured(
    base: Base, name: str, parts: Sequence[str], steps: Sequence[str], amounts: Sequence[str]
) -> tuple[dict[tuple[str, str], int], list[Outcome]]:
    """Try declarations: return the amounts after each step, and which scenarios of the ruleset fail. A step at which
    somebody has to decide gives none."""
    pairs = [(step, amount) for step in steps for amount in amounts]
    probes = [
        scenario(base, f"probe {i}", [f"{amount} = 0"], when=[step] if step else [])
        for i, (step, amount) in enumerate(pairs)
    ]
    build = base.with_overlay(overlay(base, "mod", name, name, [*parts, *probes]))
    found: dict[tuple[str, str], int] = {}
    failing = []
    for outcome in outcomes(base, build):
        probe = _PROBE.fullmatch(outcome.title)
        told = re.search(r" is (\d+), not 0\.", outcome.failures[0].text) if outcome.failures else None
        if probe and (outcome.ok or told):
            found[pairs[int(probe[1])]] = int(told[1]) if told else 0
        elif not probe and not outcome.ok:
            failing.append(outcome)
    return found, failing


def scenario(base: Base, title: str, then: Sequence[str], given: Sequence[str] = (), when: Sequence[str] = ()) -> str:
    """Write a scenario."""
    lines = [f'scenario "{title}"', f"  seats {', '.join(base.seats())}"]
    for word, steps in (("given", given), ("when", when)):
        lines += [f"  {word}", *(f"    {line}" for line in steps)] if steps else []
    return "\n".join([*lines, "  then", *(f"    {line}" for line in then)])


def superseded(failing: Sequence[Outcome]) -> list[str]:
    """Take scenarios that expect something else out of force, each with the reason above it."""
    if not failing:
        return []
    told = "# Scenarios that expect something else now. Say below with `then` what they shall expect, or drop them."
    return [told, *(f'# {_why(outcome)}\nsupersedes "{outcome.title}"' for outcome in failing)]


def _why(outcome: Outcome) -> str:
    failure = outcome.failures[0]
    wanted = f"It expects `{' '.join(failure.line.split())}`. " if failure.line else ""
    return textwrap.shorten(wanted + failure.text, 160, placeholder=" ...")


def members(base: Base, kind: str) -> list[str]:
    """List the names of a kind's members, or of the things of a type."""
    found: list[str] = []
    for d in base.decls:
        if isinstance(d, ast.Kind) and d.name.id == kind:
            found += [m.name.id for m in d.members]
        elif isinstance(d, ast.Thing) and d.type.id == kind:
            found.append(d.name.id)
        elif isinstance(d, ast.Rows) and d.type.id == kind:
            found += [row.name.id for row in d.rows]
    return found


def written(base: Base, kind: str, slot: str) -> Iterator[str]:
    """List what the things of a type say for a field."""
    for d in base.decls:
        if isinstance(d, ast.Thing) and d.type.id == kind:
            for f in d.fields:
                if f.name.id == slot:
                    yield base.said(f.at)[len(slot) :].strip("\n ")
        elif isinstance(d, ast.Rows) and d.type.id == kind:
            at = next((i for i, column in enumerate(d.columns) if column.id == slot), None)
            for row in d.rows:
                if at is not None and at < len(row.values):
                    yield base.said(row.values[at].at)

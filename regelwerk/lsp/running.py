"""Running scenarios from the editor, with the texts as they stand there, saved or not."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from regelwerk.dsl.pipeline import compile_sources
from regelwerk.dsl.source import Source, Span
from regelwerk.interpreter.game.game import Ruleset
from regelwerk.interpreter.scenarios.run import run_scenarios

from .documents import Documents
from .projects import Project


@dataclass(frozen=True, slots=True)
class Ran:
    """How scenarios went; `failures` are places and what was found there."""

    text: str
    ok: bool
    failures: tuple[tuple[Span, str], ...] = ()


@dataclass(frozen=True, slots=True)
class Prepared:
    """Everything a run needs, taken off the documents before it is left to another thread."""

    project: Project
    base: tuple[Source, ...]
    overlays: tuple[Source, ...]
    errors: int


def prepare(documents: Documents, name: str) -> Prepared:
    """Take the sources of a file's project off the documents."""
    project = documents.project(name)
    errors = sum(d.is_error for d in documents.check(project).build.diagnostics)
    base, extra = (tuple(documents.source(n) for n in names) for names in (project.base, project.overlays))
    return Prepared(project, base, extra, errors)


def run(made: Prepared, title: str) -> Ran:
    """Run the scenario of this title, or all of them."""
    # the machine is loaded only when somebody wants to run something

    if made.errors:
        return Ran(f"Nothing was run: the ruleset has {_plural(made.errors, 'error')}.", False)
    build = compile_sources(made.base, made.overlays, near=made.project.near)
    if build.compiled is None:
        return Ran("Nothing was run: the ruleset has errors.", False)
    ruleset = Ruleset(build.compiled)
    outcomes = [o for o in run_scenarios(ruleset, title) if not title or o.title == title]
    if not outcomes:
        return Ran(f"There is no scenario “{title}”." if title else "There are no scenarios.", False)
    spans = build.compiled.spans
    failures = tuple((Span(*spans[f.span]), f.text) for o in outcomes for f in o.failures)
    failed = [o for o in outcomes if not o.ok]
    if not failed:
        return Ran(f"ok: {title}" if title else f"{_plural(len(outcomes), 'scenario')}, all fine", True)
    first = failures[0][1] if failures else ""
    text = f"“{failed[0].title}” failed: {first}"
    return Ran(
        text if title else f"{len(failed)} of {_plural(len(outcomes), 'scenario')} failed. {text}", False, failures
    )


def words(documents: Documents, name: str, command: str) -> list[str] | None:
    """Give the arguments of a command about a file's ruleset; None if that is nowhere on disk."""
    project = documents.project(name)
    if project.near is None or project.missing or not all(Path(f).is_file() for f in project.files):
        return None
    out = [command, str(project.near)]
    for overlay in project.overlays:
        out += ["--with", overlay]
    return out


def _plural(n: int, word: str) -> str:
    return f"{n} {word}" + ("" if n == 1 else "s")

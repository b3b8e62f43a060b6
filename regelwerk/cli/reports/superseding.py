"""`validate --write`: the `supersedes` lines that a change needs, with what comes out now.

A scenario that comes out otherwise is told again with the values that were found; if that is not enough (a line is not
possible any more, a position is refused), it is dropped, and a comment says why. What is written is tried like anything
else, a few times over: what must hold after the first line of a scenario is found out before what must hold after it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field

from regelwerk.dsl import ast
from regelwerk.dsl.ast.printer import declaration
from regelwerk.dsl.ast.tree import title
from regelwerk.interpreter.scenarios.findings import Found
from regelwerk.interpreter.scenarios.run import Outcome
from regelwerk.overlay_report import Validated

ROUNDS = 5
_MARKS = re.compile(r"(\s+(@[\w-]+|reconstructed))+$")  # the book does not say what comes out now
_SIGNS = ("=", "!=", "<=", ">=", "<", ">", "not in", "in")


@dataclass(slots=True)
class Written:
    """What is to be added to an overlay; `dropped` are scenarios that cannot be told any more, and why."""

    told: dict[str, list[str]] = field(default_factory=dict)  # by title, the lines below `supersedes`
    dropped: dict[str, str] = field(default_factory=dict)

    @property
    def text(self) -> str:
        """The lines as they stand in the file."""
        return "".join(f"{line}\n" for line in self._lines())

    def _lines(self) -> Iterable[str]:
        for name, lines in self.told.items():
            yield from ("", f'supersedes "{name}"', *lines)
        for name, why in self.dropped.items():
            yield from ("", f"# {why}", f'supersedes "{name}"')

    def places(self) -> list[tuple[str, int]]:
        """Tell for every line of the text to which scenario it belongs, and which of its lines it is."""
        heading = (-2, -1)  # an empty line, and `supersedes`
        return [(name, n) for name, lines in self.told.items() for n in (*heading, *range(len(lines)))]

    def drop(self, name: str, why: str) -> None:
        """Do not tell a scenario any more."""
        self.told.pop(name, None)
        self.dropped[name] = " ".join(why.split()) or "It cannot be told any more."


def superseding(done: Validated, file: str, length: int, again: Callable[[str], Validated]) -> Written:
    """Write what an overlay lacks; `again` tries it with more lines behind its file, which has so many."""
    written = Written()
    scenarios = {title(d.title): d for d in done.base.files[0].decls if isinstance(d, ast.Scenario)}
    for outcome in done.contract.silent:
        scenario = scenarios.get(outcome.title)
        if scenario is not None and not scenario.cases:
            written.told[outcome.title] = _told(scenario)
    for name in done.contract.removed:
        written.dropped[name] = "The rules have no such case any more."
    for _ in range(ROUNDS):
        if not written.told:
            break
        tried = again(written.text)
        failed = [] if not tried.fits else [o for o in tried.contract.failed if o.title in written.told]
        wrong = [d for d in tried.problems if d.is_error and d.at.file == file and d.at.line > length]
        if not failed and not wrong:
            break
        places = {(file, length + n): place for n, place in enumerate(written.places(), 1)}
        for problem in wrong:
            if place := places.get((file, problem.at.line)):
                written.drop(place[0], problem.message)
        for outcome in failed:
            _mend(written, tried, outcome, places)
    return written


def _told(scenario: ast.Scenario) -> list[str]:
    """Write what a scenario does and expects; its steps only where something is expected between them."""
    lines = [_MARKS.sub("", line.text) for line in declaration(scenario)[1:]]
    parts = [n for n, line in enumerate(lines) if line in ("  when", "  then")]
    between = any(isinstance(step, ast.Check) for step in scenario.when)
    return lines[parts[0] if between else parts[-1] :]


def _mend(
    written: Written, tried: Validated, outcome: Outcome, places: Mapping[tuple[str, int], tuple[str, int]]
) -> None:  # fmt: skip
    """Put what was found into the lines that expect something else."""
    assert tried.new is not None
    lines = written.told[outcome.title]
    for failure in outcome.failures:
        at, number, *_ = tried.new.compiled.spans[failure.span]
        place = places.get((at, number))
        if place is None or place[0] != outcome.title or not failure.values:
            return written.drop(outcome.title, failure.text.splitlines()[0])
        mended = lines[place[1]]
        for found in failure.values:
            mended = _with(mended, found)
        if mended == lines[place[1]]:
            return written.drop(outcome.title, failure.text.splitlines()[0])
        lines[place[1]] = mended
    return None


def _with(line: str, found: Found) -> str:
    """Write a value that was found into a line that expects another."""
    if not found.right:
        if f"not {found.left}" in line:
            return line.replace(f"not {found.left}", found.left, 1)
        return line.replace(found.left, f"not {found.left}", 1)
    value = "{}" if found.value == "empty" else found.value
    for sign in _SIGNS:
        if (said := f"{found.left} {sign} {found.right}") in line:
            return line.replace(said, f"{found.left} = {value}", 1)
    reckoned = rf"(?<![\w.]){re.escape(found.left)} = [^()]+?(?= and | or |$)"  # `bank = 2000 - 30`
    return re.sub(reckoned, lambda _: f"{found.left} = {value}", line, count=1)

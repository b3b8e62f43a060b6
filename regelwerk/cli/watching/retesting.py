"""`regelwerk test --watch`: after every change the scenarios it can touch, those that failed first."""

from __future__ import annotations

import time
from functools import cache

import click

from regelwerk.dsl.ir.from_core import lowering
from regelwerk.dsl.pipeline import Build
from regelwerk.interpreter.game.game import Ruleset
from regelwerk.interpreter.scenarios.run import run_scenario
from regelwerk.interpreter.scenarios.selection import Selection

from ..reports.outcomes import line
from ..ruleset_options import Composing
from ..screen import console, plural
from .rechecking import Rechecking


class Retesting(Rechecking):
    """Remembers how every scenario came out, and what it came by."""

    def __init__(self, ruleset: str, how: Composing, only: str) -> None:
        super().__init__(ruleset, how)
        self.only = only.lower()
        self.selection = Selection()
        self.failed: dict[str, bool] = {}  # title -> did it fail the last time

    def answer(self) -> None:
        """Run what may have changed; print what failed, and what is mended."""
        start = time.perf_counter()
        if (build := self.build()) is not None:
            if build.program is None:
                self.show(build)
                click.echo("The scenarios wait until the errors are gone.")
            else:
                self.before = build.diagnostics
                click.echo(self.run(build))
        click.echo(self.footer(time.perf_counter() - start))

    def run(self, build: Build) -> str:
        """Run the scenarios and sum up."""
        assert build.program is not None
        made = lowering(build.program, build.memory)
        compiled = made.compiled(telling=lambda scenario: False)
        self.selection.turn(compiled)
        wanted = [n for n, s in enumerate(compiled.scenarios) if self.only in s.title.lower()]
        wanted.sort(key=lambda n: not self.failed.get(compiled.scenarios[n].title))
        again = {compiled.scenarios[n].title for n in wanted if not self.selection.knows(n)}

        @cache
        def telling() -> Ruleset:  # made when something has failed: most of the time nothing has
            return Ruleset(made.compiled(telling=lambda scenario: scenario.title in again), "reference")

        out = console()
        failures = untouched = 0
        for n in wanted:
            self.eye.glance()
            title = compiled.scenarios[n].title
            fine = known = self.selection.knows(n)
            if not known:
                fine = self.selection.run(n).ok
            untouched += known
            failures += not fine
            if not fine:
                rules = telling()
                out.print(line(rules, run_scenario(rules, rules.compiled.scenarios[n])), soft_wrap=True)
            elif self.failed.get(title):
                out.print(f"fixed {title}", soft_wrap=True)
            self.failed[title] = not fine
        told = f"{failures} of {plural(len(wanted), 'scenario')} failed" if failures else ""
        told = told or (f"{plural(len(wanted), 'scenario')}, all fine" if wanted else "No scenarios")
        return told + (f" ({untouched} not touched by the change)." if untouched else ".")

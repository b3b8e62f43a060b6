"""`regelwerk test --watch`: after every change the scenarios it can touch, those that failed first."""

from __future__ import annotations

import time

import click

from regelwerk.dsl.compile import Build, lowered
from regelwerk.interpreter.recall import Recall
from regelwerk.interpreter.scenario import Outcome

from .composing import Composing
from .rechecking import Rechecking
from .screen import console, plural
from .test import line


class Retesting(Rechecking):
    """Remembers how every scenario came out, and what it came by."""

    def __init__(self, ruleset: str, how: Composing, only: str) -> None:
        super().__init__(ruleset, how)
        self.only = only.lower()
        self.recall = Recall()
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
        lowered(build)
        assert build.compiled is not None
        self.recall.turn(build.compiled)
        rules = self.recall.ruleset
        wanted = [s for s in build.compiled.scenarios if self.only in s.title.lower()]
        wanted.sort(key=lambda s: not self.failed.get(s.title))
        out = console()
        failures = untouched = 0
        for scenario in wanted:
            self.eye.glance()
            outcome = Outcome(scenario.title, scenario.span)
            if self.recall.knows(scenario):
                untouched += 1
            else:
                outcome = self.recall.run(scenario)
            failures += not outcome.ok
            if not outcome.ok:
                out.print(line(rules, outcome), soft_wrap=True)
            elif self.failed.get(scenario.title):
                out.print(f"fixed {scenario.title}", soft_wrap=True)
            self.failed[scenario.title] = not outcome.ok
        told = f"{failures} of {plural(len(wanted), 'scenario')} failed" if failures else ""
        told = told or (f"{plural(len(wanted), 'scenario')}, all fine" if wanted else "No scenarios")
        return told + (f" ({untouched} not touched by the change)." if untouched else ".")

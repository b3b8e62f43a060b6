"""`regelwerk check --watch`: the messages after every change, and what became of those before it."""

from __future__ import annotations

import sys
import time
from collections import Counter
from collections.abc import Sequence

import click

from regelwerk import library
from regelwerk.dsl.diagnostics import Diagnostic
from regelwerk.dsl.diagnostics.render import render_text
from regelwerk.dsl.editing.session import Session
from regelwerk.dsl.pipeline import Build, lowered
from regelwerk.interpreter.engine.machine import EngineName
from regelwerk.library import building
from regelwerk.simulation.playtest import playtested

from ..ruleset_options import Composing
from ..screen import in_colour, plural
from .watch import Eye, watch

MOST = 5  # changed messages that are listed one by one


class Rechecking:
    """Checks a ruleset again and again."""

    def __init__(self, ruleset: str, how: Composing, games: int = 0, engine: EngineName = "auto") -> None:
        self.ruleset = ruleset
        self.how = how
        self.games = games
        self.engine = engine
        self.session = Session()
        self.eye = Eye()
        self.now: Build | None = None
        self.before: list[Diagnostic] | None = None

    def watch(self) -> None:
        """Answer after every change, until Ctrl-C."""
        watch(self.eye, lambda: library.belongings(self.ruleset, self.how.overlays), self.answer, self.after)

    def answer(self) -> None:
        """Check; print all messages, and what became of those before."""
        start = time.perf_counter()
        self.now = self.build()
        if self.now is not None:
            self.show(self.now)
        click.echo(self.footer(time.perf_counter() - start))

    def after(self) -> None:
        """Let seeded play look for more, until the next change."""
        if not self.games or self.now is None or self.now.program is None:
            return

        lowered(self.now, testing=False)
        self.eye.glance()
        seen = playtested(self.now, self.games, self.engine, self.eye.glance)
        more = missing(seen.messages, self.now.diagnostics)
        if more:
            click.echo("\nSeeded play found more:\n")
            self.messages(more, self.now)
        else:
            click.echo("Seeded play found nothing more.")
        if seen.note:
            click.echo(seen.note)

    def build(self) -> Build | None:
        """Check what is there now; None, with a sentence, if nothing is."""
        try:
            return building.checked(self.session, self.ruleset, self.how.overlays, dict(self.how.rulings))
        except library.Unknown as unknown:
            click.echo(str(unknown.args[0]))
        except OSError as error:
            click.echo(f"{self.ruleset} cannot be read: {error.strerror or error}.")
        return None

    def show(self, build: Build) -> None:
        """Print the messages, then those that are new or gone."""
        found = build.diagnostics
        if found:
            self.messages(found, build)
        else:
            click.echo(f"{self.ruleset}: no findings.")
        if self.before is not None:
            for word, changed in (("fixed", missing(self.before, found)), ("new", missing(found, self.before))):
                for d in changed[:MOST]:
                    click.echo(f"{word:5}  {d.at.file}:{d.at.line}: {d.code} {d.message}")
                if len(changed) > MOST:
                    click.echo(f"{word:5}  and {len(changed) - MOST} more")
        self.before = found

    def messages(self, found: Sequence[Diagnostic], build: Build) -> None:
        text = render_text(found, build.sources.values(), colour=in_colour(sys.stdout))
        click.echo(text, nl=False, color=True)

    def footer(self, seconds: float) -> str:
        """Say how long the answer took, and what is waited for."""
        files = plural(len(self.eye.seen), "file")
        return f"{time.strftime('%H:%M:%S')}, {seconds:.2f} s. Watching {files}; Ctrl-C ends."


def missing(these: Sequence[Diagnostic], among: Sequence[Diagnostic]) -> list[Diagnostic]:
    """Give the messages that are not among others, wherever they stand now."""
    left = Counter(map(_said, among))
    out = []
    for d in these:
        if left[_said(d)]:
            left[_said(d)] -= 1
        else:
            out.append(d)
    return out


def _said(d: Diagnostic) -> tuple[str, str, str]:
    return d.code, d.message, d.at.file

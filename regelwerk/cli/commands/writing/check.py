"""`regelwerk check`: all messages about a ruleset."""

from __future__ import annotations

import sys
from types import ModuleType
from typing import TYPE_CHECKING

import click

from regelwerk.dsl.diagnostics.render import render_github, render_json, render_text, summary
from regelwerk.library.findings_cache import asked

from ...ruleset_options import Composing, composing
from ...screen import in_colour, python_engine_option, ruleset_argument
from .explain import pointer

if TYPE_CHECKING:
    from regelwerk.interpreter.engine.machine import EngineName


def _checking() -> ModuleType:
    from ... import checking  # for a fast start: what was found before needs none of it

    return checking


@click.command()
@ruleset_argument
@composing
@click.option(
    "--format", "form", type=click.Choice(["text", "json", "github"]), default="text", show_default=True,
    help="For people, for programs, or as annotations of a GitHub workflow.",
)  # fmt: skip
@click.option(
    "--play", "games", type=click.IntRange(0), default=50, show_default=True,
    help="Confirm warnings by at most so many seeded games; fewer if no question is left open.",
)  # fmt: skip
@click.option("--json", "form", flag_value="json", help="The same as --format json.")
@python_engine_option
@click.option("--watch", is_flag=True, help="Check again after every change, until Ctrl-C.")
@click.pass_context
def check(
    ctx: click.Context, ruleset: str, how: Composing, form: str, games: int, engine: EngineName, watch: bool
) -> None:
    """Check a ruleset and print every message. Warnings do not fail.

    \b
    Examples:
      regelwerk check my-game.regel
      regelwerk check tic-tac-toe --with house-rules.regel
      regelwerk check my-game/ --format github
      regelwerk check my-game/ --watch
    """
    if watch:
        if form != "text":
            raise click.UsageError("--watch is for people; a program can use `regelwerk lsp`.")
        _checking().Rechecking(ruleset, how, games, engine).watch()
        return
    wanted = asked(ruleset, how.overlays, dict(how.rulings), how.language, games)
    known = wanted.known()
    if known is None:
        known = _checking().findings(ruleset, how, games, engine)
        wanted.keep(known)
    found, note = known.messages, known.note
    if form == "json":
        click.echo(render_json(found, [note] if note else []), nl=False)
    elif form == "github":
        click.echo(render_github(found), nl=False)
    elif found:
        text = render_text(found, wanted.sources, colour=in_colour(sys.stdout))
        click.echo(text, nl=False, color=True)
        click.echo(pointer(found))
    if note and form != "json":
        click.echo(note, err=form == "github")
    if form == "github":
        click.echo(f"{ruleset}: {summary(found) or 'no findings'}", err=True)
    elif form == "text" and not found:
        click.echo(f"{ruleset}: no findings.")
    ctx.exit(1 if any(d.is_error for d in found) or not known.sound else 0)

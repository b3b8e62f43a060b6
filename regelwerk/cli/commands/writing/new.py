"""`regelwerk new`: something to begin with that works."""

from __future__ import annotations

import shlex
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

import click

from regelwerk import RulesetError
from regelwerk.dsl import ast
from regelwerk.dsl.ast.tree import title
from regelwerk.dsl.diagnostics import Diagnostic
from regelwerk.dsl.pipeline import Build, lowered
from regelwerk.dsl.source import Source
from regelwerk.interpreter.engine.machine import EngineName
from regelwerk.scaffolds.action import new_action
from regelwerk.scaffolds.card import new_card
from regelwerk.scaffolds.game import new_game
from regelwerk.scaffolds.mod import new_mod
from regelwerk.scaffolds.names import BadName, as_text, name_of, title_of
from regelwerk.scaffolds.overlay import LAYERS, new_overlay
from regelwerk.scaffolds.ruleset import Base, opened
from regelwerk.scaffolds.scenario import new_scenario
from regelwerk.simulation.playtest import playtested
from regelwerk.storage.files import write_new

from ...progress import working
from ...screen import python_engine_option

F = TypeVar("F", bound=Callable[..., Any])
_GAMES = 3


@click.group()
def new() -> None:
    """Write the beginning of a game, a card, an action, a scenario or an overlay.

    What is written checks, plays and is there to be changed.

    \b
    Examples:
      regelwerk new game "Old Fox" --players 2..5
      regelwerk new card Good --for my-game.regel --name quince
      regelwerk new variant short_game --for pig
    """


def _output(command: F) -> F:
    help = "The file to write; `-` prints. Default: NAME.regel. A file that exists is never overwritten."
    return click.option("-o", "--output", metavar="FILE", help=help)(command)


def _title(command: F) -> F:
    return click.option("--title", help="What people read. Default: made from the name.")(command)


def _for(command: F) -> F:
    help = "The ruleset it is for: a bundled name, a .regel file or a folder."
    return click.option("--for", "ruleset", required=True, metavar="RULESET", help=help)(python_engine_option(command))


@new.command()
@click.argument("name", nargs=-1, required=True)
@click.option("--players", default="2..4", show_default=True, metavar="RANGE", help="How many can play: 3 or 2..4.")
@_title
@_output
def game(name: tuple[str, ...], players: str, title: str | None, output: str | None) -> None:
    """Write a small game with cards, actions, scenarios and comments that explain it."""

    id, shown = _named(" ".join(name), title)
    text = _said(lambda: new_game(id, shown, players))
    path = _deliver(text, id, output)
    if path:
        click.echo(f"Next: regelwerk play {path}")


@new.command()
@click.argument("type", metavar="TYPE")
@click.option("--name", help="What it is called. Default: new_ and the type.")
@_for
@_title
@_output
def card(type: str, name: str | None, ruleset: str, engine: EngineName, title: str | None, output: str | None) -> None:
    """Write a mod with a card (tile, place ...) of a TYPE, with all its fields filled in."""

    id, shown = _named(name or f"new_{type}", title)
    _for_ruleset(ruleset, engine, id, output, lambda base: new_card(base, type, id, shown))


@new.command()
@click.argument("name")
@_for
@_title
@_output
def action(name: str, ruleset: str, engine: EngineName, title: str | None, output: str | None) -> None:
    """Write a mod with an action, and with the line that offers it."""

    id, shown = _named(name, title)
    _for_ruleset(ruleset, engine, id, output, lambda base: new_action(base, id, shown))


@new.command()
@click.argument("title")
@_for
@_output
def scenario(title: str, ruleset: str, engine: EngineName, output: str | None) -> None:
    """Write a mod with a scenario that holds, to be made an example of a rule."""

    id, _ = _named(title, None)
    shown = as_text(title)
    path = _for_ruleset(ruleset, engine, id, output, lambda base: new_scenario(base, id, shown), plays=False)
    if path:
        click.echo("Next: " + shlex.join(["regelwerk", "test", ruleset, "--with", str(path), "--only", shown]))


def _layer(layer: str) -> click.Command:
    @click.argument("name")
    @_for
    @_title
    @_output
    def command(name: str, ruleset: str, engine: EngineName, title: str | None, output: str | None) -> None:

        id, shown = _named(name, title)
        make = new_mod if layer == "mod" else lambda *said: new_overlay(said[0], layer, *said[1:])
        _for_ruleset(ruleset, engine, id, output, lambda base: make(base, id, shown))

    help = f"Write an overlay: {LAYERS[layer]}."
    return click.command(layer, help=help)(command)


for _each in LAYERS:
    new.add_command(_layer(_each))


# ---------------------------------------------------------------- common to all


def _named(name: str, title: str | None) -> tuple[str, str]:
    return _said(lambda: name_of(name)), as_text(title) if title else title_of(name)


def _said(make: Callable[[], Any]) -> Any:
    try:
        return make()
    except BadName as bad:
        raise click.UsageError(str(bad)) from None


def _for_ruleset(
    ruleset: str, engine: EngineName, name: str, output: str | None, make: Callable[[Base], str], plays: bool = True
) -> Path | None:
    """Write something for a ruleset, unless the ruleset does not take it; what changes play is tried in some games."""

    _free(name, output)
    with working(f"Reading {ruleset}, and trying what is written for it …"):
        base = opened(ruleset, engine)
        text = _said(lambda: make(base))
        build = base.with_overlay(text)
    if build.program is None:
        raise RulesetError(build.diagnostics, [*build.sources.values(), Source("overlay.regel", text)])
    path = _deliver(text, name, output)
    if path and plays:
        _tell_upset(build)
        _warn_of_play(base, build)
        click.echo(f"Next: regelwerk check {ruleset} --with {path}")
    return path


def _tell_upset(build: Build) -> None:
    """Name the scenarios that what was written takes out of force, with the reason that stands above each."""

    upset = [d for d in build.written[-1].decls if isinstance(d, ast.Supersedes)]
    if upset:
        told = "It upsets 1 scenario" if len(upset) == 1 else f"It upsets {len(upset)} scenarios"
        click.echo(f"{told}, taken out of force in the file:")
    for d in upset:
        click.echo(f'  "{title(d.scenario)}": {d.doc}')


def _warn_of_play(base: Base, build: Build) -> None:
    """Say so if play stops where it did not stop before: some cards need others that belong to them."""
    with working("Playing some games with it …"):
        stops = _stops(build, base.engine)
        known = {d.message for d in _stops(base.build, base.engine)} if stops else set()
    for d in stops:
        if d.message not in known:
            told = f"It checks, but play does not go on with it ({d.at.file}:{d.at.line}): {d.message}"
            click.echo(f"{told} Something else may have to be added with it.", err=True)


def _stops(build: Build, engine: EngineName) -> list[Diagnostic]:
    """Play some games; return where they stop."""

    lowered(build, testing=False)
    return [d for d in playtested(build, _GAMES, engine).messages if d.is_error]


def _free(name: str, output: str | None) -> Path | None:
    """Return the file to write, which must not exist; None to print."""
    if output == "-":
        return None
    path = Path(output or f"{name}.regel")
    if path.suffix != ".regel":
        raise click.UsageError(f"Rulesets are kept in files whose names end in .regel: {path}.regel?")
    if path.exists():
        raise click.UsageError(f"{path} exists already. Name another file with --output, or print with --output -.")
    return path


def _deliver(text: str, name: str, output: str | None) -> Path | None:
    path = _free(name, output)
    if path is None:
        click.echo(text, nl=False)
        return None
    try:
        write_new(path, text)
    except FileExistsError:
        raise click.UsageError(f"{path} exists already.") from None
    except OSError as error:
        raise click.ClickException(f"{path} cannot be written: {error.strerror or error}.") from None
    click.echo(f"Written: {path}")
    return path

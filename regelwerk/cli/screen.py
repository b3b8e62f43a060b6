"""What commands share: options of the command line, colours, JSON."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Callable
from contextlib import suppress
from typing import TYPE_CHECKING, Any, TextIO, TypeVar

import click

from regelwerk import library

if TYPE_CHECKING:
    from rich.console import Console

    from regelwerk import Ruleset

F = TypeVar("F", bound=Callable[..., Any])


def in_colour(stream: TextIO) -> bool:
    """Tell whether to colour: on terminals only, and not if NO_COLOR is set."""
    term = os.environ.get("TERM", "")
    plain = term == "dumb" or term.startswith("vt") or term.endswith(("-m", "-mono"))
    return stream.isatty() and not os.environ.get("NO_COLOR") and not plain


def console(*, err: bool = False) -> Console:
    """Give a console for one of the two outputs; text is taken as it is, not as markup."""
    from rich.console import Console

    class Outlet(Console):
        def on_broken_pipe(self) -> None:
            raise BrokenPipeError  # a reader that has seen enough is no failure: `group` ends the command

    stream = sys.stderr if err else sys.stdout
    width = None if stream.isatty() else int(os.environ.get("COLUMNS") or 100)
    return Outlet(file=stream, markup=False, highlight=False, emoji=False, no_color=not in_colour(stream), width=width)


def print_json(data: Any) -> None:
    """Print data for programs."""
    click.echo(json.dumps(data, ensure_ascii=False, indent=2))


def _names(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[str]:
    known = (entry.name for entry in library.entries())
    return [name for name in known if name.startswith(incomplete)]


def ruleset_argument(command: F) -> F:
    """Add RULESET, which completes to the bundled names."""
    return click.argument("ruleset", shell_complete=_names)(command)


def in_order(first: str, ruleset: str) -> None:
    """Notice arguments in the wrong order: what should be a ruleset is none, but what stands before it is."""

    def known(name: str) -> bool:
        with suppress(library.Unknown):
            return bool(library.find(name))
        return False

    if not known(ruleset) and known(first):
        command = click.get_current_context().command_path
        raise click.UsageError(f"Write it the other way round: {command} {ruleset} {first}")


def json_option(command: F) -> F:
    """Add `--json`."""
    return click.option("--json", "as_json", is_flag=True, help="Print JSON for programs.")(command)


def engine_option(command: F, more: str = "", callback: Callable[..., str] | None = None) -> F:
    """Add `--engine`."""
    said = f"What runs the rules; auto takes the fastest there is. The result does not depend on it.{more}"
    names = click.Choice(["auto", "python", "wasm", "reference"])
    option = click.option("--engine", type=names, default="auto", show_default=True, callback=callback, help=said)
    return option(command)


def python_engine_option(command: F) -> F:
    """Add `--engine` where WebAssembly has nothing to give: the command gets python or reference."""

    def taken(ctx: click.Context, param: click.Parameter, name: str) -> str:
        return "reference" if name == "reference" else "python"

    return engine_option(command, " Here auto and wasm are Python.", taken)


def played_in_python(reason: str) -> None:
    """Say that Python plays because WebAssembly cannot; nothing without a reason."""
    if reason:
        click.echo(f"Played in Python: {reason}.", err=True)


def sentence(text: str) -> str:
    """Write a message as a sentence; a name at its beginning stays as it is."""
    first = text.partition(" ")[0]
    text = text[:1].upper() + text[1:] if first.isalpha() else text
    return text + ("" if text.endswith((".", "!", "?")) else ".")


def unexpected(error: Exception) -> str:
    """Say that something went wrong inside, in two lines."""
    said = f"RW9000: something went wrong inside: {type(error).__name__}: {error}".splitlines()[0]
    return f"{said}\nThis is a bug. Set REGELWERK_TRACEBACK=1 to see where it happened."


def plural(count: int, word: str) -> str:
    """Count things: `1 game`, `2 games`."""
    return f"{count} {word}{'' if count == 1 else 's'}"


def player_count(ruleset: Ruleset, wanted: int | None, default: int | None = None) -> int:
    """Check a number of players against the rules; without one, as many as the default, or the fewest allowed."""
    low, high = ruleset.compiled.players
    wanted = max(default or 0, low) if wanted is None else wanted
    if not low <= wanted <= high:
        allowed = f"{low}" if low == high else f"{low} to {high}"
        raise click.UsageError(f"{ruleset.compiled.title} is for {allowed} players, not {wanted}.")
    return wanted

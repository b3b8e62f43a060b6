"""`regelwerk fmt`: the layout of rulesets."""

from __future__ import annotations

import difflib
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import click

from regelwerk import library
from regelwerk.dsl.diagnostics import Diagnostic
from regelwerk.dsl.diagnostics.render import as_data, render_text
from regelwerk.dsl.format import format_source
from regelwerk.dsl.source import Source, files_of
from regelwerk.dsl.syntax.files import decoded, read_source
from regelwerk.storage.files import replace_file

from ...screen import in_colour, json_option, plural, print_json

_COLOURS = {"+": "green", "-": "red", "@": "cyan"}


@dataclass(frozen=True, slots=True)
class _Result:
    """What formatting one file came to."""

    path: Path | None  # None: the standard input
    source: Source
    text: str
    problems: Sequence[Diagnostic]
    disagrees: bool = False
    unread: bytes = b""  # what was no text

    @property
    def changes(self) -> bool:
        return self.text != self.source.text

    @property
    def fine(self) -> bool:
        return not self.disagrees and not any(d.is_error for d in self.problems)


@click.command()
@click.argument("paths", nargs=-1, required=True, metavar="PATH...")
@click.option("--check", "only_check", is_flag=True, help="Change nothing; exit code 1 if something would change.")
@click.option("--diff", "show_diff", is_flag=True, help="Change nothing; show what would change.")
@json_option
@click.pass_context
def fmt(ctx: click.Context, paths: tuple[str, ...], only_check: bool, show_diff: bool, as_json: bool) -> None:
    """Lay out rulesets in one style.

    PATH is a `.regel` file, a folder of them, or `-` for the standard input. A bundled ruleset can only be looked at
    with --check or --diff. Only white space changes; a declaration that cannot be read stays as it is.

    \b
    Examples:
      regelwerk fmt my-game.regel
      regelwerk fmt my-game/ --check
      regelwerk fmt - < my-game.regel
    """
    if "-" in paths and (len(paths) > 1 or as_json):
        raise click.UsageError("`-` stands alone: the standard input goes to the standard output.")
    writes = not only_check and not show_diff
    results = [_from_stdin()] if paths == ("-",) else [_format(*given) for given in _sources(paths, writes)]
    for result in results:
        if result.path is not None and writes and result.changes:
            _write(result.path, result.text)
    if as_json:
        print_json([_data(result) for result in results])
    else:
        _tell(results, writes=writes, show_diff=show_diff)
    found = any(not result.fine for result in results)
    ctx.exit(1 if found or (not writes and any(result.changes for result in results)) else 0)


def _from_stdin() -> _Result:
    data = sys.stdin.buffer.read()
    source, problems = decoded(data, "-")
    return _Result(None, source, source.text, problems, unread=data) if problems else _format(None, source, ())


def _sources(paths: Sequence[str], writes: bool) -> Iterator[tuple[Path, Source, Sequence[Diagnostic]]]:
    """Read every file that is named, each once."""
    seen: set[Path] = set()
    for name in paths:
        for path, shown in _files(name, writes):
            if path not in seen:
                seen.add(path)
                yield path, *read_source(path, shown)


def _files(name: str, writes: bool) -> list[tuple[Path, str]]:
    place = library.find(name)
    if place.bundled and writes:
        hint = "Look at it with --check or --diff, or format a copy of your own."
        raise click.UsageError(f"{name} is a bundled ruleset and stays as it is. {hint}")
    files = files_of(place.path)
    if not files:
        raise click.UsageError(f"There is no .regel file in {name}.")
    return [(file, place.shown(file)) for file in files]


def _format(path: Path | None, source: Source, problems: Sequence[Diagnostic]) -> _Result:
    if problems:
        return _Result(path, source, source.text, problems)
    done = format_source(source)
    return _Result(path, source, done.text, done.problems, done.disagrees)


def _write(path: Path, text: str) -> None:
    try:
        replace_file(path, text)
    except OSError as error:
        raise click.ClickException(f"{path} cannot be written: {error.strerror or error}.") from None


def _data(result: _Result) -> dict[str, Any]:
    return {"file": result.source.name, "changes": result.changes, "messages": [as_data(d) for d in result.problems]}


def _tell(results: Sequence[_Result], *, writes: bool, show_diff: bool) -> None:
    changed = [result for result in results if result.changes]
    if results[0].path is None and writes:
        _out(results[0])
    elif show_diff:
        for result in changed:
            _show_diff(result)
    else:
        for result in changed:
            click.echo(f"{'formatted' if writes else 'would format'} {result.source.name}")
        same = sum(result.fine for result in results)
        if same and not changed:
            click.echo(f"{plural(same, 'file')}: nothing to do.")
    for result in results:
        _complain(result, shows=writes or not result.changes)


def _out(result: _Result) -> None:
    """Pass the standard input on: formatted, or byte for byte if it is no text."""
    sys.stdout.buffer.write(result.unread or result.text.encode())
    sys.stdout.buffer.flush()


def _show_diff(result: _Result) -> None:
    old, new = (text.splitlines(keepends=True) for text in (result.source.text, result.text))
    colour = in_colour(sys.stdout)
    for line in difflib.unified_diff(old, new, result.source.name, f"{result.source.name} (formatted)"):
        shown = line.rstrip("\r\n")
        click.echo(click.style(shown, fg=_COLOURS.get(shown[:1])) if colour else shown, color=True)


def _complain(result: _Result, *, shows: bool) -> None:
    """Say what was left as it is; `shows` the places, if the text they count in is there to be seen."""
    name = result.source.name
    errors = [d for d in result.problems if d.is_error]
    if errors and shows:
        seen = result.source if result.unread else Source(name, result.text)
        click.echo(render_text(errors, [seen], colour=in_colour(sys.stderr)), err=True, nl=False, color=True)
    if errors:
        click.echo(f"{name}: what cannot be read {'was' if shows else 'would be'} left as it is.", err=True)
    if result.disagrees:
        said = f"RW9000: {name} would say something else after formatting and was left as it is."
        click.echo(f"{said} This is a bug; please report the file.", err=True)

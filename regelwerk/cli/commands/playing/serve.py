"""`regelwerk serve`: the table in the browser."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import click

from regelwerk import library
from regelwerk.storage import folders

from ...screen import sentence
from ...terminal.resuming import note_of
from ...terminal.saving import read_game

MISSING = (
    "The table in the browser needs starlette, uvicorn and websockets. Install them with: pip install 'regelwerk[web]'"
)
PARTS = ("starlette", "uvicorn", "websockets", "anyio", "h11")
FOLDER = "tables"


@click.command()
@click.argument("rulesets", nargs=-1, metavar="[RULESET]...")
@click.option("--host", default="127.0.0.1", show_default=True, help="Where to listen; 0.0.0.0 is the whole network.")
@click.option(
    "--port", default=8741, show_default=True, type=click.IntRange(0, 65535), help="0 takes any that is free."
)
@click.option("--folder", type=click.Path(file_okay=False, path_type=Path), help="Where tables are kept.")
@click.option("--name", "names", multiple=True, metavar="HOST", help="A name that the server goes by. May be repeated.")
@click.option(
    "--jobs", "-j", default=0, type=click.IntRange(0, 64), help="Processes for bots; as many as there are cores."
)
@click.option("--most-tables", default=10_000, show_default=True, type=click.IntRange(1), help="More are not set up.")
@click.option(
    "--table",
    "tables",
    multiple=True,
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    metavar="SAVE",
    help="Go on with a game that was saved, at a table. May be repeated.",
)
@click.option("--open/--no-open", "opens", default=None, help="Open the browser; by default where there is a desktop.")
def serve(
    rulesets: tuple[str, ...], host: str, port: int, folder: Path | None, names: tuple[str, ...], jobs: int,
    most_tables: int, tables: tuple[Path, ...], opens: bool | None,
) -> None:  # fmt: skip
    """Play in the browser: tables with a link for every seat, people and bots. Ctrl-C ends it; everything is kept.

    RULESETs by path are added to the bundled ones.

    \b
    Examples:
      regelwerk serve
      regelwerk serve my-game/ --port 9000
      regelwerk serve --table evening.json
      regelwerk serve --host 0.0.0.0 --name games.example.org
    """
    try:
        from regelwerk.web import serving, store  # for a fast start, and what it needs may be missing
    except ModuleNotFoundError as missing:
        if (missing.name or "").split(".")[0] not in PARTS:
            raise
        raise click.ClickException(MISSING) from None
    own = {library.find(path).path.stem.replace("_", "-"): path for path in rulesets}
    saved = [read_game(path) for path in tables]
    own = {**{name: path for name, path in map(_noted, saved) if path}, **own}
    where = folder or _folder()

    def ready(address: str, opened: list[serving.Opened]) -> None:
        click.echo(f"The table is set: {address}")
        for table in opened:
            for name, link in table.links:
                click.echo(f"{table.title}, {name or 'to watch'}: {link}")
        if len(opened) == 1 and len(opened[0].links) == 1:
            address = opened[0].links[0][1]
        click.echo(f"Tables are kept in {where}. Ctrl-C ends the server; they go on when it is started again.")
        sys.stdout.flush()
        if opens or (opens is None and sys.stdout.isatty()):
            serving.open_browser(address)

    try:
        serving.serve(
            serving.Wanted(host, port, where, names, own, jobs, most_tables, ahead=sys.stdout.isatty(), saved=saved),
            ready,
        )
    except serving.Taken as taken:
        text = f"{sentence(str(taken.strerror))} Another server may be running: choose another one with --port."
        raise click.ClickException(text) from None
    except store.Foreign as foreign:
        raise click.ClickException(sentence(str(foreign))) from None
    except serving.Fault as refused:
        raise click.ClickException(f"{refused.text} {refused.help}".rstrip()) from None
    except KeyboardInterrupt:
        click.echo("\nEverything is kept.", err=True)


def _noted(saved: dict[str, Any]) -> tuple[str, str]:
    """Give the path of a ruleset of one's own that a saved game was played with."""
    path = note_of(saved).ruleset.partition("@")[0]
    if not path or path in {entry.name for entry in library.entries()}:
        return "", ""
    try:
        found = library.find(path).path
    except library.Unknown:
        return "", ""
    return found.stem.replace("_", "-"), path


def _folder() -> Path:
    root = folders.data()
    if root is None:
        raise click.ClickException("There is no folder to keep tables in: name one with --folder, or set HOME.")
    return root / FOLDER

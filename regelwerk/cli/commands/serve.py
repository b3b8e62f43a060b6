"""`regelwerk serve`: the table in the browser."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from regelwerk import library
from regelwerk.storage import folders

from ..screen import sentence

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
@click.option("--open/--no-open", "opens", default=None, help="Open the browser; by default where there is a desktop.")
def serve(
    rulesets: tuple[str, ...], host: str, port: int, folder: Path | None, names: tuple[str, ...], jobs: int,
    most_tables: int, opens: bool | None,
) -> None:  # fmt: skip
    """Play in the browser: tables with a link for every seat, people and bots. Ctrl-C ends it; everything is kept.

    RULESETs by path are added to the bundled ones.

    \b
    Examples:
      regelwerk serve
      regelwerk serve my-game/ --port 9000
      regelwerk serve --host 0.0.0.0 --name games.example.org
    """
    try:
        from regelwerk.web import serving, store  # for a fast start, and what it needs may be missing
    except ModuleNotFoundError as missing:
        if (missing.name or "").split(".")[0] not in PARTS:
            raise
        raise click.ClickException(MISSING) from None
    own = {library.find(path).path.stem.replace("_", "-"): path for path in rulesets}
    where = folder or _folder()

    def ready(address: str) -> None:
        click.echo(f"The table is set: {address}")
        click.echo(f"Tables are kept in {where}. Ctrl-C ends the server; they go on when it is started again.")
        sys.stdout.flush()
        if opens or (opens is None and sys.stdout.isatty()):
            serving.open_browser(address)

    try:
        serving.serve(
            serving.Wanted(host, port, where, names, own, jobs, most_tables, ahead=sys.stdout.isatty()), ready
        )
    except serving.Taken as taken:
        text = f"{sentence(str(taken.strerror))} Another server may be running: choose another one with --port."
        raise click.ClickException(text) from None
    except store.Foreign as foreign:
        raise click.ClickException(sentence(str(foreign))) from None
    except KeyboardInterrupt:
        click.echo("\nEverything is kept.", err=True)


def _folder() -> Path:
    root = folders.data()
    if root is None:
        raise click.ClickException("There is no folder to keep tables in: name one with --folder, or set HOME.")
    return root / FOLDER

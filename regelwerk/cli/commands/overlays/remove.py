"""`regelwerk remove`: overlays that were added."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from regelwerk import library
from regelwerk.library.added import forget, kept, note_of, untouched

from ...screen import json_option, print_json


def _data(game: str, path: Path) -> dict[str, Any]:
    note = note_of(path)
    told = {key: note.get(key) or "" for key in ("layer", "version", "title", "author", "hash")}
    return {"game": game, "id": path.stem, **told, "file": str(path), "as_added": untouched(path)}


@click.command()
@click.argument("name", required=False)
@click.option("--for", "game", default="", metavar="GAME", help="The game, if several have an overlay of that name.")
@json_option
def remove(name: str | None, game: str, as_json: bool) -> None:
    """Remove an overlay that was added; without NAME, list those that were.

    \b
    Examples:
      regelwerk remove
      regelwerk remove my_mod
    """
    game = game.replace("-", "_")
    found = [(g, path) for g, path in kept() if game in ("", g)]
    if name is None:
        listed = [_data(g, path) for g, path in found]
        if as_json:
            print_json({"added": listed})
            return
        for each in listed:
            changed = "" if each["as_added"] else "  (changed since it was added)"
            click.echo(f"{each['id']} {each['version']}  {each['layer']} for {each['game']}  {each['title']}{changed}")
        if not listed:
            click.echo("Nothing was added.")
        return
    fitting = [(g, path) for g, path in found if path.stem == name.replace("-", "_")]
    if not fitting:
        known = ", ".join(path.stem for _, path in found)
        raise library.Unknown(f"No overlay {name} was added." + (f" There are: {known}." if known else ""))
    if len(fitting) > 1:
        games = ", ".join(g for g, _ in fitting)
        raise click.UsageError(f"Several games have an overlay {name}: {games}. Say --for GAME.")
    forget(fitting[0][1])
    if as_json:
        print_json({"removed": fitting[0][1].stem, "game": fitting[0][0]})
    else:
        click.echo(f"Removed {fitting[0][1].stem} for {fitting[0][0]}.")

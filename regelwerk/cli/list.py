"""`regelwerk list`: what is bundled."""

from __future__ import annotations

import click
from rich.table import Table

from regelwerk import library

from .screen import console, json_option, print_json


def _range(players: tuple[int, int]) -> str:
    low, high = players
    return f"{low}" if low == high else f"{low}–{high}"


@click.command("list")
@json_option
def list_(as_json: bool) -> None:
    """List the bundled rulesets: name, title, number of players.

    \b
    Examples:
      regelwerk list
      regelwerk list --json
    """
    entries = library.entries()
    if as_json:
        names = ("name", "title", "players", "probe")
        print_json([{name: getattr(entry, name) for name in names} for entry in entries])
        return
    table = Table(box=None, pad_edge=False, header_style="bold")
    for heading in ("Name", "Title", "Players"):
        table.add_column(heading)
    for entry in entries:
        table.add_row(entry.name, entry.title, _range(entry.players), style="dim" if entry.probe else None)
    console().print(table)

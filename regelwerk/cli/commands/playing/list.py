"""`regelwerk list`: what is bundled."""

from __future__ import annotations

from typing import Any

import click
from rich.table import Table

from regelwerk import library
from regelwerk.dsl.source import parts_of, sources_of

from ...screen import console, json_option, print_json


def _range(players: tuple[int, int]) -> str:
    low, high = players
    return f"{low}" if low == high else f"{low}–{high}"


def _data(overlay: library.Overlay, added: bool) -> dict[str, Any]:
    told = {name: getattr(overlay, name) for name in ("id", "layer", "title", "version")}
    return {**told, "file": str(overlay.file), "added": added}


def _overlays(ruleset: str, language: str, as_json: bool) -> None:
    """List the editions, errata, mods and so on that `--with` finds by name."""
    place = library.find(ruleset)
    beside, added = library.beside(place), library.added(place)
    if as_json:
        print_json([_data(each, False) for each in beside] + [_data(each, True) for each in added])
        return
    if not beside and not added:
        click.echo(f"No overlays lie beside {ruleset}, and none were added.")
        return
    table = Table(box=None, pad_edge=False, header_style="bold")
    for heading in ("Layer", "Name", "Title", ""):
        table.add_column(heading)
    for each in (*beside, *added):
        told = f"{each.version} added".strip() if each in added else each.version
        title = library.translated(each.title, parts_of(each.file)).get(language, each.title)
        table.add_row(each.layer, each.id, title, told)
    console().print(table)
    click.echo(f"Use one: --with NAME. What it does: regelwerk validate NAME {ruleset}")


@click.command("list")
@click.argument("ruleset", required=False)
@click.option("--lang", "language", default="", metavar="CODE", help="Titles in another language.")
@json_option
def list_(ruleset: str | None, language: str, as_json: bool) -> None:
    """List the bundled rulesets; with RULESET, its editions, errata, mods and other overlays.

    \b
    Examples:
      regelwerk list
      regelwerk list my-game/
      regelwerk list --json
    """
    if ruleset is not None:
        _overlays(ruleset, language, as_json)
        return
    entries = library.entries()
    if as_json:
        names = ("name", "title", "players")
        print_json([{name: getattr(entry, name) for name in names} for entry in entries])
        return
    table = Table(box=None, pad_edge=False, header_style="bold")
    for heading in ("Name", "Title", "Players"):
        table.add_column(heading)
    for entry in entries:
        titles = library.translated(entry.title, sources_of(library.find(entry.name).path)) if language else {}
        table.add_row(entry.name, titles.get(language, entry.title), _range(entry.players))
    console().print(table)

"""`regelwerk explain`: what a message means, with an example that gets it and one that does not."""

from __future__ import annotations

import sys
import textwrap
from collections.abc import Iterable
from itertools import groupby
from typing import Any

import click

from regelwerk.dsl.diagnostics import TITLES, Diagnostic, band
from regelwerk.dsl.diagnostics.explained import Example, Page, base, named, near, page

from ...screen import in_colour, json_option, print_json

WIDTH = 88


def pointer(found: Iterable[Diagnostic]) -> str:
    """Tell where to read more about the first message; empty if there is none."""
    first = next((d.code for d in sorted(found, key=lambda d: not d.is_error) if d.code in TITLES), "")
    return f"More about it: regelwerk explain {first}" if first else ""


@click.command()
@click.argument("code", required=False, shell_complete=lambda c, p, i: [n for n in TITLES if n.startswith(i.upper())])
@json_option
def explain(code: str | None, as_json: bool) -> None:
    """Explain a message by its CODE, with a wrong and a right example; without CODE, list all.

    `regelwerk explain base` shows the small game to which most examples belong.

    \b
    Examples:
      regelwerk explain RW2001
      regelwerk explain 2001
      regelwerk explain
    """
    if code is None:
        print_json([_entry(known) for known in TITLES]) if as_json else click.echo(_list())
        return
    if code.casefold() == "base":
        print_json({"text": base()}) if as_json else click.echo(base(), nl=False)
        return
    known = named(code)
    if known is None:
        close = [f"{c} ({TITLES[c]})" for c in near(code)]
        hint = f"Did you mean {' or '.join(close)}?" if close else "`regelwerk explain` lists all."
        raise click.UsageError(f"There is no message {code}. {hint}")
    told = page(known)
    print_json(_data(told)) if as_json else click.echo(_shown(told, in_colour(sys.stdout)), color=True)


def _entry(code: str) -> dict[str, Any]:
    return {"code": code, "title": TITLES[code], "about": band(code)}


def _data(told: Page) -> dict[str, Any]:
    files = {"wrong": [e.text for e in told.wrong], "right": [e.text for e in told.right]}
    return _entry(told.code) | {"meaning": told.meaning} | files


def _list() -> str:
    groups = groupby(TITLES, key=band)
    return "\n\n".join(
        "\n".join([about.capitalize(), *(f"  {code}  {TITLES[code]}" for code in codes)]) for about, codes in groups
    )


def _shown(told: Page, colour: bool) -> str:
    def bold(text: str) -> str:
        return click.style(text, bold=True) if colour else text

    parts = [bold(f"{told.code}: {told.title}"), "", textwrap.fill(told.meaning, WIDTH)]
    for heading, files in (("Wrong", told.wrong), ("Right", told.right)):
        if files:
            parts += ["", bold(heading), *_files(files)]
    if any(e.kind in ("part", "overlay") for e in told.wrong):
        parts += ["", "The examples belong to a small card game: regelwerk explain base"]
    return "\n".join(parts)


def _files(files: tuple[Example, ...]) -> list[str]:
    """The files of an example, indented; several are told apart."""
    lines = []
    for number, file in enumerate(files, 1):
        lines += [f"  file {number}"] if len(files) > 1 else []
        lines.append(textwrap.indent(file.text.rstrip("\n"), "    ").replace("\t", "→").replace("\xa0", "␣"))
    return lines

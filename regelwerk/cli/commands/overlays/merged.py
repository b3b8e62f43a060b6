"""`regelwerk merged`: the rules as they are with overlays applied."""

from __future__ import annotations

import sys
from dataclasses import asdict

import click

from regelwerk import RulesetError, library
from regelwerk.dsl.format import format_text
from regelwerk.dsl.overlays.merged_text import Line, merged_lines
from regelwerk.library import written

from ...ruleset_options import Composing, composing
from ...screen import in_colour, json_option, print_json, ruleset_argument


@click.command()
@ruleset_argument
@composing
@click.option("--only", default="", metavar="OVERLAY", help="Only declarations that this overlay has touched.")
@json_option
def merged(ruleset: str, how: Composing, only: str, as_json: bool) -> None:
    """Print the rules with overlays applied; lines that an overlay has written say so.

    \b
    Examples:
      regelwerk merged my-game/ --with second-printing.regel
      regelwerk merged my-game/ --with second-printing.regel --only second_printing
    """

    build = written.composed(ruleset, how.overlays, dict(how.rulings))
    if build.composition is None or any(d.is_error for d in build.diagnostics):
        raise RulesetError(build.diagnostics, build.sources.values())
    lines = list(merged_lines(build.composition, build.written, build.sources))
    if only:
        known = [layer.id for layer in build.composition.layers]
        if only not in known:
            there = f"There are: {', '.join(known)}." if known else "There is none; name one with --with."
            raise library.Unknown(f"No overlay {only} is applied. {there}")
        lines = [line for group in _declarations(lines) if any(o.overlay == only for o in group) for line in group]
    if as_json:
        print_json({"lines": [{**asdict(line), "at": _place(line)} for line in lines]})
        return

    def noted(line: Line) -> str:
        if not line.overlay or line.text.lstrip().startswith("#"):
            return line.text
        return f"{line.text}   # < {line.overlay}, {_place(line)}" if "#" not in line.text else line.text

    text = format_text("\n".join(noted(line) for line in lines).strip("\n") + "\n")
    if in_colour(sys.stdout):
        text = "".join(_coloured(line) for line in text.splitlines(keepends=True))
    click.echo(text, nl=False, color=True)


def _declarations(lines: list[Line]) -> list[list[Line]]:
    """Cut the lines at blank ones."""
    groups: list[list[Line]] = [[]]
    for line in lines:
        groups[-1].append(line)
        if not line.text:
            groups.append([])
    return groups


def _place(line: Line) -> str:
    return f"{line.at.file}:{line.at.line}" if line.at is not None and line.at.line else ""


def _coloured(line: str) -> str:
    mark = line.find("# < ")
    return line if mark < 0 else click.style(line[:mark], fg="green") + click.style(line[mark:], dim=True)

"""A list of comparisons: a Markdown file whose items are what one would write behind `regelwerk impact`.

# What the open questions change

## Questions about meetings
- passing is free: my-game --ruling passing=free
- both editions: my-game@en my-game@de
"""

from __future__ import annotations

import re
import shlex
from dataclasses import dataclass
from pathlib import Path

import click
from click.core import ParameterSource

from ..compared import Side, two_sides
from ..ruleset_options import Composing

_ITEM = re.compile(r"[-*] +(?P<label>.+?): +(?P<words>.+)")
_MAY = {"first", "second", "overlays", "rulings", "language", "edition"}


@dataclass(frozen=True, slots=True)
class Item:
    """One comparison."""

    label: str
    section: str
    sides: tuple[Side, Side]


@dataclass(frozen=True, slots=True)
class Listed:
    """All comparisons of a file."""

    title: str
    items: list[Item]


def read_list(path: Path, command: click.Command) -> Listed:
    """Read a list; a line that cannot be read is a wrong use."""
    try:
        lines = path.read_text(encoding="utf-8").splitlines()
    except (OSError, UnicodeDecodeError) as error:
        raise click.UsageError(
            f"{path} cannot be read: {getattr(error, 'strerror', None) or 'it is no text'}."
        ) from None
    title, section = "", ""
    items: list[Item] = []
    for number, line in enumerate(lines, 1):
        if line.startswith("# "):
            title = title or line[2:].strip()
        elif line.startswith("## "):
            section = line[3:].strip()
        elif line.startswith(("- ", "* ")):
            items.append(_item(line, section, f"{path}:{number}", command))
    if not items:
        raise click.UsageError(f"{path} lists nothing: a line is written `- a name: RULESET --with FILE`.")
    return Listed(title or path.stem, items)


def _item(line: str, section: str, place: str, command: click.Command) -> Item:
    found = _ITEM.fullmatch(line.strip())
    if found is None:
        raise click.UsageError(f"{place}: a line is written `- a name: RULESET --with FILE`, not `{line.strip()}`.")
    try:
        ctx = command.make_context("impact", shlex.split(found["words"]))
        given = {name for name in ctx.params if ctx.get_parameter_source(name) is ParameterSource.COMMANDLINE}
        if other := sorted(given - _MAY):
            raise click.UsageError(f"{other[0]} holds for the whole list: write it behind `regelwerk impact`.")
        how = Composing(*(ctx.params[name] for name in ("overlays", "rulings", "language", "edition")))
        if not ctx.params["first"]:
            raise click.UsageError("a RULESET is missing.")
        return Item(found["label"], section, two_sides(ctx.params["first"], ctx.params["second"], how))
    except click.ClickException as wrong:
        raise click.UsageError(f"{place}: {wrong.format_message()}") from None
    except ValueError as wrong:
        raise click.UsageError(f"{place}: {wrong}.") from None

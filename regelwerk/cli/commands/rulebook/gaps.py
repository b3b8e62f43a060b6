"""`regelwerk gaps`: data that no rulebook prints, and what the rulebook demands of it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import click
from rich.text import Text

from regelwerk.dsl.book.citations import RULE, Clause, clauses, gaps_of, written
from regelwerk.dsl.book.ledger import Entry
from regelwerk.dsl.source import Span

from ...reading import Read, read_ruleset
from ...ruleset_options import Composing, composing
from ...screen import console, json_option, plural, print_json, ruleset_argument

Group = tuple[Entry | None, list[Clause]]


def _groups(read: Read) -> list[Group]:
    """Group what is reconstructed by the gaps it fills, and clauses that cite a gap; the nameless come last."""
    filled: dict[str, list[Clause]] = {}
    for clause in clauses(read.decls):
        if clause.role != RULE:
            continue
        found = [e.id for e in gaps_of(clause, read.ledger)]
        for gap in (found or [""]) if clause.reconstructed else [id for id in found if id in clause.ids]:
            same = filled.setdefault(gap, [])
            if not any(_inside(clause.at, other.at) for other in same):
                same.append(clause)
    known = list(read.ledger.entries.values()) if read.ledger else []
    groups: list[Group] = [(e, filled.get(e.id, [])) for e in known if e.kind == "gap"]
    return groups + ([(None, filled[""])] if "" in filled else [])


def _inside(part: Span, whole: Span) -> bool:
    return part.file == whole.file and whole.line <= part.line and part.end_line <= whole.end_line


def _data(read: Read, group: Group) -> dict[str, Any]:
    gap, found = group
    return {
        "gap": gap.id if gap else None,
        "missing": gap.says if gap else "",
        "constraints": list(gap.constraints) if gap else [],
        "default": gap.default if gap else "",
        "data": [
            {
                "place": f"{clause.at.file}:{clause.at.line}",
                "in": clause.heading,
                "reconstructed": clause.reconstructed,
                "lines": written(clause, read.sources),
                "cites": list(clause.ids),
            }
            for clause in found
        ],
    }


def _text(read: Read, group: Group) -> Text:
    gap, found = group
    text = Text()
    if gap is None:
        text.append("Reconstructed without a gap of the ledger", style="bold")
    else:
        text.append(gap.id, style="bold").append(f"  {gap.says}")
        for constraint in gap.constraints:
            text.append(f"\n  · {constraint}", style="dim")
    for clause in found:
        text.append(f"\n  {clause.at.file}:{clause.at.line}", style="cyan").append(f"  {clause.heading}", style="dim")
        for line in written(clause, read.sources):
            text.append(f"\n      {line}")
    return text


def _summary(groups: Sequence[Group]) -> str:
    items = len({clause.at for _, found in groups for clause in found})
    filled = sum(bool(found) for gap, found in groups if gap)
    gaps = sum(gap is not None for gap, _ in groups)
    return plural(items, "clause") + (f"; {filled} of {plural(gaps, 'gap')} filled." if gaps else ".")


@click.command()
@ruleset_argument
@composing
@json_option
def gaps(ruleset: str, how: Composing, as_json: bool) -> None:
    """List what is marked `reconstructed`, by gap of the ledger, with what is known of it.

    \b
    Examples:
      regelwerk gaps my-game/
      regelwerk gaps my-game/ --json
    """
    read = read_ruleset(ruleset, how)
    groups = _groups(read)
    if as_json:
        print_json({"ruleset": read.name, "gaps": [_data(read, group) for group in groups]})
        return
    out = console()
    for group in groups:
        if group[1]:
            out.print(_text(read, group), soft_wrap=True)
            out.print()
    if empty := [gap for gap, found in groups if gap and not found]:
        out.print("Nothing is marked as filling these gaps:", style="bold")
        for gap in empty:
            out.print(f"  {gap.id}  {gap.says}", soft_wrap=True)
        out.print()
    out.print(_summary(groups))

"""`regelwerk cite`: an entry of a ledger, where it lives in the source, and which tests guard it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields
from difflib import get_close_matches
from typing import Any

import click
from rich.text import Text

from regelwerk import library
from regelwerk.dsl.book.citations import RULE, Clause, clauses, written
from regelwerk.dsl.book.ledger import Entry, Ledger, read
from regelwerk.dsl.source import parts_of, sources_of

from ...reading import Read, read_ruleset
from ...ruleset_options import Composing, composing
from ...screen import console, in_order, json_option, print_json

SHOWN = 8  # lines of a long clause


def _ledgers() -> Iterator[Ledger]:
    for path in sorted((library.shelf() / "ledger").glob("*.json")):
        yield read(path)


def _rulesets(ledger: Ledger, id: str) -> list[str]:
    """Name the bundled rulesets that cite an entry."""
    citing = []
    for entry in library.entries():
        path = library.bundled()[entry.name.replace("-", "_")]
        files = [*sources_of(path), *(f for each in library.beside(library.Place(path)) for f in parts_of(each.file))]
        text = "\n".join(file.read_text(encoding="utf-8", errors="replace") for file in files)
        if f'"{ledger.name}"' in text and f"@{id}" in text:
            citing.append(entry.name)
    return citing


def _editions(name: str) -> list[str]:
    """Name a bundled ruleset in each of the editions that lie beside it."""
    return [f"{name}@{each.id}" for each in library.beside(library.find(name)) if each.layer == "edition"]


def _unknown(id: str, ledgers: list[Ledger]) -> library.Unknown:
    known = [id for ledger in ledgers for id in ledger.entries]
    if not known:
        return library.Unknown("This ruleset names no ledger.")
    near = get_close_matches(id, known, n=3)
    hint = f"Did you mean {' or '.join(near)}?" if near else f"Ids look like {known[0]}."
    return library.Unknown(f"No ledger has an entry {id}. {hint}")


def _place(clause: Clause, id: str) -> str:
    at = next(c.at for c in clause.cites if c.id == id)
    return f"{at.file}:{at.line}"


def _name(read: Read) -> str:
    own = read.ledger is None or read.edition == read.ledger.edition
    return read.name if own else f"{read.name}@{read.edition}"


def _data(entry: Entry, found: list[tuple[Read, list[Clause]]]) -> dict[str, Any]:
    entry_data = {f.name: value for f in fields(entry) if (value := getattr(entry, f.name))}
    cited = [
        {
            "ruleset": _name(read),
            "place": _place(clause, entry.id),
            "role": clause.role,
            "in": clause.heading,
            "lines": written(clause, read.sources),
        }
        for read, known in found
        for clause in known
    ]
    return {"entry": entry_data, "cited": cited}


def _entry(entry: Entry) -> Text:
    marks = ", ".join(word for word in (entry.kind, entry.weight, entry.edition and f"{entry.edition} only") if word)
    text = Text.assemble((entry.id, "bold"), (f"  {marks}", "dim"), f"\n  {entry.says}")
    for name in ("where", "check", "unobservable", "ruling", "why", "default", "note"):
        if value := getattr(entry, name):
            text.append(f"\n  {name:<13}", style="dim").append(value)
    for name in ("constraints", "alternatives", "given", "when", "then"):
        for i, value in enumerate(getattr(entry, name)):
            text.append(f"\n  {name if not i else '':<13}", style="dim").append(value)
    for language, value in entry.texts.items():
        text.append(f"\n  {language:<13}", style="dim").append(value)
    if entry.links:
        text.append(f"\n  {'links':<13}", style="dim").append(", ".join(entry.links))
    return text


def _cited(read: Read, known: list[Clause], id: str) -> Text:
    text = Text.assemble((_name(read), "bold"))
    for clause in known:
        text.append(f"\n  {_place(clause, id)}", style="cyan").append(f"  {clause.heading}", style="dim")
        lines = written(clause, read.sources)
        if clause.role == RULE:
            for line in lines[:SHOWN]:
                text.append(f"\n      {line}")
            if len(lines) > SHOWN:
                text.append(f"\n      … and {len(lines) - SHOWN} more lines", style="dim")
    if all(clause.role == RULE for clause in known):
        text.append("\n  No scenario or invariant cites it.", style="yellow")
    elif all(clause.role != RULE for clause in known):
        text.append("\n  Only tests cite it.", style="yellow")
    return text


@click.command()
@click.argument("id")
@click.argument("ruleset", required=False)
@composing
@json_option
@click.pass_context
def cite(ctx: click.Context, id: str, ruleset: str | None, how: Composing, as_json: bool) -> None:
    """Show an entry of a ledger, where a ruleset cites it, and which tests guard it.

    Without RULESET, all bundled rulesets that cite it are shown.

    \b
    Examples:
      regelwerk cite M-BUY-001 my-game/
      regelwerk cite M-BUY-001 my-game/ --json
    """
    if ruleset is not None:
        in_order(id, ruleset)
    id = id.lstrip("@").upper()
    if ruleset is None:
        ledgers = list(_ledgers())
        rulesets = [name for ledger in ledgers if id in ledger.entries for name in _rulesets(ledger, id)]
        reads = [read_ruleset(name, how) for each in rulesets for name in (each, *_editions(each))]
    else:
        reads = [read_ruleset(ruleset, how)]
        ledgers = [read.ledger for read in reads if read.ledger]
    entry = next((ledger.entries[id] for ledger in ledgers if id in ledger.entries), None)
    if entry is None:
        raise _unknown(id, ledgers)
    found: list[tuple[Read, list[Clause]]] = []
    for each in reads:
        shown = {_place(c, id) for _, before in found for c in before}  # an edition shows what is its own
        found.append((each, [c for c in clauses(each.decls) if id in c.ids and _place(c, id) not in shown]))
    found = [each for each in found if each[1]] or found[:1]
    if as_json:
        print_json(_data(entry, found))
    else:
        out = console()
        out.print(_entry(entry), soft_wrap=True)
        for read, known in found:
            out.print()
            out.print(_cited(read, known, id) if known else f"{read.name} does not cite it.", soft_wrap=True)
        if not found:
            out.print("\nNo bundled ruleset cites it.")
    ctx.exit(0 if any(known for _, known in found) else 1)

"""`regelwerk diff`: what differs between two ways to put a ruleset together."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import click
from rich.text import Text

from regelwerk import library
from regelwerk.dsl import ast
from regelwerk.dsl.compose.compare import Difference, Side, differences
from regelwerk.dsl.ledger import Ledger

from .composing import Composing, composing
from .reading import read_ruleset
from .screen import console, json_option, plural, print_json
from .sides import Side as Compared
from .sides import two_sides

SHOWN = 12  # lines of one side


@click.command()
@click.argument("first")
@click.argument("second", required=False)
@composing
@click.option("--rules", is_flag=True, help="Leave out scenarios, invariants, texts and display.")
@json_option
@click.pass_context
def diff(ctx: click.Context, first: str, second: str | None, how: Composing, rules: bool, as_json: bool) -> None:
    """Tell what differs between two compositions: addresses, both texts, citations.

    With one RULESET, its rules with the overlays and rulings are compared with those without. With two, overlays and
    rulings hold for both; those of one side are written with it, in quotes.

    \b
    Examples:
      regelwerk diff my-game/ --with house-rules.regel
      regelwerk diff my-game@en my-game@de
      regelwerk diff my-game/ "my-game/ --with house-rules.regel" --json
    """
    sides = two_sides(first, second, how)
    found, sentences = compared(sides, rules)
    names = [side.words for side in sides]
    if as_json:
        listed = [difference_data(d, said) for d, said in zip(found, sentences, strict=True)]
        print_json({"first": names[0], "second": names[1], "differences": listed})
    else:
        out = console()
        for d, sentence in zip(found, sentences, strict=True):
            out.print(_told(d, sentence), soft_wrap=True)
            out.print()
        out.print(f"{plural(len(found), 'difference')}." if found else "No difference.")
    ctx.exit(1 if found else 0)


_TESTS = (ast.Scenario, ast.Invariant, ast.Texts, ast.Display)


def compared(sides: Sequence[Compared], rules: bool) -> tuple[list[Difference], list[str]]:
    """List what differs, each with a sentence; on request rules only."""
    reads = [read_ruleset(side.ruleset, side.how) for side in sides]
    first, second = ([d for d in read.decls if not rules or not isinstance(d, _TESTS)] for read in reads)
    found = differences(first, second)
    comments: dict[str, str] = {}
    for side in sides:
        done = library.composed(side.ruleset, side.how.overlays, dict(side.how.rulings)).composition
        for address, who in done.origin.items() if done is not None else ():
            if docs := [touch.doc for touch in who if touch.doc]:
                comments[address] = docs[-1]
    return found, [_sentence(d, comments, [r.ledger for r in reads if r.ledger]) for d in found]


def _sentence(d: Difference, comments: dict[str, str], ledgers: list[Ledger]) -> str:
    """Say a difference in one sentence: the author's, that of the ledger, or a plain one."""
    if d.address in comments:
        return comments[d.address].splitlines()[0].strip()
    for id in d.new.cites:
        if id not in d.old.cites:
            for ledger in ledgers:
                if id in ledger.entries:
                    return ledger.entries[id].says
    match d.kind:
        case "added":
            return f"`{d.address}` is new."
        case "removed":
            return f"`{d.address}` is gone."
    if "\n" in d.new.text or "\n" in d.old.text or len(d.new.text + d.old.text) > 80:
        return f"`{d.address}` says something else."
    return f"`{d.address}` is {d.new.text or 'nothing'}, not {d.old.text or 'nothing'}."


def difference_data(d: Difference, sentence: str) -> dict[str, Any]:
    def side(s: Side) -> dict[str, Any] | None:
        place = f"{s.at.file}:{s.at.line}" if s.at is not None else ""
        return {"text": s.text, "cites": list(s.cites), "place": place} if s.at is not None else None

    return {"address": d.address, "kind": d.kind, "says": sentence, "first": side(d.old), "second": side(d.new)}


def _told(d: Difference, sentence: str) -> Text:
    text = Text.assemble((d.address, "bold"), "  ", sentence)
    for sign, style, side in (("-", "red", d.old), ("+", "green", d.new)):
        if side.at is None:
            continue
        lines = side.text.splitlines()
        for line in lines[:SHOWN]:
            text.append(f"\n  {sign} {line}", style=style)
        if len(lines) > SHOWN:
            text.append(f"\n  {sign} … {plural(len(lines) - SHOWN, 'line')} more", style=style)
        cites = "".join(f"  @{c}" for c in side.cites)
        text.append(f"\n    {side.at.file}:{side.at.line}{cites}", style="dim")
    return text

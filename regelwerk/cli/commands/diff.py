"""`regelwerk diff`: what differs between two ways to put a ruleset together."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import click
from rich.text import Text

from regelwerk.dsl import ast
from regelwerk.dsl.book.ledger import Ledger
from regelwerk.dsl.overlays import Touch
from regelwerk.dsl.overlays.compare import Difference, Side, differences

from ..comparing.sides import Side as Compared
from ..comparing.sides import two_sides
from ..composing import Composing, composing
from ..reading import Read, read_ruleset
from ..reports.divergences import Divergence, divergence_data, divergence_text, divergences, unexplained
from ..screen import console, json_option, plural, print_json

SHOWN = 12  # lines of one side


@dataclass(frozen=True, slots=True)
class _Compared:
    """Two compositions: what differs, and which divergences of their ledger account for it."""

    names: list[str]
    editions: list[str]
    ledgers: list[Ledger]
    touches: list[tuple[str, Touch]]
    found: list[Difference]
    divergences: list[Divergence]

    @property
    def rest(self) -> list[Difference]:
        return unexplained(self.found, self.divergences) if self.divergences else self.found

    def sentence(self, d: Difference) -> str:
        comments = {address: touch.doc for address, touch in self.touches if touch.doc}
        return _sentence(d, comments, self.ledgers)


@click.command()
@click.argument("first")
@click.argument("second", required=False)
@composing
@click.option("--rules", is_flag=True, help="Leave out scenarios, invariants, texts and display.")
@click.option("--all", "every", is_flag=True, help="Of two editions: also the divergences without effect in play.")
@click.option("--texts", is_flag=True, help="Of two editions: also what both say at each address.")
@json_option
@click.pass_context
def diff(
    ctx: click.Context,
    first: str,
    second: str | None,
    how: Composing,
    rules: bool,
    every: bool,
    texts: bool,
    as_json: bool,
) -> None:
    """Tell what differs between two compositions: addresses, both texts, citations.

    With one RULESET, its rules with the overlays and rulings are compared with those without. With two, overlays and
    rulings hold for both; those of one side are written with it, in quotes. Two editions of a game with a ledger are
    compared divergence by divergence.

    \b
    Examples:
      regelwerk diff my-game/ --with house-rules.regel
      regelwerk diff my-game@en my-game@de --all
      regelwerk diff my-game/ "my-game/ --with house-rules.regel" --json
    """
    sides = two_sides(first, second, how)
    done = _compared(sides, [read_ruleset(side.ruleset, side.how) for side in sides], rules)
    shown = [each for each in done.divergences if each.matters or every]
    if as_json:
        data: dict[str, Any] = {"first": done.names[0], "second": done.names[1]}
        if done.divergences:
            data["divergences"] = [divergence_data(each, done.ledgers[0], done.editions) for each in shown]
        listed = done.found if texts else done.rest
        print_json({**data, "differences": [difference_data(d, done.sentence(d)) for d in listed]})
    else:
        _print(done, shown, texts)
    ctx.exit(1 if done.found else 0)


def _print(done: _Compared, shown: list[Divergence], texts: bool) -> None:
    out = console()
    for each in (each for each in shown if each.matters):
        out.print(divergence_text(each, done.ledgers[0], done.editions), soft_wrap=True)
        for d in each.differences if texts else ():
            out.print(_told(d, ""), soft_wrap=True)
        out.print()
    for d in done.rest:
        out.print(_told(d, done.sentence(d)), soft_wrap=True)
        out.print()
    if same := [each for each in shown if not each.matters]:
        out.print(Text("Without effect in play:\n", "bold"))
        for each in same:
            out.print(divergence_text(each, done.ledgers[0], done.editions), soft_wrap=True)
            out.print()
    others = plural(len(done.rest), "difference") if done.rest else "No difference"
    if not done.divergences:
        out.print(f"{others}.")
        return
    matter = sum(each.matters for each in done.divergences)
    more = f", and {others} that none of them accounts for" if done.rest else ""
    out.print(f"{matter} of {plural(len(done.divergences), 'divergence')} matter in play{more}.")


_TESTS = (ast.Scenario, ast.Invariant, ast.Texts, ast.Display)


def changed_rules(sides: Sequence[Compared], reads: Sequence[Read]) -> list[tuple[Difference, str]]:
    """List the rules that differ between two compositions that were read before, each with a sentence."""
    done = _compared(sides, reads, rules=True)
    return [(d, done.sentence(d)) for d in done.found]


def _compared(sides: Sequence[Compared], reads: Sequence[Read], rules: bool) -> _Compared:
    first, second = ([d for d in read.decls if not rules or not isinstance(d, _TESTS)] for read in reads)
    found = differences(first, second)
    touches = [touch for read in reads for touch in read.touches]
    names = [side.words for side in sides]
    editions, ledgers = [read.edition for read in reads], [read.ledger for read in reads if read.ledger]
    two = len(ledgers) == 2 and editions[0] != editions[1]
    known = divergences(ledgers[0], found, touches) if two else []
    return _Compared(names, editions, ledgers, touches, found, known)


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

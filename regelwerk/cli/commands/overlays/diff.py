"""`regelwerk diff`: what differs between two ways to put a ruleset together."""

from __future__ import annotations

from typing import Any

import click
from rich.text import Text

from ...compared import two_sides
from ...reading import read_ruleset
from ...reports.differences import Compared, authors_data, compared, difference_data, difference_text
from ...reports.divergences import Divergence, divergence_data, divergence_text
from ...ruleset_options import Composing, composing
from ...screen import console, json_option, plural, print_json


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
    """Tell what differs between two compositions: addresses, the lines that differ, citations, who wrote them.

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
    done = compared(sides, [read_ruleset(side.ruleset, side.how) for side in sides], rules)
    shown = [each for each in done.divergences if each.matters or every]
    if as_json:
        data: dict[str, Any] = {"first": done.names[0], "second": done.names[1]}
        if done.divergences:
            data["divergences"] = [divergence_data(each, done.ledgers[0], done.editions) for each in shown]
        listed = done.found if texts else done.rest
        found = [{**difference_data(d, done.sentence(d)), "by": authors_data(done.authors(d))} for d in listed]
        print_json({**data, "differences": found})
    else:
        _print(done, shown, texts)
    ctx.exit(1 if done.found else 0)


def _print(done: Compared, shown: list[Divergence], texts: bool) -> None:
    out = console()
    for each in (each for each in shown if each.matters):
        out.print(divergence_text(each, done.ledgers[0], done.editions), soft_wrap=True)
        for d in each.differences if texts else ():
            out.print(difference_text(d, "", done.authors(d)), soft_wrap=True)
        out.print()
    for d in done.rest:
        out.print(difference_text(d, done.sentence(d), done.authors(d)), soft_wrap=True)
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

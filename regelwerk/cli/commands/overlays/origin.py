"""`regelwerk origin`: where what stands at an address comes from."""

from __future__ import annotations

from typing import Any

import click
from rich.text import Text

from regelwerk.dsl.ast.printer import fragment
from regelwerk.dsl.book.citations import clauses
from regelwerk.dsl.overlays import Touch
from regelwerk.dsl.source import Span

from ...addressing import Found, composed, find
from ...reports.differences import DOES
from ...ruleset_options import Composing, composing
from ...screen import console, in_order, json_option, print_json, ruleset_argument


def _data(found: Found, touches: list[tuple[str, Touch]], cites: list[str]) -> dict[str, Any]:
    history = [
        {
            "overlay": t.overlay, "does": t.verb, "address": address, "place": f"{t.at.file}:{t.at.line}",
            "cites": list(t.cites), "was": fragment(t.old) if t.old is not None else None, "because": t.doc,
        }
        for address, t in touches
    ]  # fmt: skip
    place = f"{found.at.file}:{found.at.line}"
    return {"address": found.address, "text": found.text, "place": place, "cites": cites, "history": history}


@click.command()
@click.argument("address")
@ruleset_argument
@composing
@json_option
def origin(address: str, ruleset: str, how: Composing, as_json: bool) -> None:
    """Tell where what stands at an ADDRESS comes from: the game itself, and every overlay that touched it.

    \b
    Examples:
      regelwerk origin fee my-game/ --with second-printing.regel
      regelwerk origin buy.cost my-game/ --with second-printing.regel --json
    """
    in_order(address, ruleset)

    build = composed(ruleset, how)
    assert build.composition is not None
    found = find(build, address)
    touches = [
        (a, touch)
        for a, who in build.composition.origin.items()
        if f"{a}.".startswith(f"{found.address}.") or f"{found.address}.".startswith(f"{a}.")
        for touch in who
    ]
    around = [c for c in clauses([found.decl]) if _contains(c.at, found.at)]
    cites = list(around[-1].ids) if around else []
    if as_json:
        print_json(_data(found, touches, cites))
        return
    out = console()
    text = Text.assemble((found.address, "bold"), (f"  {found.at.file}:{found.at.line}", "cyan"))
    text.append("".join(f"  @{id}" for id in cites), style="dim")
    for line in found.text.splitlines():
        text.append(f"\n  {line}")
    out.print(text, soft_wrap=True)
    for a, touch in touches:
        out.print(_told(found, a, touch), soft_wrap=True)
    if not touches:
        out.print("  as in the game itself")


def _contains(outer: Span, inner: Span) -> bool:
    return outer.file == inner.file and outer.line <= inner.line <= outer.end_line


def _told(found: Found, address: str, touch: Touch) -> Text:
    text = Text.assemble("\n", (touch.overlay, "bold"), f" {DOES.get(touch.verb, touch.verb)}")
    if address != found.address:
        text.append(f" at {address}")
    text.append(f"  {touch.at.file}:{touch.at.line}", style="cyan")
    text.append("".join(f"  @{id}" for id in touch.cites), style="dim")
    if touch.doc:
        text.append(f"\n  {touch.doc.splitlines()[0]}")
    if touch.old is not None:
        for line in fragment(touch.old).splitlines():
            text.append(f"\n  was  {line}", style="dim")
    return text

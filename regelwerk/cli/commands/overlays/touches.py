"""`regelwerk touches`: what a change at an address reaches."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import click
from rich.text import Text

from regelwerk import library
from regelwerk.dsl import ast
from regelwerk.dsl.book.citations import heading, plain
from regelwerk.dsl.core.from_ast.for_editors import Key, Notes
from regelwerk.dsl.editing.index import make_index
from regelwerk.dsl.editing.index.mentions import of_path
from regelwerk.dsl.editing.index.reach import Reaches
from regelwerk.dsl.overlays.conflicts import touched
from regelwerk.dsl.pipeline import Build, check_sources
from regelwerk.dsl.source import Span
from regelwerk.dsl.syntax.files import read_source
from regelwerk.dsl.syntax.parse import parse

from ...addressing import Found, composed, find, read_path
from ...ruleset_options import Composing, composing
from ...screen import console, in_order, json_option, print_json, ruleset_argument

MOST = {"rules": 20, "further": 6, "maybe": 3}  # lines of one sort


@dataclass(slots=True)
class Reached:
    """What an address reaches, each with its places."""

    rules: list[tuple[str, list[Span]]] = field(default_factory=list)
    further: list[tuple[str, list[Span]]] = field(default_factory=list)  # by way of others
    scenarios: list[tuple[str, list[Span]]] = field(default_factory=list)
    maybe: list[tuple[str, list[Span]]] = field(default_factory=list)  # scenarios further away
    invariants: list[tuple[str, list[Span]]] = field(default_factory=list)
    texts: list[tuple[str, list[Span]]] = field(default_factory=list)
    overlays: list[tuple[str, list[Span]]] = field(default_factory=list)


def reached(build: Build, found: Found, place: library.Place) -> Reached:
    """Follow the names at an address through rules, tests and texts; look into all overlays that are known."""
    notes = Notes()
    base = [s for s in build.sources.values() if s.name not in _applied(build)]
    extra = [s for s in build.sources.values() if s.name in _applied(build)]
    checked = check_sources(base, extra, near=place.path, rulings=build.rulings, notes=notes)
    decls = checked.files[0].decls if checked.files else ()
    index = make_index(checked.files, checked.sources, notes)
    reaches = Reaches(index, decls)
    home = next((i for i, d in enumerate(decls) if d == found.decl), None)
    follows = reaches.of(_keys(found, index.symbols), home)
    out = Reached()
    for i, places in sorted(follows.direct.items()):
        _sort(out, decls[i], True).append((_name(decls[i]), places))
    for i in (*follows.second, *follows.further):
        if not isinstance(d := decls[i], ast.Texts | ast.Display):
            _sort(out, d, i in follows.second).append((_name(d), [d.at]))
    out.overlays = _overlays(build, found, place)
    return out


def _applied(build: Build) -> set[str]:
    assert build.composition is not None
    return {file for layer in build.composition.layers for file in layer.files}


def _name(d: ast.Decl) -> str:
    return plain(d.title) if isinstance(d, ast.Scenario | ast.Invariant) else heading(d)


def _sort(out: Reached, d: ast.Decl, near: bool) -> list[tuple[str, list[Span]]]:
    match d:
        case ast.Scenario():
            return out.scenarios if near else out.maybe
        case ast.Invariant():
            return out.invariants
        case ast.Texts() | ast.Display():
            return out.texts
    return out.rules if near else out.further


def _keys(found: Found, known: Any) -> list[Key]:
    """The names under which others know what stands here: the innermost that has one."""
    keys: list[Key] = [key for _, key in of_path(read_path(found.address), known)]
    inner = [key for key in keys if key[0] not in ("label", "ability")]
    return inner  # of a card's field: the card and the field


def _overlays(build: Build, found: Found, place: library.Place) -> list[tuple[str, list[Span]]]:
    assert build.composition is not None
    out = []
    for path in sorted(set(library.overlays_of(place).values())):
        file, _ = parse(read_source(path, place.shown(path))[0])
        spots = touched(build.composition.decls, file, found.target.address)
        if spots:
            out.append((path.stem, spots))
    return out


@click.command()
@click.argument("address")
@ruleset_argument
@composing
@json_option
def touches(address: str, ruleset: str, how: Composing, as_json: bool) -> None:
    """Tell what a change at an ADDRESS reaches: rules that use it, scenarios, texts, overlays.

    \b
    Examples:
      regelwerk touches fee my-game/
      regelwerk touches fig.price my-game/ --json
    """
    in_order(address, ruleset)
    build = composed(ruleset, how)
    found = find(build, address)
    out = reached(build, found, library.find(ruleset))
    if as_json:
        print_json({"address": found.address, **data(out)})
        return
    screen = console()
    screen.print(Text.assemble((found.address, "bold"), (f"  {found.at.file}:{found.at.line}", "cyan")))
    for line in told(out):
        screen.print(line, soft_wrap=True)


def data(out: Reached) -> dict[str, Any]:
    """Give it for programs."""

    def listed(found: list[tuple[str, list[Span]]]) -> list[dict[str, Any]]:
        return [{"name": name, "places": [f"{at.file}:{at.line}" for at in places]} for name, places in found]

    names = tuple(SAID)
    return {name: listed(getattr(out, name)) for name in names}


SAID = {
    "rules": "used by", "further": "and so in", "scenarios": "scenarios", "maybe": "perhaps also",
    "invariants": "invariants",
    "texts": "texts, display", "overlays": "overlays",
}  # fmt: skip


def told(out: Reached) -> list[Text]:
    """Tell it to people."""
    lines = []
    for name, said in SAID.items():
        found: list[tuple[str, list[Span]]] = getattr(out, name)
        for i, (what, places) in enumerate(found[: MOST.get(name, 12)]):
            where = f"{places[0].file}:{', '.join(str(n) for n in dict.fromkeys(p.line for p in places))}"
            lines.append(Text.assemble((f"  {'' if i else said:<15}", "dim"), what, (f"  {where}", "cyan")))
        if len(found) > MOST.get(name, 12):
            lines.append(Text(f"  {'':<15}… and {len(found) - MOST.get(name, 12)} more"))
    return lines or [Text("  Nothing else uses it.")]

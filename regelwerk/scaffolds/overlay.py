"""An overlay with one small change that works, to begin with."""

from __future__ import annotations

import re
from collections.abc import Iterator

from ..dsl import ast
from .ruleset import Base, outcomes, overlay

LAYERS = {
    "edition": "the text of another edition",
    "erratum": "a correction of the rules",
    "expansion": "a module",
    "variant": "another way to play",
    "mod": "cards and rules of your own",
    "house": "rules of your house",
}
_TRIES = 6
_NUMBER = re.compile(r"\d+")


def new_overlay(base: Base, layer: str, name: str, title: str) -> str:
    """Write an overlay of a layer."""
    top = f"# {title}: {LAYERS[layer]}. The game itself stays as it is.\n"
    told = "# A change names a place, what is expected there, and what shall stand there instead.\n"
    for change in _changes(base):
        text = overlay(base, layer, name, title, [told + change], top)
        build = base.with_overlay(text)
        if base.is_fine(build) and all(outcome.ok for outcome in outcomes(build)):
            return text
    example = "# For example:\n#   change fee\n#     from  1\n#     to    2"
    return overlay(base, layer, name, title, [told + example], top)


def _changes(base: Base) -> Iterator[str]:
    """Suggest changes of numbers: what players begin with, what cards cost, how many may play."""
    tried = 0
    for address, old in _numbers(base):
        for new in (int(old) + 1, int(old) - 1):
            if new >= 0 and tried < _TRIES:
                tried += 1
                yield f"change {address}\n  from  {old}\n  to    {new}"
    for field in base.game.fields:
        if field.name.id == "players" and field.values:
            old = base.said(field.at).removeprefix("players").strip()
            low, dots, high = old.partition("..")
            if dots and int(high) - 1 > int(low):
                yield f"change game.players\n  from  {old}\n  to    {low}..{int(high) - 1}"


def _numbers(base: Base) -> Iterator[tuple[str, str]]:
    """List numbers that stand alone: of cards, values, and what lies there at the start, in this order."""
    found: list[tuple[int, str, ast.Expr]] = []
    for d in base.decls:
        match d:
            case ast.Thing():
                found += [(0, f"{d.name.id}.{f.name.id}", f.values[0]) for f in d.fields if f.values]
            case ast.Rows() if d.rows:
                cells = zip(d.columns, d.rows[0].values, strict=False)
                found += [(0, f"{d.rows[0].name.id}.{c.id}", value) for c, value in cells if c.id != "copies"]
            case ast.Value() if d.body is not None:
                found.append((1, d.name.id, d.body))
            case ast.State():
                found += [(2, f"{d.owner}.{s.name.id}", s.default[0]) for s in d.slots if s.default]
    for _, address, value in sorted(found, key=lambda each: each[0]):
        if _NUMBER.fullmatch(said := base.said(value.at)):
            yield address, said

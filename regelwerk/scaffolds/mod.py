"""A mod to begin with: a card that comes into play by itself, with an example of what it does."""

from __future__ import annotations

import re
from collections.abc import Sequence

from ..dsl import ast
from ..interpreter.scenarios.run import Outcome
from .card import card_text
from .overlay import new_overlay
from .ruleset import Base, measured, overlay, scenario, superseded

_ENOUGH = 3  # cards of a type that is worth another one


def new_mod(base: Base, name: str, title: str) -> str:
    """Write a mod with a card of a deck; where there is no such deck, with a small change."""
    kind = _deck(base)
    if kind is None:
        return new_overlay(base, "mod", name, title)
    top = (
        f"# A mod for {base.game.name.id}: one {kind.name.id} more in the deck. Change what you like, add others,\n"
        "# and leave out what they do not need.\n"
    )
    card = card_text(base, kind, name, title)
    examples, failing = _examples(base, kind, name, title, card)
    return overlay(base, "mod", name, title, [card, *examples, *superseded(failing)], top)


def _deck(base: Base) -> ast.TypeDecl | None:
    """Find a type whose cards all lie in a deck at first; best one that needs no abilities, and has many."""
    things = [d.type.id for d in base.decls if isinstance(d, ast.Thing)]
    decked = {
        slot.type.element.name
        for d in base.decls
        if isinstance(d, ast.State) and d.owner == "table"
        for slot in d.slots
        if isinstance(slot.type, ast.PileType) and isinstance(slot.type.element, ast.NamedType) and _whole(slot)
    }
    kinds = [d for d in base.decls if isinstance(d, ast.TypeDecl) and d.name.id in decked and not d.per_player]
    kinds = [d for d in kinds if things.count(d.name.id) >= _ENOUGH]
    return min(kinds, key=lambda d: (_bends(d), -things.count(d.name.id)), default=None)


def _whole(slot: ast.Slot) -> bool:
    """Tell whether a place holds at first whatever there is of its type."""
    kind = slot.type.element if isinstance(slot.type, ast.PileType) else None
    first = slot.default[0] if slot.default and len(slot.default) == 1 else None
    return isinstance(first, ast.TypeIdent) and isinstance(kind, ast.NamedType) and first.id == kind.name


def _bends(d: ast.TypeDecl) -> bool:
    return any(slot.type == ast.NamedType("ability") for slot in d.slots)


def _examples(base: Base, kind: ast.TypeDecl, name: str, title: str, card: str) -> tuple[list[str], list[Outcome]]:
    """Write scenarios for what happens with the card, as far as nobody has to decide and an amount changes; also
    return the scenarios of the ruleset that it upsets."""
    seat = base.seats()[0]
    amounts = [f"{seat}.{slot}" for slot in _amounts(base)]
    effects = [s.name.id for s in kind.slots if isinstance(s.type, ast.CodeType) and not s.type.params]
    steps = {f"as {seat}: {name}.{e}": e for e in effects if re.search(rf"^  {e}\b", card, re.M)}
    found, failing = measured(base, name, [card], ["", *steps], amounts)
    written = []
    for step, effect in steps.items():
        changed = [a for a in amounts if (step, a) in found and found[step, a] != found.get(("", a))]
        if changed:
            lines = [f"{amount} = {found[step, amount]}" for amount in changed]
            written.append(scenario(base, f"{title}: {effect}", lines, when=[step]))
    return written, failing


def _amounts(base: Base) -> Sequence[str]:
    """Name the plain numbers that lie before a player."""
    slots = [s for d in base.decls if isinstance(d, ast.State) and d.owner == "player" for s in d.slots]
    return [s.name.id for s in slots if isinstance(s.type, ast.RangeType)]

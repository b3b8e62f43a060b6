"""A card of a type that a ruleset has."""

from __future__ import annotations

import re
from collections.abc import Sequence
from difflib import get_close_matches

from ..dsl import ast
from .names import BadName
from .ruleset import Base, holding, members, overlay, scenario, superseded, written

_NONE = ast.NamedType("none")


def new_card(base: Base, kind: str, name: str, title: str) -> str:
    """Write a mod with one card of a type, all its fields filled in."""
    found = type_of(base, kind)
    top = (
        f"# A card for {base.game.name.id}. Every field of its type is filled in: change what you like,\n"
        "# and leave out what it does not need.\n"
    )
    card = card_text(base, found, name, title)
    holds, failing = holding(base, name, [card], _checks(base, found, name))
    checks = [scenario(base, f"{title}: as printed", holds[:1])] if holds else []
    return overlay(base, "mod", name, title, [card, *checks, *superseded(failing)], top)


def type_of(base: Base, kind: str) -> ast.TypeDecl:
    """Find a type by its name; capitals do not matter."""
    types = {d.name.id: d for d in base.decls if isinstance(d, ast.TypeDecl)}
    near = get_close_matches(kind.capitalize(), types, n=1)
    for name in types:
        if name.lower() == kind.lower():
            return types[name]
    if not types:
        raise BadName(f"{base.given} has no types, so it has no cards.")
    hint = f"Did you mean {near[0]}?" if near else f"There are: {', '.join(types)}."
    raise BadName(f"{base.given} has no type called {kind}. {hint}")


def card_text(base: Base, found: ast.TypeDecl, name: str, title: str) -> str:
    """Write a card with a line for every field."""
    lines = [f'{found.name.id} {name} "{title}"']
    for slot in found.slots:
        if slot.var:
            continue
        value = _value(base, found, slot)
        if value:
            note = f"  # {_meaning(base, slot.type, _used(base, found, slot))}"
            lines.append(f"  {slot.name.id} {value}{note}" if "\n" not in value else f"  {slot.name.id}{note}\n{value}")
    if all(slot.name.id != "copies" for slot in found.slots):
        lines.append("  copies 1  # how many of it there are")
    return "\n".join(lines)


def _value(base: Base, found: ast.TypeDecl, slot: ast.Slot) -> str:
    """Fill a field in: as another card does, in one line if possible, or by its type."""
    known = list(written(base, found.name.id, slot.name.id))
    lists = isinstance(slot.type, ast.SetType | ast.ListType)
    short = [k for k in known if "\n" not in k and not (lists and k in ("{}", ""))]
    if short:
        m = re.fullmatch(r"\{([^{}:]+)\}", short[0])
        return m[1] if m and lists else short[0]
    return known[0] if known else _by_type(base, slot.type)


def _by_type(base: Base, kind: ast.Type) -> str:
    match kind:
        case ast.RangeType():
            return base.said(kind.low.at)
        case ast.NamedType(name):
            fixed = {
                "flag": "yes",
                "number": "1",
                "text": '"A note for people."',
                "none": "none",
                "ability": _hook(base),
            }
            return fixed.get(name) or next(iter(members(base, name)), "")
        case ast.UnionType(parts):
            return "none" if _NONE in parts else _by_type(base, parts[0])
        case ast.SetType() | ast.ListType():
            return _by_type(base, kind.element)
        case ast.PerType():
            key, value = _by_type(base, kind.keys[0]), _by_type(base, kind.value)
            return f"{{{key}: {value}}}" if key and value and len(kind.keys) == 1 else ""
        case ast.CodeType():
            return "nothing" if kind.result is None else _by_type(base, kind.result)
        case _:
            return ""


def _hook(base: Base) -> str:
    """Write an ability that does no harm: behind the first effect without parameters."""
    effects = [d.name.id for d in base.decls if isinstance(d, ast.Effect) and not d.params]
    return f"after {effects[0]}: nothing" if effects else ""


def _used(base: Base, found: ast.TypeDecl, slot: ast.Slot) -> list[str]:
    """List the words that other cards write into a field."""
    return [word for said in written(base, found.name.id, slot.name.id) for word in re.findall(r"\w+", said)]


def _meaning(base: Base, kind: ast.Type, used: Sequence[str] = ()) -> str:
    """Say in words what may stand in a field; what other cards use comes first."""
    match kind:
        case ast.RangeType():
            return f"a number from {base.said(kind.low.at)} to {base.said(kind.high.at)}"
        case ast.NamedType(name):
            words = {
                "flag": "yes or no",
                "number": "a number",
                "text": "a note for people",
                "ability": "how it bends the rules",
                "Player": "a seat",
            }
            known = members(base, name)
            return words.get(name) or f"one of: {_some([*dict.fromkeys((*(u for u in used if u in known), *known))])}"
        case ast.UnionType(parts):
            said = " or ".join(_meaning(base, part, used) for part in parts if part != _NONE)
            return f"{said}, or none" if _NONE in parts else said
        case ast.SetType():
            return f"any of: {_meaning(base, kind.element, used).removeprefix('one of: ')}"
        case ast.ListType():
            return f"in this order; {_meaning(base, kind.element, used)}"
        case ast.PerType():
            return f"for each key: {_meaning(base, kind.value, used)}"
        case ast.CodeType():
            given = ", ".join(p.name.id for p in kind.params)
            what = "what happens" if kind.result is None else _meaning(base, kind.result)
            return f"{what}; known here: {given}" if given else what
        case _:
            return "a place"


def _some(names: list[str], most: int = 4) -> str:
    return ", ".join(names[:most]) + (", ..." if len(names) > most else "")


def _checks(base: Base, found: ast.TypeDecl, name: str) -> list[str]:
    """List what a scenario can say about the card; the first that holds is taken."""
    owner = f"{base.seats()[0]}." if found.per_player else ""
    lines = []
    for slot in found.slots:
        if not slot.var and isinstance(slot.type, ast.RangeType | ast.NamedType | ast.UnionType):
            value = _value(base, found, slot)
            if re.fullmatch(r"-?\w+", value) and slot.type != ast.NamedType("ability"):
                lines.append(f"{owner}{name}.{slot.name.id} = {value}")
    for d in base.decls:
        if isinstance(d, ast.State) and d.owner == "table":
            lines += [
                f"{name} in {slot.name.id}"
                for slot in d.slots
                if isinstance(slot.type, ast.PileType) and slot.type.element == ast.NamedType(found.name.id)
            ]
    return [*lines, f"{owner}{name} in box"][:6]

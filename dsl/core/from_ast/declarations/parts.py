"""Parts of copies: `type Patch of Tile`. A row is written once for a design; there is one for each of its copies."""

from __future__ import annotations

from regelwerk.dsl import ast
from regelwerk.dsl.diagnostics import Label

from ..context import Instance, TypeInfo, World
from ..errors import mistake, unknown


def count(w: World, info: TypeInfo) -> None:
    """Give every part as many copies as there are of what it is a part of."""
    of = info.decl.part_of
    if of is None or info.belongs:
        return
    whole = w.types.get(of.id)
    if whole is None:
        raise unknown("RW2001", "type", of.id, w.types, of.at)
    info.belongs = _field(info, of)
    if whole.decl.part_of is not None:
        if not whole.belongs and whole is not info:
            count(w, whole)  # a part of a part
        if whole is info or _leads_to(w, whole, info.name):
            raise mistake("RW3102", f"A {info.name} cannot be a part of itself.", of.at, "Name another type.")
    if whole.decl.per_player or info.decl.per_player:
        help = "Write `per player` at neither of the two, and keep whose it is in a field."
        raise mistake("RW3102", "Things of every player's own have no parts.", of.at, help)
    for part in info.instances:
        found = _whole(whole, part, info.belongs)
        if found is None:
            continue  # said where the field is read
        part.whole = found
        part.copies *= found.copies
        if part.copies > 500:
            others = (Label(found.at, f"{found.copies} copies"),)
            raise mistake("RW3091", "There can be 0 to 500 copies.", part.at, "Write fewer copies.", others)


def _field(info: TypeInfo, of: ast.Name) -> str:
    """Find the field that names what a part belongs to."""
    fields = [s for s in info.decl.slots if not s.var and s.type == ast.NamedType(of.id)]
    if len(fields) != 1:
        said = f"Which field of a {info.name} says what {of.id} it is a part of?"
        name = of.id.lower()
        raise mistake("RW3102", said, of.at, f"Give it exactly one field of that type: `{name} {of.id}`.")
    return fields[0].name.id


def _whole(whole: TypeInfo, part: Instance, field: str) -> Instance | None:
    given = part.fields.get(field)
    named = given.values[0] if given is not None and given.values else None
    if not isinstance(named, ast.Ident):
        return None
    return next((i for i in whole.instances if i.name == named.id), None)


def _leads_to(w: World, info: TypeInfo, name: str) -> bool:
    seen: set[str] = set()
    while info.decl.part_of is not None and info.name not in seen:
        seen.add(info.name)
        if info.decl.part_of.id == name:
            return True
        found = w.types.get(info.decl.part_of.id)
        if found is None:
            return False
        info = found
    return False

"""What names behind `by` can say about the things of a type: fields, slots kept for them or holding them, values."""

from __future__ import annotations

from collections.abc import Iterator

from regelwerk.dsl import ast
from regelwerk.dsl.core import Ref, SetOf, Type

from ..context import SlotInfo, World

PLAYER = "Player"


def graphs(w: World) -> set[str]:
    """Name the types that a `graph` draws."""
    return {show.paths[0] for show in w.program.shows if show.word == "graph" and show.paths}


def slot_of(w: World, path: ast.Path) -> SlotInfo | None:
    """Find a slot of players or of the table."""
    *owner, name = path.parts
    if owner == ["table"]:
        return w.table.get(name)
    return w.player.get(name) or (w.table.get(name) if owner != ["player"] else None)


def about(w: World, kind: str, path: ast.Path) -> Type | None:
    """Give the type of what a name says about the things of a type; None if it says nothing about them."""
    *owner, name = path.parts
    for named, found, type_ in _all(w, kind):
        if named == name and (not owner or owner == [found]):
            return type_
    return None


def known_about(w: World, kind: str) -> list[str]:
    """List what can be said about the things of a type."""
    return [name for name, _, _ in _all(w, kind)]


def places_of(w: World, kind: str, name: str) -> bool:
    """Tell whether a name gives places of a graph."""
    found = about(w, kind, ast.Path(tuple(name.split("."))))
    inner = found.element if isinstance(found, SetOf) else found
    return isinstance(inner, Ref) and len(inner.domains) == 1 and inner.domains[0] in graphs(w)


def _all(w: World, kind: str) -> Iterator[tuple[str, str, Type]]:
    """Give names, where they stand, and the type of what they say."""
    for name, slot in (w.types[kind].slots if kind in w.types else {}).items():
        if slot.home in ("table", "list", "text", "state"):
            yield name, kind, slot.shape.type
    places = [("table", w.table), ("player", w.player), *((t.name, t.slots) for t in w.types.values())]
    for owner, slots in places:
        for name, slot in slots.items():
            if slot.home != "state" or owner == kind:
                continue
            if any(_is(key, kind) for key in slot.shape.keys):
                yield name, owner, slot.shape.type
            elif _is(slot.shape.type, kind) and len(slot.shape.keys) + (owner != "table") == 1:
                yield name, owner, Ref((PLAYER,)) if owner == "player" else Ref((owner,))
    for name, entry in w.values.items():
        if entry.number >= 0:
            func = w.program.funcs[entry.number]
            params = [p.type for p in func.params if p.name != "me"]
            if _asks(params, kind):
                yield name, "", func.type


def _asks(params: list[Type], kind: str) -> bool:
    rest = [p for p in params if not _is(p, kind)]
    return len(params) - len(rest) == 1 and all(_is(p, PLAYER) for p in rest) and len(rest) <= 1


def _is(t: Type, kind: str) -> bool:
    inner = t.element if isinstance(t, SetOf) else t
    return isinstance(inner, Ref) and kind in inner.domains

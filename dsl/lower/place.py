"""Places: reading piles and holders, and where a component is."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..core import InPlace, PileAt, PileSet, PileSize, Place, Ref, SetOf, Type
from ..ir import Code
from . import expr, fold
from .shape import InternalError, may_be_none

if TYPE_CHECKING:
    from .builder import Writer
    from .store import Store


def number(w: Writer, p: Place, nowhere: int = 0) -> Code:
    """Give the number of a place; `nowhere` if a key is none. The machine reads place 0 as empty."""
    if p.slot < 0:
        return 0
    slot = w.store.program.slots[p.slot]
    first = w.store.layout.homes[p.slot].place
    at = expr.index(w, slot.keys, p.keys)
    if any(may_be_none(k.type) for k in p.keys):
        at = w.hold(at)
        return fold.choice(fold.compare("lt", at, 0), nowhere, fold.add(first, at))
    return fold.add(at, first)


def existing(w: Writer, p: Place) -> Code:
    """Give the number of a place that must exist."""
    if p.slot < 0:
        return 0
    slot = w.store.program.slots[p.slot]
    return fold.add(expr.present(w, slot.keys, p.keys), w.store.layout.homes[p.slot].place)


def movable(store: Store, t: Type) -> int:
    """Give the number of a movable type of components, -1 if it never moves."""
    if isinstance(t, SetOf):
        t = t.element
    if not isinstance(t, Ref) or len(t.domains) != 1:
        raise InternalError(f"{t} cannot be moved")
    return store.layout.index.get(t.domains[0], -1)


def where(w: Writer, kind: int, component: Code) -> Code:
    """Read the place a component is in; -1 for none."""
    return expr.cell(w.store.layout.loc(kind), component)


def held(w: Writer, p: Place) -> Code | None:
    """Read a holder like a cell; nothing if the place is a pile or the box."""
    if p.slot < 0 or w.store.program.slots[p.slot].kind != "holder":
        return None
    at = expr.index(w, w.store.program.slots[p.slot].keys, p.keys)
    return expr.cell(w.store.layout.homes[p.slot].addr, at)


def size(w: Writer, e: PileSize) -> Code:
    """Count what lies in a place."""
    one = held(w, e.place)
    if one is not None:
        return fold.compare("ge", one, 0)
    if e.place.slot >= 0 and not any(may_be_none(k.type) for k in e.place.keys):
        home = w.store.layout.homes[e.place.slot]
        at = expr.index(w, w.store.program.slots[e.place.slot].keys, e.place.keys)
        return expr.cell(home.addr, fold.mul(at, home.stride))
    return ["psize", number(w, e.place)]


def at(w: Writer, e: PileAt) -> Code:
    """Give the n-th component from the top."""
    nth = w.expr(e.nth)
    one = held(w, e.place)
    if one is not None:
        return fold.choice(fold.compare("eq", nth, 0), one, -1)
    return ["ptop", number(w, e.place), nth]


def contents(w: Writer, e: PileSet) -> Code:
    """Give what lies in a place, as a set."""
    one = held(w, e.place)
    if one is not None:
        one = w.hold(one)
        return ["if", ["lt", one, 0], 0, ["bit", one]]
    if e.place.slot >= 0:
        return ["pset", number(w, e.place)]
    return boxed(w, e.type)


def boxed(w: Writer, t: Type) -> Code:
    """Give the components of a type that are in the box."""
    if not isinstance(t, SetOf):
        raise InternalError("a set is wanted")
    kind = movable(w.store, t)
    count = w.store.shapes.size(t.element)
    if kind < 0:
        return w.store.shapes.full(t.element)
    result, c = w.keep(0), w.register()

    def write() -> None:
        found = ["set", result[1], ["bor", result, ["bit", ["v", c]]]]
        w.branch(["eq", where(w, kind, ["v", c]), 0], lambda: w.emit(found))

    w.loop(["for", c, 0, count], count, count, write)
    return result


def inside(w: Writer, e: InPlace) -> Code:
    """Is a component in a place, or in the box?"""
    kind = movable(w.store, e.what.type)
    what = w.expr(e.what)
    if kind < 0:
        return fold.compare("ge", what, 0) if e.place is None or e.place.slot < 0 else 0
    return fold.compare("eq", where(w, kind, what), 0 if e.place is None else number(w, e.place, -2))

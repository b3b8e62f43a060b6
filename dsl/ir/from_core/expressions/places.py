"""Places: reading piles and holders, and where a component is."""

from __future__ import annotations

from regelwerk.dsl.core import InPlace, PileAt, PileSet, PileSize, Place, Ref, SetOf, Type
from regelwerk.dsl.core.type_rules import may_be_none
from regelwerk.dsl.ir import Code
from regelwerk.dsl.ir.shapes import InternalError

from .. import fold
from ..builder import Writer
from ..store import Store
from . import values


def number(writer: Writer, p: Place, nowhere: int = 0) -> Code:
    """Give the number of a place; `nowhere` if a key is none. The machine reads place 0 as empty."""
    if p.slot < 0:
        return 0
    slot = writer.store.program.slots[p.slot]
    first = writer.store.layout.homes[p.slot].place
    at = values.index(writer, slot.keys, p.keys)
    if any(may_be_none(k.type) for k in p.keys):
        at = writer.hold(at)
        return fold.choice(fold.compare("lt", at, 0), nowhere, fold.add(first, at))
    return fold.add(at, first)


def existing(writer: Writer, p: Place) -> Code:
    """Give the number of a place that must exist."""
    if p.slot < 0:
        return 0
    slot = writer.store.program.slots[p.slot]
    return fold.add(values.present(writer, slot.keys, p.keys), writer.store.layout.homes[p.slot].place)


def movable(store: Store, t: Type) -> int:
    """Give the number of a movable type of components, -1 if it never moves."""
    if isinstance(t, SetOf):
        t = t.element
    if not isinstance(t, Ref) or len(t.domains) != 1:
        raise InternalError(f"{t} cannot be moved")
    return store.layout.index.get(t.domains[0], -1)


def where(writer: Writer, kind: int, component: Code) -> Code:
    """Read the place a component is in; -1 for none."""
    return values.cell(writer.store.layout.loc(kind), component)


def held(writer: Writer, p: Place) -> Code | None:
    """Read a holder like a cell; nothing if the place is a pile or the box."""
    if p.slot < 0 or writer.store.program.slots[p.slot].kind != "holder":
        return None
    at = values.index(writer, writer.store.program.slots[p.slot].keys, p.keys)
    return values.cell(writer.store.layout.homes[p.slot].addr, at)


def size(writer: Writer, e: PileSize) -> Code:
    """Count what lies in a place."""
    one = held(writer, e.place)
    if one is not None:
        return fold.compare("ge", one, 0)
    if e.place.slot >= 0 and not any(may_be_none(k.type) for k in e.place.keys):
        home = writer.store.layout.homes[e.place.slot]
        at = values.index(writer, writer.store.program.slots[e.place.slot].keys, e.place.keys)
        return values.cell(home.addr, fold.mul(at, home.stride))
    return ("psize", number(writer, e.place))


def at(writer: Writer, e: PileAt) -> Code:
    """Give the n-th component from the top."""
    nth = writer.expr(e.nth)
    one = held(writer, e.place)
    if one is not None:
        return fold.choice(fold.compare("eq", nth, 0), one, -1)
    return ("ptop", number(writer, e.place), nth)


def contents(writer: Writer, e: PileSet) -> Code:
    """Give what lies in a place, as a set."""
    one = held(writer, e.place)
    if one is not None:
        one = writer.hold(one)
        return ("if", ("lt", one, 0), 0, ("bit", one))
    if e.place.slot >= 0:
        return ("pset", number(writer, e.place))
    return boxed(writer, e.type)


def boxed(writer: Writer, t: Type) -> Code:
    """Give the components of a type that are in the box."""
    if not isinstance(t, SetOf):
        raise InternalError("a set is wanted")
    kind = movable(writer.store, t)
    count = writer.store.shapes.size(t.element)
    if kind < 0:
        return writer.store.shapes.full(t.element)
    result, c = writer.keep(0), writer.register()

    def write() -> None:
        found: Code = ("bor", result, ("bit", ("v", c)))
        writer.branch(("eq", where(writer, kind, ("v", c)), 0), lambda: writer.set(result[1], found))

    writer.loop(("for", c, 0, count), count, count, write)
    return result


def inside(writer: Writer, e: InPlace) -> Code:
    """Is a component in a place, or in the box?"""
    kind = movable(writer.store, e.what.type)
    what = writer.expr(e.what)
    if kind < 0:
        return fold.compare("ge", what, 0) if e.place is None or e.place.slot < 0 else 0
    return fold.compare("eq", where(writer, kind, what), 0 if e.place is None else number(writer, e.place, -2))

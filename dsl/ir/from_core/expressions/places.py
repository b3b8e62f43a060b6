"""Places: reading piles and holders, and where a component is."""

from __future__ import annotations

from dataclasses import replace

from regelwerk.dsl.core import InPlace, Num, PileAt, PileSet, PileSize, Place, Ref, SetOf, Type
from regelwerk.dsl.core.type_rules import may_be_none
from regelwerk.dsl.ir import Code
from regelwerk.dsl.ir.shapes import InternalError, element

from .. import fold
from ..builder import Writer
from ..store import Store
from . import unions, values


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
    if not isinstance(t, Ref):
        raise InternalError(f"{t} cannot be moved")
    found = {store.layout.index.get(d, -1) for d in t.domains}
    if len(found) != 1:
        raise InternalError(f"things of {t} do not lie in the same places")
    return found.pop()


def counted(writer: Writer, component: Code, t: Type) -> Code:
    """Bring a component to the number it has where it lies, or to one of none."""
    return unions.mapped(writer, component, t, writer.store.layout.family(t))


def taken(writer: Writer, component: Code, t: Type) -> Code:
    """Read what lies somewhere as a component of a type."""
    return unions.mapped(writer, component, replace(writer.store.layout.family(t), none=may_be_none(t)), t)


def first(writer: Writer, t: Ref) -> int:
    """Give the cell that says where the first component of a type lies."""
    layout = writer.store.layout
    return layout.loc(layout.index[t.domains[0]]) + writer.store.shapes.embedding(t, layout.family(t))[0]


def where(writer: Writer, kind: int, component: Code, t: Type) -> Code:
    """Read the place a component of a type is in; -1 for none."""
    return values.cell(writer.store.layout.loc(kind), counted(writer, component, t))


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
        return taken(writer, fold.choice(fold.compare("eq", nth, 0), one, -1), e.type)
    return taken(writer, ("ptop", number(writer, e.place), nth), e.type)


def contents(writer: Writer, e: PileSet) -> Code:
    """Give what lies in a place, as a set."""
    one = held(writer, e.place)
    if one is not None:
        one = writer.hold(one)
        return things(writer, ("if", ("lt", one, 0), 0, ("bit", one)), element(e.type))
    if e.place.slot >= 0:
        return things(writer, ("pset", number(writer, e.place)), element(e.type))
    return boxed(writer, e.type)


def things(writer: Writer, mask: Code, t: Num | Ref) -> Code:
    """Read all that lies somewhere as a set of components of a type."""
    return unions.moved(writer, mask, writer.store.layout.family(t), t)


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
        writer.branch(("eq", where(writer, kind, ("v", c), t.element), 0), lambda: writer.set(result[1], found))

    writer.loop(("for", c, 0, count), count, count, write)
    return result


def inside(writer: Writer, e: InPlace) -> Code:
    """Is a component in a place, or in the box?"""
    kind = movable(writer.store, e.what.type)
    what = writer.expr(e.what)
    if kind < 0:
        return fold.compare("ge", what, 0) if e.place is None or e.place.slot < 0 else 0
    lies = where(writer, kind, what, e.what.type)
    return fold.compare("eq", lies, 0 if e.place is None else number(writer, e.place, -2))

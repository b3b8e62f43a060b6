"""`x in Area where x.tile = t` goes over the areas of t, not over all of them: what is printed is turned round once."""

from __future__ import annotations

from dataclasses import replace

from regelwerk.dsl.core import Binary, Cond, Const, Expr, FromSet, Load, Local, Lookup, Loop, Ref, SetOf, Type, Widen
from regelwerk.dsl.core.visitor import inside

from ..context import World

MANY = 64  # of fewer, a test each costs less than a set of those
_TOTAL = (Local, Load, Lookup, Const, Cond, Widen)  # what always has a value


def narrowed(w: World, loop: Loop) -> Loop:
    """Let a loop over everything of a type go over those with a field, if its first condition says which."""
    whole, element = loop.source, loop.var.type
    if loop.where is None or loop.stop is not None or not isinstance(whole, FromSet) or not isinstance(element, Ref):
        return loop
    if len(element.domains) != 1 or w.size(element) < MANY or whole.set != w.full(element.domains[0], whole.set.at):
        return loop
    first, rest = _first(loop.where)
    if not isinstance(first, Binary) or first.op != "eq":
        return loop
    for field, other in ((first.left, first.right), (first.right, first.left)):
        table = _of(w, field, loop)
        if table is None or isinstance(other, Local):  # of a name the whole set is a table, anyway
            continue
        if not _same(other.type, field.type):
            continue
        if all(isinstance(n, _TOTAL) and not (isinstance(n, Local) and n.var == loop.var) for n in inside(other)):
            those = Lookup(_turned_round(w, table, element), (other,), type=SetOf(element), at=other.at)
            return replace(loop, source=FromSet(those), where=rest)
    return loop


def _same(a: Type, b: Type) -> bool:
    """Do these name things of the same type?"""
    return isinstance(a, Ref) and isinstance(b, Ref) and a.domains == b.domains


def _first(where: Expr) -> tuple[Expr, Expr | None]:
    """Give the condition that is asked first, and the others."""
    if not isinstance(where, Binary) or where.op != "and":
        return where, None
    first, rest = _first(where.left)
    return first, where.right if rest is None else replace(where, left=rest)


def _of(w: World, e: Expr, loop: Loop) -> int | None:
    """Give the table of a printed field of what is gone through, if this is one that names a thing."""
    if isinstance(e, Widen):
        return None
    if not isinstance(e, Lookup) or len(e.keys) != 1 or not isinstance(e.type, Ref) or len(e.type.domains) != 1:
        return None
    key, table = e.keys[0], w.program.tables[e.table]
    own = isinstance(key, Local) and key.var == loop.var and table.keys == (loop.var.type,)
    return e.table if own and table.data and isinstance(table.type, Ref) else None


def _turned_round(w: World, number: int, element: Ref) -> int:
    """Make the table that gives the things for what they name."""
    key = ("turned round", str(number))
    if key not in w.geometry:
        table = w.program.tables[number]
        assert isinstance(table.type, Ref)
        found = dict.fromkeys(range(-1, w.size(table.type)), 0)
        for thing, named in enumerate(table.data):
            found[named] |= 1 << thing
        nothing, *data = found.values()
        keys = (replace(table.type, none=False),)
        w.geometry[key] = w.add_table(f"{table.name} turned round", keys, SetOf(element), data, nothing)
    return w.geometry[key]

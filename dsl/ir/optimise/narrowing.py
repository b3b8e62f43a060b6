"""Conditions of a loop turned into the set it goes over, where that keeps its meaning."""

from __future__ import annotations

from dataclasses import replace

from regelwerk.dsl.core import (
    Binary,
    Const,
    Expr,
    Flag,
    FromRange,
    FromSet,
    InPlace,
    Local,
    Lookup,
    Loop,
    PileSet,
    PlayerCount,
    Ref,
    SetOf,
    Unary,
    Var,
)
from regelwerk.dsl.core.type_rules import may_be_none

from ..analysis.known import conjuncts
from ..from_core.store import Store
from ..shapes import element, same_elements
from . import static_tables

PLAYER = "Player"


def is_all_players(store: Store, e: Expr) -> bool:
    """Is this the set of all seats of the game?"""
    if e.type != SetOf(Ref((PLAYER,))):
        return False
    if isinstance(e, Lookup):
        return len(e.keys) == 1 and isinstance(e.keys[0], PlayerCount)
    if isinstance(e, Const):
        return e.value == store.shapes.full(Ref((PLAYER,)))
    return isinstance(e, PlayerCount)


def as_set(loop: Loop) -> Expr | None:
    """Give the elements of a source as a set, if its order is ascending anyway."""
    source = loop.source
    if isinstance(source, FromSet):
        return source.set if same_elements(element(source.set.type), loop.var.type) else None
    if isinstance(source, FromRange) and loop.var.type == Ref((PLAYER,)):
        lo, hi = source.lo, source.hi
        if isinstance(lo, Const) and lo.value == 0 and isinstance(hi, Binary) and isinstance(hi.left, PlayerCount):
            return PlayerCount(type=SetOf(Ref((PLAYER,))))
    return None


def membership(store: Store, cond: Expr, var: Var) -> Expr | None:
    """Read a condition as `var in SET`, if the set does not depend on the name and always has a value."""
    found: Expr | None = None
    if isinstance(cond, Binary) and cond.op == "has":
        mask, thing = (cond.left, cond.right) if isinstance(cond.left.type, SetOf) else (cond.right, cond.left)
        if _is(thing, var) and same_elements(element(mask.type), var.type):
            found = mask
    elif isinstance(cond, Binary) and cond.op == "eq":
        for this, other in ((cond.left, cond.right), (cond.right, cond.left)):
            if _is(this, var) and isinstance(var.type, Ref) and same_elements(other.type, var.type):
                found = Unary("bit", other, type=SetOf(replace(var.type, none=False)))
    elif isinstance(cond, InPlace) and cond.place is not None and cond.place.slot >= 0 and _is(cond.what, var):
        assert isinstance(var.type, Ref)
        found = PileSet(cond.place, type=SetOf(replace(var.type, none=False)))
    if found is None or var.id in store.facts.uses.free(found) or not store.facts.total(found):
        return None
    return found


def _is(e: Expr, var: Var) -> bool:
    return isinstance(e, Local) and e.var.id == var.id and not may_be_none(var.type)


def restricted(store: Store, loop: Loop, to: Expr) -> Loop | None:
    """Let a loop run over what is also in a set, if that keeps its meaning."""
    own = as_set(loop)
    if own is None or loop.stop is not None:
        return None
    t = element(own.type)
    if isinstance(own, Const) and own.value == store.shapes.full(t) and not is_all_players(store, own):
        return replace(loop, source=FromSet(to))
    return replace(loop, source=FromSet(Binary("inter", to, own, type=SetOf(t))))


def narrowed(store: Store, loop: Loop) -> Loop:
    """Turn conditions of the form `x in SET` into the loop's set. Only where nothing changes meanwhile."""
    if loop.where is None or loop.stop is not None or as_set(loop) is None:
        return loop
    rest: list[Expr] = []
    for c in conjuncts(loop.where):
        to = membership(store, c, loop.var) if all(store.facts.total(r) for r in rest) else None
        new = restricted(store, loop, to) if to is not None else None
        if new is None:
            rest.append(c)
        else:
            loop = new
    return replace(loop, where=joined(rest))


def sifted(store: Store, loop: Loop) -> Loop:
    """Leave out elements for which a condition that depends on nothing else does not hold, if that are most of them."""
    own = as_set(loop)
    if loop.stop is not None or not isinstance(own, Const) or may_be_none(loop.var.type):
        return loop
    mask = own.value
    rest: list[Expr] = []
    for c in conjuncts(loop.where):
        alone = store.facts.uses.free(c).keys() == {loop.var.id} and all(store.facts.total(r) for r in (*rest, c))
        table = static_tables.table_of(store, c, [loop.var]) if alone else None
        if table is None:
            rest.append(c)
        else:
            mask &= sum(1 << i for i, holds in enumerate(store.tables[table][:-1]) if holds)
    if 2 * mask.bit_count() > own.value.bit_count():
        return loop
    return replace(loop, source=FromSet(replace(own, value=mask)), where=joined(rest))


def joined(items: list[Expr]) -> Expr | None:
    """Join conditions by `and`."""
    if not items:
        return None
    found = items[0]
    for c in items[1:]:
        found = Binary("and", found, c, type=Flag())
    return found

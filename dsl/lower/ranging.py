"""Going over the elements of a source: sets, ranges, piles, lists, seats, inner loops."""

from __future__ import annotations

from dataclasses import replace
from math import prod
from typing import TYPE_CHECKING

from .. import ir
from ..core import (
    Binary,
    CallFunc,
    Cond,
    Const,
    Expr,
    Flag,
    FromComp,
    FromList,
    FromPile,
    FromRange,
    FromSeats,
    FromSet,
    InPlace,
    Local,
    Lookup,
    Loop,
    Num,
    PileSet,
    PlayerCount,
    Quant,
    Ref,
    SetOf,
    Source,
    Type,
    Unary,
    Var,
)
from ..ir import Code
from . import expr, fold, loose, memo, place, static
from .known import conjuncts
from .shape import element, may_be_none, offset, same_elements

if TYPE_CHECKING:
    from .builder import Writer
    from .store import Emit, Store

PLAYER = "Player"


def over(w: Writer, loop: Loop, body: Emit) -> None:
    """Write a loop over the elements for which `where` holds."""
    depth = len(w.loops)

    def each() -> None:
        if loop.stop is not None:
            w.branch(fold.negate(w.expr(loop.stop)), lambda: w.leave(w.loops[depth]))
        w.when(loop.where, body)

    elements(w, loop.source, loop.var, each)


def nest(w: Writer, loops: tuple[Loop, ...], body: Emit, tree: Expr | None, any_order: bool = False) -> None:
    """Write loops inside one another; `tree` is what the body evaluates. Nothing may change meanwhile."""
    if not loops:
        body()
        return
    loop, after = loops[0], loops[1:]
    through = any_order and loose.may_go_through(w, loop, after, tree)
    if not through:
        loop = _sifted(w.store, narrowed(w.store, loop))

    def inner() -> None:
        nest(w, after, body, tree, any_order)

    with memo.kept(w, (loop.where, loop.stop, *after, tree), loop.var, few=most(w.store, loop.source) <= loose.FEW):
        if through and isinstance(loop.source, FromSet):
            loose.go_through(w, loop.source.set, loop.var, lambda: w.when(loop.where, inner))
        else:
            over(w, loop, inner)


def elements(w: Writer, source: Source, var: Var, body: Emit) -> None:
    """Write a loop over all elements of a source."""
    bound = most(w.store, source)
    if isinstance(source, FromSet):
        _set(w, source, var, bound, body)
    elif isinstance(source, FromRange):
        lo, hi = w.expr(source.lo), fold.add(w.expr(source.hi), 1)
        lo = w.hold(lo) if not isinstance(hi, int) else lo
        _count(w, var, lo, hi, bound, body)
    elif isinstance(source, FromSeats):
        seats = w.store.seats
        count: Code = seats if seats is not None else ["ld", ir.PLAYERS, 0]
        start = w.hold(w.expr(source.start))
        i = w.register()

        def seat() -> None:
            w.bind(var, w.keep(["mod", ["v", i], count, 0]))
            body()

        w.loop(["for", i, start, fold.add(start, count)], bound, count, seat)
    elif isinstance(source, FromPile):
        if source.place.slot < 0:
            _bits(w, var, place.boxed(w, SetOf(_plain(var.type))), 0, bound, body)
            return
        number, r = w.hold(place.number(w, source.place)), w.register()
        w.bind(var, ["v", r])
        w.loop(["pile", r, number], bound, ["psize", number], body)
    elif isinstance(source, FromList):
        table = w.store.program.lists[source.list]
        at, r = expr.index(w, table.keys, source.keys), w.register()
        w.bind(var, ["v", r])
        w.loop(["row", r, source.list, at], bound, bound, body)
    else:

        def result() -> None:
            w.bind(var, w.lasting(w.expr(source.result)))
            body()

        nest(w, source.loops, result, source.result)


def _plain(t: Type) -> Num | Ref:
    assert isinstance(t, Num | Ref)
    return t


def _count(w: Writer, var: Var, lo: Code, hi: Code, bound: int, body: Emit) -> None:
    r = w.register()
    w.bind(var, ["v", r])
    trips = fold.sub(hi, lo)
    w.loop(["for", r, lo, hi], bound, trips if lo == 0 or isinstance(trips, int) else ["max", 0, trips], body)


def _set(w: Writer, source: FromSet, var: Var, bound: int, body: Emit) -> None:
    t = element(source.set.type)
    if is_all_players(w.store, source.set):
        seats = w.store.seats
        _count(w, var, 0, seats if seats is not None else ["ld", ir.PLAYERS, 0], bound, body)
        return
    mask = w.expr(source.set)
    if isinstance(mask, int) and mask and not mask & (mask + (mask & -mask)):  # one run of bits
        first = fold.low(mask)
        _count(w, var, first + offset(t), first + offset(t) + mask.bit_count(), mask.bit_count(), body)
    elif mask != 0:
        _bits(w, var, mask, offset(t), bound, body)


def _bits(w: Writer, var: Var, mask: Code, first: int, bound: int, body: Emit) -> None:
    r = w.register()
    w.bind(var, ["v", r])

    def shifted() -> None:
        w.bind(var, w.keep(["add", ["v", r], first]))
        body()

    w.loop(["bits", r, mask], bound, 0, shifted if first else body)


def is_all_players(store: Store, e: Expr) -> bool:
    """Is this the set of all seats of the game?"""
    if e.type != SetOf(Ref((PLAYER,))):
        return False
    if isinstance(e, Lookup):
        return len(e.keys) == 1 and isinstance(e.keys[0], PlayerCount)
    if isinstance(e, Const):
        return e.value == store.shapes.full(Ref((PLAYER,)))
    return isinstance(e, PlayerCount)


def most(store: Store, source: Source) -> int:
    """Give the largest number of elements a source can have."""
    if isinstance(source, FromSet):
        return _widest(store, source.set)
    if isinstance(source, FromRange):
        lo, hi = source.lo.type, source.hi.type
        return max(0, hi.hi - lo.lo + 1) if isinstance(lo, Num) and isinstance(hi, Num) else 0
    if isinstance(source, FromPile):
        slot = source.place.slot
        return store.shapes.size(store.program.slots[slot].type) if slot >= 0 else 0
    if isinstance(source, FromList):
        return max((len(r) for r in store.program.lists[source.list].rows), default=0)
    if isinstance(source, FromSeats):
        return store.program.domains[PLAYER].size
    return prod(most(store, inner.source) for inner in source.loops)


def _widest(store: Store, e: Expr) -> int:
    """Give the largest number of elements a set can have."""
    if isinstance(e, Const):
        return e.value.bit_count()
    if isinstance(e, Lookup):
        return store.widest(e.table)
    size = store.shapes.size(element(e.type))
    if isinstance(e, Cond):
        return max(_widest(store, e.then), _widest(store, e.other))
    if isinstance(e, CallFunc):
        return min(size, _widest(store, store.program.funcs[e.func].body))
    if isinstance(e, Quant) and e.word == "collect":
        return min(size, prod(most(store, inner.source) for inner in e.loops))
    return size


# ------------------------------------------------------------------------------------------------ narrowing


def as_set(store: Store, loop: Loop) -> Expr | None:
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
    own = as_set(store, loop)
    if own is None or loop.stop is not None:
        return None
    t = element(own.type)
    if isinstance(own, Const) and own.value == store.shapes.full(t) and not is_all_players(store, own):
        return replace(loop, source=FromSet(to))
    return replace(loop, source=FromSet(Binary("inter", to, own, type=SetOf(t))))


def narrowed(store: Store, loop: Loop) -> Loop:
    """Turn conditions of the form `x in SET` into the loop's set. Only where nothing changes meanwhile."""
    if loop.where is None or loop.stop is not None or as_set(store, loop) is None:
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


def _sifted(store: Store, loop: Loop) -> Loop:
    """Leave out elements for which a condition that depends on nothing else does not hold, if that are most of them."""
    own = as_set(store, loop)
    if loop.stop is not None or not isinstance(own, Const) or may_be_none(loop.var.type):
        return loop
    mask = own.value
    rest: list[Expr] = []
    for c in conjuncts(loop.where):
        alone = store.facts.uses.free(c).keys() == {loop.var.id} and all(store.facts.total(r) for r in (*rest, c))
        table = static.table_of(store, c, [loop.var]) if alone else None
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


__all__ = ["FromComp", "elements", "joined", "membership", "most", "narrowed", "nest", "over", "restricted"]

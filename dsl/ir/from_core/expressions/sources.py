"""Going over the elements of a source: sets, ranges, piles, lists, seats, inner loops."""

from __future__ import annotations

from dataclasses import replace

from regelwerk.dsl import ir
from regelwerk.dsl.core import (
    Binary,
    CallFunc,
    Cond,
    Expr,
    FromList,
    FromPile,
    FromRange,
    FromSeats,
    FromSet,
    Local,
    Loop,
    Num,
    Quant,
    Ref,
    SetOf,
    Source,
    Type,
    Var,
)
from regelwerk.dsl.core.substitution import count_uses, substitute
from regelwerk.dsl.core.type_rules import may_be_none, none_of
from regelwerk.dsl.ir import Code
from regelwerk.dsl.ir.analysis.known import conjuncts, is_none, same
from regelwerk.dsl.ir.optimise import inlining, loop_invariants, narrowing, set_fusion
from regelwerk.dsl.ir.shapes import element, offset

from .. import fold
from ..builder import Writer
from ..store import Emit
from . import places, values


def over(writer: Writer, loop: Loop, body: Emit) -> None:
    """Write a loop over the elements for which `where` holds."""
    depth = len(writer.loops)

    def each() -> None:
        if loop.stop is not None:
            writer.branch(fold.negate(writer.expr(loop.stop)), lambda: writer.leave(writer.loops[depth]))
        writer.when(loop.where, body)

    elements(writer, loop.source, loop.var, each)


def nest(writer: Writer, loops: tuple[Loop, ...], body: Emit, tree: Expr | None, any_order: bool = False) -> None:
    """Write loops inside one another; `tree` is what the body evaluates. Nothing may change meanwhile."""
    if not loops:
        body()
        return
    loop, after = loops[0], loops[1:]
    through = any_order and set_fusion.may_go_through(writer, loop, after, tree)
    if not through:
        loop = narrowing.sifted(writer.store, narrowing.narrowed(writer.store, loop))

    def inner() -> None:
        nest(writer, after, body, tree, any_order)

    with loop_invariants.kept(
        writer,
        (loop.where, loop.stop, *after, tree),
        loop.var,
        few=writer.store.sizes.most(loop.source) <= set_fusion.FEW,
    ):
        if through and isinstance(loop.source, FromSet):
            go_through(writer, loop.source.set, loop.var, lambda: writer.when(loop.where, inner))
        else:
            over(writer, loop, inner)


def elements(writer: Writer, source: Source, var: Var, body: Emit) -> None:
    """Write a loop over all elements of a source."""
    bound = writer.store.sizes.most(source)
    if isinstance(source, FromSet):
        _set(writer, source, var, bound, body)
    elif isinstance(source, FromRange):
        lo, hi = writer.expr(source.lo), fold.add(writer.expr(source.hi), 1)
        lo = writer.hold(lo) if not isinstance(hi, int) else lo
        _count(writer, var, lo, hi, bound, body)
    elif isinstance(source, FromSeats):
        seats = writer.store.seats
        count: Code = seats if seats is not None else ("ld", ir.PLAYERS, 0)
        start = writer.hold(writer.expr(source.start))
        i = writer.register()

        def seat() -> None:
            writer.bind(var, writer.keep(("mod", ("v", i), count, 0)))
            body()

        writer.loop(("for", i, start, fold.add(start, count)), bound, count, seat)
    elif isinstance(source, FromPile):
        if source.place.slot < 0:
            _bits(writer, var, places.boxed(writer, SetOf(_plain(var.type))), 0, bound, body)
            return
        number, r = writer.hold(places.number(writer, source.place)), writer.register()

        def lying() -> None:
            found = places.taken(writer, ("v", r), var.type)
            writer.bind(var, found if found == ("v", r) else writer.keep(found))
            body()

        writer.loop(("pile", r, number), bound, ("psize", number), lying)
    elif isinstance(source, FromList):
        table = writer.store.program.lists[source.list]
        at, r = values.index(writer, table.keys, source.keys), writer.register()
        writer.bind(var, ("v", r))
        writer.loop(("row", r, source.list, at), bound, bound, body)
    else:

        def result() -> None:
            writer.bind(var, writer.lasting(writer.expr(source.result)))
            body()

        nest(writer, source.loops, result, source.result)


def _plain(t: Type) -> Num | Ref:
    assert isinstance(t, Num | Ref)
    return t


def _count(writer: Writer, var: Var, lo: Code, hi: Code, bound: int, body: Emit) -> None:
    r = writer.register()
    writer.bind(var, ("v", r))
    trips = fold.sub(hi, lo)
    writer.loop(("for", r, lo, hi), bound, trips if lo == 0 or isinstance(trips, int) else ("max", 0, trips), body)


def _set(writer: Writer, source: FromSet, var: Var, bound: int, body: Emit) -> None:
    t = element(source.set.type)
    if narrowing.is_all_players(writer.store, source.set):
        seats = writer.store.seats
        _count(writer, var, 0, seats if seats is not None else ("ld", ir.PLAYERS, 0), bound, body)
        return
    mask = writer.expr(source.set)
    if isinstance(mask, int) and mask and not mask & (mask + (mask & -mask)):  # one run of bits
        first = fold.number(fold.low(mask))
        _count(writer, var, first + offset(t), first + offset(t) + mask.bit_count(), mask.bit_count(), body)
    elif mask != 0:
        _bits(writer, var, mask, offset(t), bound, body)


def _bits(writer: Writer, var: Var, mask: Code, first: int, bound: int, body: Emit) -> None:
    r = writer.register()
    writer.bind(var, ("v", r))

    def shifted() -> None:
        writer.bind(var, writer.keep(("add", ("v", r), first)))
        body()

    writer.loop(("bits", r, mask), bound, 0, shifted if first else body)


def go_through(writer: Writer, e: Expr, var: Var, body: Emit) -> None:
    """Write the loops that would make a set, with `var` as their result."""
    if isinstance(e, Cond):
        side = set_fusion.one_side(e)
        assert side is not None
        cond = writer.expr(e.cond)
        writer.branch(cond if side is e.then else fold.negate(cond), lambda: go_through(writer, side, var, body))
    elif isinstance(e, CallFunc):
        go_through(writer, written_out(writer, e), var, body)
    else:
        assert isinstance(e, Quant) and e.result is not None
        result = e.result
        *outer, last = e.loops
        where = conjuncts(last.where)
        if where and _is_not_none(where[-1], result):  # asked below
            last = replace(last, where=narrowing.joined(where[:-1]))

        def found() -> None:
            writer.bind(var, writer.lasting(writer.expr(result)))
            there: Code = (
                fold.compare("ne", writer.env[var.id], none_of(result.type)) if may_be_none(result.type) else 1
            )
            writer.branch(there, body)

        nest(writer, (*outer, last), found, result, any_order=True)


def _is_not_none(cond: Expr, e: Expr) -> bool:
    return isinstance(cond, Binary) and cond.op == "ne" and is_none(cond.right) and same(cond.left, e)


def written_out(writer: Writer, e: CallFunc) -> Expr:
    """Give the body of a function, about its arguments, which are worked out when a call would do so."""
    f = writer.store.program.funcs[e.func]
    values: dict[int, Expr] = {}
    for p, a in zip(f.params, e.args, strict=True):
        here, code = writer.store.fresh(p), writer.expr(a)
        later = inlining.small(writer.store, f) and count_uses(p, f.body) <= 1
        writer.bind(here, code if later else writer.hold(code))
        values[p.id] = Local(here, type=here.type)
    return substitute(f.body, values, writer.store.fresh)

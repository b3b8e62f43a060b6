"""Expressions without loops of their own; the others are handed on."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from .. import ir
from ..core import (
    Binary,
    CallFunc,
    Can,
    Changed,
    Cond,
    Const,
    Distance,
    Expr,
    InPlace,
    IsA,
    Load,
    Local,
    Lookup,
    Narrow,
    Num,
    Pairing,
    PileAt,
    PileSet,
    PileSize,
    PlayerCount,
    Quant,
    Reach,
    Ref,
    SetOf,
    Type,
    Unary,
    Was,
    Widen,
)
from ..ir import Code
from . import builder, calls, fold, guard, loose, memo, place, quant, search, static, unions
from .shape import LEAST, MOST, InternalError, element, in_i32, may_be_none, none_of, offset

if TYPE_CHECKING:
    from .builder import Writer

SETS = {"union": "bor", "inter": "band", "minus": "bandn"}
COMPARISONS = ("eq", "ne", "lt", "le", "gt", "ge")


def lower(w: Writer, e: Expr) -> Code:
    """Lower an expression; loops in it become statements in front."""
    if w.memo and id(e) in w.memo:
        return memo.recalled(w, e)
    found = _LOWER.get(type(e))
    if found is None:
        raise InternalError(f"{type(e).__name__} does not belong in a rule ({w.address})")
    return found(w, e)


def _local(w: Writer, e: Local) -> Code:
    if e.var.id not in w.env:
        raise InternalError(f"`{e.var.name}` has no value in {w.address}")
    return w.env[e.var.id]


# ------------------------------------------------------------------------------------------------ indices


def index(w: Writer, types: tuple[Num | Ref, ...], keys: tuple[Expr, ...]) -> Code:
    """Give the index for some keys, -1 if one of them is none."""
    flat: Code = 0
    missing: Code = 0
    for t, k in zip(types, keys, strict=True):
        code = w.expr(k)
        if may_be_none(k.type) and not isinstance(code, int):
            if len(keys) == 1 and isinstance(t, Ref):
                return code
            code = w.hold(code)
            missing = fold.either(missing, ["lt", code, offset(t)])
        elif isinstance(code, int) and code < offset(t):
            return -1
        flat = fold.add(fold.mul(flat, w.store.shapes.size(t)), fold.sub(code, offset(t)))
    return fold.choice(missing, -1, flat)


def present(w: Writer, types: tuple[Num | Ref, ...], keys: tuple[Expr, ...]) -> Code:
    """Give the index for some keys, none of which may be none."""
    flat: Code = 0
    for t, k in zip(types, keys, strict=True):
        code = w.expr(k)
        if may_be_none(k.type):
            code = ["some", code, w.store.span(k.at)]
        flat = fold.add(fold.mul(flat, w.store.shapes.size(t)), fold.sub(code, offset(t)))
    return flat


def cell(addr: int, at: Code) -> Code:
    """Read a cell."""
    return ["ld", addr + at, 0] if isinstance(at, int) else ["ld", addr, at]


def _load(w: Writer, e: Load) -> Code:
    slot = w.store.program.slots[e.slot]
    return cell(w.store.layout.homes[e.slot].addr, index(w, slot.keys, e.keys))


def _lookup(w: Writer, e: Lookup) -> Code:
    table = w.store.program.tables[e.table]
    return tab(w, e.table, index(w, table.keys, e.keys))


def tab(w: Writer, number: int, at: Code) -> Code:
    data = w.store.tables[number]
    if isinstance(at, int):
        return data[at]
    return data[0] if all(x == data[0] for x in data) else ["tab", number, at]


# ------------------------------------------------------------------------------------------------ operators


def _unary(w: Writer, e: Unary) -> Code:
    of = w.expr(e.of)
    t = e.of.type
    if e.op == "not":
        return fold.negate(of)
    if e.op == "size":
        return fold.size(of)
    if e.op == "some":
        return ["some", of, w.store.span(e.at)] if may_be_none(t) else of
    if e.op == "bit":
        return singleton(w, of, t, element(e.type))
    if e.op == "low":
        return lowest(w, of, element(t))
    if e.op == "only":
        mask = w.hold(of)
        fail = w.store.sentence("There is not exactly one.")
        w.branch(["ne", fold.size(mask), 1], lambda: w.emit(["fail", fail, [], w.store.span(e.at)]))
        return fold.add(fold.low(mask), offset(element(t)))
    if isinstance(of, int):
        return -of if e.op == "neg" else abs(of)
    return ranged(w, [e.op, of], e)


def singleton(w: Writer, of: Code, have: Type, want: Num | Ref) -> Code:
    """Give the set of one element; of none, the empty set."""
    if may_be_none(have):
        of = w.hold(of)
        return fold.choice(fold.compare("lt", of, offset(want)), 0, fold.bit(fold.sub(of, offset(want))))
    return fold.bit(fold.sub(of, offset(want)))


def lowest(w: Writer, mask: Code, t: Num | Ref) -> Code:
    """Give the first element of a set, or none."""
    if isinstance(t, Ref):
        return fold.low(mask)
    mask = w.hold(mask)
    return fold.choice(fold.compare("eq", mask, 0), none_of(t), fold.add(fold.low(mask), t.lo))


def ranged(w: Writer, code: Code, e: Expr) -> Code:
    """Test that a number fits 32 bits, where its type does not promise it."""
    if in_i32(e.type) or isinstance(code, int):
        return code
    return ["chk", code, LEAST, MOST, w.store.span(e.at)]


def _binary(w: Writer, e: Binary) -> Code:
    if e.op in ("and", "or"):
        return _lazy(w, e)
    if e.op == "has":
        found = loose.looked_into(w, e)
        if found is not None:
            return found
        mask, thing = (e.left, e.right) if isinstance(e.left.type, SetOf) else (e.right, e.left)
        return has(w, w.expr(mask), element(mask.type), w.expr(thing), thing.type)
    if e.op in ("eq", "ne") and (found := loose.is_there_any(w, e)) is not None:
        return found
    left, right = w.expr(e.left), w.expr(e.right)
    if e.op in COMPARISONS:
        return fold.compare(e.op, left, right)
    if e.op in SETS:
        return fold.mask(SETS[e.op], left, right)
    return ranged(w, fold.arithmetic(e.op, left, right, w.store.span(e.at)), e)


def _lazy(w: Writer, e: Binary) -> Code:
    join = fold.both if e.op == "and" else fold.either
    left = w.expr(e.left)
    if isinstance(left, int):
        return w.expr(e.right) if bool(left) == (e.op == "and") else left
    right, statements = w.apart(e.right)
    if not statements:
        return join(left, right)
    result = w.keep(left)

    def write() -> None:
        w.out.extend(statements)
        w.set(result[1], right)

    w.branch(result if e.op == "and" else ["not", result], write)
    return result


def has(w: Writer, mask: Code, t: Num | Ref, thing: Code, have: Type) -> Code:
    """Is an element in a set?"""
    if isinstance(t, Ref):
        if isinstance(mask, int) and isinstance(thing, int):
            return int(thing >= 0 and mask >> thing & 1)
        return ["has", mask, thing]
    if not isinstance(have, Num):
        raise InternalError("a number is wanted in a set of numbers")
    if isinstance(mask, int) and isinstance(thing, int):
        return int(t.lo <= thing <= t.hi and mask >> (thing - t.lo) & 1)
    if have.none or have.lo < t.lo or have.hi > t.hi:
        thing = w.hold(thing)
        inner: Code = ["has", mask, fold.sub(thing, t.lo)]
        if have.hi > t.hi:
            inner = fold.both(fold.compare("le", thing, t.hi), inner)
        return fold.both(fold.compare("ge", thing, t.lo), inner) if have.none or have.lo < t.lo else inner
    return ["has", mask, fold.sub(thing, t.lo)]


def _cond(w: Writer, e: Cond) -> Code:
    cond = w.expr(e.cond)
    if isinstance(cond, int):
        return w.expr(e.then if cond else e.other)
    then, first = w.apart(e.then)
    other, second = w.apart(e.other)
    if not first and not second:
        return fold.choice(cond, then, other)
    result = w.register()

    def write(statements: list[Code], value: Code) -> Callable[[], None]:
        def run() -> None:
            w.out.extend(statements)
            w.set(result, value)

        return run

    w.branch(cond, write(first, then), write(second, other))
    return ["v", result]


def _changed(w: Writer, e: Changed) -> Code:
    result = w.register()
    w.set(result, w.expr(e.before))
    w.bind(e.so_far, ["v", result])
    number = w.store.change(e.by)

    def write() -> None:
        w.set(result, w.expr(e.to))
        w.emit(["note", number, ["v", result]])

    w.when(e.when, write)
    return ["v", result]


# ------------------------------------------------------------------------------------------------ others


def _players(w: Writer, e: PlayerCount) -> Code:
    seats = w.store.seats
    if isinstance(e.type, SetOf):
        return (1 << seats) - 1 if seats is not None else ["ones", ["ld", ir.PLAYERS, 0]]
    return seats if seats is not None else ["ld", ir.PLAYERS, 0]


def _was(w: Writer, e: Was) -> Code:
    for k in w.store.facts.uses.free(e.of):
        if not isinstance(w.env[k], int) and w.env[k][0] != "v":
            w.env[k] = w.keep(w.env[k])
    return ["was", {"before": 0, "start": 1}[e.when], builder.closed(w, e.of)]


def _can(w: Writer, e: Can) -> Code:
    facts = w.store.facts
    if facts.fails_late(e.proc) or w.store.margins.left_by(e.proc):
        return ["trial", e.proc, w.args(e.args)]
    if not facts.fails(e.proc):
        return 1
    return guard.holds(w, guard.of_call(w.store, e.proc, e.args))


def _tabled(w: Writer, e: Expr, otherwise: Callable[[Any, Any], Code]) -> Code:
    """Look a loop up in a table where that is possible."""
    names = list(w.store.facts.uses.free(e).values())
    table = static.table_of(w.store, e, names) if len(names) <= 2 else None
    return otherwise(w, e) if table is None else static.read(w, table, names, [w.env[v.id] for v in names])


_LOWER: dict[type, Callable[[Any, Any], Code]] = {
    Const: lambda w, e: e.value,
    Local: _local,
    Load: _load,
    Lookup: _lookup,
    Unary: _unary,
    Binary: _binary,
    Cond: _cond,
    CallFunc: lambda w, e: calls.call(w, e),
    Widen: lambda w, e: unions.widen(w, e),
    Narrow: lambda w, e: unions.narrow(w, e),
    IsA: lambda w, e: unions.is_a(w, e),
    Changed: _changed,
    Quant: lambda w, e: _tabled(w, e, quant.lower),
    Reach: lambda w, e: _tabled(w, e, search.reach),
    Distance: lambda w, e: search.distance(w, e),
    Pairing: lambda w, e: search.pairing(w, e),
    Can: _can,
    Was: _was,
    PileSize: lambda w, e: place.size(w, e),
    PileAt: lambda w, e: place.at(w, e),
    PileSet: lambda w, e: place.contents(w, e),
    InPlace: lambda w, e: place.inside(w, e),
    PlayerCount: _players,
}

__all__ = ["cell", "has", "index", "lower", "lowest", "present", "ranged", "singleton", "tab"]

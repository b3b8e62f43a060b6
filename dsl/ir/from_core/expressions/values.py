"""Values as code: indices for keys, cells, tables, sets and their elements, numbers that must fit."""

from __future__ import annotations

from regelwerk.dsl.core import (
    Expr,
    Num,
    Ref,
    Type,
)
from regelwerk.dsl.core.type_rules import may_be_none, none_of
from regelwerk.dsl.ir import Code
from regelwerk.dsl.ir.shapes import LEAST, MOST, InternalError, in_i32, offset

from .. import fold
from ..builder import Writer


def index(writer: Writer, types: tuple[Num | Ref, ...], keys: tuple[Expr, ...]) -> Code:
    """Give the index for some keys, -1 if one of them is none."""
    flat: Code = 0
    missing: Code = 0
    for t, k in zip(types, keys, strict=True):
        code = writer.expr(k)
        if may_be_none(k.type) and not isinstance(code, int):
            if len(keys) == 1 and isinstance(t, Ref):
                return code
            code = writer.hold(code)
            missing = fold.either(missing, ("lt", code, offset(t)))
        elif isinstance(code, int) and code < offset(t):
            return -1
        flat = fold.add(fold.mul(flat, writer.store.shapes.size(t)), fold.sub(code, offset(t)))
    return fold.choice(missing, -1, flat)


def present(writer: Writer, types: tuple[Num | Ref, ...], keys: tuple[Expr, ...]) -> Code:
    """Give the index for some keys, none of which may be none."""
    flat: Code = 0
    for t, k in zip(types, keys, strict=True):
        code = writer.expr(k)
        if may_be_none(k.type):
            code = ("some", code, writer.store.span(k.at))
        flat = fold.add(fold.mul(flat, writer.store.shapes.size(t)), fold.sub(code, offset(t)))
    return flat


def cell(addr: int, at: Code) -> Code:
    """Read a cell."""
    return ("ld", addr + at, 0) if isinstance(at, int) else ("ld", addr, at)


def singleton(writer: Writer, of: Code, have: Type, want: Num | Ref) -> Code:
    """Give the set of one element; of none, the empty set."""
    if may_be_none(have):
        of = writer.hold(of)
        return fold.choice(fold.compare("lt", of, offset(want)), 0, fold.bit(fold.sub(of, offset(want))))
    return fold.bit(fold.sub(of, offset(want)))


def lowest(writer: Writer, mask: Code, t: Num | Ref) -> Code:
    """Give the first element of a set, or none."""
    if isinstance(t, Ref):
        return fold.low(mask)
    mask = writer.hold(mask)
    return fold.choice(fold.compare("eq", mask, 0), none_of(t), fold.add(fold.low(mask), t.lo))


def ranged(writer: Writer, code: Code, e: Expr) -> Code:
    """Test that a number fits 32 bits, where its type does not promise it."""
    if in_i32(e.type) or isinstance(code, int):
        return code
    return ("chk", code, LEAST, MOST, writer.store.span(e.at))


def has(writer: Writer, mask: Code, t: Num | Ref, thing: Code, have: Type) -> Code:
    """Is an element in a set?"""
    if isinstance(t, Ref):
        if isinstance(mask, int) and isinstance(thing, int):
            return int(thing >= 0 and mask >> thing & 1)
        return ("has", mask, thing)
    if not isinstance(have, Num):
        raise InternalError("a number is wanted in a set of numbers")
    if isinstance(mask, int) and isinstance(thing, int):
        return int(t.lo <= thing <= t.hi and mask >> (thing - t.lo) & 1)
    if have.none or have.lo < t.lo or have.hi > t.hi:
        thing = writer.hold(thing)
        inner: Code = ("has", mask, fold.sub(thing, t.lo))
        if have.hi > t.hi:
            inner = fold.both(fold.compare("le", thing, t.hi), inner)
        return fold.both(fold.compare("ge", thing, t.lo), inner) if have.none or have.lo < t.lo else inner
    return ("has", mask, fold.sub(thing, t.lo))

"""Unions: references and sets brought from one union of domains to another."""

from __future__ import annotations

from regelwerk.dsl.core import NONE_NUM, IsA, Narrow, Num, Ref, SetOf, Type, Widen
from regelwerk.dsl.ir import Code
from regelwerk.dsl.ir.shapes import InternalError

from .. import fold
from ..builder import Writer


def widen(writer: Writer, e: Widen) -> Code:
    """Bring a reference or set to a larger union."""
    of = writer.expr(e.of)
    have, want = e.of.type, e.type
    if isinstance(have, SetOf) and isinstance(want, SetOf):
        return moved(writer, of, have.element, want.element)
    if not isinstance(have, Ref) or not isinstance(want, Ref):
        return of
    ways = writer.store.shapes.embedding(have, want)
    if -2 in ways:
        raise InternalError(f"{have} is no part of {want} ({writer.address})")
    return _mapped(writer, of, ways, have.none)


def _mapped(writer: Writer, of: Code, ways: list[int], none: bool) -> Code:
    if isinstance(of, int):
        return ways[of] if of >= 0 else of
    if ways == list(range(len(ways))):
        return of
    if ways and not none and ways == list(range(ways[0], ways[0] + len(ways))):
        return fold.add(of, ways[0])
    return ("tab", writer.store.table(ways, -1), of)


def mapped(writer: Writer, of: Code, have: Type, want: Type) -> Code:
    """Bring a reference to another union, in which it is known to lie."""
    if not isinstance(have, Ref) or not isinstance(want, Ref):
        raise InternalError("only references lie in unions")
    if have.domains == want.domains:
        return of
    ways = writer.store.shapes.embedding(have, want)
    there = [x for x in ways if x != -2]
    before = ways.index(there[0]) if there else 0
    if not have.none and there == ways[before : before + len(there)] == list(range(there[0], there[-1] + 1)):
        return fold.add(of, there[0] - before)
    return _mapped(writer, of, [max(x, -1) for x in ways], have.none)


def moved(writer: Writer, mask: Code, have: Num | Ref, want: Num | Ref) -> Code:
    """Bring a set to another element type; elements that are not there are dropped."""
    shapes = writer.store.shapes
    if isinstance(have, Num) and isinstance(want, Num):
        moved = fold.shift(mask, have.lo - want.lo)
        return moved if want.hi >= have.hi else fold.mask("band", moved, shapes.full(want))
    if not isinstance(have, Ref) or not isinstance(want, Ref):
        raise InternalError("sets of numbers and of things do not mix")
    if have.domains == want.domains[: len(have.domains)]:
        return mask
    old, new = shapes.starts(have), shapes.starts(want)
    mask = writer.hold(mask) if len(have.domains) > 1 else mask
    joined: Code = 0
    for d in have.domains:
        if d in new:
            ones = (1 << shapes.domains[d].size) - 1
            piece = mask if len(have.domains) == 1 else fold.mask("band", fold.shift(mask, -old[d]), ones)
            joined = fold.mask("bor", joined, fold.shift(piece, new[d]))
    return joined


def narrow(writer: Writer, e: Narrow) -> Code:
    """Read a reference or set of a union as one of a smaller union."""
    of = writer.expr(e.of)
    have, want = e.of.type, e.type
    span = writer.store.span(e.at)
    if isinstance(have, SetOf) and isinstance(want, SetOf):
        return moved(writer, _all_inside(writer, of, have.element, want.element, span), have.element, want.element)
    if isinstance(want, Num) and isinstance(have, Num):
        return _in_range(writer, of, have, want, span) if e.checked else of
    if not isinstance(have, Ref) or not isinstance(want, Ref):
        return of
    ways = writer.store.shapes.embedding(have, want)
    if isinstance(of, int) and (of < 0 or ways[of] != -2):
        return ways[of] if of >= 0 else of
    if not e.checked:
        there = [x for x in ways if x != -2]
        if ways[: len(there)] == list(range(len(there))):
            return of
        return ("tab", writer.store.table([max(x, -1) for x in ways], -1), of)
    code: Code = of if ways == list(range(len(ways))) else ("tab", writer.store.table(ways, -1), of)
    return ("chk", code, -1 if have.none else 0, writer.store.shapes.size(want) - 1, span)


def _in_range(writer: Writer, of: Code, have: Num, want: Num, span: int) -> Code:
    """Test that a number lies in a range; none stays none where it may be."""
    if isinstance(of, int) and (want.lo <= of <= want.hi or (want.none and of == NONE_NUM)):
        return of
    if have.none and want.none:
        of = writer.hold(of)
        return ("if", ("eq", of, NONE_NUM), NONE_NUM, ("chk", of, want.lo, want.hi, span))
    return ("chk", of, want.lo, want.hi, span)


def _all_inside(writer: Writer, mask: Code, have: Num | Ref, want: Num | Ref, span: int) -> Code:
    """Test that all numbers of a set lie in a range."""
    if not isinstance(have, Num) or not isinstance(want, Num):
        return mask
    ones = sum(1 << n - have.lo for n in range(max(have.lo, want.lo), min(have.hi, want.hi) + 1))
    if isinstance(mask, int) and not mask & ~ones:
        return mask
    mask = writer.hold(mask)
    others = writer.hold(fold.mask("bandn", mask, ones))
    first = fold.choice(fold.compare("eq", others, 0), want.lo, fold.add(fold.low(others), have.lo))
    writer.keep(("chk", first, want.lo, want.hi, span))
    return mask


def is_a(writer: Writer, e: IsA) -> Code:
    """Does a reference lie in some of the domains of its union?"""
    of = writer.expr(e.of)
    t = e.of.type
    if not isinstance(t, Ref):
        raise InternalError("only a reference can be asked for its type")
    ways = writer.store.shapes.embedding(t, Ref(e.domains))
    flags = [int(x != -2) for x in ways]
    if isinstance(of, int):
        return flags[of] if of >= 0 else 0
    if all(flags):
        return fold.compare("ge", of, 0) if t.none else 1
    return ("tab", writer.store.table(flags, 0), of)

"""Unions: references and sets brought from one union of domains to another."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..core import IsA, Narrow, Num, Ref, SetOf, Widen
from ..ir import Code
from . import fold
from .shape import InternalError

if TYPE_CHECKING:
    from .builder import Writer


def widen(w: Writer, e: Widen) -> Code:
    """Bring a reference or set to a larger union."""
    of = w.expr(e.of)
    have, want = e.of.type, e.type
    if isinstance(have, SetOf) and isinstance(want, SetOf):
        return _moved(w, of, have.element, want.element)
    if not isinstance(have, Ref) or not isinstance(want, Ref):
        return of
    ways = w.store.shapes.embedding(have, want)
    if -2 in ways:
        raise InternalError(f"{have} is no part of {want} ({w.address})")
    return _mapped(w, of, ways, have.none)


def _mapped(w: Writer, of: Code, ways: list[int], none: bool) -> Code:
    if isinstance(of, int):
        return ways[of] if of >= 0 else of
    if ways == list(range(len(ways))):
        return of
    if ways and not none and ways == list(range(ways[0], ways[0] + len(ways))):
        return fold.add(of, ways[0])
    return ["tab", w.store.table(ways, -1), of]


def _moved(w: Writer, mask: Code, have: Num | Ref, want: Num | Ref) -> Code:
    """Bring a set to another element type; elements that are not there are dropped."""
    shapes = w.store.shapes
    if isinstance(have, Num) and isinstance(want, Num):
        moved = fold.shift(mask, have.lo - want.lo)
        return moved if want.hi >= have.hi else fold.mask("band", moved, shapes.full(want))
    if not isinstance(have, Ref) or not isinstance(want, Ref):
        raise InternalError("sets of numbers and of things do not mix")
    if have.domains == want.domains[: len(have.domains)]:
        return mask
    old, new = shapes.starts(have), shapes.starts(want)
    mask = w.hold(mask) if len(have.domains) > 1 else mask
    joined: Code = 0
    for d in have.domains:
        if d in new:
            ones = (1 << shapes.domains[d].size) - 1
            piece = mask if len(have.domains) == 1 else fold.mask("band", fold.shift(mask, -old[d]), ones)
            joined = fold.mask("bor", joined, fold.shift(piece, new[d]))
    return joined


def narrow(w: Writer, e: Narrow) -> Code:
    """Read a reference or set of a union as one of a smaller union."""
    of = w.expr(e.of)
    have, want = e.of.type, e.type
    span = w.store.span(e.at)
    if isinstance(have, SetOf) and isinstance(want, SetOf):
        return _moved(w, of, have.element, want.element)
    if isinstance(want, Num):
        return ["chk", of, want.lo, want.hi, span] if e.checked else of
    if not isinstance(have, Ref) or not isinstance(want, Ref):
        return of
    ways = w.store.shapes.embedding(have, want)
    if isinstance(of, int) and (of < 0 or ways[of] != -2):
        return ways[of] if of >= 0 else of
    if not e.checked:
        there = [x for x in ways if x != -2]
        if ways[: len(there)] == list(range(len(there))):
            return of
        return ["tab", w.store.table([max(x, -1) for x in ways], -1), of]
    code: Code = of if ways == list(range(len(ways))) else ["tab", w.store.table(ways, -1), of]
    return ["chk", code, -1 if have.none else 0, w.store.shapes.size(want) - 1, span]


def is_a(w: Writer, e: IsA) -> Code:
    """Does a reference lie in some of the domains of its union?"""
    of = w.expr(e.of)
    t = e.of.type
    if not isinstance(t, Ref):
        raise InternalError("only a reference can be asked for its type")
    ways = w.store.shapes.embedding(t, Ref(e.domains))
    flags = [int(x != -2) for x in ways]
    if isinstance(of, int):
        return flags[of] if of >= 0 else 0
    if all(flags):
        return fold.compare("ge", of, 0) if t.none else 1
    return ["tab", w.store.table(flags, 0), of]

"""Loops: over numbers, sets, rows of numbers and piles."""

from __future__ import annotations

from collections.abc import Callable

from regelwerk.dsl import ir
from regelwerk.dsl.ir.operations import Body, Expression
from regelwerk.interpreter.analysis.code import everything

from ... import memory as mem
from ... import spans
from ...encode import I32, READ
from ..emitter import Emitter, Mask
from .calls import delta
from .conditions import condition
from .wide import laid, lay, lying, next_lying, start_lying

WIDE_ROWS = 1 << 16  # elements of a table of masks that is also kept as lists


def break_(em: Emitter) -> None:
    em.c.br(em.loops[-1][0])


def next_(em: Emitter) -> None:
    em.c.br(em.loops[-1][1])


def _loop(em: Emitter, head: Callable[[object], None], body: Body) -> None:
    """Write a loop. `head` leaves it or fetches the next element."""
    c = em.c
    with c.endless() as (out, top):
        head(out)
        em.loops.append((out, top))
        em.body(body)
        em.loops.pop()


def while_(em: Emitter, cond: Expression, body: Body) -> None:
    def head(out: object) -> None:
        condition(em, cond)
        em.c.op("i32.eqz").br_if(out)

    _loop(em, head, body)


def into(em: Emitter, n: int, span: spans.Span = (0, spans.HIGHEST)) -> None:
    """Put the element on the stack into a register."""
    mask = laid(em, n)
    if mask:
        em.stack.convert(span, 0, mask.words)
        lay(em, mask)
        return
    kept, form = em.register(n)
    em.stack.convert(span, 0, form)
    em.stack.pop(kept)


def for_(em: Emitter, n: int, start: Expression, stop: Expression, body: Body) -> None:
    c = em.c
    at, end = c.local(), c.local()
    em.number(start)
    c.set(at)
    em.number(stop)
    c.set(end)

    def head(out: object) -> None:
        c.get(at).get(end).op("i64.ge_s").br_if(out)
        c.get(at)
        into(em, n, spans.NUMBER)
        c.get(at).i64(1).op("i64.add").set(at)

    _loop(em, head, body)
    c.free(at, end)


def bits(em: Emitter, n: int, mask: Expression, body: Body) -> None:
    c = em.c
    match mask:
        case ("ones", count):
            for_(em, n, 0, ("chk", count, 0, em.known(mask)[1].bit_length(), 0), body)
            return
        case ("tab", table, index) if _as_rows(em, table):
            _listed(em, n, "bits", table, index, body)
            return
    if there := lying(em, mask, body):
        _over(em, n, there, body)
        return
    found = em.known(mask)
    k = max(1, em.natural(mask))
    em.stack.positive(found)
    left = em.stack.held(k)
    base = c.local()
    if k > 1:
        c.i64(0).set(base)

    def head(out: object) -> None:
        em.stack.next_bit(left, base, out)
        into(em, n)

    _loop(em, head, body)
    c.free(base, *left)


def _over(em: Emitter, n: int, mask: Mask, body: Body) -> None:
    """Go over a mask in memory."""
    at, word = em.c.local(I32), em.c.local()
    start_lying(em, mask, at, word)

    def head(out: object) -> None:
        next_lying(em, mask, at, word, out)
        into(em, n)

    _loop(em, head, body)
    em.c.free(at, word)


def _as_rows(em: Emitter, table: int) -> bool:
    data = em.p.compiled.tables[table]
    wide = max(data).bit_length() > 64
    return wide and min(data) >= 0 and sum(mask.bit_count() for mask in data) <= WIDE_ROWS


def row(em: Emitter, n: int, rows: int, key: Expression, body: Body) -> None:
    _listed(em, n, "row", rows, key, body)


def _listed(em: Emitter, n: int, kind: str, number: int, key: Expression, body: Body) -> None:
    """Go over a row of static numbers."""
    c = em.c
    starts, _, size, count = em.p.rows(kind, number)
    at, end, row = c.local(I32), c.local(I32), c.local(I32)
    em.index(key, -1, count - 1)
    c.i32(4).op("i32.mul").i32(starts + 4).op("i32.add").tee(row).load("i32.load").set(at)
    c.get(row).load("i32.load", 4).set(end)
    c.free(row)

    def head(out: object) -> None:
        c.get(at).get(end).op("i32.ge_u").br_if(out)
        c.get(at).load(READ[size])
        into(em, n, spans.NUMBER)
        c.get(at).i32(size).op("i32.add").set(at)

    _loop(em, head, body)
    c.free(at, end)


def pile(em: Emitter, n: int, place: Expression, body: Body) -> None:
    """Go over what lay in a place at the start; if it may change meanwhile, over a copy."""
    c = em.c
    size = em.p.place_size
    first, at, where = c.local(I32), c.local(I32), c.local()
    em.number(place)
    c.tee(where)
    delta(em)
    c.call(em.p.helper("lowest")).set(first)
    c.get(where)
    delta(em)
    c.call(em.p.helper("psize")).op("i32.wrap_i64").set(at)
    c.free(where)
    moving = any(node[0] in ir.CHANGING for node in everything(body))
    if moving:
        kept = c.local(I32)
        c.read(mem.SCRATCH, "i32.load").set(kept)
        c.get(first).get(at).call(em.p.helper("copied")).set(first)
        em.lists.append(kept)
    c.get(at).i32(size).op("i32.mul").get(first).op("i32.add").set(at)

    def head(out: object) -> None:
        c.get(at).get(first).op("i32.le_u").br_if(out)
        c.get(at).i32(size).op("i32.sub").tee(at).load(READ[size])
        into(em, n)

    _loop(em, head, body)
    if moving:
        em.lists.pop()
        em.scratch_to(kept)
        c.free(kept)
    c.free(first, at)

"""Cells of the state, of frames and of tables: read and written."""

from __future__ import annotations

from regelwerk.dsl.ir.operations import Expression

from ... import memory as mem
from ... import spans
from ...encode import I32, READ, WRITE
from ...spans import Span, words
from ...state_layout import Region
from ..emitter import Emitter
from ..memoised import forget


def load(em: Emitter, cell: int, index: Expression) -> int:
    c = em.c
    found = em.known(index)
    if found[0] == found[1] and cell + found[0] >= em.p.layout.frames:
        return _local(em, cell + found[0], index)
    if cell >= em.p.layout.frames:
        if _listed(em, cell, index) is None:
            return em.zero(0)
        c.load("i64.load", em.base() + em.p.layout.frame_cell(cell))
        return 0
    region = em.p.bounds.target(cell, found)
    if region is None:
        c.trap()
        return em.zero(0)
    at = em.base() + region.at + (cell - region.start) * region.size
    lo = region.start - (region.guard is not None) - cell
    hi = region.start + region.count - 1 - cell
    if isinstance(index, int) and lo <= index <= hi:
        _start(em, region)
        _read(em, at + index * region.size, region.size, region.words)
        return region.words
    offset = _offset(em, index, lo, hi, at, region.size)
    add_start(em, region)
    _read(em, offset, region.size, region.words)
    return region.words


def _start(em: Emitter, region: Region) -> None:
    """Push what is to be added to the addresses of a region."""
    em.c.i32(0) if region.big < 0 else em.c.away()


def add_start(em: Emitter, region: Region) -> None:
    """Add it to what is pushed."""
    if region.big >= 0:
        em.c.away().op("i32.add")


def _offset(em: Emitter, index: Expression, lo: int, hi: int, at: int, size: int) -> int:
    """Push where an element of a row of cells lies that begins at an address; give what is to be added to it."""
    c = em.c
    found = em.known(index)
    plus = 0
    match index:
        case ["add", rest, int(more)] if spans.inside(found, (lo, hi)) and spans.inside(em.known(rest), (0, hi)):
            index, plus = rest, more * size  # the same for all elements side by side
    em.index(index, lo, hi)
    if size > 1:
        c.i32(size).op("i32.mul")
    if max(found[0], lo) < 0 or at + plus < 0:
        c.i32(at + plus).op("i32.add")
        return 0
    return at + plus


def _read(em: Emitter, offset: int, size: int, count: int) -> None:
    """Read a cell at the pushed address plus an offset."""
    c = em.c
    if count <= 1:
        c.load(READ[size], offset)
        return
    t = c.local(I32)
    c.set(t)
    for i in range(count):
        c.get(t).load("i64.load", offset + 8 * i)
    c.free(t)


def _local(em: Emitter, cell: int, index: Expression) -> int:
    c = em.c
    span = em.p.bounds.frames.span(em.owner, cell)
    if not isinstance(index, int):
        em.number(index)
        c.op("drop")
    if span is None:
        c.trap()
        return em.zero(0)
    for i in range(max(1, words(span))):
        c.read(em.base() + em.p.layout.frame_cell(cell, i))
    return words(span)


def _listed(em: Emitter, cell: int, index: Expression) -> Span | None:
    """Push the offset of a cell of a list in a frame, and give its bounds; None if it cannot be done."""
    run = em.p.bounds.frames.run(em.owner, cell)
    if run is None:
        em.c.trap()
        return None
    em.index(index, 0, run[1] - 1)
    em.c.i32(8).op("i32.mul")
    return run[0]


def table(em: Emitter, number: int, index: Expression) -> int:
    c = em.c
    data = em.p.table(number)
    if not data.count:
        c.trap()
        return em.zero(0)
    found = em.known(index)
    em.index(index, -1, data.count - 1)
    if data.size > 1:
        c.i32(data.size).op("i32.mul")
    offset = data.at
    if found[0] < 0:
        c.i32(data.at).op("i32.add")
        offset = 0
    _read(em, offset, data.size, data.words)
    return data.words


def store(em: Emitter, cell: int, index: Expression, e: Expression) -> None:
    found = em.known(index)
    if found[0] == found[1] and cell + found[0] >= em.p.layout.frames:
        _store_local(em, cell + found[0], index, e)
        return
    if cell >= em.p.layout.frames:
        span = _listed(em, cell, index)
        if span is not None:
            write(em, e, span, em.base() + em.p.layout.frame_cell(cell), 8, 0)
        return
    c = em.c
    region = em.p.bounds.target(cell, found)
    if region is None:
        c.trap()
        return
    save(em, region.big)
    at = em.base() + region.at + (cell - region.start) * region.size
    lo, hi = region.start - cell, region.start + region.count - 1 - cell
    if isinstance(index, int) and lo <= index <= hi:
        _start(em, region)
        at += index * region.size
    else:
        at = _offset(em, index, lo, hi, at, region.size)
        add_start(em, region)
    write(em, e, region.span, at, region.size, region.words)
    forget(em.p, c, em.p.memos.written(region))


def write(em: Emitter, e: Expression, span: Span, at: int, size: int, form: int) -> None:
    """Write a value to the pushed address plus an offset."""
    c = em.c
    if form <= 1:
        em.stack.convert(span, em.fitting(e, span), form)
        c.load(WRITE[size], at)
        return
    t = c.local(I32)
    c.set(t)
    em.stack.convert(span, em.fitting(e, span), form)
    kept = em.stack.held(form)
    for i, n in enumerate(kept):
        c.get(t).get(n).load("i64.store", at + 8 * i)
    c.free(t, *kept)


def _store_local(em: Emitter, cell: int, index: Expression, e: Expression) -> None:
    c = em.c
    if not isinstance(index, int):
        em.number(index)
        c.op("drop")
    span = em.p.bounds.frames.span(em.owner, cell)
    if span is None:
        c.trap()
        return
    kept = em.stack.held(max(1, em.fitting(e, span)))
    put_local(em, cell, kept, em.base())
    c.free(*kept)


def put_local(em: Emitter, cell: int, kept: list[int], base: int) -> None:
    """Write words to a cell of a frame."""
    for i, word in enumerate(kept):
        em.c.i32(0).get(word).load("i64.store", base + em.p.layout.frame_cell(cell, i))


def save(em: Emitter, big: int) -> None:
    """See that a trial has a copy of a big region that is about to be changed."""
    if big >= 0:
        c = em.c
        c.read(em.p.saved + 4 * big, "i32.load").read(mem.LEVEL, "i32.load").op("i32.ne")
        c.if_()
        c.i32(big).call(em.p.helper("save"))
        c.end()

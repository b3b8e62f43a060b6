"""What a seat sees of a state, written as a row of whole numbers by orders that the host has laid down.

An order reads a run of cells that lie equally far apart. A cell gives 0 or less for nothing, else itself plus a number
or what a table has for that; of a set, single bits. Cells of a flag that is down, or beyond the height of a pile, are
left out: the row is empty before."""

from __future__ import annotations

from functools import partial

from .. import memory as mem
from ..encode import I32, Code, Push
from ..program import Program

# Words of an order.
KIND, OUT, COUNT, AT, STEP, TABLE, FLAG, FLAG_KIND, PILE, PILE_KIND, HEIGHT = range(0, 44, 4)
ADD, ORDER = 48, 56
END = -1  # as a kind: there are no more
BYTE, SHORT, WORD, LONG = range(4)  # cells of 1, 2, 4, 8 bytes
TOLD, LARGE, BITS = 4, 8, 12  # ... whose numbers stand in a table; that may be too large; that are sets
HIGHEST = 2**31 - 2

_SMALL = {BYTE: "i32.load8_s", SHORT: "i32.load16_s", WORD: "i32.load"}
_WHOLE = {BYTE: "i64.load8_s", SHORT: "i64.load16_s", WORD: "i64.load32_s", LONG: "i64.load"}


def make_look(p: Program) -> int:
    """Follow orders: the state, the first order, the row."""
    number, c = p.module.function([I32, I32, I32], [])
    state, order, out = 0, 1, 2
    count, at, to, step, add, table, t = (c.local(I32) for _ in range(7))
    wide = c.local()
    peek = _make_peek(p)
    after = object()
    with c.endless() as (done, _):
        c.get(order).load("i32.load", KIND).i32(0).op("i32.lt_s").br_if(done)
        c.block(after)
        c.get(order).load("i32.load", COUNT).set(count)
        _unless_shown(c, peek, after)
        _as_high_as(c, peek, count, after)
        c.get(state).get(order).load("i32.load", AT).op("i32.add").set(at)
        c.get(out).get(order).load("i32.load", OUT).op("i32.add").set(to)
        c.get(to).get(count).i32(4).op("i32.mul", "i32.add").set(count)  # the end
        for word, n in ((STEP, step), (ADD, add), (TABLE, table)):
            c.get(order).load("i32.load", word).set(n)
        labels = [object() for _ in range(BITS + 1)]
        for label in reversed(labels):
            c.block(label)
        c.get(order).load("i32.load", KIND).br_table([*labels, after])
        for kind in range(len(labels)):
            c.end()
            if kind in _SMALL:
                _run(c, to, count, at, step, partial(_plain, c, _SMALL[kind], at, add, t))
            elif kind - TOLD in _SMALL:
                _run(c, to, count, at, step, partial(_by_table, c, _SMALL[kind - TOLD], at, add, table))
            elif kind - LARGE in _WHOLE:
                _run(c, to, count, at, step, partial(_large, c, _WHOLE[kind - LARGE], at, order, wide))
            elif kind == BITS:
                _run(c, to, count, table, step, partial(_bit, c, at, table, t))
            c.br(after)
        c.end()
        c.get(order).i32(ORDER).op("i32.add").set(order)
    return number


def _make_peek(p: Program) -> int:
    """Read a cell: its address, how many bytes it has."""
    number, c = p.module.function([I32, I32], [I32])
    for kind, name in _SMALL.items():
        c.get(1).i32(kind).op("i32.eq")
        c.if_()
        c.get(0).load(name).op("return")
        c.end()
    c.get(0).load("i64.load").op("i32.wrap_i64")
    return number


def _unless_shown(c: Code, peek: int, after: object) -> None:
    """Leave an order out whose flag is down."""
    c.get(1).load("i32.load", FLAG).i32(0).op("i32.ge_s")
    c.if_()
    c.get(0).get(1).load("i32.load", FLAG).op("i32.add").get(1).load("i32.load", FLAG_KIND).call(peek)
    c.op("i32.eqz").br_if(after)
    c.end()


def _as_high_as(c: Code, peek: int, count: int, after: object) -> None:
    """Read a pile only as high as it is."""
    left = c.local(I32)
    c.get(1).load("i32.load", PILE).i32(0).op("i32.ge_s")
    c.if_()
    c.get(0).get(1).load("i32.load", PILE).op("i32.add").get(1).load("i32.load", PILE_KIND).call(peek)
    c.get(1).load("i32.load", HEIGHT).op("i32.sub").i32(1).op("i32.add").tee(left)
    c.i32(0).op("i32.le_s").br_if(after)
    c.get(left).get(count).get(left).get(count).op("i32.lt_s", "select").set(count)
    c.end()
    c.free(left)


def _run(c: Code, to: int, end: int, at: int, step: int, value: Push) -> None:
    """Write value after value."""
    again = object()
    c.loop(again)
    c.get(to)
    value()
    c.load("i32.store")
    c.get(at).get(step).op("i32.add").set(at)
    c.get(to).i32(4).op("i32.add").tee(to).get(end).op("i32.lt_u").br_if(again)
    c.end()


def _plain(c: Code, read: str, at: int, add: int, t: int) -> None:
    c.get(at).load(read).get(add).op("i32.add").tee(t).i32(0).get(t).i32(0).op("i32.gt_s", "select")


def _by_table(c: Code, read: str, at: int, add: int, table: int) -> None:
    c.get(at).load(read).get(add).op("i32.add").i32(4).op("i32.mul").get(table).op("i32.add").load("i32.load")


def _large(c: Code, read: str, at: int, order: int, wide: int) -> None:
    c.get(at).load(read).get(order).load("i64.load", ADD).op("i64.add").tee(wide).i64(0)
    c.get(wide).i64(0).op("i64.gt_s", "select").tee(wide)
    c.i64(HIGHEST).get(wide).i64(HIGHEST).op("i64.lt_s", "select", "i32.wrap_i64")


def _bit(c: Code, at: int, table: int, t: int) -> None:
    """Push one of the bits of a set, whose number the table has."""
    c.get(table).load("i32.load").tee(t).i32(3).op("i32.shr_u").get(at).op("i32.add").load("i32.load8_u")
    c.get(t).i32(7).op("i32.and", "i32.shr_u").i32(1).op("i32.and")


def seen(p: Program, c: Code, row: int, state: int, site: int, who: int) -> None:
    """Write what the seat that decides sees of the row at hand; `site` and `who` are words of the row."""
    out = c.local(I32)
    c.read(mem.PLAYED, "i32.load").read(mem.SEEN_SIZE, "i32.load").op("i32.mul")
    c.read(mem.SEEN, "i32.load").op("i32.add").tee(out).i32(0).read(mem.SEEN_SIZE, "i32.load").fill()
    c.get(out).get(row).load("i32.load", site).i32(1).op("i32.add").load("i32.store")
    c.get(out).i32(1).load("i32.store", 4)
    c.get(state)
    c.get(row).load("i32.load", who).i32(4).op("i32.mul").read(mem.SIGHTS, "i32.load").op("i32.add").load("i32.load")
    c.get(out).call(p.once("look", lambda: make_look(p)))
    c.free(out)


def marked(p: Program, c: Code, row: int, options: int, site: int, count: int) -> None:
    """Mark the numbers of what is offered in the row at hand."""
    out, at, end, firsts, entries, code = (c.local(I32) for _ in range(6))
    c.read(mem.MASKS, "i32.load")
    c.if_()
    c.read(mem.PLAYED, "i32.load").read(mem.MASKS_SIZE, "i32.load").op("i32.mul")
    c.read(mem.MASKS, "i32.load").op("i32.add").tee(out).i32(0).read(mem.MASKS_SIZE, "i32.load").fill()
    c.get(row).load("i32.load", site).read(mem.FIRSTS_SIZE, "i32.load").op("i32.mul")
    c.read(mem.FIRSTS, "i32.load").op("i32.add").tee(firsts).load("i32.load").set(entries)
    c.get(options).tee(at).get(row).load("i32.load", count).i32(8).op("i32.mul", "i32.add").set(end)
    again = object()
    c.loop(again)
    c.get(entries).i32(1).op("i32.eq")
    c.if_()
    c.get(out).get(at).load("i32.load").op("i32.add").get(firsts).load("i32.load", 4).op("i32.add")
    c.i32(1).load("i32.store8")
    c.else_()
    c.get(out).get(at).load("i32.load").tee(code).get(entries).op("i32.div_u", "i32.add")
    c.get(code).get(entries).op("i32.rem_u").i32(4).op("i32.mul").get(firsts).op("i32.add").load("i32.load", 4)
    c.op("i32.add").i32(1).load("i32.store8")
    c.end()
    c.get(at).i32(8).op("i32.add").tee(at).get(end).op("i32.lt_u").br_if(again)
    c.end()
    c.end()
    c.free(out, at, end, firsts, entries, code)

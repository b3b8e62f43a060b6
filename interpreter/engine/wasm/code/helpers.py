"""Functions that all rulesets have: events, options, masks. Written once by hand."""

from __future__ import annotations

from .. import memory as mem
from ..encode import I32, I64, Code
from ..program import MARKED, Program


def store(c: Code, address: int, value: int | None = None) -> None:
    """Write a control word: a constant, or what is on the stack (already above an address)."""
    if value is not None:
        c.i32(0).i32(value)
    c.load("i32.store", address)


def make_wrote(p: Program) -> int:
    """Write one word of an event."""
    number, c = p.module.function([I64], [])
    at = c.local(I32)
    c.read(mem.EVENTS, "i32.load").tee(at).i32(p.events_end).op("i32.ge_u").trap_if()
    c.get(at).get(0).load("i64.store")
    c.i32(0).get(at).i32(8).op("i32.add")
    store(c, mem.EVENTS)
    return number


def make_recorded(p: Program) -> int:
    """Write a decision down: how it was made, by whom, where, the code."""
    number, c = p.module.function([I64] * 4, [])
    wrote = p.helper("wrote")
    for n in range(4):
        c.get(n).call(wrote)
    c.call(p.helper("secret")) if p.secret else c.i64(0)
    c.call(wrote)
    return number


def make_distinct(p: Program) -> int:
    """Let every option from an address on stand there only once; in order, the first of each stays.

    Small codes are marked with the number of this call, large ones are looked for among those that stand there."""
    number, c = p.module.function([I32], [])
    read, write, end, k, mark, call = (c.local(I32) for _ in range(6))
    code = c.local()
    c.read(mem.OPTIONS, "i32.load").set(end)
    c.get(0).tee(read).set(write)
    c.i32(0).read(mem.CALLS, "i32.load").i32(1).op("i32.add").tee(call)
    store(c, mem.CALLS)
    c.get(call).i32(0).op("i32.lt_s")
    c.if_()
    c.i32(p.marks).i32(0).i32(4 * MARKED).fill()
    store(c, mem.CALLS, 1)
    c.i32(1).set(call)
    c.end()
    skip = object()
    with c.endless() as (out, _):
        c.get(read).get(end).op("i32.ge_u").br_if(out)
        c.get(read).load("i64.load").set(code)
        c.block(skip)
        c.get(code).i64(MARKED).op("i64.lt_u")
        c.if_()
        c.get(code).op("i32.wrap_i64").i32(4).op("i32.mul").tee(mark)
        c.load("i32.load", p.marks).get(call).op("i32.eq").br_if(skip)
        c.get(mark).get(call).load("i32.store", p.marks)
        c.else_()
        c.get(0).set(k)
        with c.endless() as (done, _):
            c.get(k).get(write).op("i32.ge_u").br_if(done)
            c.get(k).load("i64.load").get(code).op("i64.eq").br_if(skip)
            c.get(k).i32(8).op("i32.add").set(k)
        c.end()
        c.get(write).get(code).load("i64.store")
        c.get(write).i32(8).op("i32.add").set(write)
        c.end()
        c.get(read).i32(8).op("i32.add").set(read)
    c.i32(0).get(write)
    store(c, mem.OPTIONS)
    return number


def make_nth(p: Program, k: int) -> int:
    """The number of the n-th bit of a mask of so many words, -1 if there are fewer."""
    number, c = p.module.function([I64] * (k + 1), [I64])
    n, count = k, c.local()
    c.get(n).i64(0).op("i64.lt_s")
    c.if_()
    c.i64(-1).op("return")
    c.end()
    for i in range(k):
        c.get(i).op("i64.popcnt").tee(count).get(n).op("i64.gt_s")
        c.if_()
        with c.endless() as (out, _):
            c.get(n).op("i64.eqz").br_if(out)
            c.get(i).get(i).i64(1).op("i64.sub", "i64.and").set(i)
            c.get(n).i64(1).op("i64.sub").set(n)
        c.get(i).op("i64.ctz").i64(64 * i).op("i64.add", "return")
        c.end()
        c.get(n).get(count).op("i64.sub").set(n)
    c.i64(-1)
    return number

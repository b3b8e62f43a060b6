"""Functions whose results are remembered (see `memos`): looked up by their arguments, counted if the stamp is another.

What counting took is remembered, too, and charged again: all engines come to the same limit at the same place."""

from __future__ import annotations

from collections.abc import Sequence

from .. import memory as mem
from ..encode import I32, Code
from ..program import Program

STAMP, WORK, RESULT = 0, 8, 16  # bytes from the start of an entry


def forget(p: Program, c: Code, stamps: Sequence[int]) -> None:
    """Take stamps away: what they stand for is written. Nothing may be counted between the two."""
    for number in stamps:
        c.i32(0).i64(0).load("i64.store", p.stamp(number))


def make_remembered(p: Program, number: int, c: Code) -> Code:
    """Write a function that looks first whether the result is known; give the code to write the counting into."""
    memo = p.memos.of[number]
    counted, inner = p.module.function(c.params, c.results)
    size = RESULT + 8 * len(c.results)
    first = p.memory.room(size * memo.entries)
    at, stamp, work = c.local(I32), c.local(), c.local()
    c.i32(first)
    step = size
    for n, (lo, hi) in enumerate(memo.params):
        c.get(n).i64(lo).op("i64.sub", "i32.wrap_i64").i32(step).op("i32.mul", "i32.add")
        step *= hi - lo + 1
    c.set(at)
    c.read(p.stamp(memo.stamp)).tee(stamp).op("i64.eqz")
    c.if_()
    c.i32(0).read(mem.GIVEN).i64(1).op("i64.add").tee(stamp).load("i64.store", mem.GIVEN)
    c.i32(0).get(stamp).load("i64.store", p.stamp(memo.stamp))
    c.end()
    ticks = p.state - 8
    c.get(at).load("i64.load", STAMP).get(stamp).op("i64.eq")
    c.if_()
    c.i32(0).read(ticks).get(at).load("i64.load", WORK).op("i64.add").tee(work).load("i64.store", ticks)
    c.get(work).i64(p.limits.ticks).op("i64.gt_s").trap_if()
    for n in range(len(c.results)):
        c.get(at).load("i64.load", RESULT + 8 * n)
    c.op("return")
    c.end()
    c.read(ticks).set(work)
    for n in range(len(c.params)):
        c.get(n)
    c.call(counted)
    found = [c.local() for _ in c.results]
    for local in reversed(found):
        c.set(local)
    if number in p.signalling:
        c.read(mem.SIGNAL, "i32.load").op("i32.eqz")
        c.if_()
    c.get(at).get(stamp).load("i64.store", STAMP)
    c.get(at).read(ticks).get(work).op("i64.sub").load("i64.store", WORK)
    for n, local in enumerate(found):
        c.get(at).get(local).load("i64.store", RESULT + 8 * n)
    if number in p.signalling:
        c.end()
    for local in found:
        c.get(local)
    return inner

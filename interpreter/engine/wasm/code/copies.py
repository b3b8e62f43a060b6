"""Copies of the state, one on another: kept before a trial, put back after it.

Most of a large state is never touched by a trial, so a big region is copied only when it is about to be changed:
`saved` tells for each of them the last copy that has it, `earlier` by copy which one had it before."""

from __future__ import annotations

from regelwerk.interpreter.engine.trials import DEEPEST

from .. import memory as mem
from ..encode import I32, Code
from ..program import Program
from .helpers import store


def add(c: Code, word: int, n: int) -> None:
    """Add to a control word."""
    c.i32(0).read(word, "i32.load").i32(n).op("i32.add")
    store(c, word)


def _small(p: Program, c: Code, copy: int, back: bool) -> None:
    """Copy what is not big between the state and a copy whose address is in a local."""
    layout = p.layout
    for first, end in ((0, layout.big_start), (layout.big_end, layout.size)):
        if first < end:
            if back:
                c.i32(p.state + first).get(copy).i32(first).op("i32.add")
            else:
                c.get(copy).i32(first).op("i32.add").i32(p.state + first)
            c.i32(end - first).copy()


def keep_state(p: Program, c: Code) -> None:
    """Copy the state to the stack of copies; of big regions only once they are changed."""
    c.call(p.once("keep", lambda: _make_keep(p)))


def put_back(p: Program, c: Code) -> None:
    """Put the state back as it was; the copy stays, so that something else can be tried."""
    c.call(p.once("put back", lambda: _make_put_back(p)))


def let_go(p: Program, c: Code) -> None:
    """Take the last copy off the stack; the state is as it was."""
    add(c, mem.TRIED, -p.layout.size)
    add(c, mem.LEVEL, -1)


def _make_keep(p: Program) -> int:
    number, c = p.module.function([], [])
    at = c.local(I32)
    c.read(mem.TRIED, "i32.load").tee(at)
    c.i32(p.copies + p.layout.size * (DEEPEST + 2)).op("i32.gt_u").trap_if()
    _small(p, c, at, back=False)
    add(c, mem.TRIED, p.layout.size)
    add(c, mem.LEVEL, 1)
    return number


def _make_put_back(p: Program) -> int:
    number, c = p.module.function([], [])
    at = c.local(I32)
    c.read(mem.TRIED, "i32.load").i32(p.layout.size).op("i32.sub").set(at)
    _small(p, c, at, back=True)
    for region in p.layout.big:
        saved = p.saved + 4 * region.big
        c.read(saved, "i32.load").read(mem.LEVEL, "i32.load").op("i32.eq")
        c.if_()
        first, size = region.whole
        c.i32(p.state + first).away().op("i32.add").get(at).i32(first).op("i32.add").i32(size).copy()
        c.i32(0)
        _earlier(p, c)
        c.load("i32.load", p.earlier + 4 * region.big)
        store(c, saved)
        c.end()
    return number


def _earlier(p: Program, c: Code) -> None:
    """Push the offset of what is noted about the copy at hand."""
    c.read(mem.LEVEL, "i32.load").i32(4 * len(p.layout.big)).op("i32.mul")


def make_save(p: Program) -> int:
    """Copy a big region, given by its number, before it is changed for the first time since the state was copied."""
    number, c = p.module.function([I32], [])
    at, note = c.local(I32), c.local(I32)
    c.get(0).i32(4).op("i32.mul").tee(at)
    c.load("i32.load", p.saved).read(mem.LEVEL, "i32.load").op("i32.eq")
    c.if_()
    c.op("return")
    c.end()
    _earlier(p, c)
    c.get(at).op("i32.add").tee(note).get(at).load("i32.load", p.saved).load("i32.store", p.earlier)
    c.get(at).read(mem.LEVEL, "i32.load").load("i32.store", p.saved)
    labels = [object() for _ in p.layout.big]
    out = object()
    c.block(out)
    for label in reversed(labels):
        c.block(label)
    c.get(0).br_table([*labels, out])
    for region in p.layout.big:
        c.end()
        first, size = region.whole
        c.read(mem.TRIED, "i32.load").i32(first - p.layout.size).op("i32.add")
        c.i32(p.state + first).away().op("i32.add").i32(size).copy()
        c.op("return")
    c.end()
    c.trap()
    return number

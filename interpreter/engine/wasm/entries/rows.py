"""Many games side by side, one step each in a call: answers come in, the next decisions go out with what is seen and
what can be done, and a game that has ended is followed by the next one.

A row of memory holds one game: a head of eight words, what seats were ranked by when the last game ended, the options
of the decision at hand, and the state. Its large regions stay in the row while it is played, its small ones are played
at their fixed place; before a large one is changed, the step has a copy of it, as a trial would."""

from __future__ import annotations

from regelwerk.dsl import ir

from .. import memory as mem
from ..code.helpers import store
from ..code.trials import get_header, run_on, take
from ..encode import I32, Code
from ..program import Program
from .games import fresh, mixed, ranked, ready
from .observations import marked, seen

CODE, SEED, ENDED, COUNT, SITE, WHO, LAST, VALUES = range(0, 64, 8)  # words of a row
NEW, LOOK = -1, -2  # as an answer: begin anew with the seed of the row; say only how things stand
RUNNING, OVER, STUCK = range(3)  # what became of the game that was going on


def make_advance(p: Program) -> int:
    """Answer the decision of every row from PLAYED on, and write down the next one."""
    number, c = p.module.function([I32], [])
    row, state, to, seed, seat = c.local(I32), c.local(I32), c.local(I32), c.local(), c.local()
    with c.endless() as (out, _):
        c.read(mem.PLAYED, "i32.load").get(0).op("i32.ge_u").br_if(out)
        c.read(mem.PLAYED, "i32.load").read(mem.ROW, "i32.load").op("i32.mul").read(mem.ROWS, "i32.load").op("i32.add")
        c.tee(row).i32(VALUES + 8 * p.values + 8).op("i32.add").read(mem.WIDEST, "i32.load").i32(8).op("i32.mul")
        c.op("i32.add").set(state)
        c.get(row).load("i64.load", CODE).i64(LOOK).op("i64.ne")
        c.if_()
        _ready(p, c, state)
        c.get(row).i64(RUNNING).load("i64.store", ENDED)
        c.get(row).load("i64.load", CODE).i64(0).op("i64.ge_s")
        c.if_()
        _small(p, c, state, inwards=True)
        take(p, c, lambda: c.get(row).load("i64.load", CODE))
        c.else_()
        c.get(row).load("i64.load", SEED).set(seed)
        _fresh(p, c, seed)
        c.end()
        run_on(p, c)
        get_header(p, c, ir.ASK)
        c.op("i64.eqz")
        c.if_()
        _ended(p, c, row, to, seat)
        for n in range(len(p.layout.big)):
            c.i32(n).call(p.helper("save"))
        _ready(p, c, state, saved=1)
        c.get(row).get(row).load("i64.load", SEED).call(mixed(p)).tee(seed).load("i64.store", SEED)
        _fresh(p, c, seed)
        run_on(p, c)
        c.end()
        _told(p, c, row, state)
        c.end()
        seen(p, c, row, state, SITE, WHO)
        c.get(row).i32(VALUES + 8 * p.values).op("i32.add").set(to)
        marked(p, c, row, to, SITE, COUNT)
        c.i32(0).read(mem.PLAYED, "i32.load").i32(1).op("i32.add")
        store(c, mem.PLAYED)
    return number


def _ready(p: Program, c: Code, state: int, saved: int = 0) -> None:
    """Play on the large regions of a row, and have a copy of what is changed of them."""
    ready(p, c)
    c.get(state).i32(p.state).op("i32.sub").set_away()
    if p.layout.big:
        store(c, mem.LEVEL, 1)
        store(c, mem.TRIED, p.copies + p.layout.size)
        for n in range(len(p.layout.big) if saved else 0):
            store(c, p.saved + 4 * n, saved)


def _fresh(p: Program, c: Code, seed: int) -> None:
    """Lay out a new game."""
    fresh(p, c, seed)
    first, end = p.layout.big_start, p.layout.big_end
    if p.layout.big:
        c.i32(p.state + first).away().op("i32.add").i32(p.fresh + first).i32(end - first).copy()


def _ended(p: Program, c: Code, row: int, to: int, seat: int) -> None:
    """Write down how the game ended."""
    c.get(row).get(row).load("i64.load", SEED).load("i64.store", LAST)
    c.get(row).i64(OVER).i64(STUCK)
    get_header(p, c, ir.OVER)
    c.op("i32.wrap_i64", "select").load("i64.store", ENDED)
    get_header(p, c, ir.OVER)
    c.op("i32.wrap_i64")
    c.if_()
    c.get(row).i32(VALUES - 24).op("i32.add").set(to)
    ranked(p, c, to, seat)
    c.end()


def _told(p: Program, c: Code, row: int, state: int) -> None:
    """Write down the decision the machine stands at; without one, or with too many options, it is broken off."""
    get_header(p, c, ir.ASK)
    c.op("i64.eqz").trap_if()
    c.read(mem.COUNT, "i32.load").read(mem.WIDEST, "i32.load").op("i32.gt_u").trap_if()
    c.get(row).read(mem.COUNT, "i32.load").op("i64.extend_i32_u").load("i64.store", COUNT)
    c.get(row)
    get_header(p, c, ir.ASK)
    c.i64(1).op("i64.sub").load("i64.store", SITE)
    c.get(row)
    get_header(p, c, ir.WHO)
    c.load("i64.store", WHO)
    c.get(row).i32(VALUES + 8 * p.values).op("i32.add").read(mem.FIRST, "i32.load")
    c.read(mem.COUNT, "i32.load").i32(8).op("i32.mul").copy()
    _small(p, c, state, inwards=False)


def _small(p: Program, c: Code, state: int, inwards: bool) -> None:
    """Copy the small regions of a row to where they are played, or back."""
    layout = p.layout
    cuts = [(-8, layout.big_start), (layout.big_end, layout.size)] if layout.big else [(-8, layout.size)]
    for first, end in cuts:
        if first < end:
            for played in (inwards, not inwards):
                c.i32(p.state + first) if played else c.get(state).i32(first).op("i32.add")
            c.i32(end - first).copy()

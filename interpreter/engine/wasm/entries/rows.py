"""Many games side by side, one step each in a call: answers come in, the next decisions go out, and a game that has
ended is followed by the next one.

A row of memory holds one game: a head of eight words, what seats were ranked by when the last game ended, the options
of the decision at hand, and the state. The host says where rows lie, how long they are, how many options have room."""

from __future__ import annotations

from regelwerk.dsl import ir

from .. import memory as mem
from ..code.helpers import store
from ..code.trials import get_header, run_on, take
from ..encode import I32, Code
from ..program import Program
from .games import fresh, mixed, ranked, ready

CODE, SEED, ENDED, COUNT, SITE, WHO, LAST, VALUES = range(0, 64, 8)  # words of a row
NEW = -1  # as an answer: begin anew with the seed of the row
RUNNING, OVER, STUCK = range(3)  # what became of the game that was going on


def make_advance(p: Program) -> int:
    """Answer the decision of every row, and write down the next one."""
    number, c = p.module.function([I32], [])
    row, to, seed, seat = c.local(I32), c.local(I32), c.local(), c.local()
    store(c, mem.PLAYED, 0)
    out, again = object(), object()
    c.block(out)
    c.loop(again)
    c.read(mem.PLAYED, "i32.load").get(0).op("i32.ge_u").br_if(out)
    c.read(mem.PLAYED, "i32.load").read(mem.ROW, "i32.load").op("i32.mul").read(mem.ROWS, "i32.load").op("i32.add")
    c.set(row)
    ready(p, c)
    c.get(row).i64(RUNNING).load("i64.store", ENDED)
    c.get(row).load("i64.load", CODE).i64(0).op("i64.ge_s")
    c.if_()
    _state(p, c, row, inwards=True)
    take(p, c, lambda: c.get(row).load("i64.load", CODE))
    c.else_()
    c.get(row).load("i64.load", SEED).set(seed)
    fresh(p, c, seed)
    c.end()
    run_on(p, c)
    get_header(p, c, ir.ASK)
    c.op("i64.eqz")
    c.if_()
    _ended(p, c, row, to, seat)
    c.get(row).get(row).load("i64.load", SEED).call(mixed(p)).tee(seed).load("i64.store", SEED)
    ready(p, c)
    fresh(p, c, seed)
    run_on(p, c)
    c.end()
    _told(p, c, row)
    c.i32(0).read(mem.PLAYED, "i32.load").i32(1).op("i32.add")
    store(c, mem.PLAYED)
    c.br(again)
    c.end()
    c.end()
    return number


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


def _told(p: Program, c: Code, row: int) -> None:
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
    _state(p, c, row, inwards=False)


def _state(p: Program, c: Code, row: int, inwards: bool) -> None:
    """Copy the state of a row to where it is played, or back."""
    for played in (inwards, not inwards):
        if played:
            c.i32(p.state - 8)
        else:
            c.get(row).i32(VALUES + 8 * p.values).op("i32.add")
            c.read(mem.WIDEST, "i32.load").i32(8).op("i32.mul", "i32.add")
    c.i32(p.layout.size + 8).copy()

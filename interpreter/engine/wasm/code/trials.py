"""Trials, as in `interpreter/engine/trials.py`: run on the state itself, which is put back afterwards from a copy.

The counter of work lies outside the copy, since the work of a trial counts. How a trial ended is in the control word
SIGNAL; functions and procedures that may end one look at it after every call."""

from __future__ import annotations

from regelwerk.dsl import ir
from regelwerk.interpreter.engine.trials import COST, DEEPEST

from .. import memory as mem
from ..encode import I32, I64, READ, WRITE, Code, Push
from ..program import Program
from ..spans import words
from .copies import add, keep_state, let_go, put_back
from .helpers import store
from .masks import types

CALLER = 8  # bytes from the block of a frame to its caller
CONTEXT = (mem.HOME, mem.UNIT, mem.BUDGET, mem.EXPLAIN)


def put_header(p: Program, c: Code, cell: int, value: int | None = None) -> None:
    """Write a header cell: a constant, or what is on the stack above an address."""
    region = p.layout.regions[cell]
    if value is not None:
        c.i32(0).i64(value)
    c.load(WRITE[region.size], p.state + region.at)


def get_header(p: Program, c: Code, cell: int) -> None:
    """Push a header cell as a number."""
    region = p.layout.regions[cell]
    c.read(p.state + region.at, READ[region.size])


def save_context(c: Code) -> list[tuple[int, int]]:
    """Keep what belongs to the trial at hand in locals."""
    kept = []
    for word in CONTEXT:
        n = c.local(I32)
        c.read(word, "i32.load").set(n)
        kept.append((word, n))
    return kept


def restore_context(c: Code, kept: list[tuple[int, int]]) -> None:
    for word, n in kept:
        c.i32(0).get(n)
        store(c, word)


def enter(p: Program, c: Code, proc: int, caller: int | None) -> None:
    """Lay a fresh frame: first block, caller, locals 0; the arguments come later."""
    at = p.compiled.procs[proc]
    first = p.state + p.layout.frame_cell(at.base)
    c.i32(0).i64(0).load("i64.store", first)
    if caller is not None:
        c.i32(0).i64(caller).load("i64.store", p.state + p.layout.frame_cell(at.base + ir.FRAME_CALLER))
    for local in range(at.params, at.size - ir.FRAME_LOCALS):
        for i in range(max(1, words(p.bounds.frames.locals[proc][local]))):
            c.i32(0).i64(0)
            c.load("i64.store", p.state + p.layout.frame_cell(at.base + ir.FRAME_LOCALS + local, i))


def run_on(p: Program, c: Code) -> None:
    """Run until the machine stands still."""
    c.call(p.helper("run"))
    c.i32(0).i64(0).load("i64.store", p.state - 8)
    put_header(p, c, ir.CHOSEN, 0)
    zero_result(p, c)


def take(p: Program, c: Code, code: Push) -> None:
    """Take an option of the decision at hand."""
    put_header(p, c, ir.ASK, 0)
    put_header(p, c, ir.WHO, ir.NONE)
    c.i32(0)
    code()
    put_header(p, c, ir.CHOSEN)
    store(c, mem.OPTIONS, p.options)


def make_tried(p: Program) -> int:
    """Run a trial on the state as it stands: 1 if it succeeds."""
    number, c = p.module.function([], [I32])
    ticks = p.state - 8
    trial, listening, signal, work = c.local(I32), c.local(I32), c.local(I32), c.local()
    c.i32(0).read(ticks).i64(COST).op("i64.add").tee(work).load("i64.store", ticks)
    c.get(work).i64(p.limits.ticks).op("i64.gt_s").trap_if()
    c.read(mem.INSIDE, "i32.load").i32(DEEPEST).op("i32.ge_s").trap_if()
    add(c, mem.INSIDE, 1)
    for word, n in ((mem.TRIAL, trial), (mem.LISTENING, listening)):
        c.read(word, "i32.load").set(n)
    store(c, mem.TRIAL, 1)
    store(c, mem.LISTENING, 0)
    store(c, mem.SIGNAL, 0)
    c.call(p.helper("run"))
    add(c, mem.INSIDE, -1)
    for word, n in ((mem.TRIAL, trial), (mem.LISTENING, listening)):
        c.i32(0).get(n)
        store(c, word)
    c.read(mem.SIGNAL, "i32.load").set(signal)
    store(c, mem.SIGNAL, 0)
    c.get(signal).i32(mem.STUMBLED).op("i32.eq")
    c.if_()
    c.i32(0).read(mem.UNCOUNTED).read(ticks).op("i64.add").get(work).op("i64.sub").load("i64.store", mem.UNCOUNTED)
    c.i32(0)
    c.get(work)  # how far it came is not counted
    c.load("i64.store", ticks)
    c.end()
    c.get(signal).i32(mem.UNMET).op("i32.lt_s")
    return number


def make_can(p: Program, proc: int) -> int:
    """Try a procedure on its own, with arguments as its frame keeps them; a copy of the state is at hand."""
    at = p.compiled.procs[proc]
    forms = [words(p.bounds.frames.locals[proc][n]) for n in range(at.params)]
    number, c = p.module.function([kind for form in forms for kind in types(form)], [I32])
    kept = save_context(c)
    result = c.local(I32)
    put_header(p, c, ir.ASK, 0)
    enter(p, c, proc, 0)
    param = 0
    for n, form in enumerate(forms):
        for i in range(max(1, form)):
            c.i32(0).get(param)
            c.load("i64.store", p.state + p.layout.frame_cell(at.base + ir.FRAME_LOCALS + n, i))
            param += 1
    put_header(p, c, ir.TOP, proc + 1)
    store(c, mem.HOME, -1)
    store(c, mem.UNIT, 0)
    store(c, mem.BUDGET, p.limits.ahead)
    store(c, mem.EXPLAIN, 0)
    c.call(p.helper("tried")).set(result)
    put_back(p, c)
    restore_context(c, kept)
    c.get(result)
    return number


def make_can_now(p: Program, proc: int) -> int:
    """Try a procedure on its own, once."""
    number, c = p.module.function(p.module.functions[p.trial_of(proc)].params, [I32])
    keep_state(p, c)
    for n in range(len(c.params)):
        c.get(n)
    c.call(p.trial_of(proc))
    let_go(p, c)
    return number


def make_attempt(p: Program) -> int:
    """Try an option of the decision at hand: 1 if it succeeds; a copy of the state is at hand."""
    number, c = p.module.function([I64], [I32])
    put_header(p, c, ir.ASK, 0)
    put_header(p, c, ir.WHO, ir.NONE)
    c.i32(0).get(0)
    put_header(p, c, ir.CHOSEN)
    c.call(p.helper("tried"))
    put_back(p, c)
    return number


def make_holds(p: Program) -> int:
    """Try an option, with the home frame and unit that must be got through (unit above 32 bits of home)."""
    number, c = p.module.function([I64, I64], [I32])
    kept = save_context(c)
    result = c.local(I32)
    c.i32(0).get(1).op("i32.wrap_i64")
    store(c, mem.HOME)
    c.i32(0).get(1).i64(32).op("i64.shr_u", "i32.wrap_i64")
    store(c, mem.UNIT)
    store(c, mem.BUDGET, p.limits.ahead - 1)
    if p.limits.ahead < 1:
        c.trap()
    store(c, mem.EXPLAIN, 0)
    c.get(0).call(p.helper("attempt")).set(result)
    restore_context(c, kept)
    c.get(result)
    return number


# ---------------------------------------------------------------------- frames


def walk(p: Program, c: Code, top: int, proc: int, block: int, out: object) -> None:
    """At the head of a loop over frames: leave it, or put procedure and number of its block into locals."""
    c.get(top).op("i32.eqz").br_if(out)
    c.get(top).i32(1).op("i32.sub").set(proc)
    base = c.local(I32)
    frame(p, c, proc)
    c.tee(base).load("i32.load").get(proc).i32(4).op("i32.mul").load("i32.load", p.first_block).op("i32.add")
    c.set(block)
    c.get(base).load("i32.load", CALLER).set(top)
    c.free(base)


def frame(p: Program, c: Code, proc: int) -> None:
    """Push the address of the frame of the procedure in a local."""
    c.get(proc).i32(4).op("i32.mul").load("i32.load", p.proc_base)


def top_frame(p: Program, c: Code, top: int) -> None:
    get_header(p, c, ir.TOP)
    c.op("i32.wrap_i64").set(top)


def make_home(p: Program) -> int:
    """Find the home frame and its unit of the decision the machine stands at; -1: nothing is at risk."""
    number, c = p.module.function([], [I64])
    top, proc, block, risk, home, first, last = (c.local(I32) for _ in range(7))
    found = c.local()
    top_frame(p, c, top)
    c.i64(-1).set(found)
    c.i32(1).set(first)
    with c.endless() as (out, _):
        walk(p, c, top, proc, block, out)
        c.get(risk).get(block).load("i32.load8_u", p.risks).op("i32.or").set(risk)
        c.get(first).get(block).load("i32.load8_u", p.units).op("i32.or")
        c.if_()
        c.i32(0).set(first)
        c.get(risk).set(home)
        c.get(block).tee(last).i32(4).op("i32.mul").load("i32.load", p.unit_numbers).op("i64.extend_i32_u").i64(32)
        c.op("i64.shl").get(proc).op("i64.extend_i32_u", "i64.or").set(found)
        c.end()
    c.get(home)
    if len(p.room_lists) > 1:
        c.op("i32.eqz")
        c.if_()
        _tight_at(p, c, last, p.block_rooms)
        c.set(home)
        c.end()
        c.get(home)
    c.set(home)
    c.get(found).i64(-1).get(home).op("select")
    return number


def _tight_at(p: Program, c: Code, at: int, table: int) -> None:
    """Push whether a number has too little room, in the list a table has for the number in a local."""
    c.get(at).i32(2).op("i32.mul").load("i32.load16_u", table).call(p.helper("tight"))


def make_risk(p: Program) -> int:
    """Tell whether one of the frames from the top to the home frame is at risk."""
    number, c = p.module.function([], [I32])
    top, proc, block = (c.local(I32) for _ in range(3))
    top_frame(p, c, top)
    out, again = object(), object()
    c.block(out)
    c.loop(again)
    walk(p, c, top, proc, block, out)
    c.get(block).load("i32.load8_u", p.risks)
    c.if_()
    c.i32(1).op("return")
    c.end()
    c.get(proc).read(mem.HOME, "i32.load").op("i32.ne").br_if(again)
    _tight_if_any(p, c, block, p.block_rooms)
    c.op("return")
    c.end()
    c.end()
    _tight_if_any(p, c, proc, p.proc_rooms)
    return number


def _tight_if_any(p: Program, c: Code, at: int, table: int) -> None:
    if len(p.room_lists) > 1:
        _tight_at(p, c, at, table)
    else:
        c.i32(0)


def make_secret(p: Program) -> int:
    """Is the body of a simultaneous decision among the active frames?"""
    number, c = p.module.function([], [I64])
    top, proc, block = (c.local(I32) for _ in range(3))
    top_frame(p, c, top)
    out, again = object(), object()
    c.block(out)
    c.loop(again)
    walk(p, c, top, proc, block, out)
    c.get(proc).load("i32.load8_u", p.secrets).op("i32.eqz").br_if(again)
    c.i64(1).op("return")
    c.end()
    c.end()
    c.i64(0)
    return number


def make_run(p: Program) -> int:
    """Go on with the top frame until the machine stops, a trial ends or everything is left."""
    number, c = p.module.function([], [])
    top, proc, result, block = (c.local(I32) for _ in range(4))
    top_frame(p, c, top)
    c.get(top).op("i32.eqz")
    c.if_()
    c.op("return")
    c.end()
    again = object()
    c.loop(again)
    c.get(top).i32(1).op("i32.sub").set(proc)
    frame(p, c, proc)
    c.load("i32.load").get(proc).call_indirect(p.proc_type).tee(result).i32(0).op("i32.le_s")
    c.if_()
    c.op("return")
    c.end()
    c.get(result).i32(1).op("i32.gt_s")
    c.if_()
    _leave_down_to(p, c, proc, result)
    c.end()
    frame(p, c, proc)
    c.load("i32.load", CALLER).tee(top)
    c.if_()
    _back_home(p, c, top, block)
    c.br(again)
    c.end()
    c.end()
    put_header(p, c, ir.TOP, 0)
    c.i32(0).get(proc).i32(p.compiled.main).op("i32.eq", "i64.extend_i32_u")
    put_header(p, c, ir.OVER)
    return number


def signal_reached(c: Code) -> None:
    store(c, mem.SIGNAL, mem.REACHED)


def _leave_down_to(p: Program, c: Code, proc: int, result: int) -> None:
    """Leave frames until the wanted one is left; without it, all."""
    below = c.local(I32)
    with c.endless() as (out, _):
        c.get(proc).i32(2).op("i32.add").get(result).op("i32.eq").br_if(out)
        frame(p, c, proc)
        c.load("i32.load", CALLER).tee(below).op("i32.eqz").br_if(out)
        c.get(below).i32(1).op("i32.sub").tee(proc).read(mem.HOME, "i32.load").op("i32.eq")
        c.if_()
        signal_reached(c)
        c.op("return")
        c.end()
    zero_result(p, c)


def zero_result(p: Program, c: Code) -> None:
    """Let the result of a call be 0."""
    region = p.layout.regions[ir.RESULT]
    if region.words <= 1:
        put_header(p, c, ir.RESULT, 0)
        return
    for i in range(region.words):
        c.i32(0).i64(0).load("i64.store", p.state + region.at + 8 * i)


def _back_home(p: Program, c: Code, top: int, block: int) -> None:
    """See, back in the home frame, whether it is done."""
    home = c.local(I32)
    c.get(top).i32(1).op("i32.sub").tee(home).read(mem.HOME, "i32.load").op("i32.eq")
    c.if_()
    frame(p, c, home)
    c.load("i32.load").get(home).i32(4).op("i32.mul").load("i32.load", p.first_block).op("i32.add").tee(block)
    c.load("i32.load8_u", p.open).op("i32.eqz").get(block).i32(4).op("i32.mul").load("i32.load", p.unit_numbers)
    c.read(mem.UNIT, "i32.load").op("i32.ne", "i32.or")
    c.if_()
    signal_reached(c)
    c.op("return")
    c.end()
    c.end()

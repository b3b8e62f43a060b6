"""Simultaneous decisions with checks, as `..together` and `..history` have them: every seat answers on a copy of the
state as it was before any of them did; then the answers are played in, lowest seat first."""

from __future__ import annotations

from regelwerk.dsl import ir
from regelwerk.dsl.ir.operations import All

from .. import memory as mem
from ..code.copies import keep_state, let_go, put_back
from ..code.helpers import store
from ..code.procedures import Procedure
from ..code.trials import frame, get_header, run_on, take, top_frame
from ..encode import I32, I64, Code, Push
from ..program import Program

MOST_ANSWERS = 1 << 12  # to one simultaneous decision


def standing(p: Program, c: Code) -> None:
    """Push whether the machine stands at a simultaneous decision (`Simultaneous.stands`)."""
    if not p.together:
        c.i32(0)
        return
    get_header(p, c, ir.TOP)
    c.i64(0).op("i64.ne")
    get_header(p, c, ir.ASK)
    c.op("i64.eqz", "i32.and")


def settle(p: Program, c: Code) -> None:
    """Go on past simultaneous decisions in which nobody has anything to decide."""
    if not p.together:
        return
    with c.endless() as (out, _):
        standing(p, c)
        c.op("i32.eqz").br_if(out)
        parts(p, c, decide=False)
        c.i32(0).op("i32.lt_s").br_if(out)
        play_in(p, c, lambda: c.i32(0))


def parts(p: Program, c: Code, decide: bool) -> None:
    """Go through the parts of all seats; let them decide and push how many answers there are. -1: somebody would have
    to decide but must not, or more often than allowed."""
    c.i32(int(decide)).call(p.once("parts", lambda: _make_parts(p)))


def play_in(p: Program, c: Code, answers: Push) -> None:
    """Play so many answers of all seats into the state."""
    answers()
    c.call(p.once("play in", lambda: _make_play_in(p)))


def _answers(p: Program) -> int:
    return p.once("answers", lambda: p.memory.room(8 * MOST_ANSWERS))


def _make_parts(p: Program) -> int:
    number, c = p.module.function([I32], [I32])
    proc, listening, made = c.local(I32), c.local(I32), c.local(I32)
    answers, seats, code = _answers(p), c.local(), c.local()
    top_frame(p, c, proc)
    c.get(proc).call(p.once("seats", lambda: _make_seats(p))).set(seats)
    c.read(mem.LISTENING, "i32.load").set(listening)
    for word in (mem.TABLE, mem.LISTENING):
        store(c, word, 0)
    c.i32(0).i32(0).get(proc).op("i32.sub")
    store(c, mem.TOGETHER)
    keep_state(p, c)
    done = object()
    c.block(done)
    with c.endless() as (out, _):
        c.get(seats).op("i64.eqz").br_if(out)
        c.get(seats).op("i64.ctz").get(proc).call(p.once("begin", lambda: _make_begin(p)))
        run_on(p, c)
        with c.endless() as (answered, _):
            get_header(p, c, ir.ASK)
            c.op("i64.eqz").br_if(answered)
            c.read(mem.MADE).read(mem.MOST).op("i64.ge_s").get(0).op("i32.eqz", "i32.or")
            c.if_()
            c.i32(-1).set(made).br(done)
            c.end()
            c.read(mem.FIRST, "i32.load").read(mem.COUNT, "i32.load").call(p.helper("pick")).set(code)
            c.get(made).i32(MOST_ANSWERS).op("i32.ge_u").trap_if()
            c.get(made).i32(8).op("i32.mul").get(code).load("i64.store", answers)
            c.get(made).i32(1).op("i32.add").set(made)
            take(p, c, lambda: c.get(code))
            run_on(p, c)
        put_back(p, c)
        store(c, mem.OPTIONS, p.options)
        c.get(seats).get(seats).i64(1).op("i64.sub", "i64.and").set(seats)
    c.end()
    put_back(p, c)
    let_go(p, c)
    store(c, mem.OPTIONS, p.options)
    store(c, mem.TOGETHER, 0)
    store(c, mem.TABLE, 1)
    c.i32(0).get(listening)
    store(c, mem.LISTENING)
    c.get(made)
    return number


def _make_play_in(p: Program) -> int:
    number, c = p.module.function([I32], [])
    at, end, played, code = c.local(I32), c.local(I32), c.local(I32), c.local()
    answers = _answers(p)
    top_frame(p, c, at)
    c.i32(0).get(at)
    store(c, mem.TOGETHER)
    run_on(p, c)
    with c.endless() as (out, _):
        get_header(p, c, ir.ASK)
        c.op("i64.eqz").read(mem.TOGETHER, "i32.load").op("i32.eqz", "i32.or").br_if(out)
        c.get(played).get(0).op("i32.ge_u").trap_if()
        c.get(played).i32(8).op("i32.mul").load("i64.load", answers).set(code)
        c.read(mem.FIRST, "i32.load").tee(at).read(mem.COUNT, "i32.load").i32(8).op("i32.mul", "i32.add").set(end)
        with c.endless() as (found, _):
            c.get(at).get(end).op("i32.ge_u").trap_if()  # it does not fit any more: that is an error
            c.get(at).load("i64.load").get(code).op("i64.eq").br_if(found)
            c.get(at).i32(8).op("i32.add").set(at)
        c.get(played).i32(1).op("i32.add").set(played)
        take(p, c, lambda: c.get(code))
        run_on(p, c)
    store(c, mem.TOGETHER, 0)
    return number


def _terms(p: Program) -> list[tuple[int, int, All[int]]]:
    """List all simultaneous decisions: procedure, block, terminator."""
    return [
        (n, k, block.term)
        for n in p.procs
        for k, block in enumerate(p.compiled.procs[n].blocks)
        if block.term[0] == "all"
    ]


def _at(p: Program, c: Code, proc: int, n: int, k: int) -> None:
    """Push whether the top frame, with its procedure + 1 in a local, is this one and stands at this block."""
    at = c.local(I32)
    c.get(proc).i32(1).op("i32.sub").set(at)
    frame(p, c, at)
    c.load("i32.load").i32(k).op("i32.eq").get(at).i32(n).op("i32.eq", "i32.and")
    c.free(at)


def _make_seats(p: Program) -> int:
    """Give the seats that take part in the decision of a procedure + 1."""
    number, c = p.module.function([I32], [I64])
    for n, k, term in _terms(p):
        _at(p, c, 0, n, k)
        c.if_()
        Procedure(p, c, n).em.number(("ld", term[1], 0))
        c.op("return")
        c.end()
    c.trap()
    c.i64(0)
    return number


def _make_begin(p: Program) -> int:
    """Begin the part of a seat at the decision of a procedure + 1."""
    number, c = p.module.function([I64, I32], [])
    for n, k, term in _terms(p):
        _at(p, c, 1, n, k)
        c.if_()
        Procedure(p, c, n).begin(*term[1:4])
        c.op("return")
        c.end()
    c.trap()
    return number

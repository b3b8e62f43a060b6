"""Games at random with every invariant evaluated whenever no guarded unit is open (`..checks`)."""

from __future__ import annotations

from regelwerk.dsl import ir

from .. import memory as mem
from ..code.copies import keep_state, let_go, put_back
from ..code.helpers import store
from ..code.masks import Masks
from ..code.trials import enter, get_header, put_header, run_on, take, top_frame, walk
from ..encode import I32, I64, Code
from ..program import CHECKED, Program
from ..spans import words
from .games import OVER, STUCK, TOO_LONG, VIOLATED, fresh, games
from .simultaneous import parts, play_in, settle, standing


def _active(p: Program, proc: int) -> int:
    """Tell whether a procedure is active."""

    def make() -> int:
        number, c = p.module.function([], [I32])
        top, at, block = (c.local(I32) for _ in range(3))
        top_frame(p, c, top)
        out, again = object(), object()
        c.block(out)
        c.loop(again)
        walk(p, c, top, at, block, out)
        c.get(at).i32(proc).op("i32.ne").br_if(again)
        c.i32(1).op("return")
        c.end()
        c.end()
        c.i32(0)
        return number

    return p.once(("active", proc), make)


def _make_at_check(p: Program) -> int:
    """`checks.at_check`: the set-up is over and no guarded unit is open."""
    number, c = p.module.function([], [I32])
    top, at, block, asks = (c.local(I32) for _ in range(4))
    if p.compiled.setup >= 0:
        c.call(_active(p, p.compiled.setup))
        c.if_()
        c.i32(0).op("return")
        c.end()
    get_header(p, c, ir.ASK)
    c.op("i32.wrap_i64").set(asks)
    top_frame(p, c, top)
    with c.endless() as (out, _):
        walk(p, c, top, at, block, out)
        c.get(block).load("i32.load8_u", p.asking).get(block).load("i32.load8_u", p.units).get(asks).op("select")
        c.if_()
        c.i32(0).op("return")
        c.end()
        c.i32(0).set(asks)
    c.i32(1)
    return number


def _copy(p: Program, c: Code, to: int, source: int) -> None:
    c.i32(to).i32(source).i32(p.layout.size).copy()


def make_checked(p: Program) -> int:
    """Play many games at random and evaluate every invariant whenever no guarded unit is open."""
    setup = p.compiled.setup
    at_check = _make_at_check(p)

    def play(c: Code, seed: int) -> None:
        code, known = c.local(), c.local(I32)
        for word in (mem.RANDOM, mem.TABLE, mem.LISTENING):
            store(c, word, 0)
        c.i32(0).set(known)
        fresh(p, c, seed)
        _copy(p, c, p.start, p.state)
        if p.compiled.invariants:
            if setup >= 0:
                put_header(p, c, ir.TOP, setup + 1)
                enter(p, c, setup, 0)
                run_on(p, c)
                store(c, mem.OPTIONS, p.options)
            get_header(p, c, ir.ASK)
            c.op("i64.eqz")
            c.if_()
            _copy(p, c, p.before, p.state)
            c.i32(1).set(known)
            c.end()
            fresh(p, c, seed)
        store(c, mem.TABLE, 1)
        store(c, mem.LISTENING, 1)
        run_on(p, c)
        settle(p, c)
        c.get(known).op("i32.eqz")
        c.if_()
        _copy(p, c, p.before, p.state)
        c.end()
        ended, again = object(), object()
        c.block(ended, I64)
        c.loop(again)
        _asked(p, c, code, ended)
        c.i32(0).set(known)
        if setup >= 0:
            c.call(_active(p, setup))
            c.if_()
            store(c, mem.LISTENING, 0)
            _set_up_by(p, c, code, known)
            store(c, mem.LISTENING, 1)
            c.end()
        store(c, mem.EVENTS, p.events)
        _step(p, c, code)
        c.get(known).br_if(again)
        c.call(at_check).op("i32.eqz").br_if(again)
        _violated(p, c)
        c.if_()
        c.i64(VIOLATED).br(ended)
        c.end()
        _copy(p, c, p.before, p.state)
        c.br(again)
        c.end()
        c.trap()
        c.end()

    return games(p, play)


def _asked(p: Program, c: Code, code: int, ended: object) -> None:
    """Let somebody answer, or all in secret (`code` is then below 0: ~ how many answers there are); leave for `ended`
    with how a game ended that is over or too long."""
    get_header(p, c, ir.ASK)
    c.op("i64.eqz")
    c.if_()
    standing(p, c)
    c.op("i32.eqz")
    c.if_()
    c.i64(OVER).i64(STUCK)
    get_header(p, c, ir.OVER)
    c.op("i32.wrap_i64", "select").br(ended)
    c.end()
    if p.together:
        parts(p, c, decide=True)
        c.op("i64.extend_i32_s").i64(-1).op("i64.xor").tee(code).i64(0).op("i64.ge_s")
        c.if_()
        c.i64(TOO_LONG).br(ended)
        c.end()
    c.else_()
    c.read(mem.MADE).read(mem.MOST).op("i64.ge_s")
    c.if_()
    c.i64(TOO_LONG).br(ended)
    c.end()
    c.read(mem.FIRST, "i32.load").read(mem.COUNT, "i32.load").call(p.helper("pick")).set(code)
    c.end()


def _step(p: Program, c: Code, code: int) -> None:
    """Play an answer, or those of all."""
    if p.together:
        c.get(code).i64(0).op("i64.lt_s")
        c.if_()
        play_in(p, c, lambda: c.get(code).i64(-1).op("i64.xor", "i32.wrap_i64"))
        c.else_()
    take(p, c, lambda: c.get(code))
    run_on(p, c)
    if p.together:
        c.end()
        settle(p, c)


def _set_up_by(p: Program, c: Code, code: int, known: int) -> None:
    """Take the step with the set-up on its own: if it ends there, that is what invariants look back at."""
    base = p.compiled.procs[p.compiled.setup].base
    keep_state(p, c)
    c.i32(0).i64(0).load("i64.store", p.state + p.layout.frame_cell(base + ir.FRAME_CALLER))
    _step(p, c, code)
    get_header(p, c, ir.TOP)
    c.op("i64.eqz")
    c.if_()
    _copy(p, c, p.before, p.state)
    c.i32(1).set(known)
    c.end()
    put_back(p, c)
    let_go(p, c)


def _violated(p: Program, c: Code) -> None:
    """Push whether an invariant does not hold; its number is in FAILED."""
    for at in (p.state, p.before, p.start):
        c.i32(0).i64(0).load("i64.store", at - 8)
    broken = c.local(I32)
    c.i32(0).set(broken)
    for n, check in reversed(list(enumerate(p.compiled.invariants))):
        span = p.bounds.results[check.function] or (0, 0)
        c.call(p.function(check.function, CHECKED))
        Masks(c).is_any(max(1, words(span)))
        c.op("i32.eqz")
        c.if_()
        c.i32(0).i64(n).load("i64.store", mem.FAILED)
        c.i32(1).set(broken)
        c.end()
    for at in (p.state, p.before, p.start):
        c.i32(0).i64(0).load("i64.store", at - 8)
    c.get(broken)

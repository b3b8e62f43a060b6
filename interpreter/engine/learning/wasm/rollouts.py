"""Playing on by a policy, in WebAssembly: the same as `..python` says, decision by decision."""

from __future__ import annotations

from regelwerk.dsl import ir
from regelwerk.interpreter.engine.wasm import memory as mem
from regelwerk.interpreter.engine.wasm.code.helpers import store
from regelwerk.interpreter.engine.wasm.code.option_masks import below, counted
from regelwerk.interpreter.engine.wasm.code.trials import get_header
from regelwerk.interpreter.engine.wasm.encode import I32, I64, Code
from regelwerk.interpreter.engine.wasm.program import RING, Program

from ..policy import MEMORY
from ..rollouts import ANYBODY, TURNS, begins, scorings
from .features import AFTER, SITES
from .policy import make_drawn, make_liked
from .ring import key_of


def make_lean(p: Program) -> int:
    """Pick one of the options at an address; -1 if the rollout stops here."""
    number, c = p.module.function([I32, I32], [I64])
    who, site, code = c.local(I32), c.local(I32), c.local()
    counted(c)
    _decision(p, c, who, site)
    _stop(p, c, who, site)
    c.get(1).i32(p.limits.options).op("i32.gt_u").trap_if()
    c.read(mem.POLICY, "i32.load")
    c.if_(I32)
    c.get(0).get(1).get(who).get(site).call(liked(p))
    c.get(1).call(p.once("drawn", lambda: make_drawn(p)))
    c.else_()
    below(c, 1)
    c.end()
    c.i32(8).op("i32.mul").get(0).op("i32.add").load("i64.load").set(code)
    c.get(who).get(site).get(code).call(p.once("note", lambda: _make_note(p))).get(code)
    return number


def liked(p: Program) -> int:
    """Give the function that tells how much options are liked."""
    return p.once("liked", lambda: make_liked(p))


def _decision(p: Program, c: Code, who: int, site: int) -> None:
    """Look who decides, and where."""
    get_header(p, c, ir.WHO)
    c.op("i32.wrap_i64").set(who)
    get_header(p, c, ir.ASK)
    c.op("i32.wrap_i64").i32(1).op("i32.sub").set(site)


def _stop(p: Program, c: Code, who: int, site: int) -> None:
    """Note whose turn it is; leave with -1 if the rollout is to stop here."""
    opens = p.memory.numbers([int(flag) for flag in begins(p.compiled)], 1)
    new = c.local(I32)
    c.get(site).load("i32.load8_u", opens).get(who).read(mem.TURN, "i32.load").op("i32.ne", "i32.and").tee(new)
    c.if_()
    c.i32(0).get(who)
    store(c, mem.TURN)
    c.end()
    c.read(mem.UNTIL, "i32.load").get(who).op("i32.eq").read(mem.UNTIL, "i32.load").i32(ANYBODY).op("i32.eq", "i32.or")
    c.read(mem.UNTIL, "i32.load").i32(TURNS).op("i32.eq").get(new).op("i32.and", "i32.or")
    c.if_()
    for word, n in ((mem.FIRST, 0), (mem.COUNT, 1)):
        c.i32(0).get(n)
        store(c, word)
    c.i64(-1).op("return")
    c.end()
    c.free(new)


def _make_note(p: Program) -> int:
    """Remember what a seat does: seat, site, code."""
    number, c = p.module.function([I32, I32, I64], [])
    ring, at = c.local(I32), c.local(I32)
    opens = p.memory.numbers([int(flag) for flag in begins(p.compiled)], 1)
    c.read(mem.POLICY, "i32.load").op("i32.eqz")
    c.if_()
    c.op("return")
    c.end()
    c.get(0).i32(RING).op("i32.mul").tee(ring).load("i32.load", p.rings).set(at)
    c.get(ring).get(at).i32(8).op("i32.mul", "i32.add")
    key_of(p, c, 1, 2)
    c.load("i64.store", p.rings + 16)
    c.get(ring).get(at).i32(1).op("i32.add").i32(MEMORY).op("i32.rem_u").load("i32.store", p.rings)
    c.get(1).load("i32.load8_u", opens)
    c.if_()
    c.read(mem.POLICY, "i32.load").load("i32.load", SITES).get(1).i32(8).op("i32.mul", "i32.add").set(at)
    c.get(ring).get(2).get(at).load("i32.load").op("i64.extend_i32_u", "i64.rem_u", "i32.wrap_i64")
    c.get(at).load("i32.load", 4).op("i32.add").i32(4).op("i32.mul").read(mem.POLICY, "i32.load").op("i32.add")
    c.load("i32.load", AFTER).load("i32.store", p.rings + 8)
    c.end()
    return number


def make_answered(p: Program) -> int:
    """Remember an answer given from outside to the decision at hand, and give it."""
    number, c = p.module.function([], [I64])
    who, site = c.local(I32), c.local(I32)
    _decision(p, c, who, site)
    c.get(who).get(site).read(mem.ANSWER).call(p.once("note", lambda: _make_note(p)))
    c.read(mem.ANSWER)
    return number


def make_like(p: Program) -> int:
    """Tell how much the options are liked that the rollout has stopped at."""
    number, c = p.module.function([], [])
    who, site = c.local(I32), c.local(I32)
    _decision(p, c, who, site)
    c.read(mem.FIRST, "i32.load").read(mem.COUNT, "i32.load").get(who).get(site).call(liked(p))
    return number


def heard(p: Program, c: Code, code: int) -> None:
    """Let those who listen know of the answer to the decision at hand."""
    c.read(mem.LISTENING, "i32.load")
    c.if_()
    c.i64(mem.DECISION)
    get_header(p, c, ir.WHO)
    get_header(p, c, ir.ASK)
    c.i64(1).op("i64.sub").get(code).call(p.helper("recorded"))
    c.end()


def tell(p: Program, c: Code) -> None:
    """Tell where the machine stands."""
    for cell, word in ((ir.ASK, mem.ASKED), (ir.WHO, mem.ASKS), (ir.OVER, mem.DONE)):
        c.i32(0)
        get_header(p, c, cell)
        c.op("i32.wrap_i64")
        store(c, word)


def score(p: Program, c: Code) -> None:
    """Let every scoring take place, unless the game is over."""
    get_header(p, c, ir.OVER)
    c.op("i64.eqz")
    c.if_()
    for number in scorings(p.compiled):
        c.call(p.function(number))
        for _ in p.module.functions[p.function(number)].results:
            c.op("drop")
    c.end()

"""Playing on by leanings, in WebAssembly: the same as `..walks` says, decision by decision."""

from __future__ import annotations

from collections.abc import Callable

from ...dsl import ir
from ..walks import ANYBODY, MEMORY, MOST_STEPS, begins, scorings
from . import memory as mem
from .encode import I32, I64, Code
from .helpers import rolled, store
from .masked import counted
from .program import RING, SLOTS, Program
from .statements import DECISION
from .trials import get_header

SHIFT = 64 - (SLOTS.bit_length() - 1)
FACTOR = 0x9E37_79B9_7F4A_7C15  # spreads keys over the table


def make_lean(p: Program) -> int:
    """Pick one of the options at an address by their weights; -1 if the walk stops here."""
    number, c = p.module.function([I32, I32], [I64])
    who, site, at, total, chance = c.local(I32), c.local(I32), c.local(I32), c.local(), c.local()
    weight, code = c.local(I32), c.local()
    counted(c)
    _decision(p, c, who, site)
    _turns(p, c, who, site)
    c.read(mem.UNTIL, "i32.load").get(who).op("i32.eq").read(mem.UNTIL, "i32.load").i32(ANYBODY).op("i32.eq", "i32.or")
    c.if_()
    for word, n in ((mem.FIRST, 0), (mem.COUNT, 1)):
        c.i32(0).get(n)
        store(c, word)
    c.i64(-1).op("return")
    c.end()

    def each(do: Callable[[], None]) -> None:
        """For every option: its address in steps of one is in `at`."""
        out, again = object(), object()
        c.i32(0).set(at)
        c.block(out)
        c.loop(again)
        c.get(at).get(1).op("i32.ge_u").br_if(out)
        do()
        c.get(at).i32(1).op("i32.add").set(at)
        c.br(again)
        c.end()
        c.end()

    def option() -> None:
        c.get(0).get(at).i32(8).op("i32.mul", "i32.add").load("i64.load")

    def weigh() -> None:
        c.get(at).i32(4).op("i32.mul").get(who).get(site)
        option()
        c.call(p.once("weight", lambda: _make_weight(p))).tee(weight).load("i32.store", p.weights)
        c.get(total).get(weight).op("i64.extend_i32_u", "i64.add").set(total)

    def draw() -> None:
        c.get(chance).get(at).i32(4).op("i32.mul").load("i32.load", p.weights).op("i64.extend_i32_u", "i64.sub")
        c.tee(chance).i64(0).op("i64.lt_s")
        c.if_()
        c.get(who).get(site)
        option()
        c.tee(code).call(p.once("note", lambda: _make_note(p))).get(code).op("return")
        c.end()

    c.get(1).i32(p.limits.options).op("i32.gt_u").trap_if()
    c.i64(0).set(total)
    each(weigh)
    c.read(mem.DICE).set(chance)
    rolled(c, chance, lambda: c.i32(mem.DICE), lambda: c.read(mem.STEP))
    c.get(total).op("i64.mul").i64(32).op("i64.shr_u").set(chance)
    each(draw)
    c.trap()
    return number


def _decision(p: Program, c: Code, who: int, site: int) -> None:
    """Look who decides, and where."""
    get_header(p, c, ir.WHO)
    c.op("i32.wrap_i64").set(who)
    get_header(p, c, ir.ASK)
    c.op("i32.wrap_i64").i32(1).op("i32.sub").set(site)


def _turns(p: Program, c: Code, who: int, site: int) -> None:
    """Count the turns of the seat that thinks; leave with -1 when it has had enough."""
    opens = p.memory.numbers([int(flag) for flag in begins(p.compiled)], 1)
    c.get(site).load("i32.load8_u", opens)
    c.if_()
    c.get(who).read(mem.THINKER, "i32.load").op("i32.ne").read(mem.TURN, "i32.load").read(mem.THINKER, "i32.load")
    c.op("i32.eq", "i32.and")
    c.if_()
    c.i32(0).read(mem.TURNS, "i32.load").i32(1).op("i32.sub")
    store(c, mem.TURNS)
    c.read(mem.TURNS, "i32.load").op("i32.eqz")
    c.if_()
    c.i64(-1).op("return")
    c.end()
    c.end()
    c.i32(0).get(who)
    store(c, mem.TURN)
    c.end()


def _key(p: Program, c: Code, site: int, code: int) -> None:
    c.get(code).i64(len(p.compiled.sites)).op("i64.mul").get(site).i32(1).op("i32.add", "i64.extend_i32_u", "i64.add")


def _make_weight(p: Program) -> int:
    """Give the weight of an option: seat, site, code."""
    number, c = p.module.function([I32, I32, I64], [I32])
    key, entry, at, ring = c.local(), c.local(I32), c.local(I32), c.local(I32)
    sizes = [len(site.entries) for site in p.compiled.sites]
    firsts = [sum(sizes[:n]) for n in range(len(sizes))]
    _key(p, c, 1, 2)
    c.set(key)
    c.get(2).get(1).i32(4).op("i32.mul").tee(at).load("i32.load", p.memory.numbers(sizes, 4)).op("i64.extend_i32_u")
    c.op("i64.rem_u", "i32.wrap_i64").get(at).load("i32.load", p.memory.numbers(firsts, 4)).op("i32.add").i32(4)
    c.op("i32.mul").set(entry)
    c.read(mem.TURNS, "i32.load").i32(0).op("i32.gt_s").read(mem.THINKER, "i32.load").get(0).op("i32.ne", "i32.and")
    c.if_()
    c.get(entry).load("i32.load", p.haste).op("return")
    c.end()
    c.get(0).i32(RING).op("i32.mul").set(ring)
    for n in range(MEMORY):
        c.get(ring).load("i64.load", p.rings + 8 + 8 * n).get(key).op("i64.eq")
        if n:
            c.op("i32.or")
    c.if_()
    c.get(entry).load("i32.load", p.again).op("return")
    c.end()
    c.get(key).i64(FACTOR).op("i64.mul").i64(SHIFT).op("i64.shr_u", "i32.wrap_i64").set(at)
    out, again = object(), object()
    c.block(out)
    c.loop(again)
    c.get(at).i32(16).op("i32.mul").load("i64.load", p.leanings).op("i64.eqz").br_if(out)
    c.get(at).i32(16).op("i32.mul").load("i64.load", p.leanings).get(key).op("i64.eq")
    c.if_()
    c.get(at).i32(16).op("i32.mul").load("i32.load", p.leanings + 8).op("return")
    c.end()
    c.get(at).i32(1).op("i32.add").i32(SLOTS - 1).op("i32.and").set(at)
    c.br(again)
    c.end()
    c.end()
    c.get(entry).load("i32.load", p.actions)
    return number


def _make_note(p: Program) -> int:
    """Write down what a seat does: seat, site, code."""
    number, c = p.module.function([I32, I32, I64], [])
    ring, at = c.local(I32), c.local(I32)
    c.get(0).i32(RING).op("i32.mul").tee(ring).load("i32.load", p.rings).set(at)
    c.get(ring).get(at).i32(8).op("i32.mul", "i32.add")
    _key(p, c, 1, 2)
    c.load("i64.store", p.rings + 8)
    c.get(ring).get(at).i32(1).op("i32.add").i32(MEMORY).op("i32.rem_u").load("i32.store", p.rings)
    c.read(mem.DEEDS, "i32.load").tee(at).i32(2 * MOST_STEPS).op("i32.ge_u").trap_if()
    c.get(at).i32(16).op("i32.mul").tee(ring).get(0).load("i32.store", p.deeds)
    c.get(ring).get(1).load("i32.store", p.deeds + 4)
    c.get(ring).get(2).load("i64.store", p.deeds + 8)
    c.i32(0).get(at).i32(1).op("i32.add")
    store(c, mem.DEEDS)
    return number


def make_answered(p: Program) -> int:
    """Write down an answer given from outside to the decision at hand, and give it."""
    number, c = p.module.function([], [I64])
    who, site = c.local(I32), c.local(I32)
    _decision(p, c, who, site)
    c.get(who).get(site).read(mem.ANSWER).call(p.once("note", lambda: _make_note(p)))
    c.read(mem.ANSWER)
    return number


def heard(p: Program, c: Code, code: int) -> None:
    """Let those who listen know of the answer to the decision at hand."""
    c.read(mem.LISTENING, "i32.load")
    c.if_()
    c.i64(DECISION)
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

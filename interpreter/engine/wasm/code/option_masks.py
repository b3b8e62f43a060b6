"""Options of a decision as bits of one word: listed without a branch for each, and picked without a list."""

from __future__ import annotations

from functools import partial

from regelwerk.dsl import ir
from regelwerk.dsl.ir.operations import Body, Expression
from regelwerk.interpreter.analysis.offers import Bits, as_bits
from regelwerk.interpreter.engine.context import MOST_DECISIONS

from .. import memory as mem
from ..encode import I32, I64, Code
from ..program import PLAIN, Program
from ..spans import words
from .chance import rolled
from .emitter import Emitter, Tables, WriteStatement, give_nothing
from .helpers import store
from .operations import branches, loops
from .operations.conditions import condition
from .operations.wide import clear
from .operations.writers import TABLES


def bits_of(p: Program, site: ir.Site) -> Bits | None:
    """Tell how the options of a decision are kept as bits, if they are."""
    return as_bits(p.compiled, site, partial(p.bounds.of, ("f", site.options)))


class MaskedOptions:
    """Writes the function that gives the options of a decision as bits: what offers something is written otherwise."""

    def __init__(self, program: Program, site: ir.Site, bits: Bits) -> None:
        self.number, self.c = program.module.function([], [I64])
        own: dict[str, WriteStatement] = {"set": self._set, "opt": self._opt, "if": self._if, "bits": self._bits}
        tables = Tables(TABLES.expressions, {**TABLES.statements, **own})
        self.em = Emitter(program, self.c, ("f", site.options), PLAIN, tables, give_nothing)
        self.bits = bits

    def write(self) -> int:
        """WriteStatement the function; give its number."""
        self.found = self.c.untouched()
        clear(self.em, self.bits.body, set(), [])
        self.em.body(self.bits.body)
        self.c.get(self.found)
        return self.number

    def _add(self) -> None:
        self.c.get(self.found).op("i64.or").set(self.found)

    def _set(self, em: Emitter, n: int, e: Expression) -> None:
        if n != self.bits.flag:
            branches.set_(em, n, e)

    def _opt(self, em: Emitter, code: Expression) -> None:
        bit = self.bits.bit(code)
        if isinstance(bit, int):
            self.c.i64(1 << bit)
        else:
            em.number(bit)
            em.stack.single(1)
        self._add()

    def _if(self, em: Emitter, cond: Expression, then: Body, other: Body) -> None:
        bit = None if other else self._only_offer(then)
        if not isinstance(bit, int):
            branches.if_(em, cond, then, other)
            return
        while inner := self._only_condition(then):
            cond, then = ("and", cond, inner[0]), inner[1]
        condition(em, cond)
        self.c.op("i64.extend_i32_u").i64(bit).op("i64.shl")
        self._add()

    def _only_condition(self, body: Body) -> tuple[Expression, Body] | None:
        match self._without_flag(body):
            case [("if", cond, then, [])]:
                return cond, then
        return None

    def _without_flag(self, body: Body) -> Body:
        return [s for s in body if s[:2] != ("set", self.bits.flag)]

    def _only_offer(self, body: Body) -> Expression | None:
        """Give the bit of an offer, if there is nothing else but conditions."""
        match self._without_flag(body):
            case [("opt", code)]:
                return self.bits.bit(code)
        inner = self._only_condition(body)
        return self._only_offer(inner[1]) if inner else None

    def _bits(self, em: Emitter, n: int, mask: Expression, body: Body) -> None:
        found = em.known(mask)
        if self._only_offer(body) != ("v", n) or self._without_flag(body)[0][0] != "opt" or words(found) > 1:
            loops.bits(em, n, mask, body)
            return
        em.natural(mask)
        em.stack.positive(found)
        self._add()


def expanded(p: Program, bits: Bits) -> int:
    """Give the function that writes options down as codes, given as bits; it gives how many."""

    def make() -> int:
        number, c = p.module.function([I64], [I32])
        first, at = c.local(I32), c.local(I32)
        c.read(mem.OPTIONS, "i32.load").tee(first).tee(at)
        c.i32(p.options_end - 8 * 64).op("i32.gt_u").trap_if()
        if bits.alone >= 0:
            c.get(at).i64(bits.alone).load("i64.store")
            c.get(at).get(0).op("i64.eqz").i32(3).op("i32.shl", "i32.add").set(at)
        with c.endless() as (out, _):
            c.get(0).op("i64.eqz").br_if(out)
            c.get(at).get(0).op("i64.ctz").i64(bits.scale).op("i64.mul").i64(bits.offset).op("i64.add").load(
                "i64.store"
            )
            c.get(at).i32(8).op("i32.add").set(at)
            c.get(0).get(0).i64(1).op("i64.sub", "i64.and").set(0)
        c.i32(0).get(at)
        store(c, mem.OPTIONS)
        c.get(at).get(first).op("i32.sub").i32(3).op("i32.shr_u")
        if p.limits.options < 64:
            c.tee(at).i32(p.limits.options).op("i32.gt_u").trap_if().get(at)
        return number

    return p.once(("expanded", bits.scale, bits.offset, bits.alone), make)


# ---------------------------------------------------------------------- picking


def thrown(c: Code, count: int) -> None:
    """Push a number below the one in a local by the dice; leave with -1 if there were too many answers."""
    counted(c)
    below(c, count)


def below(c: Code, count: int) -> None:
    """Push a number below the one in a local by the dice."""
    word = c.local()
    c.read(mem.DICE).set(word)
    rolled(c, word, lambda: c.i32(mem.DICE), lambda: c.read(mem.STEP))
    c.get(count).op("i64.extend_i32_u", "i64.mul").i64(32).op("i64.shr_u", "i32.wrap_i64")
    c.free(word)


def counted(c: Code) -> None:
    """Count an answer; leave with -1 if there were too many."""
    made = c.local()
    c.i32(0).read(mem.MADE).i64(1).op("i64.add").tee(made).load("i64.store", mem.MADE)
    c.get(made).i64(MOST_DECISIONS).op("i64.gt_s").trap_if()
    c.get(made).read(mem.MOST).op("i64.gt_s")
    c.if_()
    store(c, mem.TOO_LONG, 1)
    c.i64(-1).op("return")
    c.end()
    c.free(made)


def picked(c: Code, bits: int, count: int) -> None:
    """Push one of the bits in a local, given with their number, by the dice; leave with -1 as `thrown` does."""
    thrown(c, count)
    c.set(count)
    with c.endless() as (out, _):
        c.get(count).op("i32.eqz").br_if(out)
        c.get(bits).get(bits).i64(1).op("i64.sub", "i64.and").set(bits)
        c.get(count).i32(1).op("i32.sub").set(count)
    c.get(bits).op("i64.ctz")

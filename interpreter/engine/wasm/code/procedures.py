"""Procedures: blocks that may stop at a decision and go on later.

A procedure is a function of the block to begin with. It gives 1 when it is finished, 0 when the machine stops,
n + 2 when procedure n is to be left, -1 when a trial has ended. Later blocks of the same procedure are reached by
jumping out of nested blocks, earlier ones by a loop around them all."""

from __future__ import annotations

from functools import partial

from regelwerk.dsl import ir
from regelwerk.dsl.ir.operations import Expression
from regelwerk.interpreter.analysis.code import followers, term_expressions, unset_registers

from .. import memory as mem
from ..encode import I32, Code
from ..program import Program
from .operations.branches import choose
from .operations.cells import put_local, store, write
from .operations.conditions import condition
from .operations.wide import set_mask
from .operations.writers import emitter
from .trials import enter, put_header, signal_reached, zero_result

ENDED = -1  # a trial has
FEW = 2  # blocks that are gone back to


def _leave(c: Code) -> None:
    """Leave because a trial has ended."""
    c.i32(ENDED).op("return")


class Procedure:
    def __init__(self, program: Program, code: Code, number: int) -> None:
        self.em = emitter(program, code, ("p", number), leave=_leave)
        self.p, self.c = program, code
        self.me = number
        self.proc = program.compiled.procs[number]
        self.targets = number in program.ended

    def write(self) -> None:
        """Write the whole procedure."""
        c, blocks = self.c, self.proc.blocks
        self.again = object()
        self.labels: list[object] = [object() for _ in blocks]
        plain = len(blocks) == 1 and 0 not in followers(blocks[0].term)
        if plain:
            self._block(0)
            c.trap()
            return
        c.loop(self.again)
        for label in reversed(self.labels):
            c.block(label)
        nowhere = object()
        c.block(nowhere)
        back = {to for k, block in enumerate(blocks) for to in followers(block.term) if to <= k}
        for to in sorted(back) if len(back) <= FEW else []:  # a jump that can be foreseen
            c.get(0).i32(to).op("i32.eq").br_if(self.labels[to])
        c.get(0)
        c.br_table([*self.labels, nowhere])
        c.end()
        c.trap()
        for k in range(len(blocks)):
            c.end()
            self._block(k)
        c.end()
        c.trap()

    def _block(self, k: int) -> None:
        c, block = self.c, self.proc.blocks[k]
        for n in sorted(unset_registers(block.code, set(), list(term_expressions(block.term)))):
            if not set_mask(self.em, n, 0):
                kept, _ = self.em.register(n)
                for local in kept:
                    c.i64(0).set(local)
        self.em.body(block.code)
        getattr(self, "t_" + block.term[0])(k, *block.term[1:])

    # ------------------------------------------------------------------ going on

    def _at_home(self) -> None:
        """Push whether the trial has to get through a unit of this frame."""
        self.c.read(mem.HOME, "i32.load").i32(self.me).op("i32.eq")

    def _done_if_home(self) -> None:
        c = self.c
        self._at_home()
        c.if_()
        signal_reached(c)
        _leave(c)
        c.end()

    def _unit_left(self, k: int, to: int) -> None:
        """End a trial whose home leaves its unit. As long as it does not, the unit is that of its block."""
        if self.proc.blocks[k].unit != self.proc.blocks[to].unit:
            self._done_if_home()

    def _go(self, k: int, to: int) -> None:
        self._unit_left(k, to)
        self._jump(k, to)

    def _jump(self, k: int, to: int) -> None:
        c = self.c
        if to > k:
            c.br(self.labels[to])
        else:
            c.i32(to).set(0)
            c.br(self.again)

    def _pc(self, to: int) -> None:
        c = self.c
        c.i32(0).i64(to).load("i64.store", self.p.state + self.p.layout.frame_cell(self.proc.base))

    def t_goto(self, k: int, to: int) -> None:
        self._go(k, to)

    def t_br(self, k: int, cond: Expression, then: int, other: int) -> None:
        condition(self.em, cond)
        self.c.if_()
        self._go(k, then)
        self.c.end()
        self._go(k, other)

    def t_jump(self, k: int, case: Expression, blocks: list[int]) -> None:
        choose(self.em, case, [partial(self._go, k, to) for to in blocks], partial(self._go, k, blocks[-1]))
        self.c.trap()

    # ------------------------------------------------------------------ calls

    def t_call(self, k: int, callee: int, args: list[Expression], to: int) -> None:
        self._call(callee, args, to, None)
        self._back(k, to)
        self._jump(k, to)

    def _call(self, callee: int, args: list[Expression], to: int, seat: int | None) -> None:
        c, p = self.c, self.p
        other = p.compiled.procs[callee]
        first = other.base + ir.FRAME_LOCALS
        kept: list[list[int]] = []
        for n, arg in enumerate(args, 0 if seat is None else 1):
            form = self.em.fitting(arg, p.bounds.frames.locals[callee][n])
            kept.append(self.em.stack.held(max(1, form)))
        if seat is not None:
            kept.insert(0, [seat])
        for n, words_ in enumerate(kept):
            put_local(self.em, first + n, words_, p.state)
        c.free(*(word for words_ in kept[seat is not None :] for word in words_))
        self._pc(to)
        enter(p, c, callee, self.me + 1)
        c.i32(0).call(p.procs[callee][0])
        self._called()

    def _called(self) -> None:
        """Go on after a call, unless the machine stops, a trial ends or somebody is to be left."""
        c = self.c
        r = c.local(I32)
        c.tee(r).i32(1).op("i32.ne")
        c.if_()
        c.get(r).i32(1).op("i32.gt_s")
        c.if_()
        self._done_if_home()
        if self.targets:
            c.get(r).i32(self.me + 2).op("i32.eq")
            c.if_()
            zero_result(self.p, c)
            c.i32(1).op("return")
            c.end()
        c.end()
        c.get(r).op("return")
        c.end()
        c.free(r)

    def _back(self, k: int, to: int) -> None:
        """See, after a call in a trial, whether this frame is the home and done."""
        block = self.proc.blocks[to]
        if not (block.risk or block.rooms) or block.unit != self.proc.blocks[k].unit:
            self._done_if_home()

    def t_ret(self, k: int, e: Expression) -> None:
        region = self.p.layout.regions[ir.RESULT]
        self.c.i32(0)
        write(self.em, e, region.span, self.p.state + region.at, region.size, region.words)
        self._done_if_home()
        self.c.i32(1).op("return")

    def t_end(self, k: int, last: int) -> None:
        self._done_if_home()
        if last == self.me:
            zero_result(self.p, self.c)
        self.c.i32(1 if last == self.me else last + 2).op("return")

    # ------------------------------------------------------------------ decisions

    def _stand(self, to: int) -> None:
        self._pc(to)
        put_header(self.p, self.c, ir.TOP, self.me + 1)

    def t_ask(self, k: int, site: int, to: int) -> None:
        c = self.c
        self._unit_left(k, to)
        self._stand(to)
        t = c.local()
        c.call(self.p.asks[site][0]).tee(t).i64(0).op("i64.lt_s")
        c.if_()
        c.i32(0).i32(ENDED).get(t).i64(-1).op("i64.eq", "select", "return")
        c.end()
        c.i32(0).get(t)
        put_header(self.p, c, ir.CHOSEN)
        c.free(t)
        self._jump(k, to)

    def t_all(self, k: int, cursor: int, body: int, args: list[Expression], to: int) -> None:
        c = self.c
        seats = c.local()
        self.em.number(("ld", cursor, 0))
        self.em.stack.within(self.em.known(("ld", cursor, 0)), 0, (1 << 62) - 1)
        c.set(seats)
        self._stop_at_table(k, seats)
        c.get(seats).i64(0).op("i64.ne")
        c.if_()
        n = max(self.em.registers, default=0) + 1000
        self.em.registers[n] = [seats]
        self.p.bounds.registers[self.em.owner][n] = (0, (1 << 62) - 1)
        store(self.em, cursor, 0, ("band", ("v", n), ("sub", ("v", n), 1)))
        del self.em.registers[n], self.p.bounds.registers[self.em.owner][n]
        c.get(seats).op("i64.ctz")
        self.em.stack.within((0, 63), *self.p.bounds.frames.locals[body][0])
        c.set(seats)
        self._call(body, args, k, seats)
        self._back(k, k)
        self._jump(k, k)
        c.end()
        c.free(seats)
        self._go(k, to)

    def _stop_at_table(self, k: int, seats: int) -> None:
        """`Machine.stops_here`; a trial goes through."""
        c, together = self.c, self.c.local(I32)
        c.read(mem.TRIAL, "i32.load").op("i32.eqz")
        c.if_()
        c.read(mem.TOGETHER, "i32.load").tee(together).i32(-self.me - 1).op("i32.eq")
        c.get(seats).i64(0).op("i64.ne").read(mem.TABLE, "i32.load").op("i32.and")
        c.get(together).i32(self.me + 1).op("i32.ne", "i32.and", "i32.or")
        c.if_()
        self._stand(k)
        c.i32(0).op("return")
        c.end()
        c.get(seats).op("i64.eqz").get(together).i32(self.me + 1).op("i32.eq", "i32.and")
        c.if_()
        c.i32(0).i32(0).load("i32.store", mem.TOGETHER)
        c.end()
        c.end()
        c.free(together)

    def begin(self, cursor: int, body: int, args: list[Expression]) -> None:
        """Begin the part of a seat, given as the parameter: it may answer with nobody else having done so."""
        c, p = self.c, self.p
        seat = c.local()
        kept = []
        for n, arg in enumerate(args, 1):
            kept.append(self.em.stack.held(max(1, self.em.fitting(arg, p.bounds.frames.locals[body][n]))))
        c.get(0)
        self.em.stack.within((0, 63), *p.bounds.frames.locals[body][0])
        c.set(seat)
        store(self.em, cursor, 0, 0)
        for n, words_ in enumerate([[seat], *kept]):
            put_local(self.em, p.compiled.procs[body].base + ir.FRAME_LOCALS + n, words_, p.state)
        enter(p, c, body, self.me + 1)
        put_header(p, c, ir.TOP, body + 1)

"""The searches of the language, as in `interpreter/engine/searches.py`: cheapest way, best pairing.

Each use has a function of its own, since it calls other functions of the ruleset. Work is charged in the same places,
so the order in which things are looked at is the same, too."""

from __future__ import annotations

from collections.abc import Callable

from regelwerk.dsl import ir

from .. import memory as mem
from ..encode import I32, I64, Code, Push
from ..program import Program
from ..spans import HIGHEST, words
from .helpers import store
from .masks import types
from .operations.changes import tick
from .operations.writers import emitter

SEEN, DONE = 1, 2  # what is known of a place on a way
STRIDE = 64  # most things that can be paired
ENTRIES = 1 << 13  # of the table of partial results
LINKS, GAINS, KNOWN = 16, 16 + 8 * STRIDE, 16 + 8 * STRIDE + 8 * STRIDE * STRIDE
ROOM = KNOWN + 16 * ENTRIES
MOST_GAIN = 2**40
Address = Callable[[int], None]  # pushes where something about a thing is kept


class Search:
    """Writes one search: parameters are given as they are on the stack."""

    def __init__(self, program: Program, function: int, variant: int, first: int, rest: int) -> None:
        """`first` words are the own parameters of the search, `rest` are passed on to functions of two things."""
        self.forms = [program.param(function, 2 + n) for n in range(rest)]
        params = [I64] * first + [kind for form in self.forms for kind in types(form)]
        self.written, code = program.module.function(params, [I64])
        self.em = emitter(program, code, ("f", function), variant)
        self.p, self.c = program, code
        self.own = first
        self.kept = code.untouched(I32)  # where temporary lists began

    def room(self, size: int) -> int:
        """Take room for lists; give a local with its address."""
        c = self.c
        at = c.local(I32)
        c.read(mem.SCRATCH, "i32.load").tee(at).set(self.kept)
        c.get(at).i32(size).op("i32.add").i32(self.p.scratch_end).op("i32.gt_u").trap_if()
        c.i32(0).get(at).i32(size).op("i32.add")
        store(c, mem.SCRATCH)
        self.em.lists = [self.kept]
        return at

    def result(self, value: int | None = None) -> None:
        """Give a result: a constant, or what is on the stack."""
        if value is not None:
            self.c.i64(value)
        self.em.let_go()
        self.c.op("return")

    def ask(self, function: int, *own: int) -> None:
        """Call a function of the ruleset with things in locals and what is passed on."""
        c = self.c
        for n, thing in enumerate(own):
            c.get(thing)
            self.em.stack.convert((0, HIGHEST), 0, self.p.param(function, n))
        at = self.own
        for n, form in enumerate(self.forms):
            self.em.stack.push(list(range(at, at + max(1, form))))
            at += max(1, form)
            span = self.p.bounds.registers["f", function].get(len(own) + n) or (0, 0)
            self.em.stack.convert(span, form, self.p.param(function, len(own) + n))
        c.call(self.p.function(function, self.em.variant))
        if function in self.p.signalling:
            self.em.leave_on_signal()

    def charge(self, ticks: int) -> None:
        tick(self.em, ticks, 0)


def make_cheapest(p: Program, ways: int, cost: int, rest: int, variant: int) -> int:
    """The least cost from one thing to another; of those reached at the same cost the lowest goes first."""
    w = Search(p, cost, variant, 2, rest)
    c = w.c
    span = p.bounds.results[ways] or (0, 0)
    form = max(1, words(span))
    most = 64 * form
    here, there, step, spent, n, best = (c.local() for _ in range(6))
    c.get(0).get(1).op("i64.or").i64(0).op("i64.lt_s")
    c.if_()
    w.result(ir.NONE_NUM)
    c.end()
    c.get(0).i64(most).op("i64.ge_u").trap_if()
    costs = w.room(9 * most)
    marks = c.local(I32)
    c.get(costs).i32(8 * most).op("i32.add").tee(marks).i32(0).i32(most).fill()

    def mark(thing: int) -> None:
        c.get(marks).get(thing).op("i32.wrap_i64", "i32.add")

    def cell(thing: int) -> None:
        c.get(costs).get(thing).op("i32.wrap_i64").i32(8).op("i32.mul", "i32.add")

    cell(0)
    c.i64(0).load("i64.store")
    mark(0)
    c.i64(SEEN).load("i64.store8")
    again = object()
    c.loop(again)
    _nearest(c, most, here, best, n, mark, cell)
    c.get(here).i64(0).op("i64.lt_s")
    c.if_()
    w.result(ir.NONE_NUM)
    c.end()
    c.get(best).set(spent)
    c.get(here).get(1).op("i64.eq")
    c.if_()
    c.get(spent)
    w.result()
    c.end()
    mark(here)
    c.i64(DONE).load("i64.store8")
    w.charge(1)
    w.ask(ways, here)
    w.em.stack.positive(span)
    left = w.em.stack.held(form)
    base = c.local()
    c.i64(0).set(base)
    with c.endless() as (out, on):
        w.em.stack.next_bit(left, base, out)
        c.set(there)
        mark(there)
        c.load("i64.load8_u").i64(DONE).op("i64.eq").br_if(on)
        w.ask(cost, here, there)
        cost_span = p.bounds.results[cost] or (0, 0)
        w.em.stack.convert(cost_span, words(cost_span), 0)
        c.tee(step).i64(0).op("i64.lt_s")
        c.if_()
        w.em.stumble()
        c.end()
        w.charge(1)
        c.get(step).get(spent).op("i64.add").tee(step).i64(0).op("i64.lt_s").trap_if()
        mark(there)
        c.load("i64.load8_u").op("i64.eqz")
        c.get(step)
        cell(there)
        c.load("i64.load").op("i64.lt_s", "i32.or")
        c.if_()
        cell(there)
        c.get(step).load("i64.store")
        mark(there)
        c.i64(SEEN).load("i64.store8")
        c.end()
    c.br(again)
    c.end()
    c.trap()
    return w.written


def _nearest(c: Code, most: int, here: int, best: int, n: int, mark: Address, cell: Address) -> None:
    """Find the cheapest thing that was seen and is not done, -1 if there is none."""
    c.i64(-1).set(here)
    c.i64(0).set(n)
    again = object()
    c.loop(again)
    mark(n)
    c.load("i64.load8_u").i64(SEEN).op("i64.eq")
    c.if_()
    c.get(here).i64(0).op("i64.lt_s")
    cell(n)
    c.load("i64.load").get(best).op("i64.lt_s", "i32.or")
    c.if_()
    c.get(n).set(here)
    cell(n)
    c.load("i64.load").set(best)
    c.end()
    c.end()
    c.get(n).i64(1).op("i64.add").tee(n).i64(most).op("i64.lt_s").br_if(again)
    c.end()


# ---------------------------------------------------------------------- pairs


def make_pairs(p: Program, gain: int, form: int, rest: int, variant: int) -> int:
    """The greatest total over disjoint pairs of the things in a mask: first all gains, then group by group."""
    w = Search(p, gain, variant, form, rest)
    c = w.c
    base = w.room(ROOM)
    count, i, j, first, second, total = (c.local() for _ in range(6))
    c.get(base).i32(0).i32(ROOM).fill()
    things = c.local(I32)  # their numbers, where the table of partial results will be
    c.get(base).i32(KNOWN).op("i32.add").set(things)
    left = [c.local() for _ in range(form)]
    for n, word in enumerate(left):
        c.get(n).set(word)
    above = c.local()
    c.i64(0).set(above)
    with c.endless() as (out, _):
        w.em.stack.next_bit(left, above, out)
        c.set(first)
        c.get(count).i64(STRIDE).op("i64.ge_s").trap_if()
        _at(c, things, count)
        c.get(first).load("i64.store")
        c.get(count).i64(1).op("i64.add").set(count)
    c.i64(0).set(i)
    _counting(c, i, count, lambda: _row(w, gain, base, things, count, i, j, first, second, total))
    c.get(things).i32(0).i32(8 * STRIDE).fill()
    sum_, todo, group, rest_ = (c.local() for _ in range(4))
    c.i64(0).set(sum_)
    c.i64(1).get(count).op("i64.shl").i64(1).op("i64.sub").set(rest_)
    c.get(count).i64(STRIDE).op("i64.eq")
    c.if_()
    c.i64(-1).set(rest_)
    c.end()
    with c.endless() as (out, _):
        c.get(rest_).op("i64.eqz").br_if(out)
        c.i64(1).get(rest_).op("i64.ctz", "i64.shl").tee(todo).set(group)
        with c.endless() as (inner, _):
            c.get(todo).op("i64.eqz").br_if(inner)
            c.get(todo).op("i64.ctz").set(i)
            c.get(todo).get(todo).i64(1).op("i64.sub", "i64.and").set(todo)
            _at(c, base, i, LINKS)
            c.load("i64.load").get(group).i64(-1).op("i64.xor", "i64.and").tee(first)
            c.get(group).op("i64.or").set(group)
            c.get(first).get(todo).op("i64.or").set(todo)
        c.get(group).get(base).call(p.once(("matching", variant), lambda: _make_matching(p, variant)))
        c.get(sum_).op("i64.add").set(sum_)
        c.get(rest_).get(group).i64(-1).op("i64.xor", "i64.and").set(rest_)
    c.get(sum_)
    w.result()
    c.i64(0)
    return w.written


def _at(c: Code, base: int, n: int, offset: int = 0) -> None:
    """Push the address of an entry of a list of numbers."""
    c.get(base).get(n).op("i32.wrap_i64").i32(8).op("i32.mul", "i32.add").i32(offset).op("i32.add")


def _counting(c: Code, n: int, end: int, body: Push) -> None:
    """Do something as long as a number is below another, counting it up."""
    with c.endless() as (out, _):
        c.get(n).get(end).op("i64.ge_s").br_if(out)
        body()
        c.get(n).i64(1).op("i64.add").set(n)


def _row(
    w: Search, gain: int, base: int, things: int, count: int, i: int, j: int, first: int, second: int, total: int
) -> None:
    """Note what one thing gains with each of those behind it."""
    c, p = w.c, w.p
    span = p.bounds.results[gain] or (0, 0)
    c.get(i).i64(1).op("i64.add").set(j)

    def pair() -> None:
        w.charge(2)
        _at(c, things, i)
        c.load("i64.load").set(first)
        _at(c, things, j)
        c.load("i64.load").set(second)
        w.ask(gain, first, second)
        w.em.stack.convert(span, words(span), 0)
        c.set(total)
        w.ask(gain, second, first)
        w.em.stack.convert(span, words(span), 0)
        c.tee(first).get(total).get(first).get(total).op("i64.gt_s", "select").tee(total)
        c.i64(0).op("i64.gt_s")
        c.if_()
        c.get(total).i64(MOST_GAIN).op("i64.gt_s").trap_if()
        for a, b in ((i, j), (j, i)):
            c.get(a).i64(STRIDE).op("i64.mul").get(b).op("i64.add").set(first)
            _at(c, base, first, GAINS)
            c.get(total).load("i64.store")
            _at(c, base, a, LINKS)
            _at(c, base, a, LINKS)
            c.load("i64.load").i64(1).get(b).op("i64.shl", "i64.or").load("i64.store")
        c.end()

    _counting(c, j, count, pair)


def _make_matching(p: Program, variant: int) -> int:
    """The best total of a set of things, by whom the first of them is paired with; what was found is remembered."""
    number, c = p.module.function([I64, I32], [I64])
    at, slot, first, rest, second, total, left = c.local(I32), *(c.local() for _ in range(6))
    em = emitter(p, c, ("p", p.compiled.main), variant)
    c.get(0).op("i64.eqz")
    c.if_()
    c.i64(0).op("return")
    c.end()

    def probe() -> None:
        """Find where the set is noted, or would be."""
        c.get(0).i64(0x9E37_79B9_7F4A_7C15).op("i64.mul").i64(51).op("i64.shr_u").set(slot)
        with c.endless() as (found, _):
            c.get(1).get(slot).op("i32.wrap_i64").i32(16).op("i32.mul", "i32.add").i32(KNOWN).op("i32.add").tee(at)
            c.load("i64.load").get(0).op("i64.eq").br_if(found)
            c.get(at).load("i64.load").op("i64.eqz").br_if(found)
            c.get(slot).i64(1).op("i64.add").i64(ENTRIES - 1).op("i64.and").set(slot)

    probe()
    c.get(at).load("i64.load").i64(0).op("i64.ne")
    c.if_()
    c.get(at).load("i64.load", 8).op("return")
    c.end()
    c.get(1).get(1).load("i64.load").i64(1).op("i64.add").tee(total).load("i64.store")
    c.get(total).i64(ENTRIES * 3 // 4).op("i64.gt_s").trap_if()
    tick(em, 1, 0)
    c.get(0).op("i64.ctz").set(first)
    c.get(0).get(0).i64(1).op("i64.sub", "i64.and").tee(rest)
    c.get(1).call(number).set(total)
    _at(c, 1, first, LINKS)
    c.load("i64.load").get(rest).op("i64.and").set(left)
    with c.endless() as (out, _):
        c.get(left).op("i64.eqz").br_if(out)
        c.get(left).op("i64.ctz").set(second)
        c.get(left).get(left).i64(1).op("i64.sub", "i64.and").set(left)
        c.get(first).i64(STRIDE).op("i64.mul").get(second).op("i64.add").set(slot)
        _at(c, 1, slot, GAINS)
        c.load("i64.load")
        c.get(rest).i64(1).get(second).op("i64.shl", "i64.xor").get(1).call(number).op("i64.add").tee(slot)
        c.get(total).get(slot).get(total).op("i64.gt_s", "select").set(total)
    probe()
    c.get(at).get(0).load("i64.store")
    c.get(at).get(total).load("i64.store", 8)
    c.get(total)
    return number

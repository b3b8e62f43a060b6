"""Functions, registers and branches."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from regelwerk.dsl.ir.operations import Body, Expression

from ... import spans
from ...encode import Push
from ...spans import words
from ..emitter import Emitter
from .conditions import calm, condition
from .wide import clear, laid, parameters, set_mask

CHEAP = 6  # nodes of a value that is worked out though it may not be wanted


def function(em: Emitter, number: int) -> None:
    """Write a whole function."""
    f = em.p.compiled.functions[number]
    parameters(em, number, f.params, f.body)
    clear(em, f.body, set(range(f.params)), [])
    em.form = words(em.p.bounds.results[number] or (0, 0))
    if any(em.p.bounds.registers[em.owner].get(n) is None for n in range(f.params)):
        em.c.trap()  # nothing calls it
    em.body(f.body)
    for _ in range(max(1, em.form)):
        em.c.i64(0)


def ret(em: Emitter, e: Expression) -> None:
    em.value(e, em.form)
    em.let_go()
    em.c.op("return")


def set_(em: Emitter, n: int, e: Expression) -> None:
    if set_mask(em, n, e):
        return
    kept, form = em.register(n)
    em.value(e, form)
    em.stack.pop(kept)


def if_(em: Emitter, cond: Expression, then: Body, other: Body) -> None:
    c = em.c
    if _chosen(em, cond, then, other):
        return
    condition(em, cond)
    if not then and other:
        c.op("i32.eqz")
        then, other = other, then
    c.if_()
    em.body(then)
    if other:
        c.else_()
        em.body(other)
    c.end()


def _chosen(em: Emitter, cond: Expression, then: Body, other: Body) -> bool:
    """Set a register to one of two values without a branch, if that is all there is to do and it is cheap."""
    match then, other:
        case [("set", n, value)], [("set", m, otherwise)] if n == m:
            pass
        case [("set", n, value)], []:
            otherwise = "v", n
        case _:
            return False
    if laid(em, n):
        return False
    kept, form = em.register(n)
    if form or any(calm(em, e) > CHEAP for e in (value, otherwise)):
        return False
    em.number(value)
    em.number(otherwise)
    condition(em, cond)
    em.c.op("select").set(kept[0])
    return True


def switch(em: Emitter, case: Expression, blocks: list[Body], other: Body) -> None:
    choose(em, case, [partial(em.body, block) for block in blocks], partial(em.body, other))


def choose(em: Emitter, case: Expression, blocks: Sequence[Push], other: Push) -> None:
    """Do one of several things by the number of a case."""
    c = em.c
    t = c.local()
    em.number(case)
    c.set(t)
    done, last = object(), object()
    labels: list[object] = [object() for _ in blocks]
    for label in [done, last, *reversed(labels)]:
        c.block(label)
    if not spans.inside(em.known(case), (0, len(blocks) - 1)):
        c.get(t).i64(len(blocks)).op("i64.lt_u", "i32.eqz").br_if(last)
    c.get(t)
    c.free(t)
    c.op("i32.wrap_i64")
    c.br_table([*labels, last])
    for block in blocks:
        c.end()
        block()
        c.br(done)
    c.end()
    other()
    c.end()

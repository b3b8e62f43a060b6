"""Arithmetic. What is not proven to stay within 64 bits is checked, and ends the run: Python does the step again."""

from __future__ import annotations

from functools import partial

from regelwerk.dsl import ir
from regelwerk.dsl.ir.operations import Expression

from ... import spans
from ...spans import NUMBER, inside, words
from ..emitter import Emitter


def _sum(op: str, em: Emitter, a: Expression, b: Expression) -> int:
    c = em.c
    x, y = spans.number(em.known(a)), spans.number(em.known(b))
    if inside(spans.exact(op, x, y), NUMBER):
        em.number(a)
        em.number(b)
        c.op("i64." + op)
        return 0
    left, right, t = c.local(), c.local(), c.local()
    em.number(a)
    c.set(left)
    em.number(b)
    c.set(right)
    if op == "mul":
        for side in (left, right):
            c.get(side)
            em.stack.within(NUMBER, -(2**31), 2**31 - 1)
            c.op("drop")
    c.get(left).get(right).op("i64." + op).set(t)
    if op != "mul":  # the sign tells: a sum differs from both sides, a difference from the left while they differ
        c.get(left).get(t if op == "add" else right).op("i64.xor").get(right if op == "add" else left)
        c.get(t).op("i64.xor", "i64.and").i64(0).op("i64.lt_s").trap_if()
    c.get(t)
    c.free(left, right, t)
    return 0


def _both(em: Emitter, a: Expression, b: Expression) -> tuple[int, int]:
    left, right = em.c.local(), em.c.local()
    em.number(a)
    em.c.set(left)
    em.number(b)
    em.c.set(right)
    return left, right


def _least(op: str, em: Emitter, a: Expression, b: Expression) -> int:
    left, right = _both(em, a, b)
    for n in (left, right, left, right):
        em.c.get(n)
    em.c.op(op, "select")
    em.c.free(left, right)
    return 0


def _divided(op: str, em: Emitter, a: Expression, b: Expression, span: int) -> int:
    """Divide so that the result is rounded down, or up."""
    c = em.c
    x, y = spans.number(em.known(a)), spans.number(em.known(b))
    if op != "divup" and x[0] >= 0 and y[0] > 0:
        em.number(a)
        em.number(b)
        c.op("i64.div_u" if op == "div" else "i64.rem_u")
        return 0
    left, right = _both(em, a, b)
    rest = c.local()
    if y[0] <= 0 <= y[1]:
        c.get(right).op("i64.eqz")
        c.if_()
        em.stumble()
        c.end()
    if op != "mod":
        for n in (left, right):
            c.get(n)
        c.op("i64.div_s")
    for n in (left, right):
        c.get(n)
    c.op("i64.rem_s").tee(rest)
    if op == "mod":
        c.get(right).i64(0)
    else:
        c.op("drop").i64(1 if op == "divup" else -1).i64(0)
    c.get(rest).i64(0).op("i64.ne").get(rest).get(right).op("i64.xor").i64(0)
    c.op("i64.ge_s" if op == "divup" else "i64.lt_s", "i32.and", "select", "i64.add")
    c.free(left, right, rest)
    return 0


divided, divided_up, rest = (partial(_divided, op) for op in ("div", "divup", "mod"))
add, subtract, multiply = (partial(_sum, op) for op in ("add", "sub", "mul"))
least, greatest = partial(_least, "i64.lt_s"), partial(_least, "i64.gt_s")


def negative(em: Emitter, a: Expression) -> int:
    return subtract(em, 0, a)


def absolute(em: Emitter, a: Expression) -> int:
    c = em.c
    t = c.local()
    em.number(a)
    if em.known(a)[0] == spans.LOWEST:
        em.stack.within(NUMBER, spans.LOWEST + 1, spans.HIGHEST)
    c.set(t)
    c.i64(0).get(t).op("i64.sub").get(t).get(t).i64(0).op("i64.lt_s", "select")
    c.free(t)
    return 0


def checked(em: Emitter, a: Expression, lo: int, hi: int, span: int) -> int:
    found = em.known(a)
    if inside(found, (lo, hi)):
        return em.natural(a)
    form = words(spans.common(found, (lo, hi)))
    if words(found):  # a mask that is too wide, or holds too much
        em.value(a, form)
        if form:
            em.stack.below_ones(form, hi)
        else:
            em.stack.within(NUMBER, lo, hi)
        return form
    em.number(a)
    t = em.c.local()
    em.c.tee(t)
    em.stack.outside(t, found, lo, hi)
    em.c.if_()
    em.stumble()
    em.c.end()
    em.c.free(t)
    return 0


def some(em: Emitter, a: Expression, span: int) -> int:
    c = em.c
    found = em.known(a)
    if found[0] >= 0:
        return em.natural(a)
    form = em.natural(a)
    kept = em.stack.held(max(1, form))
    for none in (ir.NONE, ir.NONE_NUM):
        if found[0] <= none:
            em.stack.push(kept)
            c.i64(none)
            em.stack.equal_number(form) if form else c.op("i64.eq")
            c.if_()
            em.stumble()
            c.end()
    em.stack.push(kept)
    c.free(*kept)
    return form

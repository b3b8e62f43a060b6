"""Conditions: flags of 32 bits for branches, and what may be worked out although it is not needed."""

from __future__ import annotations

from typing import Any

from regelwerk.dsl.ir.operations import Expression
from regelwerk.interpreter.analysis.code import inner

from ... import spans
from ...encode import I32, I64
from ...spans import words
from ..emitter import Emitter, WriteExpression

EAGER = 40  # nodes that are worked out though they may not be needed
COMPARE = {"eq": "eq", "ne": "ne", "lt": "lt_s", "le": "le_s", "gt": "gt_s", "ge": "ge_s"}
CALM = {"v", "ld", "tab", "add", "sub", "mul", "min", "max", "not", "and", "or", *COMPARE}  # as a rule


def calm(em: Emitter, e: Expression) -> int:
    """Give how many nodes an expression has if it can be worked out at any time; `EAGER` + 1 if it cannot."""
    if isinstance(e, int):
        return 0
    if e[0] not in CALM:
        return EAGER + 1
    known = em.calm.get(id(e))
    if known is None or known[0] is not e:
        nodes = 1 + sum(calm(em, x) for x in inner(e))
        known = em.calm[id(e)] = e, nodes if nodes <= EAGER and _at_any_time(em, e) else EAGER + 1
    return known[1]


def _at_any_time(em: Emitter, e: Expression) -> bool:
    """Can this never fail or take work, given that nothing inside it does? Only for what fits into one word."""
    found = em.span(e)
    if found is None or words(found):
        return False
    match e:
        case ("add" | "sub" | "mul" as op, left, right):
            x, y = spans.number(em.known(left)), spans.number(em.known(right))
            return spans.inside(spans.exact(op, x, y), spans.NUMBER)
        case ("tab", table, index):
            data = em.p.table(table)
            return not data.words and spans.inside(em.known(index), (-1, data.count - 1))
        case ("ld", cell, index):
            return _has_cell(em, cell, index)
        case ("eq" | "ne" | "lt" | "le" | "gt" | "ge" as op, left, right):
            return not words(em.known(left)) and not words(em.known(right))
    return True


def _has_cell(em: Emitter, cell: int, index: Expression) -> bool:
    """Is there a cell of one word, whatever the index is?"""
    found = em.known(index)
    if cell + found[0] >= em.p.layout.frames:
        span = em.p.bounds.frames.span(em.owner, cell + found[0])
        return isinstance(index, int) and span is not None and not words(span)
    region = em.p.bounds.target(cell, found)
    if region is None or region.words or cell >= em.p.layout.frames:
        return False
    first = region.start - (region.guard is not None)
    return spans.inside(found, (first - cell, region.start + region.count - 1 - cell))


def condition(em: Emitter, e: Expression) -> None:
    """Push a flag of 32 bits: is the value not 0?"""
    c = em.c
    match e:
        case int():
            c.i32(1 if e else 0)
        case ("not", of):
            condition(em, of)
            c.op("i32.eqz")
        case ("and" | "or" as op, first, second):
            condition(em, first)
            if calm(em, second) <= EAGER:  # cheaper than a branch that cannot be foreseen
                condition(em, second)
                c.op("i32." + op)
                return
            c.if_(I32)
            condition(em, second) if op == "and" else c.i32(1)
            c.else_()
            c.i32(0) if op == "and" else condition(em, second)
            c.end()
        case ("eq" | "ne" | "lt" | "le" | "gt" | "ge" as op, left, right):
            _compare(em, op, left, right)
        case _ if em.span(e) == (0, 1):
            em.number(e)
            c.op("i32.wrap_i64")
        case _:
            em.stack.is_any(max(1, em.natural(e)))


def _compare(em: Emitter, op: str, a: Expression, b: Expression) -> None:
    c = em.c
    forms = words(em.known(a)), words(em.known(b))
    if op in ("eq", "ne") and max(forms):
        if min(forms):
            k = max(forms)
            em.value(a, k)
            em.value(b, k)
            em.stack.equal(k)
        else:  # a number and a mask
            wide = max(forms)
            if forms[0]:
                em.value(a, wide)
                em.number(b)
            else:  # left to right, and a mask goes below
                em.number(a)
                t = c.local()
                c.set(t)
                em.value(b, wide)
                c.get(t)
                c.free(t)
            em.stack.equal_number(wide)
        if op == "ne":
            c.op("i32.eqz")
        return
    em.number(a)
    if op == "eq" and b == 0:
        c.op("i64.eqz")
        return
    em.number(b)
    c.op("i64." + COMPARE[op])


def flag(op: str) -> WriteExpression:
    """Give what writes an answer of yes or no as a number."""

    def write(em: Emitter, *operands: Any) -> int:
        answer: Any = (op, *operands)
        condition(em, answer)
        em.c.op("i64.extend_i32_u")
        return 0

    return write


def either(em: Emitter, cond: Expression, then: Expression, other: Expression) -> int:
    c = em.c
    form = words(spans.joined(em.span(then), em.span(other)) or (0, 0))
    condition(em, cond)
    if form <= 1:
        c.if_(I64)
        em.value(then, form)
        c.else_()
        em.value(other, form)
        c.end()
        return form
    kept = [c.local() for _ in range(form)]
    c.if_()
    em.value(then, form)
    em.stack.pop(kept)
    c.else_()
    em.value(other, form)
    em.stack.pop(kept)
    c.end()
    em.stack.push(kept)
    c.free(*kept)
    return form

"""Calls: functions of the ruleset, trials, searches, and what all rulesets ask of places."""

from __future__ import annotations

from regelwerk.dsl.ir.operations import Expression

from ...program import CHECKED, PLAIN
from ...spans import words
from ..emitter import Emitter
from .sets import operand
from .wide import arguments


def was(em: Emitter, start: int, e: Expression) -> int:
    if em.variant == PLAIN:
        return em.natural(e)
    before, em.variant = em.variant, CHECKED + 1 + start
    form = em.natural(e)
    em.variant = before
    return form


def call(em: Emitter, function: int, args: list[Expression]) -> int:
    arguments(em, function, args)
    em.c.call(em.p.function(function, em.variant))
    if function in em.p.signalling:
        em.leave_on_signal()
    return words(em.p.bounds.results[function] or (0, 0))


def do(em: Emitter, function: int, args: list[Expression]) -> None:
    form = call(em, function, args)
    for _ in range(max(1, form)):
        em.c.op("drop")


def trial(em: Emitter, proc: int, args: list[Expression]) -> int:
    c = em.c
    if em.variant not in (PLAIN, CHECKED):
        c.trap()
        return em.zero(0)
    for n, arg in enumerate(args):
        em.fitting(arg, em.p.bounds.frames.locals[proc][n])
    c.call(em.p.trial_of(proc, once=True)).op("i64.extend_i32_u")
    return 0


def delta(em: Emitter) -> None:
    em.c.i32(em.base() - em.p.state)


def size(em: Emitter, place: Expression) -> int:
    em.number(place)
    delta(em)
    em.c.call(em.p.helper("psize"))
    return 0


def top(em: Emitter, place: Expression, n: Expression) -> int:
    em.number(place)
    em.number(n)
    delta(em)
    em.c.call(em.p.helper("ptop"))
    return 0


def contents(em: Emitter, place: Expression) -> int:
    em.number(place)
    delta(em)
    em.c.call(em.p.helper("pset"))
    return words(em.known(("pset", place)))


def cheapest(em: Emitter, start: Expression, goal: Expression, ways: int, cost: int, rest: list[Expression]) -> int:
    em.number(start)
    em.number(goal)
    _passed_on(em, cost, rest)
    em.c.call(em.p.cheapest(ways, cost, len(rest), em.variant))
    em.leave_on_signal()
    return 0


def pairs(em: Emitter, mask: Expression, gain: int, rest: list[Expression]) -> int:
    k, found = operand(em, mask)
    em.stack.positive(found)
    _passed_on(em, gain, rest)
    em.c.call(em.p.pairs(gain, k, len(rest), em.variant))
    if gain in em.p.signalling:
        em.leave_on_signal()
    return 0


def _passed_on(em: Emitter, function: int, rest: list[Expression]) -> None:
    """Push the arguments that a search passes on to a function, behind the two of its own."""
    for n, arg in enumerate(rest):
        em.value(arg, em.p.param(function, 2 + n))

"""Declared ranges are promises: what can be told before play is told here, and the rest is tested when it runs."""

from __future__ import annotations

from regelwerk.dsl import core
from regelwerk.dsl.core import Cond, Expr, Narrow, Num, SetOf, Type
from regelwerk.dsl.core.type_rules import MOST_NUMBERS, NUMBER, fold
from regelwerk.dsl.core.visitor import replace
from regelwerk.dsl.source import Span

from ..errors import Mistake, mistake

WHOLE = (NUMBER.lo, NUMBER.hi)


def within(e: Expr, want: Type) -> Expr:
    """Let a number, or every number of a set, keep to a range."""
    have = e.type
    if isinstance(want, Num) and isinstance(have, Num):
        if isinstance(e, Cond):
            then, other = within(e.then, want), within(e.other, want)
            return e if (then, other) == (e.then, e.other) else replace(e, then=then, other=other, type=want)
        if (want.lo <= have.lo and have.hi <= want.hi) or have.hi < have.lo or (want.lo, want.hi) == WHOLE:
            return e  # that sums fit 32 bits is tested where they are made
        if not have.none and (have.hi < want.lo or want.hi < have.lo):
            raise outside(have, want, e.at)
        return Narrow(e, type=Num(max(want.lo, have.lo), min(want.hi, have.hi), have.none), at=e.at)
    if isinstance(want, SetOf) and isinstance(want.element, Num) and isinstance(e, core.Widen):
        of = e.of.type
        if isinstance(of, SetOf) and isinstance(of.element, Num):
            fits_in = want.element.lo <= of.element.lo and of.element.hi <= want.element.hi
            return e if fits_in else Narrow(e.of, type=want, at=e.at)
    return e


def outside(have: Num, want: Num, at: Span) -> Mistake:
    what = f"The number {have.lo} lies" if have.lo == have.hi else f"Numbers from {have.lo} to {have.hi} lie"
    help = f"Write a number from {want.lo} to {want.hi}, or widen the range where it is declared."
    return mistake("RW3095", f"{what} outside {want.lo}..{want.hi}.", at, help)


def numbers_of(wanted: Num, items: list[Expr], at: Span) -> Num:
    """The range of the numbers in a set: wider than is wanted, if what is in it may be (and is not fixed)."""
    lo, hi = wanted.lo, wanted.hi
    for t in (i.type for i in items if fold(i) is None):
        if isinstance(t, Num):
            lo, hi = min(lo, t.lo), max(hi, t.hi)
    if hi - lo <= MOST_NUMBERS:
        return Num(lo, hi)
    if wanted.hi - wanted.lo <= MOST_NUMBERS:
        return wanted
    raise too_wide(at)


def too_wide(at: Span) -> Mistake:
    help = "Give the numbers a range with `but at least` and `but at most`, or collect the things themselves."
    return mistake("RW3042", "A set of numbers needs a small range.", at, help)

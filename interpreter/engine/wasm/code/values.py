"""Values: each is left on the stack, a number as one word, a wide mask as several, lowest first.

What is not proven to fit is checked; whatever does not fit ends the run, and Python does the step again."""

from __future__ import annotations

from typing import Any, NamedTuple

from regelwerk.dsl import ir

from .. import spans
from ..encode import I32, I64, Code
from ..owners import Owner
from ..program import PLAIN, Program
from ..spans import NUMBER, Span, inside, words
from .masks import Masks

Node = Any
EAGER = 40  # nodes that are worked out though they may not be needed
COMPARE = {"eq": "eq", "ne": "ne", "lt": "lt_s", "le": "le_s", "gt": "gt_s", "ge": "ge_s"}


class Mask(NamedTuple):
    """A mask in memory."""

    pointer: int  # local with its address, -1: it lies at a fixed one
    at: int
    words: int


class Values(Masks):
    """Writes values, conditions and arithmetic of one function, site or procedure."""

    def __init__(self, program: Program, code: Code, owner: Owner, variant: int = PLAIN) -> None:
        super().__init__(code)
        self.p = program
        self.owner = owner
        self.variant = variant
        self.registers: dict[int, list[int]] = {}
        self.masks: dict[int, Mask] = {}  # registers that lie in memory
        self._calm: dict[int, tuple[Node, int]] = {}  # answers by what was asked for

    def leave_on_signal(self) -> None:
        """Leave the function if a trial has ended."""
        raise NotImplementedError

    def stumble(self) -> None:
        """Something is not as it must be (`errors.STUMBLES`): a trial fails, play is broken off."""
        raise NotImplementedError

    def calm(self, e: Node) -> int:
        """Give how many nodes an expression has if it can be worked out at any time; `EAGER` + 1 if it cannot."""
        raise NotImplementedError

    # ------------------------------------------------------------------ bounds, registers

    def span(self, e: Node) -> Span | None:
        return self.p.bounds.of(self.owner, e)

    def known(self, e: Node) -> Span:
        return self.span(e) or (0, 0)

    def register(self, n: int) -> tuple[list[int], int]:
        """Give the locals of a register, and how it is kept."""
        kind = words(self.p.bounds.registers[self.owner].get(n) or (0, 0))
        if n not in self.registers:
            self.registers[n] = [self.c.untouched() for _ in range(max(1, kind))]
        return self.registers[n], kind

    # ------------------------------------------------------------------ values

    def number(self, e: Node) -> None:
        """Push a value as a number."""
        self.value(e, 0)

    def value(self, e: Node, want: int) -> None:
        """Push a value in the wanted form: 0 as a number, otherwise as a mask of so many words."""
        c = self.c
        if isinstance(e, int):
            if inside((e, e), NUMBER) and want == 0:
                c.i64(e)
            elif 0 <= e < 1 << 64 or (want > 1 and words((e, e)) <= want):
                for i in range(want):
                    c.i64(e >> 64 * i & (1 << 64) - 1)
            else:
                self._never(want)
            return
        span = self.span(e)
        if span is None:
            self._never(want)
            return
        have = getattr(self, "x_" + e[0])(*e[1:])
        self.convert(span, have, want)

    def natural(self, e: Node) -> int:
        """Push a value in the form its bounds ask for; give that form."""
        form = words(self.known(e))
        self.value(e, form)
        return form

    def fitting(self, e: Node, span: Span) -> int:
        """Push a value that must lie within bounds, in the form these ask for."""
        form = words(span)
        found = self.known(e)
        self.value(e, form)
        if not inside(found, span):
            if form and span[0] < 0:
                self.c.trap()
            elif form:
                self.below_ones(form, span[1])
            else:
                self.within(spans.number(found), *span)
        return form

    def _never(self, want: int) -> None:
        self.c.trap()
        for _ in range(max(1, want)):
            self.c.i64(0)

    def index(self, e: Node, lo: int, hi: int) -> None:
        """Push a value that must lie within bounds, as an address needs it."""
        span = self.known(e)
        self.number(e)
        self.within(span, lo, hi)
        self.c.op("i32.wrap_i64")

    # ------------------------------------------------------------------ conditions

    def condition(self, e: Node) -> None:
        """Push a flag of 32 bits: is the value not 0?"""
        c = self.c
        match e:
            case int():
                c.i32(1 if e else 0)
            case ("not", of):
                self.condition(of)
                c.op("i32.eqz")
            case ("and" | "or" as op, first, second):
                self.condition(first)
                if self.calm(second) <= EAGER:  # cheaper than a branch that cannot be foreseen
                    self.condition(second)
                    c.op("i32." + op)
                    return
                c.if_(I32)
                self.condition(second) if op == "and" else c.i32(1)
                c.else_()
                c.i32(0) if op == "and" else self.condition(second)
                c.end()
            case (op, left, right) if op in COMPARE:
                self._compare(op, left, right)
            case _ if self.span(e) == (0, 1):
                self.number(e)
                c.op("i32.wrap_i64")
            case _:
                self.is_any(max(1, self.natural(e)))

    def _compare(self, op: str, a: Node, b: Node) -> None:
        c = self.c
        forms = words(self.known(a)), words(self.known(b))
        if op in ("eq", "ne") and max(forms):
            if min(forms):
                k = max(forms)
                self.value(a, k)
                self.value(b, k)
                self.equal(k)
            else:  # a number and a mask
                wide = max(forms)
                if forms[0]:
                    self.value(a, wide)
                    self.number(b)
                else:  # left to right, and a mask goes below
                    self.number(a)
                    t = c.local()
                    c.set(t)
                    self.value(b, wide)
                    c.get(t)
                    c.free(t)
                self.equal_number(wide)
            if op == "ne":
                c.op("i32.eqz")
            return
        self.number(a)
        if op == "eq" and b == 0:
            c.op("i64.eqz")
            return
        self.number(b)
        c.op("i64." + COMPARE[op])

    def _flag(self, *e: Node) -> int:
        self.condition(list(e))
        self.c.op("i64.extend_i32_u")
        return 0

    def x_eq(self, a: Node, b: Node) -> int:
        return self._flag("eq", a, b)

    def x_ne(self, a: Node, b: Node) -> int:
        return self._flag("ne", a, b)

    def x_lt(self, a: Node, b: Node) -> int:
        return self._flag("lt", a, b)

    def x_le(self, a: Node, b: Node) -> int:
        return self._flag("le", a, b)

    def x_gt(self, a: Node, b: Node) -> int:
        return self._flag("gt", a, b)

    def x_ge(self, a: Node, b: Node) -> int:
        return self._flag("ge", a, b)

    def x_and(self, a: Node, b: Node) -> int:
        return self._flag("and", a, b)

    def x_or(self, a: Node, b: Node) -> int:
        return self._flag("or", a, b)

    def x_not(self, a: Node) -> int:
        return self._flag("not", a)

    def x_if(self, cond: Node, then: Node, other: Node) -> int:
        c = self.c
        form = words(spans.joined(self.span(then), self.span(other)) or (0, 0))
        self.condition(cond)
        if form <= 1:
            c.if_(I64)
            self.value(then, form)
            c.else_()
            self.value(other, form)
            c.end()
            return form
        kept = [c.local() for _ in range(form)]
        c.if_()
        self.value(then, form)
        self.pop(kept)
        c.else_()
        self.value(other, form)
        self.pop(kept)
        c.end()
        self.push(kept)
        c.free(*kept)
        return form

    # ------------------------------------------------------------------ numbers

    def x_v(self, n: int) -> int:
        kept, form = self.register(n)
        self.push(kept)
        return form

    def _sum(self, op: str, a: Node, b: Node) -> int:
        c = self.c
        x, y = spans.number(self.known(a)), spans.number(self.known(b))
        if inside(spans.exact(op, x, y), NUMBER):
            self.number(a)
            self.number(b)
            c.op("i64." + op)
            return 0
        left, right, t = c.local(), c.local(), c.local()
        self.number(a)
        c.set(left)
        self.number(b)
        c.set(right)
        if op == "mul":
            for side in (left, right):
                c.get(side)
                self.within(NUMBER, -(2**31), 2**31 - 1)
                c.op("drop")
        c.get(left).get(right).op("i64." + op).set(t)
        if op != "mul":  # the sign tells: a sum differs from both sides, a difference from the left while they differ
            c.get(left).get(t if op == "add" else right).op("i64.xor").get(right if op == "add" else left)
            c.get(t).op("i64.xor", "i64.and").i64(0).op("i64.lt_s").trap_if()
        c.get(t)
        c.free(left, right, t)
        return 0

    def x_add(self, a: Node, b: Node) -> int:
        return self._sum("add", a, b)

    def x_sub(self, a: Node, b: Node) -> int:
        return self._sum("sub", a, b)

    def x_mul(self, a: Node, b: Node) -> int:
        return self._sum("mul", a, b)

    def _both(self, a: Node, b: Node) -> tuple[int, int]:
        left, right = self.c.local(), self.c.local()
        self.number(a)
        self.c.set(left)
        self.number(b)
        self.c.set(right)
        return left, right

    def _least(self, op: str, a: Node, b: Node) -> int:
        left, right = self._both(a, b)
        for n in (left, right, left, right):
            self.c.get(n)
        self.c.op(op, "select")
        self.c.free(left, right)
        return 0

    def x_min(self, a: Node, b: Node) -> int:
        return self._least("i64.lt_s", a, b)

    def x_max(self, a: Node, b: Node) -> int:
        return self._least("i64.gt_s", a, b)

    def _divided(self, op: str, a: Node, b: Node) -> int:
        """Divide so that the result is rounded down, or up."""
        c = self.c
        x, y = spans.number(self.known(a)), spans.number(self.known(b))
        if op != "divup" and x[0] >= 0 and y[0] > 0:
            self.number(a)
            self.number(b)
            c.op("i64.div_u" if op == "div" else "i64.rem_u")
            return 0
        left, right = self._both(a, b)
        rest = c.local()
        if y[0] <= 0 <= y[1]:
            c.get(right).op("i64.eqz")
            c.if_()
            self.stumble()
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

    def x_div(self, a: Node, b: Node, span: int) -> int:
        return self._divided("div", a, b)

    def x_divup(self, a: Node, b: Node, span: int) -> int:
        return self._divided("divup", a, b)

    def x_mod(self, a: Node, b: Node, span: int) -> int:
        return self._divided("mod", a, b)

    def x_neg(self, a: Node) -> int:
        return self._sum("sub", 0, a)

    def x_abs(self, a: Node) -> int:
        c = self.c
        t = c.local()
        self.number(a)
        if self.known(a)[0] == spans.LOWEST:
            self.within(NUMBER, spans.LOWEST + 1, spans.HIGHEST)
        c.set(t)
        c.i64(0).get(t).op("i64.sub").get(t).get(t).i64(0).op("i64.lt_s", "select")
        c.free(t)
        return 0

    def x_chk(self, a: Node, lo: int, hi: int, span: int) -> int:
        found = self.known(a)
        if inside(found, (lo, hi)):
            return self.natural(a)
        form = words(spans.common(found, (lo, hi)))
        if words(found):  # a mask that is too wide, or holds too much
            self.value(a, form)
            if form:
                self.below_ones(form, hi)
            else:
                self.within(NUMBER, lo, hi)
            return form
        self.number(a)
        t = self.c.local()
        self.c.tee(t)
        self.outside(t, found, lo, hi)
        self.c.if_()
        self.stumble()
        self.c.end()
        self.c.free(t)
        return 0

    def x_some(self, a: Node, span: int) -> int:
        c = self.c
        found = self.known(a)
        if found[0] >= 0:
            return self.natural(a)
        form = self.natural(a)
        kept = self.held(max(1, form))
        for none in (ir.NONE, ir.NONE_NUM):
            if found[0] <= none:
                self.push(kept)
                c.i64(none)
                self.equal_number(form) if form else c.op("i64.eq")
                c.if_()
                self.stumble()
                c.end()
        self.push(kept)
        c.free(*kept)
        return form

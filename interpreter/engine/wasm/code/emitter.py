"""What is at hand while one function, site or procedure is written, and what every part of it asks for.

Each value is left on the stack, a number as one word, a wide mask as several, lowest first. What is not proven to fit
is checked; whatever does not fit ends the run, and Python does the step again. Who writes an operation stands in two
tables, so that operands are written by modules that do not know each other."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import NamedTuple

from regelwerk.dsl.ir.operations import Body, Expression

from .. import memory as mem
from .. import spans
from ..encode import Code
from ..owners import Owner
from ..program import Program
from ..spans import NUMBER, Span, inside, words
from .masks import Masks

# of the emitter and the operands; what writes an expression gives the form of the value
WriteExpression = Callable[..., int]
WriteStatement = Callable[..., None]


class Mask(NamedTuple):
    """A mask in memory."""

    pointer: int  # local with its address, -1: it lies at a fixed one
    at: int
    words: int


class Tables(NamedTuple):
    """Who writes expressions and statements, by the names of operations."""

    expressions: Mapping[str, WriteExpression]
    statements: Mapping[str, WriteStatement]


def give_nothing(c: Code) -> None:
    """Leave a function because a trial has ended; its result is not looked at."""
    for _ in c.results:
        c.i64(0)
    c.op("return")


class Emitter:
    """Writes the code of one owner. `leave` is how it is left when a trial has ended."""

    def __init__(
        self, program: Program, code: Code, owner: Owner, variant: int, tables: Tables, leave: Callable[[Code], None]
    ) -> None:
        self.p = program
        self.c = code
        self.stack = Masks(code)
        self.owner = owner
        self.variant = variant
        self.tables = tables
        self.leave = leave
        self.form = 0  # of the result of the function
        self.registers: dict[int, list[int]] = {}
        self.masks: dict[int, Mask] = {}  # registers that lie in memory
        self.loops: list[tuple[object, object]] = []  # labels: break, next
        self.lists: list[int] = []  # where scratch stood before each list that is gone over
        self.calm: dict[int, tuple[Expression, int]] = {}  # what `conditions.calm` has found, by what was asked for

    def span(self, e: Expression) -> Span | None:
        return self.p.bounds.of(self.owner, e)

    def known(self, e: Expression) -> Span:
        return self.span(e) or (0, 0)

    def register(self, n: int) -> tuple[list[int], int]:
        """Give the locals of a register, and how it is kept."""
        kind = words(self.p.bounds.registers[self.owner].get(n) or (0, 0))
        if n not in self.registers:
            self.registers[n] = [self.c.untouched() for _ in range(max(1, kind))]
        return self.registers[n], kind

    def number(self, e: Expression) -> None:
        """Push a value as a number."""
        self.value(e, 0)

    def value(self, e: Expression, want: int) -> None:
        """Push a value in the wanted form: 0 as a number, otherwise as a mask of so many words."""
        c = self.c
        if isinstance(e, int):
            if inside((e, e), NUMBER) and want == 0:
                c.i64(e)
            elif 0 <= e < 1 << 64 or (want > 1 and words((e, e)) <= want):
                for i in range(want):
                    c.i64(e >> 64 * i & (1 << 64) - 1)
            else:
                self.never(want)
            return
        span = self.span(e)
        if span is None:
            self.never(want)
            return
        have = self.tables.expressions[e[0]](self, *e[1:])
        self.stack.convert(span, have, want)

    def natural(self, e: Expression) -> int:
        """Push a value in the form its bounds ask for; give that form."""
        form = words(self.known(e))
        self.value(e, form)
        return form

    def fitting(self, e: Expression, span: Span) -> int:
        """Push a value that must lie within bounds, in the form these ask for."""
        form = words(span)
        found = self.known(e)
        self.value(e, form)
        if not inside(found, span):
            if form and span[0] < 0:
                self.c.trap()
            elif form:
                self.stack.below_ones(form, span[1])
            else:
                self.stack.within(spans.number(found), *span)
        return form

    def never(self, want: int) -> None:
        self.c.trap()
        for _ in range(max(1, want)):
            self.c.i64(0)

    def index(self, e: Expression, lo: int, hi: int) -> None:
        """Push a value that must lie within bounds, as an address needs it."""
        span = self.known(e)
        self.number(e)
        self.stack.within(span, lo, hi)
        self.c.op("i32.wrap_i64")

    def base(self) -> int:
        """Give the address of the state at hand."""
        return self.p.state_of(self.variant)

    def zero(self, form: int) -> int:
        for _ in range(max(1, form)):
            self.c.i64(0)
        return form

    def let_go(self) -> None:
        """Give back the room of all lists that are gone over."""
        if self.lists:
            self.scratch_to(self.lists[0])

    def scratch_to(self, kept: int) -> None:
        self.c.i32(0).get(kept).load("i32.store", mem.SCRATCH)

    def leave_on_signal(self) -> None:
        c = self.c
        c.read(mem.SIGNAL, "i32.load")
        c.if_()
        self.let_go()
        self.leave(c)
        c.end()

    def stumble(self) -> None:
        self.fail(mem.STUMBLED)

    def fail(self, how: int) -> None:
        """Let a trial fail; in play, break it off."""
        c = self.c
        c.read(mem.TRIAL, "i32.load").op("i32.eqz").trap_if()
        c.i32(0).i32(how).load("i32.store", mem.SIGNAL)
        self.let_go()
        self.leave(c)

    def body(self, code: Body) -> None:
        for s in code:
            self.tables.statements[s[0]](self, *s[1:])
            if s[0] in ("ret", "break", "next", "fail"):
                break

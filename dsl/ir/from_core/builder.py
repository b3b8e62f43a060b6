"""Writing code: registers, statement lists, conditions and loops of one function or block."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Literal, TypeAlias, cast

from regelwerk.dsl import ir
from regelwerk.dsl.core import Expr, Var

from .. import Code
from ..analysis.known import conjuncts
from ..operations import Body, Register, Statement
from ..shapes import InternalError
from . import fold
from .store import Emit, Pending, Store

CHEAP = 64  # elements of a set that is charged as a whole
UNSET = -(2**31) - 1  # no value looks like this
Head: TypeAlias = (  # of a loop: the statement without its body
    'tuple[Literal["for"], int, Code, Code] | tuple[Literal["bits", "pile"], int, Code]'
    ' | tuple[Literal["row"], int, int, Code] | tuple[Literal["while"], Code]'
)
HEAVY = 256  # a loop that may do more work than this is charged


@dataclass(slots=True, eq=False)
class Around:
    """A loop being written."""

    flag: int | None = None  # register: leave this loop from inside an inner one
    checks: list[int] = field(default_factory=list)  # flags to look at once this loop has ended


class Writer:
    """Writes statements into `out`; `env` tells where each name's value is."""

    def __init__(self, store: Store, address: str, env: dict[int, Code] | None = None) -> None:
        self.store = store
        self.address = address  # of the declaration, for the names of decisions and chance sites
        self.env: dict[int, Code] = {} if env is None else dict(env)
        self.out: Body = []
        self.registers = 0
        self.loops: list[Around] = []
        self.repeats: list[Around] = []
        self.memo: dict[int, tuple[Expr, int]] = {}  # expressions remembered during a loop, and their registers
        self.work = 0
        self.span = 0

    # -------------------------------------------------------------------------------------------- values

    def register(self) -> int:
        self.registers += 1
        return self.registers - 1

    def emit(self, statement: Statement) -> None:
        self.out.append(statement)
        self.work += 1

    def set(self, register: int, value: Code) -> None:
        self.emit(("set", register, value))

    def keep(self, value: Code) -> Register:
        """Put a value into a new register."""
        register = self.register()
        self.set(register, value)
        return ("v", register)

    def hold(self, value: Code) -> Code:
        """Make a value cheap to read twice, as long as the state does not change."""
        return value if fold.simple(value) else self.keep(value)

    def lasting(self, value: Code) -> Code:
        """Make a value safe from later changes of the state."""
        if isinstance(value, int) or value[0] == "v":
            return value
        if value[0] == "ld" and value[1] >= self.store.layout.frames:
            return value
        return self.keep(value)

    def bind(self, var: Var, value: Code) -> None:
        self.env[var.id] = value

    def expr(self, e: Expr) -> Code:
        """Lower an expression; loops in it become statements in front."""
        if self.memo and id(e) in self.memo:
            return self._recalled(e)
        found = self.store.emitters.expressions.get(type(e))
        if found is None:
            raise InternalError(f"{type(e).__name__} does not belong in a rule ({self.address})")
        return found(self, e)

    def _recalled(self, e: Expr) -> Code:
        """Read what is remembered during a loop, working it out if it is not known yet."""
        known = self.memo.pop(id(e))
        register = known[1]
        value, statements = self.apart(e)

        def write() -> None:
            self.out.extend(statements)
            self.set(register, value)

        self.branch(("eq", ("v", register), UNSET), write)
        self.memo[id(e)] = known
        return ("v", register)

    def apart(self, e: Expr) -> tuple[Code, Body]:
        """Lower an expression with its statements kept apart."""
        saved, self.out = self.out, []
        value = self.expr(e)
        statements, self.out = self.out, saved
        return value, statements

    def args(self, items: Sequence[Expr]) -> list[Code]:
        return [self.expr(e) for e in items]

    # -------------------------------------------------------------------------------------------- branches

    def body(self, write: Emit) -> Body:
        """Write statements into a list of their own."""
        saved, self.out = self.out, []
        write()
        statements, self.out = self.out, saved
        return statements

    def branch(self, cond: Code, then: Emit | None, other: Emit | None = None) -> None:
        """Write an `if`."""
        if isinstance(cond, int):
            chosen = then if cond else other
            if chosen is not None:
                chosen()
            return
        first = self.body(then) if then is not None else []
        second = self.body(other) if other is not None else []
        if first:
            self.emit(("if", cond, first, second))
        elif second:
            self.emit(("if", fold.negate(cond), second, []))

    def when(self, cond: Expr | None, then: Emit) -> None:
        """Write an `if` whose parts are evaluated only as far as needed."""
        self._when(conjuncts(cond), 1, then)

    def _when(self, parts: list[Expr], so_far: Code, then: Emit) -> None:
        if not parts or so_far == 0:
            self.branch(so_far, then)
            return
        value, statements = self.apart(parts[0])
        if not statements:
            self._when(parts[1:], fold.both(so_far, value), then)
            return

        def inner() -> None:
            self.out.extend(statements)
            self._when(parts[1:], value, then)

        self.branch(so_far, inner)

    # -------------------------------------------------------------------------------------------- loops

    def loop(self, head: Head, bound: int, trips: Code, write: Emit) -> None:
        """Write a loop: `trips` says how often it runs at most."""
        around = Around()
        self.loops.append(around)
        saved, self.out = self.out, []
        before, self.work = self.work, 0
        write()
        statements, self.out = self.out, saved
        load = bound * (self.work + 1)
        self.work = before + load
        self.loops.pop()
        if around.flag is not None:
            self.set(around.flag, 0)
        if head[0] == "while":  # always charged: nothing else bounds it
            statements.insert(0, ("tick", 1, self.span))
        elif load > HEAVY:
            head, trips = self._charged(head, trips, bound)
            self.out.append(("tick", trips, self.span))
        self.out.append(cast(Statement, (*head, statements)))
        for flag in around.checks:
            leave: Body = [("break",)]
            self.out.append(("if", ("v", flag), leave, []))

    def _charged(self, head: Head, trips: Code, bound: int) -> tuple[Head, Code]:
        if head[0] == "bits":
            if bound <= CHEAP or (not isinstance(head[2], int) and head[2][0] == "tab"):
                return (
                    head,
                    bound,
                )  # counting a small set costs more than going over it; constant ones need not be looked at
            mask = self.hold(head[2])
            return ("bits", head[1], mask), fold.size(mask)
        return head, trips

    def leave(self, around: Around) -> None:
        """Leave a loop, perhaps from inside inner ones."""
        if self.loops[-1] is not around:
            if around.flag is None:
                around.flag = self.register()
            for inner in self.loops[self.loops.index(around) + 1 :]:
                if around.flag not in inner.checks:
                    inner.checks.append(around.flag)
            self.set(around.flag, 1)
        self.emit(("break",))

    # -------------------------------------------------------------------------------------------- the end

    def finish(self, pending: Pending, name: str, params: int, effects: bool) -> ir.Function:
        """Make the function."""
        pending.work = self.work + 1
        pending.made = ir.Function(
            name=name,
            address=self.address,
            params=params,
            registers=self.registers,
            effects=effects,
            body=self.out,
            span=self.span,
        )
        return pending.made


def function(store: Store, address: str, params: Sequence[Var], outside: dict[int, Code] | None = None) -> Writer:
    """Start a function with these parameters; `outside` can be read by all code (frame cells)."""
    writer = Writer(store, address, outside)
    for p in params:
        writer.bind(p, ("v", writer.register()))
    return writer


def reachable(env: dict[int, Code]) -> dict[int, Code]:
    """Give the names whose values can be read from another function: constants and cells."""
    return {k: v for k, v in env.items() if isinstance(v, int) or (v[0] == "ld" and isinstance(v[2], int))}


def outline(writer: Writer, e: Expr) -> Code:
    """Make a function of an expression and call it."""
    outside = reachable(writer.env)
    free = [v for k, v in writer.store.facts.uses.free(e).items() if k not in outside]
    for v in free:
        if v.id not in writer.env:
            raise InternalError(f"`{v.name}` has no value in {writer.address}")
    inner = function(writer.store, writer.address, free, outside)
    pending = writer.store.function()
    inner.span = writer.span
    inner.emit(("ret", inner.expr(e)))
    inner.finish(pending, f"part of {writer.address}", len(free), False)
    writer.work += pending.work
    return ("call", pending.number, [writer.env[v.id] for v in free])


def closed(writer: Writer, e: Expr) -> Code:
    """Lower an expression where no statement can stand in front of it."""
    registers = writer.registers
    value, statements = writer.apart(e)
    if not statements:
        return value
    writer.registers = registers
    return outline(writer, e)


def texts(writer: Writer, items: Sequence[Expr]) -> list[Code]:
    """Lower the arguments of a sentence: evaluated only when it is said."""
    return [closed(writer, e) for e in items]


def tab(writer: Writer, number: int, at: Code) -> Code:
    data = writer.store.tables[number]
    if isinstance(at, int):
        return data[at]
    return data[0] if all(x == data[0] for x in data) else ("tab", number, at)

"""The reference engine: runs the compiled code as it is written, block by block. Others must agree with it."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from regelwerk.dsl import ir

from ..context import Context, State
from ..runtime import Runtime
from .operations import Code, Executor, Operations, Registers, Value

# Gives False when the machine has to stop.
Terminator = Callable[[State, Registers, Context], bool]


class Reference(Operations):
    """Functions and blocks are bound when they are first needed."""

    def __init__(self, runtime: Runtime) -> None:
        super().__init__(runtime)
        self.compiled = runtime.compiled
        self._functions: list[Executor | None] = [None] * len(self.compiled.functions)
        self._registers = [function.registers for function in self.compiled.functions]
        self._blocks: dict[tuple[int, int], tuple[int, Executor, Terminator]] = {}

    # ------------------------------------------------------------------ engine

    def call(self, function: int, S: State, X: Context, args: Sequence[int]) -> int:
        """Run a function and give its result; 0 if it does not say."""
        body = self._functions[function]
        if body is None:
            body = self._functions[function] = self.bind_function(function)
        R = [*args, *[0] * (self._registers[function] + 1 - len(args))]
        if X.notes is not None:  # notes are about the function that was asked for, not about those it calls
            notes, X.notes = X.notes, None
            body(S, R, X)
            X.notes = notes
            return R[-1]
        body(S, R, X)
        return R[-1]

    def noted(self, function: int, S: State, X: Context, args: Sequence[int]) -> int:
        """Run a function and note how its value comes about."""
        f = self.compiled.functions[function]
        R = [*args, *[0] * (f.registers + 1 - len(args))]
        X.notes = []
        self.bind_block(f.body)(S, R, X)
        return R[-1]

    def who(self, site: int, S: State, X: Context) -> int:
        """Give the seat that decides at a site."""
        return self.value(self.compiled.sites[site].who, S, [0], X)

    def run(self, S: State, X: Context) -> None:
        """Go on with the top frame, block by block, until a stop or the end."""
        bases = self.runtime.bases
        while S[ir.TOP]:
            proc = S[ir.TOP] - 1
            block = S[bases[proc]]
            registers, execute, terminator = self._blocks.get((proc, block)) or self._bound_block(proc, block)
            R = [0] * registers
            execute(S, R, X)
            if not terminator(S, R, X):
                return

    def bind_function(self, number: int) -> Executor:
        return self.bind_block(self.compiled.functions[number].body)

    def bind_code(self, proc: int, block: int) -> Executor:
        return self.bind_block(self.compiled.procs[proc].blocks[block].code)

    def _bound_block(self, proc: int, block: int) -> tuple[int, Executor, Terminator]:
        p = self.compiled.procs[proc]
        found = p.registers + 1, self.bind_code(proc, block), self._bound_terminator(proc, p.blocks[block].term)
        self._blocks[proc, block] = found
        return found

    def _bound_terminator(self, proc: int, t: Code) -> Terminator:
        operands = self._operands(t, ir.TERMINATORS[t[0]])
        terminator: Terminator = getattr(self, "t_" + t[0])(proc, *operands)
        return terminator

    # ------------------------------------------------------------------ terminators

    def go(self, S: State, X: Context, proc: int, block: int) -> bool:
        """Go on with another block; a trial is done when its home leaves the unit."""
        p = self.compiled.procs[proc]
        S[p.base] = block
        if X.home == proc and p.blocks[block].unit != X.unit:
            self.runtime.reached(S)
        return True

    def t_goto(self, proc: int, to: int) -> Terminator:
        return lambda S, R, X: self.go(S, X, proc, to)

    def t_br(self, proc: int, cond: Value, then: int, other: int) -> Terminator:
        return lambda S, R, X: self.go(S, X, proc, then if cond(S, R, X) else other)

    def t_jump(self, proc: int, case: Value, blocks: list[int]) -> Terminator:
        def jump(S: State, R: Registers, X: Context) -> bool:
            n = case(S, R, X)
            return self.go(S, X, proc, blocks[n if 0 <= n < len(blocks) else -1])

        return jump

    def t_call(self, proc: int, callee: int, args: list[Value], to: int) -> Terminator:
        def call(S: State, R: Registers, X: Context) -> bool:
            values = [arg(S, R, X) for arg in args]
            S[self.runtime.bases[proc]] = to
            self.enter(S, callee, values, proc + 1)
            return True

        return call

    def enter(self, S: State, proc: int, values: Sequence[int], caller: int) -> None:
        self.runtime.enter(S, proc, values, caller)

    def t_ret(self, proc: int, a: Value) -> Terminator:
        return lambda S, R, X: self.leave(S, X, proc, proc, a(S, R, X))

    def t_end(self, proc: int, last: int) -> Terminator:
        return lambda S, R, X: self.leave(S, X, proc, last, 0)

    def leave(self, S: State, X: Context, proc: int, last: int, result: int) -> bool:
        """Pop the frames from `proc` down to `last`, and go on below. Without `last` everything is left."""
        bases = self.runtime.bases
        while True:
            if X.home == proc:
                self.runtime.reached(S)
            below = S[bases[proc] + ir.FRAME_CALLER]
            if below == 0:
                S[ir.TOP] = 0
                S[ir.OVER] = 1 if proc == self.compiled.main else 0
                return True
            if proc == last:
                break
            proc = below - 1
        S[ir.RESULT] = result
        S[ir.TOP] = below
        home = below - 1
        if X.home == home:
            block = self.compiled.procs[home].blocks[S[bases[home]]]
            if not (block.risk or block.rooms) or block.unit != X.unit:
                self.runtime.reached(S)
        return True

    def t_ask(self, proc: int, site: int, to: int) -> Terminator:
        def ask(S: State, R: Registers, X: Context) -> bool:
            self.go(S, X, proc, to)
            code = self.runtime.table.ask(S, X, site)
            if code < 0:
                return False
            S[ir.CHOSEN] = code
            return True

        return ask

    def t_all(self, proc: int, cursor: int, body: int, args: list[Value], to: int) -> Terminator:
        def together(S: State, R: Registers, X: Context) -> bool:
            seats = S[cursor]
            if X.table and self.runtime.table.stops_here(X, proc, seats):
                return False
            if not seats:
                return self.go(S, X, proc, to)
            S[cursor] = seats & (seats - 1)
            seat = (seats & -seats).bit_length() - 1
            self.enter(S, body, [seat, *[arg(S, R, X) for arg in args]], proc + 1)
            return True

        return together

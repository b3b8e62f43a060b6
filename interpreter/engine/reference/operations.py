"""What every operation means. An expression becomes a Python function of (S, R, X), a statement likewise.

One method per operation of `ir`, `x_` for expressions and `s_` for statements; its parameters are the operands,
code among them already bound. S is the state, R the registers (the last one is the result of the function), X the
context of the run. A statement gives ON (or nothing), BREAK, NEXT or RETURN.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any

from regelwerk.dsl import ir

from .. import searches
from ..context import Context, State
from ..runtime import Runtime

Code = Any
Registers = list[int]
Value = Callable[[State, Registers, Context], int]
Executor = Callable[[State, Registers, Context], int | None]
Elements = Callable[[State, Registers, Context], Iterable[int]]

ON, BREAK, NEXT, RETURN = range(4)
UNCHANGED = -1  # in a note: the value before the next change


class Operations:
    """Binds code. Whoever runs it provides `call` for functions."""

    def __init__(self, runtime: Runtime) -> None:
        self.runtime = runtime
        self.tables = runtime.compiled.tables
        self.lists = runtime.compiled.lists
        self.places = runtime.places
        self._bound: dict[int, tuple[Code, Value]] = {}

    def call(self, function: int, S: State, X: Context, args: Sequence[int]) -> int:
        raise NotImplementedError

    # ------------------------------------------------------------------ binding

    def bind(self, e: Code) -> Value:
        """Bind an expression."""
        if isinstance(e, int):
            return lambda S, R, X: e
        operands = self._operands(e, ir.EXPRESSIONS[e[0]])
        value: Value = getattr(self, "x_" + e[0])(*operands)
        return value

    def bind_block(self, code: list[Code]) -> Executor:
        """Bind statements: one after the other, until one of them leaves."""
        executors = [self._bind_statement(s) for s in code]
        if len(executors) == 1:
            return executors[0]

        def run(S: State, R: Registers, X: Context) -> int | None:
            for execute in executors:
                end = execute(S, R, X)
                if end:
                    return end
            return ON

        return run

    def _bind_statement(self, s: Code) -> Executor:
        execute: Executor = getattr(self, "s_" + s[0])(*self._operands(s, ir.STATEMENTS[s[0]]))
        match s:
            case ("if", _, [*_, ("note", _, tuple() as value)], _):
                return self._with_before(value, execute)
        return execute

    def _with_before(self, e: Code, execute: Executor) -> Executor:
        """Note what a value was before a change that may come now."""
        before = self.bind(e)

        def noting(S: State, R: Registers, X: Context) -> int | None:
            if X.notes is not None:
                X.notes.append((UNCHANGED, before(S, R, X)))
            return execute(S, R, X)

        return noting

    def _operands(self, node: Code, letters: str) -> list[Any]:
        binders: dict[str, Callable[[Any], Any]] = {
            "n": int,
            "N": list,
            "e": self.bind,
            "x": lambda es: [self.bind(e) for e in es],
            "b": self.bind_block,
            "B": lambda blocks: [self.bind_block(block) for block in blocks],
        }
        return [binders[letter](operand) for letter, operand in zip(letters, node[1:], strict=True)]

    def value(self, e: Code, S: State, R: Registers, X: Context) -> int:
        """Evaluate an expression of the ruleset; it is bound only once."""
        known = self._bound.get(id(e))
        if known is None or known[0] is not e:
            known = self._bound[id(e)] = (e, self.bind(e))
        return known[1](S, R, X)

    def values(self, es: list[Code], S: State, R: Registers, X: Context) -> tuple[int, ...]:
        """Evaluate several expressions."""
        return tuple([self.value(e, S, R, X) for e in es])

    # ------------------------------------------------------------------ registers, cells, tables

    def x_v(self, n: int) -> Value:
        return lambda S, R, X: R[n]

    def x_ld(self, n: int, e: Value) -> Value:
        return lambda S, R, X: S[n + e(S, R, X)]

    def x_tab(self, n: int, e: Value) -> Value:
        table = self.tables[n]
        return lambda S, R, X: table[e(S, R, X)]

    # ------------------------------------------------------------------ numbers

    def x_add(self, a: Value, b: Value) -> Value:
        return lambda S, R, X: a(S, R, X) + b(S, R, X)

    def x_sub(self, a: Value, b: Value) -> Value:
        return lambda S, R, X: a(S, R, X) - b(S, R, X)

    def x_mul(self, a: Value, b: Value) -> Value:
        return lambda S, R, X: a(S, R, X) * b(S, R, X)

    def x_min(self, a: Value, b: Value) -> Value:
        return lambda S, R, X: min(a(S, R, X), b(S, R, X))

    def x_max(self, a: Value, b: Value) -> Value:
        return lambda S, R, X: max(a(S, R, X), b(S, R, X))

    def x_div(self, a: Value, b: Value, span: int) -> Value:
        return lambda S, R, X: self.runtime.divide(a(S, R, X), b(S, R, X), span)

    def x_divup(self, a: Value, b: Value, span: int) -> Value:
        return lambda S, R, X: self.runtime.divide_up(a(S, R, X), b(S, R, X), span)

    def x_mod(self, a: Value, b: Value, span: int) -> Value:
        return lambda S, R, X: self.runtime.remainder(a(S, R, X), b(S, R, X), span)

    def x_neg(self, a: Value) -> Value:
        return lambda S, R, X: -a(S, R, X)

    def x_abs(self, a: Value) -> Value:
        return lambda S, R, X: abs(a(S, R, X))

    # ------------------------------------------------------------------ comparing, deciding

    def x_not(self, a: Value) -> Value:
        return lambda S, R, X: 0 if a(S, R, X) else 1

    def x_eq(self, a: Value, b: Value) -> Value:
        return lambda S, R, X: 1 if a(S, R, X) == b(S, R, X) else 0

    def x_ne(self, a: Value, b: Value) -> Value:
        return lambda S, R, X: 1 if a(S, R, X) != b(S, R, X) else 0

    def x_lt(self, a: Value, b: Value) -> Value:
        return lambda S, R, X: 1 if a(S, R, X) < b(S, R, X) else 0

    def x_le(self, a: Value, b: Value) -> Value:
        return lambda S, R, X: 1 if a(S, R, X) <= b(S, R, X) else 0

    def x_gt(self, a: Value, b: Value) -> Value:
        return lambda S, R, X: 1 if a(S, R, X) > b(S, R, X) else 0

    def x_ge(self, a: Value, b: Value) -> Value:
        return lambda S, R, X: 1 if a(S, R, X) >= b(S, R, X) else 0

    def x_and(self, a: Value, b: Value) -> Value:
        return lambda S, R, X: 1 if a(S, R, X) and b(S, R, X) else 0

    def x_or(self, a: Value, b: Value) -> Value:
        return lambda S, R, X: 1 if a(S, R, X) or b(S, R, X) else 0

    def x_if(self, cond: Value, then: Value, other: Value) -> Value:
        return lambda S, R, X: then(S, R, X) if cond(S, R, X) else other(S, R, X)

    # ------------------------------------------------------------------ sets

    def x_bit(self, a: Value) -> Value:
        return lambda S, R, X: 1 << a(S, R, X)

    def x_has(self, mask: Value, element: Value) -> Value:
        def has(S: State, R: Registers, X: Context) -> int:
            m, i = mask(S, R, X), element(S, R, X)
            return m >> i & 1 if i >= 0 else 0

        return has

    def x_band(self, a: Value, b: Value) -> Value:
        return lambda S, R, X: a(S, R, X) & b(S, R, X)

    def x_bor(self, a: Value, b: Value) -> Value:
        return lambda S, R, X: a(S, R, X) | b(S, R, X)

    def x_bandn(self, a: Value, b: Value) -> Value:
        return lambda S, R, X: a(S, R, X) & ~b(S, R, X)

    def x_shl(self, a: Value, n: int) -> Value:
        return lambda S, R, X: a(S, R, X) << n

    def x_shr(self, a: Value, n: int) -> Value:
        return lambda S, R, X: a(S, R, X) >> n

    def x_size(self, a: Value) -> Value:
        return lambda S, R, X: a(S, R, X).bit_count()

    def x_low(self, a: Value) -> Value:
        def low(S: State, R: Registers, X: Context) -> int:
            mask = a(S, R, X)
            return (mask & -mask).bit_length() - 1

        return low

    def x_nth(self, mask: Value, n: Value) -> Value:
        return lambda S, R, X: searches.nth(mask(S, R, X), n(S, R, X))

    def x_ones(self, a: Value) -> Value:
        return lambda S, R, X: (1 << a(S, R, X)) - 1

    # ------------------------------------------------------------------ calls, checks, places, searches

    def x_call(self, function: int, args: list[Value]) -> Value:
        return lambda S, R, X: self.call(function, S, X, [arg(S, R, X) for arg in args])

    def x_chk(self, a: Value, lo: int, hi: int, span: int) -> Value:
        def checked(S: State, R: Registers, X: Context) -> int:
            value = a(S, R, X)
            return value if lo <= value <= hi else self.runtime.out_of_range(value, lo, hi, span)

        return checked

    def x_some(self, a: Value, span: int) -> Value:
        return lambda S, R, X: self.runtime.some(a(S, R, X), span)

    def x_psize(self, place: Value) -> Value:
        return lambda S, R, X: self.places.size(S, place(S, R, X))

    def x_ptop(self, place: Value, n: Value) -> Value:
        return lambda S, R, X: self.places.top(S, place(S, R, X), n(S, R, X))

    def x_pset(self, place: Value) -> Value:
        return lambda S, R, X: self.places.mask(S, place(S, R, X))

    def x_trial(self, proc: int, args: list[Value]) -> Value:
        return lambda S, R, X: self.runtime.table.can(S, X, proc, [arg(S, R, X) for arg in args])

    def x_was(self, start: int, a: Value) -> Value:
        def was(S: State, R: Registers, X: Context) -> int:
            past = X.start if start else X.before
            return a(S if past is None else past, R, X)

        return was

    def x_dijkstra(self, start: Value, goal: Value, ways: int, cost: int, rest: list[Value]) -> Value:
        def cheapest(S: State, R: Registers, X: Context) -> int:
            a, b = start(S, R, X), goal(S, R, X)
            more = [e(S, R, X) for e in rest]
            return searches.cheapest(
                S,
                a,
                b,
                lambda x: self.call(ways, S, X, [x, *more]),
                lambda x, y: self.call(cost, S, X, [x, y, *more]),
                self.runtime.charge,
            )

        return cheapest

    def x_pairs(self, mask: Value, gain: int, rest: list[Value]) -> Value:
        def best(S: State, R: Registers, X: Context) -> int:
            things = mask(S, R, X)
            more = [e(S, R, X) for e in rest]
            gained: Callable[[int, int], int] = lambda a, b: self.call(gain, S, X, [a, b, *more])  # noqa: E731
            return searches.best_pairs(S, things, gained, self.runtime.charge)

        return best

    # ------------------------------------------------------------------ statements: registers, cells, branches

    def s_set(self, n: int, a: Value) -> Executor:
        def assign(S: State, R: Registers, X: Context) -> None:
            R[n] = a(S, R, X)

        return assign

    def s_st(self, n: int, index: Value, a: Value) -> Executor:
        def store(S: State, R: Registers, X: Context) -> None:
            at = n + index(S, R, X)
            S[at] = a(S, R, X)

        return store

    def s_if(self, cond: Value, then: Executor, other: Executor) -> Executor:
        return lambda S, R, X: then(S, R, X) if cond(S, R, X) else other(S, R, X)

    def s_switch(self, case: Value, blocks: list[Executor], other: Executor) -> Executor:
        def switch(S: State, R: Registers, X: Context) -> int | None:
            n = case(S, R, X)
            return (blocks[n] if 0 <= n < len(blocks) else other)(S, R, X)

        return switch

    # ------------------------------------------------------------------ statements: loops

    def _loop(self, n: int, elements: Elements, body: Executor) -> Executor:
        def loop(S: State, R: Registers, X: Context) -> int:
            for element in elements(S, R, X):
                R[n] = element
                end = body(S, R, X)
                if end == BREAK:
                    break
                if end == RETURN:
                    return RETURN
            return ON

        return loop

    def s_for(self, n: int, start: Value, stop: Value, body: Executor) -> Executor:
        return self._loop(n, lambda S, R, X: range(start(S, R, X), stop(S, R, X)), body)

    def s_bits(self, n: int, mask: Value, body: Executor) -> Executor:
        return self._loop(n, lambda S, R, X: searches.elements(mask(S, R, X)), body)

    def s_row(self, n: int, rows: int, key: Value, body: Executor) -> Executor:
        return self._loop(n, lambda S, R, X: self.lists[rows][key(S, R, X)], body)

    def s_pile(self, n: int, place: Value, body: Executor) -> Executor:
        return self._loop(n, lambda S, R, X: self.places.contents(S, place(S, R, X)), body)

    def s_while(self, cond: Value, body: Executor) -> Executor:
        def loop(S: State, R: Registers, X: Context) -> int:
            while cond(S, R, X):
                end = body(S, R, X)
                if end == BREAK:
                    break
                if end == RETURN:
                    return RETURN
            return ON

        return loop

    def s_break(self) -> Executor:
        return lambda S, R, X: BREAK

    def s_next(self) -> Executor:
        return lambda S, R, X: NEXT

    def s_ret(self, a: Value) -> Executor:
        def leave(S: State, R: Registers, X: Context) -> int:
            R[-1] = a(S, R, X)
            return RETURN

        return leave

    # ------------------------------------------------------------------ statements: what is done

    def s_do(self, function: int, args: list[Value]) -> Executor:
        def do(S: State, R: Registers, X: Context) -> None:
            self.call(function, S, X, [arg(S, R, X) for arg in args])

        return do

    def s_move(self, kind: int, component: Value, place: Value, under: int, span: int) -> Executor:
        return lambda S, R, X: self.places.move(S, kind, component(S, R, X), place(S, R, X), under, span)

    def s_shuffle(self, place: Value, site: int) -> Executor:
        return lambda S, R, X: self.runtime.shuffle(S, X, place(S, R, X), site)

    def s_among(self, elements: Value) -> Executor:
        def among(S: State, R: Registers, X: Context) -> None:
            if X.supplied:
                X.among = elements(S, R, X)

        return among

    def s_draw(self, n: int, site: int, bound: Value) -> Executor:
        def draw(S: State, R: Registers, X: Context) -> None:
            R[n] = self.runtime.draw(S, X, site, bound(S, R, X))

        return draw

    def s_needs(self, cond: Value, text: int, args: list[Value], span: int) -> Executor:
        def needs(S: State, R: Registers, X: Context) -> None:
            if not cond(S, R, X):
                self.runtime.unmet(S, X, text, tuple([arg(S, R, X) for arg in args]), span)

        return needs

    def s_fail(self, text: int, args: list[Value], span: int) -> Executor:
        return lambda S, R, X: self.runtime.fail(text, tuple([arg(S, R, X) for arg in args]), span)

    def s_say(self, text: int, args: list[Value]) -> Executor:
        return self._event("say", text, args)

    def s_event(self, n: int, args: list[Value]) -> Executor:
        return self._event("event", n, args)

    def _event(self, kind: str, n: int, args: list[Value]) -> Executor:
        def log(S: State, R: Registers, X: Context) -> None:
            if X.events is not None:
                X.events.append((kind, n, tuple([arg(S, R, X) for arg in args])))

        return log

    def s_opt(self, code: Value) -> Executor:
        return lambda S, R, X: X.out.append(code(S, R, X))

    def s_note(self, change: int, a: Value) -> Executor:
        def note(S: State, R: Registers, X: Context) -> None:
            if X.notes is not None:
                X.notes.append((change, a(S, R, X)))

        return note

    def s_tick(self, a: Value, span: int) -> Executor:
        return lambda S, R, X: self.runtime.charge(S, a(S, R, X), span)

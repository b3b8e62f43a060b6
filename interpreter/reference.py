"""The reference engine: walks the compiled code as it is written. This is the meaning; others must agree.

Every operation of `ir` is one method: `x_` expressions, `s_` statements, `t_` terminators.
S is the state, R the registers (the last one is the result of a function), X the context of the run.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ..dsl import ir
from . import searches
from .context import Context, State
from .equipment import Equipment

Code = Any
Registers = list[int]

# How a statement ends.
ON, BREAK, NEXT, RETURN = range(4)


class Reference:
    def __init__(self, equipment: Equipment) -> None:
        self.kit = equipment
        self.compiled = equipment.compiled
        self.tables = equipment.compiled.tables
        self.lists = equipment.compiled.lists
        self.places = equipment.places
        self.expressions = {op: getattr(self, "x_" + op) for op in ir.EXPRESSIONS}
        self.statements = {op: getattr(self, "s_" + op) for op in ir.STATEMENTS}
        self.terminators = {op: getattr(self, "t_" + op) for op in ir.TERMINATORS}

    # ------------------------------------------------------------------ engine

    def call(self, function: int, S: State, X: Context, args: Sequence[int]) -> int:
        """Run a function and give its result; 0 if it does not say."""
        f = self.compiled.functions[function]
        R = [0] * (f.registers + 1)
        R[: len(args)] = args
        self.block(f.body, S, R, X)
        return R[-1]

    def who(self, site: int, S: State, X: Context) -> int:
        """Give the seat that decides at a site."""
        return self.value(self.compiled.sites[site].who, S, [0], X)

    def run(self, S: State, X: Context) -> None:
        """Go on with the top frame, block by block, until a stop or the end."""
        while S[ir.TOP]:
            proc = S[ir.TOP] - 1
            p = self.compiled.procs[proc]
            block = p.blocks[S[p.base]]
            R = [0] * (p.registers + 1)
            self.block(block.code, S, R, X)
            if not self.terminators[block.term[0]](block.term, S, R, X, proc):
                return

    # ------------------------------------------------------------------ code

    def value(self, e: Code, S: State, R: Registers, X: Context) -> int:
        """Evaluate an expression."""
        if type(e) is int:
            return e
        result: int = self.expressions[e[0]](e, S, R, X)
        return result

    def values(self, es: list[Code], S: State, R: Registers, X: Context) -> tuple[int, ...]:
        return tuple([self.value(e, S, R, X) for e in es])

    def block(self, code: list[Code], S: State, R: Registers, X: Context) -> int:
        """Carry out statements; tell how they ended."""
        statements = self.statements
        for s in code:
            end: int | None = statements[s[0]](s, S, R, X)
            if end:
                return end
        return ON

    # ------------------------------------------------------------------ expressions

    def x_v(self, e: Code, S: State, R: Registers, X: Context) -> int:
        value: int = R[e[1]]
        return value

    def x_ld(self, e: Code, S: State, R: Registers, X: Context) -> int:
        value: int = S[e[1] + self.value(e[2], S, R, X)]
        return value

    def x_tab(self, e: Code, S: State, R: Registers, X: Context) -> int:
        value: int = self.tables[e[1]][self.value(e[2], S, R, X)]
        return value

    def x_add(self, e: Code, S: State, R: Registers, X: Context) -> int:
        return self.value(e[1], S, R, X) + self.value(e[2], S, R, X)

    def x_sub(self, e: Code, S: State, R: Registers, X: Context) -> int:
        return self.value(e[1], S, R, X) - self.value(e[2], S, R, X)

    def x_mul(self, e: Code, S: State, R: Registers, X: Context) -> int:
        return self.value(e[1], S, R, X) * self.value(e[2], S, R, X)

    def x_min(self, e: Code, S: State, R: Registers, X: Context) -> int:
        return min(self.value(e[1], S, R, X), self.value(e[2], S, R, X))

    def x_max(self, e: Code, S: State, R: Registers, X: Context) -> int:
        return max(self.value(e[1], S, R, X), self.value(e[2], S, R, X))

    def x_div(self, e: Code, S: State, R: Registers, X: Context) -> int:
        return self.kit.divide(self.value(e[1], S, R, X), self.value(e[2], S, R, X), e[3])

    def x_divup(self, e: Code, S: State, R: Registers, X: Context) -> int:
        return self.kit.divide_up(self.value(e[1], S, R, X), self.value(e[2], S, R, X), e[3])

    def x_mod(self, e: Code, S: State, R: Registers, X: Context) -> int:
        return self.kit.remainder(self.value(e[1], S, R, X), self.value(e[2], S, R, X), e[3])

    def x_neg(self, e: Code, S: State, R: Registers, X: Context) -> int:
        return -self.value(e[1], S, R, X)

    def x_abs(self, e: Code, S: State, R: Registers, X: Context) -> int:
        return abs(self.value(e[1], S, R, X))

    def x_not(self, e: Code, S: State, R: Registers, X: Context) -> int:
        return 0 if self.value(e[1], S, R, X) else 1

    def x_eq(self, e: Code, S: State, R: Registers, X: Context) -> int:
        return 1 if self.value(e[1], S, R, X) == self.value(e[2], S, R, X) else 0

    def x_ne(self, e: Code, S: State, R: Registers, X: Context) -> int:
        return 1 if self.value(e[1], S, R, X) != self.value(e[2], S, R, X) else 0

    def x_lt(self, e: Code, S: State, R: Registers, X: Context) -> int:
        return 1 if self.value(e[1], S, R, X) < self.value(e[2], S, R, X) else 0

    def x_le(self, e: Code, S: State, R: Registers, X: Context) -> int:
        return 1 if self.value(e[1], S, R, X) <= self.value(e[2], S, R, X) else 0

    def x_gt(self, e: Code, S: State, R: Registers, X: Context) -> int:
        return 1 if self.value(e[1], S, R, X) > self.value(e[2], S, R, X) else 0

    def x_ge(self, e: Code, S: State, R: Registers, X: Context) -> int:
        return 1 if self.value(e[1], S, R, X) >= self.value(e[2], S, R, X) else 0

    def x_and(self, e: Code, S: State, R: Registers, X: Context) -> int:
        return 1 if self.value(e[1], S, R, X) and self.value(e[2], S, R, X) else 0

    def x_or(self, e: Code, S: State, R: Registers, X: Context) -> int:
        return 1 if self.value(e[1], S, R, X) or self.value(e[2], S, R, X) else 0

    def x_if(self, e: Code, S: State, R: Registers, X: Context) -> int:
        return self.value(e[2] if self.value(e[1], S, R, X) else e[3], S, R, X)

    def x_bit(self, e: Code, S: State, R: Registers, X: Context) -> int:
        return 1 << self.value(e[1], S, R, X)

    def x_has(self, e: Code, S: State, R: Registers, X: Context) -> int:
        mask, element = self.value(e[1], S, R, X), self.value(e[2], S, R, X)
        return mask >> element & 1 if element >= 0 else 0

    def x_band(self, e: Code, S: State, R: Registers, X: Context) -> int:
        return self.value(e[1], S, R, X) & self.value(e[2], S, R, X)

    def x_bor(self, e: Code, S: State, R: Registers, X: Context) -> int:
        return self.value(e[1], S, R, X) | self.value(e[2], S, R, X)

    def x_bandn(self, e: Code, S: State, R: Registers, X: Context) -> int:
        return self.value(e[1], S, R, X) & ~self.value(e[2], S, R, X)

    def x_shl(self, e: Code, S: State, R: Registers, X: Context) -> int:
        return self.value(e[1], S, R, X) << int(e[2])

    def x_shr(self, e: Code, S: State, R: Registers, X: Context) -> int:
        return self.value(e[1], S, R, X) >> int(e[2])

    def x_size(self, e: Code, S: State, R: Registers, X: Context) -> int:
        return self.value(e[1], S, R, X).bit_count()

    def x_low(self, e: Code, S: State, R: Registers, X: Context) -> int:
        mask = self.value(e[1], S, R, X)
        return (mask & -mask).bit_length() - 1

    def x_nth(self, e: Code, S: State, R: Registers, X: Context) -> int:
        return searches.nth(self.value(e[1], S, R, X), self.value(e[2], S, R, X))

    def x_ones(self, e: Code, S: State, R: Registers, X: Context) -> int:
        return (1 << self.value(e[1], S, R, X)) - 1

    def x_call(self, e: Code, S: State, R: Registers, X: Context) -> int:
        return self.call(e[1], S, X, self.values(e[2], S, R, X))

    def x_chk(self, e: Code, S: State, R: Registers, X: Context) -> int:
        value = self.value(e[1], S, R, X)
        if not e[2] <= value <= e[3]:
            self.kit.out_of_range(value, e[2], e[3], e[4])
        return value

    def x_some(self, e: Code, S: State, R: Registers, X: Context) -> int:
        return self.kit.some(self.value(e[1], S, R, X), e[2])

    def x_psize(self, e: Code, S: State, R: Registers, X: Context) -> int:
        return self.places.size(S, self.value(e[1], S, R, X))

    def x_ptop(self, e: Code, S: State, R: Registers, X: Context) -> int:
        return self.places.top(S, self.value(e[1], S, R, X), self.value(e[2], S, R, X))

    def x_pset(self, e: Code, S: State, R: Registers, X: Context) -> int:
        return self.places.mask(S, self.value(e[1], S, R, X))

    def x_trial(self, e: Code, S: State, R: Registers, X: Context) -> int:
        return self.kit.table.can(S, X, e[1], self.values(e[2], S, R, X))

    def x_was(self, e: Code, S: State, R: Registers, X: Context) -> int:
        past = X.start if e[1] else X.before
        return self.value(e[2], S if past is None else past, R, X)

    def x_dijkstra(self, e: Code, S: State, R: Registers, X: Context) -> int:
        start, goal = self.value(e[1], S, R, X), self.value(e[2], S, R, X)
        rest = self.values(e[5], S, R, X)
        return searches.cheapest(
            S,
            start,
            goal,
            lambda x: self.call(e[3], S, X, (x, *rest)),
            lambda x, y: self.call(e[4], S, X, (x, y, *rest)),
            self.kit.charge,
        )

    def x_pairs(self, e: Code, S: State, R: Registers, X: Context) -> int:
        mask = self.value(e[1], S, R, X)
        rest = self.values(e[3], S, R, X)
        gain = lambda a, b: self.call(e[2], S, X, (a, b, *rest))  # noqa: E731
        return searches.best_pairs(S, mask, gain, self.kit.charge)

    # ------------------------------------------------------------------ statements

    def s_set(self, s: Code, S: State, R: Registers, X: Context) -> None:
        R[s[1]] = self.value(s[2], S, R, X)

    def s_st(self, s: Code, S: State, R: Registers, X: Context) -> None:
        index = self.value(s[2], S, R, X)
        S[s[1] + index] = self.value(s[3], S, R, X)

    def s_if(self, s: Code, S: State, R: Registers, X: Context) -> int:
        return self.block(s[2] if self.value(s[1], S, R, X) else s[3], S, R, X)

    def s_for(self, s: Code, S: State, R: Registers, X: Context) -> int:
        start = self.value(s[2], S, R, X)
        return self.loop(s[1], range(start, self.value(s[3], S, R, X)), s[4], S, R, X)

    def s_bits(self, s: Code, S: State, R: Registers, X: Context) -> int:
        mask = self.value(s[2], S, R, X)
        elements = [i for i in range(mask.bit_length()) if mask >> i & 1]
        return self.loop(s[1], elements, s[3], S, R, X)

    def s_row(self, s: Code, S: State, R: Registers, X: Context) -> int:
        return self.loop(s[1], self.lists[s[2]][self.value(s[3], S, R, X)], s[4], S, R, X)

    def s_pile(self, s: Code, S: State, R: Registers, X: Context) -> int:
        return self.loop(s[1], self.places.contents(S, self.value(s[2], S, R, X)), s[3], S, R, X)

    def loop(self, n: int, elements: Sequence[int], body: Code, S: State, R: Registers, X: Context) -> int:
        for element in elements:
            R[n] = element
            end = self.block(body, S, R, X)
            if end == BREAK:
                break
            if end == RETURN:
                return RETURN
        return ON

    def s_while(self, s: Code, S: State, R: Registers, X: Context) -> int:
        while self.value(s[1], S, R, X):
            end = self.block(s[2], S, R, X)
            if end == BREAK:
                break
            if end == RETURN:
                return RETURN
        return ON

    def s_break(self, s: Code, S: State, R: Registers, X: Context) -> int:
        return BREAK

    def s_next(self, s: Code, S: State, R: Registers, X: Context) -> int:
        return NEXT

    def s_ret(self, s: Code, S: State, R: Registers, X: Context) -> int:
        R[-1] = self.value(s[1], S, R, X)
        return RETURN

    def s_do(self, s: Code, S: State, R: Registers, X: Context) -> None:
        self.call(s[1], S, X, self.values(s[2], S, R, X))

    def s_switch(self, s: Code, S: State, R: Registers, X: Context) -> int:
        case = self.value(s[1], S, R, X)
        return self.block(s[2][case] if 0 <= case < len(s[2]) else s[3], S, R, X)

    def s_move(self, s: Code, S: State, R: Registers, X: Context) -> None:
        component = self.value(s[2], S, R, X)
        self.places.move(S, s[1], component, self.value(s[3], S, R, X), s[4])

    def s_shuffle(self, s: Code, S: State, R: Registers, X: Context) -> None:
        self.kit.shuffle(S, X, self.value(s[1], S, R, X), s[2])

    def s_among(self, s: Code, S: State, R: Registers, X: Context) -> None:
        if X.supplied:
            X.among = self.value(s[1], S, R, X)

    def s_draw(self, s: Code, S: State, R: Registers, X: Context) -> None:
        R[s[1]] = self.kit.draw(S, X, s[2], self.value(s[3], S, R, X))

    def s_needs(self, s: Code, S: State, R: Registers, X: Context) -> None:
        if not self.value(s[1], S, R, X):
            self.kit.unmet(S, X, s[2], self.values(s[3], S, R, X), s[4])

    def s_fail(self, s: Code, S: State, R: Registers, X: Context) -> None:
        self.kit.fail(s[1], self.values(s[2], S, R, X), s[3])

    def s_say(self, s: Code, S: State, R: Registers, X: Context) -> None:
        if X.events is not None:
            X.events.append(("say", s[1], self.values(s[2], S, R, X)))

    def s_event(self, s: Code, S: State, R: Registers, X: Context) -> None:
        if X.events is not None:
            X.events.append(("event", s[1], self.values(s[2], S, R, X)))

    def s_opt(self, s: Code, S: State, R: Registers, X: Context) -> None:
        X.out.append(self.value(s[1], S, R, X))

    def s_note(self, s: Code, S: State, R: Registers, X: Context) -> None:
        if X.notes is not None:
            X.notes.append((s[1], self.value(s[2], S, R, X)))

    def s_tick(self, s: Code, S: State, R: Registers, X: Context) -> None:
        self.kit.charge(S, self.value(s[1], S, R, X), s[2])

    # ------------------------------------------------------------------ terminators: False stops the machine

    def go(self, S: State, X: Context, proc: int, block: int) -> bool:
        """Go on with another block; a trial is done when its home leaves the unit."""
        p = self.compiled.procs[proc]
        S[p.base] = block
        if X.home == proc and p.blocks[block].unit != X.unit:
            self.kit.reached(S)
        return True

    def t_goto(self, t: Code, S: State, R: Registers, X: Context, proc: int) -> bool:
        return self.go(S, X, proc, t[1])

    def t_br(self, t: Code, S: State, R: Registers, X: Context, proc: int) -> bool:
        return self.go(S, X, proc, t[2] if self.value(t[1], S, R, X) else t[3])

    def t_jump(self, t: Code, S: State, R: Registers, X: Context, proc: int) -> bool:
        case = self.value(t[1], S, R, X)
        return self.go(S, X, proc, t[2][case if 0 <= case < len(t[2]) else -1])

    def t_call(self, t: Code, S: State, R: Registers, X: Context, proc: int) -> bool:
        args = self.values(t[2], S, R, X)
        S[self.kit.bases[proc]] = t[3]
        self.kit.enter(S, t[1], args, proc + 1)
        return True

    def t_ret(self, t: Code, S: State, R: Registers, X: Context, proc: int) -> bool:
        return self.leave(S, X, proc, proc, self.value(t[1], S, R, X))

    def t_end(self, t: Code, S: State, R: Registers, X: Context, proc: int) -> bool:
        return self.leave(S, X, proc, t[1], 0)

    def leave(self, S: State, X: Context, proc: int, last: int, result: int) -> bool:
        """Pop the frames from `proc` down to `last`, and go on below. Without `last` everything is left."""
        bases = self.kit.bases
        while True:
            if X.home == proc:
                self.kit.reached(S)
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
            if not block.risk or block.unit != X.unit:
                self.kit.reached(S)
        return True

    def t_ask(self, t: Code, S: State, R: Registers, X: Context, proc: int) -> bool:
        self.go(S, X, proc, t[2])
        code = self.kit.table.ask(S, X, t[1])
        if code < 0:
            return False
        S[ir.CHOSEN] = code
        return True

    def t_all(self, t: Code, S: State, R: Registers, X: Context, proc: int) -> bool:
        seats = S[t[1]]
        if X.table and self.kit.table.stops_here(X, proc, seats):
            return False
        if not seats:
            return self.go(S, X, proc, t[4])
        seat = (seats & -seats).bit_length() - 1
        S[t[1]] = seats & (seats - 1)
        self.kit.enter(S, t[2], (seat, *self.values(t[3], S, R, X)), proc + 1)
        return True

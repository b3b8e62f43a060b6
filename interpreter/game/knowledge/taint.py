"""The reference engine on numbers that carry who does not know them.

What is reckoned from something unknown is unknown; what is written is as unknown as it is, and as the reason for which
it is written; and what could have been written for another reason becomes unknown, too. A seat has got a hint when
something that shows has gone one way or the other because of something it cannot know.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from regelwerk.dsl import ir
from regelwerk.dsl.ir.operations import Body, Expression, For, Over, Row, Statement

from ...analysis.code import bodies_of, expressions_of
from ...engine.context import Context, State
from ...engine.reference.engine import Reference, Terminator
from ...engine.reference.operations import BREAK, ON, RETURN, Executor, Registers, Value
from ...engine.runtime import Runtime
from ...engine.searches import elements
from ..log import ASIDE, SHOWN
from ..sight.onlookers import Onlookers
from .effects import Effects, Finder
from .labels import ENTRY, Marked, Tainted, mark, unknown
from .moving import Moving
from .searching import watched


class Taint(Reference):
    """Runs code and notes who could know what it does."""

    def __init__(self, runtime: Runtime, onlookers: Onlookers) -> None:
        super().__init__(runtime)
        self.finder = Finder(runtime.compiled)
        self.moving = Moving(onlookers, runtime.places)
        self.reason = 0  # who cannot know why this is being done
        self.shown = 0  # who has come to see what is revealed
        self.hinted = 0  # who may have learnt something from what was done, or not
        self.listed = 0  # who cannot know how much is offered ...
        self.codes = 0  # ... and what

    # ------------------------------------------------------------------ who cannot know why

    def depends(self, S: State, R: Registers, seats: int, effects: Effects) -> None:
        """Something was done, or not, for a reason that some seats cannot know."""
        if not seats:
            return
        for n in effects.registers:
            R[n] = mark(int(R[n]), unknown(R[n]) | seats)
        if effects.any:
            self.hinted |= seats
            self._blur(S, seats, effects)

    def _blur(self, S: State, seats: int, effects: Effects) -> None:
        assert isinstance(S, Marked)
        for number in effects.slots:
            S.blur_slot(self.compiled.slots[number], seats)
        if effects.moves:
            self.moving.blur(S, seats)

    # ------------------------------------------------------------------ expressions

    def bind(self, e: Expression) -> Value:
        """Bind an expression: whoever cannot know a part of it cannot know it."""
        match e:
            case int():
                return lambda S, R, X: e
            case ("mod", ("ld", ir.CHOSEN, 0), int(count), _):
                return self._entry(count)
        letters = ir.EXPRESSIONS[e[0]]
        operands = self._operands(e, letters)
        special = getattr(self, "w_" + e[0], None)
        if special is not None:
            value: Value = special(*operands)
            return value
        return self._joined(e[0], letters, operands)

    def _entry(self, count: int) -> Value:
        def entry(S: State, R: Registers, X: Context) -> int:
            assert isinstance(S, Marked)
            return mark(S[ir.CHOSEN] % count, S.unknown.get(ENTRY, 0))

        return entry

    def _joined(self, op: str, letters: str, operands: list[Any]) -> Value:
        parts: list[Value] = [o for letter, o in zip(letters, operands, strict=True) if letter == "e"]
        box = [0] * len(parts)
        given: list[Any] = []
        for letter, operand in zip(letters, operands, strict=True):
            given.append(_from(box, sum(1 for g in given if callable(g))) if letter == "e" else operand)
        inner: Value = getattr(self, "x_" + op)(*given)

        def value(S: State, R: Registers, X: Context) -> int:
            found = [part(S, R, X) for part in parts]
            seats = 0
            for v in found:
                seats |= unknown(v)
            box[:] = [int(v) for v in found] if seats else found
            if seats and X.trial and op in ("chk", "some", "div", "divup", "mod"):
                self.reason |= seats  # it may stop there
            return mark(inner(S, R, X), seats)

        return value

    def w_v(self, n: int) -> Value:
        return lambda S, R, X: R[n]

    def w_ld(self, n: int, e: Value) -> Value:
        def load(S: State, R: Registers, X: Context) -> int:
            index = e(S, R, X)
            at = n + int(index)
            seats = getattr(S, "unknown", {}).get(at, 0) | unknown(index)
            return mark(S[at], seats, at if seats and at in self.moving.holders else -1)

        return load

    def w_and(self, a: Value, b: Value) -> Value:
        def both(S: State, R: Registers, X: Context) -> int:
            first = a(S, R, X)
            if not first:
                return mark(0, unknown(first))
            second = b(S, R, X)
            return mark(1 if second else 0, unknown(first) | unknown(second))

        return both

    def w_or(self, a: Value, b: Value) -> Value:
        def either(S: State, R: Registers, X: Context) -> int:
            first = a(S, R, X)
            if first:
                return mark(1, unknown(first))
            second = b(S, R, X)
            return mark(1 if second else 0, unknown(first) | unknown(second))

        return either

    def w_if(self, cond: Value, then: Value, other: Value) -> Value:
        def one(S: State, R: Registers, X: Context) -> int:
            c = cond(S, R, X)
            found = then(S, R, X) if c else other(S, R, X)
            if not unknown(c):
                return found
            return mark(int(found), unknown(found) | unknown(c))

        return one

    def w_call(self, function: int, args: list[Value]) -> Value:
        return lambda S, R, X: self.call(function, S, X, [arg(S, R, X) for arg in args])

    def call(self, function: int, S: State, X: Context, args: Sequence[int]) -> int:
        """Run a function; why it came to an end is a part of its result."""
        reason = self.reason
        found = super().call(function, S, X, args)
        why = self.reason & ~reason
        if not X.trial:  # a trial may have stopped in it
            self.reason = reason
        return mark(int(found), unknown(found) | why) if why else found

    def w_psize(self, place: Value) -> Value:
        def size(S: State, R: Registers, X: Context) -> int:
            p = place(S, R, X)
            return mark(self.places.size(S, int(p)), unknown(p) | self.moving.size_unknown(S, int(p)))

        return size

    def w_ptop(self, place: Value, n: Value) -> Value:
        def top(S: State, R: Registers, X: Context) -> int:
            p, depth = place(S, R, X), n(S, R, X)
            cell = self.moving.cell(S, int(p), int(depth))
            seats = unknown(p) | unknown(depth) | self.moving.size_unknown(S, int(p))
            seats |= getattr(S, "unknown", {}).get(cell, 0)
            return mark(self.places.top(S, int(p), int(depth)), seats, cell if seats else -1)

        return top

    def w_pset(self, place: Value) -> Value:
        def mask(S: State, R: Registers, X: Context) -> int:
            p = place(S, R, X)
            found = mark(self.places.mask(S, int(p)), unknown(p) | self.moving.content_unknown(S, int(p)))
            if type(found) is Tainted:
                found.place = int(p)
            return found

        return mask

    def w_trial(self, proc: int, args: list[Value]) -> Value:
        def trial(S: State, R: Registers, X: Context) -> int:
            values = [arg(S, R, X) for arg in args]
            seats = 0
            for v in values:
                seats |= unknown(v)
            reason, hinted = self.reason, self.hinted
            found = self.runtime.table.can(S, X, proc, [int(v) for v in values])
            seats |= self.reason & ~reason
            self.reason, self.hinted = reason, hinted
            return mark(found, seats)

        return trial

    def w_was(self, start: int, a: Value) -> Value:
        return self.x_was(start, a)

    def w_dijkstra(self, start: Value, goal: Value, ways: int, cost: int, rest: list[Value]) -> Value:
        return watched(self, [start, goal, *rest], self.x_dijkstra, start, goal, ways, cost, rest)

    def w_pairs(self, mask: Value, gain: int, rest: list[Value]) -> Value:
        return watched(self, [mask, *rest], self.x_pairs, mask, gain, rest)

    # ------------------------------------------------------------------ statements

    def _bind_statement(self, s: Statement) -> Executor:
        match s:
            case ("if", cond, then, other):  # 0 is the other, everything else is true
                done, not_done = self.bind_block(then), self.bind_block(other)
                return self._branches(self.bind(cond), [not_done], done, self.finder.of([then, other]))
            case ("switch", case, bodies, other):
                cases = [self.bind_block(body) for body in bodies]
                return self._branches(self.bind(case), cases, self.bind_block(other), self.finder.of([*bodies, other]))
            case ("while", cond, body):
                return self._while(cond, body, self.finder.of([body, [s]]))
            case ("for" | "bits" | "row" | "pile", *_):
                return self._repeats(s)
        return super()._bind_statement(s)

    def _branches(self, case: Value, cases: list[Executor], other: Executor, effects: Effects) -> Executor:
        """Choose by a number what is done, the other if it is none of the cases."""

        def run(S: State, R: Registers, X: Context) -> int | None:
            n = case(S, R, X)
            execute = cases[n] if 0 <= n < len(cases) else other
            seats = unknown(n)
            if not seats:
                return execute(S, R, X)
            reason = self.reason
            self.reason |= seats
            end = execute(S, R, X)
            if not effects.jumps:
                self.reason = reason
            self.depends(S, R, seats, effects)
            return end

        return run

    def _repeats(self, s: For | Over | Row) -> Executor:
        effects = self.finder.of([*bodies_of(s), [s]])
        n, operands = s[1], [self.bind(e) for e in expressions_of(s)]
        body = self.bind_block(bodies_of(s)[0])
        rows: list[list[int]] = []
        whole = None
        match s:
            case ("row", _, number, _, _):
                rows = self.lists[number]
            case ("bits", _, ("pset", place), _):
                whole = self.bind(place)

        def run(S: State, R: Registers, X: Context) -> int:
            values = [operand(S, R, X) for operand in operands]
            seats = 0
            for v in values:
                seats |= unknown(v)
            found: Iterable[int]
            if s[0] == "for":
                found = range(int(values[0]), int(values[1]))
            elif s[0] == "bits":
                found = elements(int(values[0]))
            elif s[0] == "row":
                found = rows[int(values[-1])]
            else:
                place = int(values[0])
                seats |= self.moving.size_unknown(S, place)
                found = self.moving.contents(S, place)
            what = seats  # how many there are is known of a whole pile, whatever they are
            if whole is not None:
                seats = unknown(p := whole(S, R, X)) | self.moving.size_unknown(S, int(p))
            reason = self.reason
            self.reason |= seats
            for element in found:
                R[n] = mark(int(element), unknown(element) | what, getattr(element, "cell", -1))
                end = body(S, R, X)
                if end == BREAK:
                    break
                if end == RETURN:
                    self.depends(S, R, seats, effects)
                    return RETURN
            if not effects.jumps:
                self.reason = reason
            self.depends(S, R, seats, effects)
            return ON

        return run

    def _while(self, asked: Expression, inside: Body, effects: Effects) -> Executor:
        cond, body = self.bind(asked), self.bind_block(inside)

        def loop(S: State, R: Registers, X: Context) -> int:
            reason = self.reason
            while True:
                c = cond(S, R, X)
                self.reason |= unknown(c)
                self.depends(S, R, unknown(c), effects)
                if not c:
                    break
                end = body(S, R, X)
                if end == BREAK:
                    break
                if end == RETURN:
                    return RETURN
            if not effects.jumps:
                self.reason = reason
            return ON

        return loop

    def s_st(self, n: int, index: Value, a: Value) -> Executor:
        number = self.finder.slot_at(n)
        behind = next((slot for slot in self.compiled.slots if number >= 0 and slot.revealed == number), None)

        def store(S: State, R: Registers, X: Context) -> None:
            assert isinstance(S, Marked)
            i, v = index(S, R, X), a(S, R, X)
            at = n + int(i)
            S[at] = int(v)
            S.label(at, unknown(v) | unknown(i) | self.reason)
            if behind is not None and v:
                self.shown |= self.moving.reveal(S, behind, int(i))
            if unknown(i):
                self.hinted |= unknown(i)
                if number >= 0:
                    S.blur_slot(self.compiled.slots[number], unknown(i))

        return store

    def s_move(self, kind: int, component: Value, place: Value, under: int, span: int) -> Executor:
        def move(S: State, R: Registers, X: Context) -> None:
            assert isinstance(S, Marked)
            c, p = component(S, R, X), place(S, R, X)
            self.hinted |= self.moving.move(S, kind, c, p, under, self.reason, span)

        return move

    def s_shuffle(self, place: Value, site: int) -> Executor:
        def shuffle(S: State, R: Registers, X: Context) -> None:
            assert isinstance(S, Marked)
            p = place(S, R, X)
            self.runtime.shuffle(S, X, int(p), site)
            self.moving.shuffled(S, int(p))

        return shuffle

    def s_draw(self, n: int, site: int, bound: Value) -> Executor:
        public = self.compiled.chances[site].public

        def draw(S: State, R: Registers, X: Context) -> None:
            b = bound(S, R, X)
            everybody = (1 << S[ir.PLAYERS]) - 1
            told = public or b <= 1  # one of one needs no chance
            if not public:  # that there was a choice must not show by what may be taken back
                self.hinted |= everybody
            R[n] = mark(self.runtime.draw(S, X, site, int(b)), unknown(b) | (0 if told else everybody))

        return draw

    def s_among(self, elements: Value) -> Executor:
        def among(S: State, R: Registers, X: Context) -> None:
            if X.supplied:
                X.among = int(elements(S, R, X))

        return among

    def s_needs(self, cond: Value, text: int, args: list[Value], span: int) -> Executor:
        def needs(S: State, R: Registers, X: Context) -> None:
            c = cond(S, R, X)
            if X.trial:
                self.reason |= unknown(c)
            if not c:
                self.runtime.unmet(S, X, text, tuple([int(arg(S, R, X)) for arg in args]), span)

        return needs

    def _event(self, kind: str, n: int, args: list[Value]) -> Executor:
        def log(S: State, R: Registers, X: Context) -> None:
            if X.events is None:
                return
            values = [arg(S, R, X) for arg in args]
            X.events.append((kind, n, tuple([int(v) for v in values])))
            told = -1
            if kind == "event" and self.compiled.events[n] in (SHOWN, ASIDE):  # to one seat alone
                told = 1 << int(values[0])
                assert isinstance(S, Marked)
                for v in values[2:]:
                    self.moving.learn(S, v, told)
                self.hinted |= unknown(values[0])
            for v in values:
                self.hinted |= unknown(v) & told

        return log

    def s_opt(self, code: Value) -> Executor:
        def offer(S: State, R: Registers, X: Context) -> None:
            c = code(S, R, X)
            self.listed |= self.reason
            self.codes |= unknown(c)
            X.out.append(int(c))

        return offer

    def s_tick(self, a: Value, span: int) -> Executor:
        return lambda S, R, X: self.runtime.charge(S, int(a(S, R, X)), span)

    # ------------------------------------------------------------------ terminators

    def forks(self, S: State, proc: int, seats: int) -> None:
        """The course of play depends on something that some seats cannot know; they see where it leads."""
        if seats:
            self.reason |= seats
            self.hinted |= seats
            self._blur(S, seats, self.finder.proc(proc))

    def t_br(self, proc: int, cond: Value, then: int, other: int) -> Terminator:
        def branch(S: State, R: Registers, X: Context) -> bool:
            c = cond(S, R, X)
            self.forks(S, proc, unknown(c))
            return self.go(S, X, proc, then if c else other)

        return branch

    def t_jump(self, proc: int, case: Value, blocks: list[int]) -> Terminator:
        def jump(S: State, R: Registers, X: Context) -> bool:
            n = case(S, R, X)
            self.forks(S, proc, unknown(n))
            return self.go(S, X, proc, blocks[int(n) if 0 <= n < len(blocks) else -1])

        return jump

    def enter(self, S: State, proc: int, values: Sequence[int], caller: int) -> None:
        """Lay a frame; who does not know an argument does not know the parameter."""
        assert isinstance(S, Marked)
        self.runtime.enter(S, proc, [int(v) for v in values], caller)
        p = self.compiled.procs[proc]
        first = p.base + ir.FRAME_LOCALS
        for n in range(p.size - ir.FRAME_LOCALS):
            S.label(first + n, unknown(values[n]) | self.reason if n < len(values) else 0)

    def t_ret(self, proc: int, a: Value) -> Terminator:
        def leave(S: State, R: Registers, X: Context) -> bool:
            assert isinstance(S, Marked)
            v = a(S, R, X)
            S.label(ir.RESULT, unknown(v) | self.reason)
            return self.leave(S, X, proc, proc, int(v))

        return leave


def _from(box: list[int], n: int) -> Value:
    return lambda S, R, X: box[n]

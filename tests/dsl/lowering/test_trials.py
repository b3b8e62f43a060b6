"""What a guard lets through is what trying would let through: the guard is only the faster way."""

from __future__ import annotations

import random
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from regelwerk.dsl import core, ir
from regelwerk.dsl.core import (
    Choose,
    Const,
    Draw,
    Entry,
    Expr,
    If,
    Let,
    Load,
    Loop,
    Move,
    Needs,
    Num,
    Offer,
    Option,
    Options,
    PileAt,
    Place,
    Ref,
    Repeat,
    Run,
    Stmt,
    Store,
    Var,
)
from regelwerk.dsl.ir.analysis.outcomes import REQUIREMENT, Facts
from regelwerk.dsl.ir.from_core import lower
from regelwerk.dsl.ir.from_core.statements import procedures as proc
from regelwerk.dsl.ir.optimise import hoisting
from regelwerk.dsl.ir.optimise.sieves import Sieve
from regelwerk.dsl.ir.validation import validate
from regelwerk.interpreter.engine.context import Context, Limits
from regelwerk.interpreter.engine.machine import Machine
from regelwerk.interpreter.errors import RuleError
from tests.dsl.lowering.author import DIGIT, MAYBE, Author
from tests.dsl.lowering.maker import CARD, ENGINES, PLAYER, SPOT, full, num, op, ref, text, the


class Chooser(Author):
    """Writes programs with decisions and requirements."""

    def __init__(self, draw: Any) -> None:
        super().__init__(draw)
        self.checks: list[int] = []
        self.steps: list[int] = []
        self.deeds: list[int] = []  # actions that may be offered inside others

    def needs(self, scope: list[Var]) -> Needs:
        return Needs(self.flag(scope, 1), text())

    def top(self, scope: list[Var]) -> list[Stmt]:
        """Requirements, as they stand at the top of something."""
        found: list[Stmt] = []
        for _ in range(self.draw(st.integers(0, 2))):
            kind = self.pick("needs", "needs", "let", "if", "check")
            if kind == "needs":
                found.append(self.needs(scope))
            elif kind == "let":
                v = self.m.var("named", SPOT)
                found.append(Let(v, self.spot(scope)))
                scope.append(v)
            elif kind == "if":
                found.append(If(self.flag(scope, 1), [self.needs(scope)], [self.needs(scope)] * self.pick(0, 1)))
            elif self.checks:
                found.append(Run(self.pick(*self.checks), (self.spot(scope),)))
        return found

    def body(self, scope: list[Var], depth: int) -> list[Stmt]:
        scope = list(scope)
        found = self.top(scope)
        for _ in range(self.draw(st.integers(1, 2))):
            kind = self.pick("store", "store", "needs", "choose", "options", "may", "if", "run", "offer", "again")
            if kind == "store" or depth == 0:
                found.append(self.statement(scope, 0, False))
            elif kind == "needs":
                found.append(self.needs(scope))
            elif kind == "if":
                other = self.body(scope, depth - 1) if self.draw(st.booleans()) else []
                found.append(If(self.flag(scope, 1), self.body(scope, depth - 1), other))
            elif kind == "run" and self.steps:
                found.append(Run(self.pick(*self.steps), (self.spot(scope),)))
            elif kind in ("options", "may"):
                names = ("yes", "no") if kind == "may" else ("a", "b", "c")
                options = [self.option(n, scope, depth - 1) for n in names]
                if kind == "may":
                    options[1] = Option("no", None, None, [])
                found.append(Options(ref(0, PLAYER), None, options, kind))
            elif kind == "offer" and self.deeds:
                deeds = self.draw(st.lists(st.sampled_from(self.deeds), min_size=1, max_size=2))
                found.append(Offer(ref(0, PLAYER), tuple(self.entry(d, f"deed{n}") for n, d in enumerate(deeds))))
            elif kind == "again":
                until = self.flag(scope, 0) if self.draw(st.booleans()) else None
                found.append(Repeat(until, num(2), True, self.body(scope, depth - 1)))
            elif kind == "choose":
                found.append(self.choose(scope, depth - 1))
                return found
        return found

    def option(self, name: str, scope: list[Var], depth: int) -> Option:
        when = self.flag(scope, 1) if self.draw(st.booleans()) else None
        return Option(name, None, when, self.body(scope, depth))

    def choose(self, scope: list[Var], depth: int) -> Choose:
        x = self.m.var("x", SPOT)
        where = self.flag([*scope, x], 1) if self.draw(st.booleans()) else None
        rest = self.body([*scope, x], depth)
        no: list[Stmt] | None = [] if self.draw(st.integers(0, 3)) == 0 else None
        if_any = no is None and self.draw(st.integers(0, 2)) == 0
        return Choose(ref(1, PLAYER), Loop(x, full(self.m), where), None, rest, if_any, no)

    def proc(self, name: str, action: bool, depth: int) -> int:
        me, x = self.m.var("me", PLAYER), self.m.var("x", SPOT)
        params = (me, x) if action else (x,)
        return self.m.proc(name, params, self.body([x], depth), action)

    def entry(self, number: int, name: str) -> Entry:
        x = self.m.var("x", SPOT)
        where = self.flag([x], 0) if self.draw(st.booleans()) else None
        args: tuple[Expr, ...] = (ref(0, PLAYER), the(x))
        return Entry(name, number, None, (Loop(x, full(self.m), where),), args, None)


some = settings(max_examples=max(20, settings().max_examples // 4))  # each plays several games


@st.composite
def programs(draw: Any, author: type[Chooser] = Chooser) -> core.Program:
    a = author(draw)
    x = a.m.var("x", SPOT)
    a.checks = [a.m.proc("check", (x,), [a.needs([x]), *a.top([x])])]
    a.deeds = [a.proc("deed", True, 1)]
    a.deeds.append(a.proc("second deed", True, 1))
    a.steps = [a.proc("step", False, 1)]
    actions = [a.entry(a.proc(name, True, 2), name) for name in ("act", "other")]
    nothing = a.m.proc("pass", (a.m.var("me", PLAYER),), [Store(a.number, (), num(3))], True)
    entries = (*actions, Entry("pass", nothing, None, (), (ref(0, PLAYER),), None))
    can = core.Can(a.steps[0], (ref(draw(st.integers(0, 3))),), type=core.Flag())
    tested = If(can, [Store(a.marks, (ref(0),), num(8))], [])
    return a.m.main([Repeat(None, num(3), True, [Offer(ref(0, PLAYER), entries), tested])])


class Nester(Chooser):
    """Writes programs in which it easily happens that nothing can be done: a number, and deeds that want it so."""

    def flag(self, scope: list[Var], depth: int) -> Expr:
        word = self.pick("eq", "ne", "lt")
        return op(word, Load(self.number, (), type=DIGIT), num(self.draw(st.integers(1, 3))))

    def until(self, scope: list[Var]) -> Expr | None:
        return None

    def body(self, scope: list[Var], depth: int) -> list[Stmt]:
        found: list[Stmt] = []
        for _ in range(self.draw(st.integers(1, 2))):
            kinds = ["store", "needs", "options", "may", "choose", "again", *["offer"] * 2 * bool(self.deeds)]
            kind = self.pick(*kinds) if depth else "store"
            if kind in ("store", "needs"):
                found += [self.needs(scope)] if kind == "needs" or not depth else []
                found.append(Store(self.number, (), num(self.draw(st.integers(1, 3)))))
            elif kind == "offer":
                deeds = self.draw(st.lists(st.sampled_from(self.deeds), min_size=1, max_size=2))
                found.append(Offer(ref(0, PLAYER), tuple(self.entry(d, f"deed{n}") for n, d in enumerate(deeds))))
            elif kind == "again":
                found.append(Repeat(self.until(scope), num(2), True, self.body(scope, depth - 1)))
            elif kind == "choose":
                return [*found, self.choose(scope, depth - 1)]
            else:
                options = [self.option(n, scope, depth - 1) for n in ("yes", "no")]
                if kind == "may":
                    options[1] = Option("no", None, None, [])
                found.append(Options(ref(0, PLAYER), None, options, kind))
        return found


class Spender(Nester):
    """Writes programs that count up and down near the limits and take what is perhaps not there, sometimes knowing."""

    def __init__(self, draw: Any) -> None:
        super().__init__(draw)
        self.held = self.m.slot("held", CARD, kind="holder")

    def needs(self, scope: list[Var]) -> Needs:
        return Needs(op(self.pick("lt", "le", "gt", "ge"), self.cell(scope), self.amount(scope)), text())

    def flag(self, scope: list[Var], depth: int) -> Expr:
        return self.needs(scope).cond

    def until(self, scope: list[Var]) -> Expr | None:
        share = op("div", num(6), self.cell(scope), DIGIT)
        return op("gt", share, self.amount(scope)) if self.draw(st.booleans()) else None

    def cell(self, scope: list[Var]) -> Load:
        if self.draw(st.booleans()):
            return Load(self.number, (), type=DIGIT)
        return Load(self.marks, (self.spot(scope),), type=DIGIT)

    def amount(self, scope: list[Var]) -> Expr:
        return num(self.draw(st.integers(0, 5))) if self.draw(st.booleans()) else self.cell(scope)

    def body(self, scope: list[Var], depth: int) -> list[Stmt]:
        found = super().body(scope, depth)
        if not isinstance(found[-1], Choose):
            for _ in range(self.draw(st.integers(1, 3))):
                if self.draw(st.booleans()):
                    found.append(self.needs(scope))
                found.append(self.stumble(scope))
        return found

    def stumble(self, scope: list[Var]) -> Stmt:
        """Something that is possible only sometimes."""
        cell, by = self.cell(scope), self.amount(scope)
        word = self.pick("add", "sub", "add", "sub", "div", "take")
        if word == "take":
            place = Place(self.other, (ref(0, PLAYER),)) if self.draw(st.booleans()) else Place(self.held)
            return Move(PileAt(Place(self.pile), num(0), type=Ref(CARD.domains, True)), place)
        reach = {"add": Num(0, 18), "sub": Num(-9, 9), "div": DIGIT}[word]
        return Store(cell.slot, cell.keys, op(word, cell, by, reach))


class Gambler(Spender):
    """Writes programs in which chance comes between; what simply fails after it is a mistake of the rules."""

    def body(self, scope: list[Var], depth: int) -> list[Stmt]:
        x = self.m.var("x", SPOT)
        found = super().body(scope, depth)
        if depth and self.draw(st.booleans()):
            found.insert(0, Draw(Loop(x, full(self.m)), self.body([*scope, x], depth - 1)))
        return found


class Stumbler(Spender):
    """Writes programs whose requirements sometimes name what is not there."""

    def __init__(self, draw: Any) -> None:
        super().__init__(draw)
        self.fails = True

    def stumble(self, scope: list[Var]) -> Stmt:
        if self.draw(st.booleans()):
            there = Const(-1, type=MAYBE) if self.draw(st.integers(0, 3)) == 0 else ref(self.draw(st.integers(0, 3)))
            return Store(self.maybe, (ref(self.draw(st.integers(0, 3))),), there)
        return super().stumble(scope)


def course(program: core.Program, engine: Any, seed: int, limits: Limits | None = None) -> list[Any]:
    """Play at random; note every decision with its options."""
    c = lower(program)
    assert validate(c) == []
    m, X = Machine(c, engine, limits), Context()
    found: list[Any] = []
    rng = random.Random(seed)
    try:
        S = m.start(2, seed, X)
        while S[ir.ASK]:
            options = m.options(S, X)
            found.append((c.sites[S[ir.ASK] - 1].name, options))
            m.take(S, X, rng.choice(options))
        found.append([S[s.addr : s.addr + 4] for s in c.slots])
    except RuleError as error:
        found.append(error.kind)
    return found


@contextmanager
def without_guards() -> Iterator[None]:
    """Let no requirement be tested ahead: everything is found by trying."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Sieve, "of", lambda self, stmts: [])
        patch.setattr(Facts, "prefix", lambda self, stmts: 0)
        yield


@contextmanager
def as_written() -> Iterator[None]:
    """Leave every requirement where it stands, and ask none of them ahead."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Sieve, "of", lambda self, stmts: [])
        patch.setattr(hoisting, "rearrange", lambda store: None)
        yield


@contextmanager
def everything_at_risk() -> Iterator[None]:
    """Try every option to the end of its unit."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(proc, "_risk", lambda f, block: True)
        patch.setattr(Facts, "fails_late", lambda self, number: REQUIREMENT)
        yield


@some
@given(programs(), st.integers(0, 3))
def test_guards_let_through_what_trials_let_through(program: core.Program, seed: int) -> None:
    plain = [course(program, engine, seed) for engine in ENGINES]
    assert plain[0] == plain[1]
    with without_guards():
        assert course(program, "reference", seed) == plain[0]


@some
@given(programs() | programs(Nester) | programs(Spender) | programs(Gambler), st.integers(0, 3))
def test_requirements_mean_the_same_where_they_stand_and_at_the_top(program: core.Program, seed: int) -> None:
    plain = course(program, "python", seed)
    with as_written():
        assert course(program, "reference", seed) == plain


@some
@given(programs(Nester) | programs(Spender) | programs(Gambler) | programs(Stumbler), st.integers(0, 3))
def test_what_is_asked_ahead_without_being_moved_leaves_out_only_what_would_fail(
    program: core.Program, seed: int
) -> None:
    plain = [course(program, engine, seed) for engine in ENGINES]
    assert plain[0] == plain[1]
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Sieve, "of", lambda self, stmts: [])
        assert course(program, "reference", seed) == plain[0]


@some
@given(programs() | programs(Nester) | programs(Spender), st.integers(0, 3))
def test_what_is_offered_can_be_carried_out(program: core.Program, seed: int) -> None:
    plain = [course(program, engine, seed) for engine in ENGINES]
    assert plain[0] == plain[1]
    assert plain[0][-1] not in ("option", "requirement", "range", "none", "division", "place")


@some
@given(programs() | programs(Nester) | programs(Spender) | programs(Gambler), st.integers(0, 3))
def test_only_what_is_at_risk_has_to_be_tried(program: core.Program, seed: int) -> None:
    plain = course(program, "python", seed)
    with everything_at_risk():
        assert course(program, "reference", seed) == plain

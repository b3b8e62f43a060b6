"""Code written in place and code cut into blocks mean the same, and so do sets, made or not; tables hold what loops
find."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from regelwerk.dsl import core
from regelwerk.dsl.core import (
    Cond,
    Draw,
    Each,
    FromSet,
    Give,
    If,
    Load,
    Local,
    Loop,
    Num,
    Quant,
    Ref,
    Repeat,
    Run,
    SetOf,
    Stop,
    Store,
    Switch,
    Unary,
)
from regelwerk.dsl.ir.analysis.outcomes import Facts
from regelwerk.dsl.ir.from_core import lower
from regelwerk.dsl.ir.optimise import narrowing, set_fusion, static_tables
from regelwerk.dsl.ir.validation import validate
from regelwerk.interpreter.errors import RuleError
from tests.dsl.lowering.author import DIGIT, MAYBE, Author
from tests.dsl.lowering.maker import ENGINES, SPOT, Maker, Table, full, num, op, ref, the

CUT = (If, Each, Repeat, Switch, Draw, Give, Stop)


some = settings(max_examples=max(20, settings().max_examples // 4))  # each plays several games


@st.composite
def programs(draw: Any) -> tuple[core.Program, list[int]]:
    """A program whose body is an effect with a result."""
    a = Author(draw)
    body = a.block([], 3, False)
    done = a.m.proc("body", (), [*body, Give(a.digit([], 1))], result=DIGIT)
    v = a.m.var("v", DIGIT)
    result = a.m.slot("result", DIGIT)
    a.m.main([Run(done, (), v), Store(result, (), the(v))])
    return a.m.p, [a.number, a.marks, a.spots, a.pile, a.other, result]


def played(program: core.Program, slots: list[int]) -> list[Any]:
    c = lower(program)
    assert validate(c) == []
    found: list[Any] = []
    for engine in ENGINES:
        for seats in (2, 3):
            try:
                t = Table(c, engine, players=seats, seed=5)
                found.append([t.cells(s) for s in slots])
            except RuleError as error:
                found.append(error.kind)
    half = len(found) // 2
    assert found[:half] == found[half:]
    return found


@some
@given(programs())
def test_blocks_mean_what_functions_mean(made: tuple[core.Program, list[int]]) -> None:
    program, slots = made
    plain = played(program, slots)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Facts, "stops", lambda self, n: n < len(program.procs))
        patch.setattr(Facts, "splits", lambda self, s: isinstance(s, (*CUT, Run)))
        assert played(program, slots) == plain


@some
@given(programs())
def test_tables_hold_what_loops_find(made: tuple[core.Program, list[int]]) -> None:
    program, slots = made
    plain = played(program, slots)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(static_tables, "table_of", lambda store, e, params: None)
        assert played(program, slots) == plain


@st.composite
def questions(draw: Any) -> tuple[core.Program, list[int]]:
    """A program that asks about sets it makes."""
    a = Author(draw, fails=True)
    body: list[core.Stmt] = [Store(a.maybe, (ref(n),), ref(draw(st.integers(-1, 3)), MAYBE)) for n in range(4)]
    body += [Store(a.marks, (ref(n),), num(draw(st.integers(0, 3)))) for n in range(4)]
    answers = []
    for n in range(6):
        answers.append(a.m.slot(f"answer {n}", DIGIT))
        body.append(Store(answers[-1], (), a.asked(2)))
    a.m.main(body)
    return a.m.p, answers


@some
@given(questions())
def test_a_set_that_is_not_made_holds_what_it_would(made: tuple[core.Program, list[int]]) -> None:
    program, slots = made
    plain = played(program, slots)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(set_fusion, "can_be_gone_through", lambda store, e, doubles: False)
        assert played(program, slots) == plain
        patch.setattr(narrowing, "sifted", lambda store, loop: loop)
        assert played(program, slots) == plain


def asked(elements: int, made: Any, cond: Any) -> list[Any]:
    """Ask whether there is an x with `cond` in the set of `made`; maybe[0] is 3, maybe[1] is 0, maybe[3] none."""
    m = Maker(players=(2, 3), spots=4)
    maybe, answer = m.slot("maybe", MAYBE, (SPOT,)), m.slot("answer", DIGIT)
    spots = m.slot("spots", SetOf(SPOT), first=elements)

    def of(key: core.Expr) -> core.Expr:
        return Load(maybe, (key,), type=MAYBE)

    x, y = m.var("x", SPOT), m.var("y", SPOT)
    inner = Quant("collect", (Loop(y, FromSet(Load(spots, (), type=SetOf(SPOT)))),), made(of, y), type=SetOf(SPOT))
    there = Quant("any", (Loop(x, FromSet(inner), cond(of, x)),), None, type=core.Flag())
    m.main([Store(maybe, (ref(0),), ref(3, MAYBE)), Store(maybe, (ref(1),), ref(0, MAYBE)),
            Store(answer, (), Cond(there, num(1), num(2), type=DIGIT))])  # fmt: skip
    return played(m.p, [answer])


def some_of(of: Any, x: core.Var) -> core.Expr:
    return Unary("some", of(the(x)), type=SPOT)


def test_elements_are_asked_in_order_if_one_may_fail() -> None:
    found = asked(0b11, lambda of, y: of(the(y)), lambda of, x: op("ne", some_of(of, x), ref(2)))
    assert found == [[[1]]] * len(found)


def test_a_set_is_made_if_that_may_fail() -> None:
    found = asked(0b1001, some_of, lambda of, x: None)
    assert found == ["none"] * len(found)


def test_a_constant_is_what_the_loop_finds() -> None:
    m = Maker(spots=4)
    x = m.var("x", Ref(("Spot",)))
    f = m.func("total", (), Num(0, 99), Quant("sum", (Loop(x, full(m)),), Local(x, type=SPOT), type=Num(0, 99)))
    c = lower(m.main([]))
    assert c.functions[f].body == [("ret", 6)]

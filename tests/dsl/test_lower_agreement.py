"""Code written in place and code cut into blocks mean the same; tables hold what loops would find."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from regelwerk.dsl import core
from regelwerk.dsl.core import (
    Draw,
    Each,
    Give,
    If,
    Local,
    Loop,
    Num,
    Quant,
    Ref,
    Repeat,
    Run,
    Stop,
    Store,
    Switch,
)
from regelwerk.dsl.lower import lower, static, validate
from regelwerk.dsl.lower.facts import Facts
from regelwerk.interpreter.errors import RuleError
from tests.dsl.lower_author import DIGIT, Author
from tests.dsl.lower_maker import ENGINES, SPOT, Maker, Table, full, the

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
        patch.setattr(static, "table_of", lambda store, e, params: None)
        assert played(program, slots) == plain


def test_a_constant_is_what_the_loop_finds() -> None:
    m = Maker(spots=4)
    x = m.var("x", Ref(("Spot",)))
    f = m.func("total", (), Num(0, 99), Quant("sum", (Loop(x, full(m)),), Local(x, type=SPOT), type=Num(0, 99)))
    c = lower(m.main([]))
    assert c.functions[f].body == [["ret", 6]]

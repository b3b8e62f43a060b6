"""Options tried in WebAssembly are those the other engines find, though not all of them are tried twice."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from regelwerk.dsl import core, ir
from regelwerk.dsl.ir.from_core import lower
from regelwerk.interpreter.engine.context import Limits
from tests.dsl.lowering.test_trials import Nester, Spender, everything_at_risk, programs, some
from tests.interpreter.tables import ld, v
from tests.interpreter.test_trials import CHOSEN, MONEY, PAY, asked, choice, needs
from tests.interpreter.test_trials import rules as trial_rules
from tests.wasm.test_lockstep import ENGINES, lockstep

TIGHT = Limits(ticks=4_000, options=60, trials=400, depth=12, ahead=9)


@some
@given(programs() | programs(Nester) | programs(Spender), st.integers(0, 3))
def test_what_is_offered_is_the_same(program: core.Program, seed: int) -> None:
    lockstep(lower(program), seed, most=20)


@some
@given(programs() | programs(Nester) | programs(Spender), st.integers(0, 3), st.sampled_from([None, TIGHT]))
def test_it_is_the_same_if_everything_has_to_be_tried(program: core.Program, seed: int, limits: Limits | None) -> None:
    with everything_at_risk():
        rules = lower(program)
    lockstep(rules, seed, limits, most=20)


ENOUGH = ("gt", ld(MONEY), ld(PAY + 2))
FIRST = ("lt", ld(PAY + 2), 1)


@pytest.mark.parametrize(
    ("before", "argument", "wanted", "offered"),
    [
        ([], CHOSEN, ENOUGH, [0, 1]),
        ([("set", 0, CHOSEN)], v(0), ENOUGH, [0, 1]),
        ([("st", MONEY, 0, 9)], CHOSEN, ENOUGH, [0, 1]),
        ([], 0, ENOUGH, [0, 1]),
        ([], CHOSEN, ("or", FIRST, ("eq", CHOSEN, 2)), [0]),
        ([], CHOSEN, ("or", FIRST, ("lt", ld(ir.WHO), 0)), [0]),
    ],
    ids=["only the action", "with a name", "something is done before", "for something else", "what is chosen", "who"],
)
def test_an_action_must_be_possible_by_itself(before: Any, argument: Any, wanted: Any, offered: list[int]) -> None:
    """On the way to it, things may look better."""
    act = [
        ir.Block(term=("ask", 0, 1), risk=True),
        ir.Block(code=before, term=("call", 2, [argument], 2), unit=1, risk=True),
        ir.Block(term=("ret", 0), risk=True),
    ]
    pay = [ir.Block(code=[needs(wanted)], term=("ret", 0), unit=1, risk=True)]
    rules = trial_rules(act, pay, [choice("colour", 0, proc=2, call=[v(1)], risky=True)])
    for engine in ENGINES:
        assert asked(rules, engine) == offered


def test_a_number_that_cannot_be_far_from_all_of_its_limits_is_always_near_one() -> None:
    act = [
        ir.Block(term=("ask", 0, 1)),
        ir.Block(code=[("set", 0, CHOSEN)], term=("call", 2, [v(0)], 2), unit=1),
        ir.Block(term=("ret", 0)),
    ]
    pay = [ir.Block(code=[needs(ENOUGH)], term=("ret", 0), unit=1)]
    near = [(MONEY, 1, ir.NONE_NUM, 7), (MONEY, 1, 9, 2**31)]
    rules = trial_rules(act, pay, [choice("colour", 0, proc=2, call=[v(1)], rooms=[0, 1])], rooms=near)
    for engine in ENGINES:
        assert asked(rules, engine) == [0, 1]

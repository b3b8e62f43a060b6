"""Every operation in WebAssembly: the values the other engines are tested with, and the edges of 64 bits."""

from __future__ import annotations

from typing import Any

import pytest

from regelwerk.dsl import ir
from regelwerk.interpreter.engine.context import Context
from regelwerk.interpreter.engine.machine import EngineName, Machine
from regelwerk.interpreter.engine.wasm.engine import Wasm
from regelwerk.interpreter.errors import RuleError
from tests.interpreter.tables import compiled, ld, v
from tests.interpreter.test_operations import BODIES, FUNCTIONS, TRAPS, VALUES, machine, state

FIRST = 80  # cells for results, then for arguments
HIGHEST, LOWEST = 2**63 - 1, -(2**63)


def ran(bodies: list[list[Any]], args: list[tuple[int, int]], engine: EngineName) -> tuple[list[int], Machine]:
    """Run functions one after the other, each with two arguments from cells that may hold anything."""
    count = len(bodies)
    cells = [0] * count + [a for pair in args for a in pair]
    functions = [ir.Function(name="f", params=2, registers=8, effects=True, body=body) for body in bodies]
    code: Any = [
        ("st", FIRST + n, 0, ("call", 4 + n, [ld(FIRST + count + 2 * n), ld(FIRST + count + 2 * n + 1)]))
        for n in range(count)
    ]
    base = FIRST + 3 * count
    main = ir.Proc(
        name="m",
        address="m",
        params=0,
        base=base,
        size=2,
        registers=1,
        blocks=[ir.Block(code=code, term=("ret", 0))],
    )
    rules = machine([], "reference").compiled.model_copy(
        update={
            "functions": [*FUNCTIONS, *functions],
            "procs": [main],
            "state": [*state(), *[0] * (FIRST - len(state())), *cells, 0, 0],
        }
    )
    made = Machine(rules, engine)
    S = made.fresh(2, 0)
    made.run(S, Context())
    return S[FIRST : FIRST + count], made


def broken_off(made: Machine) -> int:
    assert isinstance(made.engine, Wasm)
    return made.engine.broken_off


def test_every_expression_has_its_value_and_needs_no_help() -> None:
    fitting = [case for case in VALUES if LOWEST <= case[2] <= HIGHEST]
    found, made = ran([[("ret", case[0])] for case in fitting], [case[1] for case in fitting], "wasm")
    assert dict(enumerate(found)) == {n: case[2] for n, case in enumerate(fitting)}
    assert broken_off(made) == 0


@pytest.mark.parametrize("part", range(4))
def test_every_statement_does_what_it_says(part: int) -> None:
    alone = [(body, result) for body, result in BODIES if "'move'" not in str(body) and "tick" not in str(body)][
        part::4
    ]
    found, made = ran([[*body, ("ret", v(7))] for body, _ in alone], [(0, 0)] * len(alone), "wasm")
    assert found == [result for _, result in alone]
    assert broken_off(made) == 0


@pytest.mark.parametrize(("body", "result"), [b for b in BODIES if "'move'" in str(b[0]) or "tick" in str(b[0])])
def test_moving_and_charging(body: list[Any], result: int) -> None:
    found, made = ran([[*body, ("ret", v(7))]], [(0, 0)], "wasm")
    assert found == [result]
    assert broken_off(made) == 0


@pytest.mark.parametrize(("expression", "kind", "message"), TRAPS, ids=lambda x: str(x))
def test_a_mistake_is_told_as_by_the_others(expression: Any, kind: str, message: str) -> None:
    with pytest.raises(RuleError) as trap:
        ran([[("ret", expression)]], [(0, 0)], "wasm")
    assert (trap.value.kind, trap.value.message, trap.value.span) == (kind, message, 1)


NUMBERS = [0, 1, -1, 2, -2, 3, 2**31 - 1, -(2**31), 2**31, 2**32, 2**62, HIGHEST, LOWEST, LOWEST + 1, -(2**62)]
A, B = v(0), v(1)
EDGES = [
    ("add", A, B), ("sub", A, B), ("mul", A, B), ("neg", A), ("abs", A), ("min", A, B), ("max", A, B),
    ("div", A, ("if", B, B, 7), 1), ("divup", A, ("if", B, B, 7), 1), ("mod", A, ("if", B, B, 7), 1),
    ("mul", A, 3), ("add", A, 1), ("sub", -1, A), ("eq", A, B), ("lt", A, B), ("shl", A, 3), ("shr", A, 3),
    ("shr", A, 70), ("band", A, B), ("bor", A, B), ("bandn", A, B), ("low", A),
]  # fmt: skip


@pytest.mark.parametrize("expression", EDGES, ids=lambda x: str(x))
def test_numbers_near_the_edge_of_64_bits_are_right(expression: Any) -> None:
    """What does not fit is computed in Python, which nobody notices; what fits need not be."""
    names: tuple[EngineName, EngineName] = ("reference", "wasm")
    ours, theirs = (ran([[("ret", expression)]], [(1, 1)], name)[1] for name in names)
    for a in NUMBERS:
        for b in NUMBERS:
            found = []
            before = broken_off(theirs)
            for made in (ours, theirs):
                S = made.fresh(2, 0)
                S[FIRST + 1 : FIRST + 3] = [a, b]
                made.run(S, Context())
                found.append(S)
            assert found[1] == found[0]
            fits = all(-(2**31) <= x < 2**31 for x in (a, b, found[0][FIRST]))
            assert broken_off(theirs) == before or not fits


WIDTHS = [1, 31, 62, 63, 64, 65, 127, 128, 129, 200]


@pytest.mark.parametrize("width", WIDTHS)
def test_sets_of_any_width_are_right(width: int) -> None:
    """Elements 0 .. width - 1: union, difference, members, order, in cells and in registers."""
    whole = (1 << width) - 1
    slots = [
        ir.Slot(name=f"s{n}", address=f"s{n}", owner="table", kind="cell", addr=addr, keys=[], sizes=[], offsets=[],
                type="set Thing", bits=width)
        for n, addr in enumerate((11, 13))
    ]  # fmt: skip
    table = [[whole, 1 << width - 1, 0, 0b101 & whole, 0]]
    e = width - 1
    code: list[Any] = [
        ("st", 11, 0, ("bor", ("bit", e), ("tab", 0, 3))),
        ("set", 0, ("bandn", ("tab", 0, 0), ld(11))),
        ("st", 13, 0, ("v", 0)),
        ("st", 30, 0, ("size", ld(13))), ("st", 31, 0, ("low", ld(13))), ("st", 32, 0, ("has", ld(11), e)),
        ("st", 33, 0, ("nth", ld(11), 1)), ("st", 34, 0, ("eq", ("bor", ld(11), ld(13)), ("tab", 0, 0))),
        ("st", 35, 0, ("eq", ("ones", width), ("tab", 0, 0))), ("st", 36, 0, ("has", ld(13), width + 5)),
        ("bits", 1, ("bor", ld(11), ("tab", 0, 1)), [("st", 37, 0, ("add", ("mul", ld(37), 3), v(1)))]),
        ("st", 38, 0, ("size", ("shr", ld(11), 1))), ("st", 39, 0, ("ne", ("band", ld(11), ld(13)), 0)),
        ("set", 2, -5), ("if", ("has", ld(11), 0), [("set", 2, ld(11))], []), ("st", 40, 0, ("eq", v(2), ld(11))),
        ("st", 41, 0, ("size", ("ones", ("if", ("has", ld(11), 0), e, 0)))),
    ]  # fmt: skip
    main = ir.Proc(
        name="m", address="m", params=0, base=60, size=2, registers=3, blocks=[ir.Block(code=code, term=("ret", 0))]
    )
    rules = compiled(state=[0] * 64, slots=slots, tables=table, procs=[main])
    found = []
    for engine in ("reference", "wasm"):
        made = Machine(rules, engine)
        S = made.fresh(2, 0)
        made.run(S, Context())
        found.append(S)
    assert found[1] == found[0]
    assert broken_off(made) == 0

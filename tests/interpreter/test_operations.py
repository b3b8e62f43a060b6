"""Every operation on its own, on both engines."""

from __future__ import annotations

from typing import Any

import pytest

from regelwerk.dsl import ir
from regelwerk.interpreter.engine.context import Context, Limits
from regelwerk.interpreter.engine.machine import EngineName, Machine
from regelwerk.interpreter.errors import RuleError, Unmet
from tests.interpreter.tables import compiled, ld, v

BASE = 40
NONE_NUM = ir.NONE_NUM
# Cells: 10 .. 13 numbers with a guard in front, 15 a mask; component places as below.
STATE = [0] * 9 + [77, 5, -3, 0, 9, 0, 0b10110] + [0] * 48
LOC, PILE, HOLDER = 20, 26, 31


def state() -> list[int]:
    S = STATE.copy()
    S[LOC : LOC + 4] = [1, 1, 2, 0]
    S[PILE : PILE + 5] = [2, 0, 1, 0, 0]
    S[HOLDER] = 2
    S[HOLDER + 1] = -1
    return S


FUNCTIONS = [
    ir.Function(
        name="twice", params=1, registers=1, effects=False, body=[("ret", ("mul", v(0), 2))]
    ),
    ir.Function(name="ways", params=2, registers=2, effects=False, body=[("ret", ("tab", 1, v(0)))]),
    ir.Function(
        name="cost", params=3, registers=3, effects=False, body=[("ret", ("add", v(1), v(2)))]
    ),
    ir.Function(
        name="gain", params=2, registers=2, effects=False,
        body=[("ret", ("if", ("lt", v(0), v(1)), ("mul", v(0), v(1)), NONE_NUM))],
    ),
]  # fmt: skip


def machine(body: list[Any], engine: EngineName, registers: int = 8, **more: Any) -> Machine:
    function = ir.Function(name="f", params=2, registers=registers, effects=True, body=body)
    main = ir.Proc(name="m", address="m", params=0, base=BASE, size=2, blocks=[ir.Block(term=("ret", 0))])
    whole: dict[str, Any] = {
        "state": state(),
        "tables": [[3, 1, 4, 99], [0b0110, 0b1000, 0b1000, 0, 0], [0b101, 0b10, 0]],
        "lists": [[[2, 0], [], [1]]],
        "functions": [*FUNCTIONS, function],
        "procs": [main],
        "movables": [ir.Movable(domain="Card", loc=LOC)],
        "places": [
            ir.Places(first=1, count=1, kind="pile", addr=PILE, stride=5, slot=0),
            ir.Places(first=2, count=2, kind="holder", addr=HOLDER, stride=1, slot=1),
        ],
        "chances": [ir.Chance(name="die", addr=8)],
        "texts": [ir.Text(parts=["no ", 0], types=["number"])],
    }
    return Machine(compiled(**(whole | more)), engine, Limits(ticks=1000))


def run(body: list[Any], engine: EngineName, args: tuple[int, int] = (0, 0), S: Any = None) -> int:
    return machine(body, engine).engine.call(4, S if S is not None else state(), Context(), args)


@pytest.fixture(params=["reference", "python"])
def engine(request: pytest.FixtureRequest) -> EngineName:
    name: EngineName = request.param
    return name


A, B = v(0), v(1)
VALUES: list[tuple[Any, tuple[int, int], int]] = [
    (7, (0, 0), 7),
    (A, (5, 0), 5),
    (ld(10, 1), (0, 0), -3),
    (ld(10, A), (-1, 0), 77),
    (("tab", 0, A), (2, 0), 4),
    (("tab", 0, A), (-1, 0), 99),
    (("add", A, B), (2, -5), -3),
    (("sub", A, ("sub", B, 1)), (2, 5), -2),
    (("mul", ("add", A, 1), B), (2, 5), 15),
    (("min", A, B), (2, -5), -5),
    (("max", A, ("add", B, 9)), (2, -5), 4),
    (("min", ("add", A, B), 3), (2, 5), 3),
    (("div", A, B, 1), (-7, 2), -4),
    (("div", A, -2, 1), (7, 0), -4),
    (("divup", A, B, 1), (-7, 2), -3),
    (("divup", A, 2, 1), (7, 0), 4),
    (("divup", A, -2, 1), (7, 0), -3),
    (("mod", A, B, 1), (-7, 3), 2),
    (("mod", A, B, 1), (7, -3), -2),
    (("mod", A, 3, 1), (-1, 0), 2),
    (("neg", ("neg", A)), (4, 0), 4),
    (("sub", 0, ("neg", A)), (4, 0), 4),
    (("abs", A), (-4, 0), 4),
    (("not", A), (3, 0), 0),
    (("not", ("not", A)), (3, 0), 1),
    (("eq", A, B), (3, 3), 1),
    (("ne", A, B), (3, 3), 0),
    (("lt", A, B), (2, 3), 1),
    (("le", A, B), (3, 3), 1),
    (("gt", A, B), (2, 3), 0),
    (("ge", ("eq", A, 1), ("eq", B, 1)), (0, 1), 0),
    (("and", A, B), (5, 7), 1),
    (("and", A, ("div", 1, B, 1)), (0, 0), 0),
    (("or", A, ("div", 1, B, 1)), (4, 0), 1),
    (("or", 0, ("and", A, B)), (4, 0), 0),
    (("if", A, B, ("div", 1, A, 1)), (1, 8), 8),
    (("add", ("if", A, 1, 2), ("if", B, 10, 20)), (0, 1), 12),
    (("bit", ("add", A, 1)), (70, 0), 1 << 71),
    (("has", ld(15), A), (2, 0), 1),
    (("has", ld(15), A), (0, 0), 0),
    (("has", ld(15), A), (-1, 0), 0),
    (("has", ("bor", ld(15), 1), ("sub", A, B)), (1, 2), 0),
    (("has", ("bor", ld(15), 1), ("abs", A)), (0, 0), 1),
    (("band", ("bor", A, 6), B), (1, 5), 5),
    (("bandn", A, ("bor", B, 1)), (7, 2), 4),
    (("shl", A, 3), (5, 0), 40),
    (("shr", ("add", A, 1), 1), (5, 0), 3),
    (("size", ("bor", ld(15), 1)), (0, 0), 4),
    (("size", 7), (0, 0), 3),
    (("low", ld(15)), (0, 0), 1),
    (("low", ("band", A, 1)), (2, 0), -1),
    (("nth", ld(15), A), (1, 0), 2),
    (("nth", ld(15), A), (3, 0), -1),
    (("nth", ld(15), A), (-1, 0), -1),
    (("ones", A), (4, 0), 15),
    (("sub", ("call", 0, [("add", A, 1)]), 1), (4, 0), 9),
    (("chk", A, 0, 5, 1), (5, 0), 5),
    (("add", ("chk", ("add", A, B), 0, 5, 1), ("chk", ("sub", A, B), 0, 5, 1)), (3, 2), 6),
    (("some", A, 1), (0, 0), 0),
    (("some", ("add", A, -5), 1), (0, 0), -5),
    (("psize", A), (1, 0), 2),
    (("psize", A), (2, 0), 1),
    (("psize", A), (3, 0), 0),
    (("psize", A), (0, 0), 0),
    (("ptop", 1, A), (0, 0), 1),
    (("ptop", 1, A), (1, 0), 0),
    (("ptop", 1, A), (2, 0), -1),
    (("ptop", A, 0), (2, 0), 2),
    (("ptop", A, 0), (3, 0), -1),
    (("pset", A), (1, 0), 3),
    (("pset", A), (2, 0), 4),
    (("pset", A), (0, 0), 0),
    (("was", 0, ("add", ld(10), A)), (1, 0), 6),
    (("dijkstra", A, B, 1, 2, [1]), (0, 3), 6),
    (("dijkstra", A, B, 1, 2, [0]), (0, 0), 0),
    (("dijkstra", A, B, 1, 2, [0]), (3, 0), NONE_NUM),
    (("dijkstra", A, B, 1, 2, [0]), (-1, 0), NONE_NUM),
    (("pairs", 0b11110, 3, []), (0, 0), 14),
    (("pairs", 0b10, 3, []), (0, 0), 0),
]


@pytest.mark.parametrize(("expression", "args", "expected"), VALUES, ids=lambda x: str(x))
def test_an_expression_has_its_value(engine: EngineName, expression: Any, args: tuple[int, int], expected: int) -> None:
    result = run([("ret", expression)], engine, args)
    assert result == expected
    assert type(result) is int
    assert run([("ret", ("if", expression, 1, 0))], engine, args) == (1 if expected else 0)


def test_every_expression_is_tried() -> None:
    text = str(VALUES)
    assert all(f"'{op}'" in text for op in set(ir.EXPRESSIONS) - {"trial"})


TRAPS: list[tuple[Any, str, str]] = [
    (("div", 1, A, 1), "division", "division by zero"),
    (("div", 1, 0, 1), "division", "division by zero"),
    (("divup", 1, A, 1), "division", "division by zero"),
    (("mod", 1, A, 1), "division", "division by zero"),
    (("chk", ("sub", A, 1), 0, 5, 1), "range", "-1 lies outside 0..5"),
    (("chk", 9, 0, 5, 1), "range", "9 lies outside 0..5"),
    (("some", ("sub", A, 1), 1), "none", "there is nothing here"),
    (("some", NONE_NUM, 1), "none", "there is nothing here"),
    (("has", ("chk", 9, 0, 5, 1), -1), "range", "9 lies outside 0..5"),
    (("add", ("chk", 8, 0, 5, 1), ("chk", 9, 0, 5, 1)), "range", "8 lies outside 0..5"),
]


@pytest.mark.parametrize(("expression", "kind", "message"), TRAPS, ids=lambda x: str(x))
def test_a_mistake_is_trapped(engine: EngineName, expression: Any, kind: str, message: str) -> None:
    with pytest.raises(RuleError) as trap:
        run([("ret", expression)], engine)
    assert (trap.value.kind, trap.value.message, trap.value.span) == (kind, message, 1)


def count(body: list[Any]) -> list[Any]:
    return [*body, ("set", 7, ("add", ("mul", v(7), 10), v(3)))]


BODIES: list[tuple[list[Any], int]] = [
    ([("set", 7, 4)], 4),
    ([("if", 0, [("set", 7, 1)], [("set", 7, 2)])], 2),
    ([("if", 1, [], [("set", 7, 2)])], 0),
    ([("if", 0, [("set", 7, 1)], [("if", 1, [("set", 7, 5)], [])])], 5),
    ([("for", 3, 2, 5, count([]))], 234),
    ([("for", 3, 5, 2, count([]))], 0),
    ([("for", 3, 1, 5, count([("if", ("eq", v(3), 2), [("next",)], [])]))], 134),
    ([("for", 3, 1, 5, count([("if", ("eq", v(3), 3), [("break",)], [])]))], 12),
    ([("for", 3, 1, 5, [("if", ("eq", v(3), 3), [("ret", 30)], [])])], 30),
    ([("bits", 3, ld(15), count([]))], 124),
    ([("bits", 3, 0b1010, count([]))], 13),
    ([("bits", 3, ("tab", 2, 0), count([]))], 2),
    ([("bits", 3, ("ones", 3), count([]))], 12),
    ([("bits", 3, ("bor", ld(15), 1), count([("if", ("eq", v(3), 1), [("next",)], [])]))], 24),
    ([("bits", 3, ld(15), count([("if", ("eq", v(3), 2), [("break",)], [])]))], 1),
    ([("row", 3, 0, 0, count([]))], 20),
    ([("row", 3, 0, -1, count([]))], 1),
    ([("row", 3, 0, 1, count([]))], 0),
    ([("pile", 3, 1, count([]))], 10),
    ([("pile", 3, 1, [("move", 0, v(3), 0, 0, 0), *count([])])], 10),
    ([("pile", 3, 2, count([]))], 2),
    ([("set", 3, 4), ("while", v(3), [("tick", 1, 1), *count([]), ("set", 3, ("sub", v(3), 1))])], 4321),
    ([("while", 1, [("tick", 1, 1), ("set", 7, 3), ("break",)])], 3),
    ([("st", 10, 1, 6), ("set", 7, ld(10, 1))], 6),
    ([("st", 10, ("add", 1, ("abs", -1)), ("add", ld(10), 1)), ("set", 7, ld(12))], 6),
    ([("switch", v(0), [[("set", 7, 1)], [("set", 7, 2)]], [("set", 7, 9)])], 1),
    ([("switch", 1, [[("set", 7, 1)], [("set", 7, 2)]], [("set", 7, 9)])], 2),
    ([("switch", 2, [[("set", 7, 1)], [("set", 7, 2)]], [("set", 7, 9)])], 9),
    ([("switch", -1, [[("set", 7, 1)]], [])], 0),
    ([("for", 3, 0, 4, [("switch", v(3), [[("next",)], [], [("break",)]], []), *count([])])], 1),
    ([("move", 0, 0, 1, 0, 0), ("set", 7, ("ptop", 1, 0))], 0),
    ([("move", 0, 1, 1, 1, 0), ("set", 7, ("ptop", 1, 0))], 0),
    ([("move", 0, 3, 1, 1, 0), ("set", 7, ("ptop", 1, 2))], 3),
    ([("move", 0, 3, 1, 0, 0), ("set", 7, ("psize", 1))], 3),
    ([("move", 0, 2, 3, 0, 0), ("set", 7, ("add", ("psize", 2), ("mul", 10, ("ptop", 3, 0))))], 20),
    ([("move", 0, 0, 0, 0, 0), ("set", 7, ("pset", 1))], 2),
    ([("draw", 7, 0, 1)], 0),
    ([("note", 0, ("div", 1, 0, 1)), ("set", 7, 1)], 1),
    ([("tick", ("add", v(0), 5), 1), ("set", 7, ld(ir.TICKS))], 5),
    ([("needs", 1, 0, [], 1), ("set", 7, 1)], 1),
]


@pytest.mark.parametrize(("body", "expected"), BODIES, ids=lambda x: str(x))
def test_statements_do_what_they_say(engine: EngineName, body: list[Any], expected: int) -> None:
    assert run([*body, ("ret", v(7))], engine) == expected


def test_every_statement_is_tried() -> None:
    text = str(BODIES)
    elsewhere = {"ret", "do", "fail", "say", "event", "opt", "shuffle", "among"}
    assert all(f"'{op}'" in text for op in set(ir.STATEMENTS) - elsewhere)


def test_an_unmet_requirement_carries_its_words(engine: EngineName) -> None:
    with pytest.raises(Unmet) as unmet:
        run([("needs", v(0), 0, [("add", v(0), 4)], 1)], engine)
    assert (unmet.value.text, unmet.value.args_of_text, unmet.value.span) == (0, (4,), 1)


def test_a_failing_rule_says_why(engine: EngineName) -> None:
    m = machine([("fail", 0, [7], 1)], engine)
    with pytest.raises(RuleError) as failed:
        m.engine.call(4, state(), Context(), (0, 0))
    assert str(m.explained(failed.value)) == "mini.regel:7:3: no 7"


def test_work_is_limited(engine: EngineName) -> None:
    with pytest.raises(RuleError) as out:
        run([("while", 1, [("tick", 100, 1)])], engine)
    assert (out.value.kind, out.value.span) == ("work", 1)


@pytest.mark.parametrize(("component", "place", "kind"), [(-1, 1, "none"), (0, -1, "none"), (0, 2, "place")])
def test_impossible_moves_are_trapped(engine: EngineName, component: int, place: int, kind: str) -> None:
    with pytest.raises(RuleError) as trap:
        run([("move", 0, component, place, 0, 1)], engine)
    assert (trap.value.kind, trap.value.span) == (kind, 1)


def test_a_pile_leaves_no_trace_of_what_was_in_it(engine: EngineName) -> None:
    S = state()
    run([("move", 0, 1, 0, 0, 0), ("move", 0, 0, 0, 0, 0)], engine, S=S)
    assert S[PILE : PILE + 5] == [0] * 5


def test_events_are_logged_in_order(engine: EngineName) -> None:
    m = machine([("say", 0, [3]), ("event", 1, [4, 5]), ("do", 0, [1])], engine)
    X = Context()
    X.events = []
    m.engine.call(4, state(), X, (0, 0))
    assert X.events == [("say", 0, (3,)), ("event", 1, (4, 5))]


def test_deep_expressions_run(engine: EngineName) -> None:
    deep: Any = v(0)
    for _ in range(40):
        deep = ("if", ("and", v(0), 1), ("sub", ("chk", ("add", 1, deep), 0, 999, 1), 0), 7)
    assert run([("ret", ("if", ("gt", deep, 3), deep, 0))], engine, (1, 0)) == 41


def test_explaining_collects_notes_and_requirements() -> None:
    m = machine([("needs", 0, 0, [1], 1), ("note", 2, 9), ("needs", 0, 0, [2], 1), ("ret", 1)], "reference")
    X = Context()
    X.unmet = []
    assert m.reference.noted(4, state(), X, (0, 0)) == 1
    assert X.notes == [(2, 9)]
    assert X.unmet == [(0, (1,), 1), (0, (2,), 1)]

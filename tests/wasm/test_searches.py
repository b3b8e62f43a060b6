"""Cheapest ways and pairings in WebAssembly: the same values for the same work."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from regelwerk.dsl import ir
from regelwerk.interpreter.engine.context import Context, Limits
from regelwerk.interpreter.engine.machine import EngineName, Machine
from regelwerk.interpreter.engine.wasm.engine import Wasm
from regelwerk.interpreter.errors import RuleError
from tests.interpreter.tables import compiled, ld, raw, v

BASE, RESULT = 40, 30


def rules(random: Random, things: int) -> ir.Compiled:
    """A random graph with costs, and random gains of pairs; some costs depend on what is passed on."""
    ways = [sum(1 << n for n in range(things) if random.randrange(3) == 0 and n != here) for here in range(things)]
    costs = [random.randrange(0, 6) for _ in range(things * things)]
    gains = [random.choice([ir.NONE_NUM, -2, 0, 1, 3, 8]) for _ in range(things * things)]
    pair = ("add", ("mul", v(0), things), v(1))
    functions = [
        ir.Function(name="ways", params=2, registers=2, effects=False, body=[("ret", ("tab", 0, v(0)))]),
        ir.Function(
            name="cost", params=3, registers=3, effects=False,
            body=raw([("tick", 2, 1), ("ret", ("add", ("tab", 1, pair), v(2)))]),
        ),
        ir.Function(
            name="gain", params=3, registers=3, effects=False,
            body=raw([("tick", 1, 1), ("ret", ("if", ("eq", v(0), v(2)), 0, ("tab", 2, pair)))]),
        ),
    ]  # fmt: skip
    mask = ("bandn", ("ones", things), ("bit", random.randrange(things)))
    code: list[Any] = [
        ("st", RESULT, 0, ("dijkstra", ld(10), ld(11), 0, 1, [ld(12)])),
        ("st", RESULT + 1, 0, ("pairs", mask, 2, [ld(10)])),
    ]
    main = ir.Proc(
        name="m", address="m", params=0, base=BASE, size=2, registers=1, blocks=[ir.Block(code=code, term=("ret", 0))]
    )
    state = [0] * 48
    state[10:13] = [random.randrange(things), random.randrange(things), random.randrange(3)]
    tables = [[*ways, 0], [*costs, 0], [*gains, 0]]
    return compiled(state=state, tables=tables, functions=functions, procs=[main])


def told(program: ir.Compiled, engine: EngineName, ticks: int) -> tuple[Any, Machine]:
    machine = Machine(program, engine, Limits(ticks=ticks))
    S = machine.fresh(2, 0)
    try:
        machine.run(S, Context())
    except RuleError as error:
        return error.key(), machine
    return S, machine


@pytest.mark.parametrize("seed", range(8))
def test_searches_find_the_same_for_the_same_work(seed: int) -> None:
    random = Random(seed)
    program = rules(random, 4 + seed)
    for ticks in (10_000, 100, 300):
        expected, _ = told(program, "reference", ticks)
        found, machine = told(program, "wasm", ticks)
        assert found == expected
        assert isinstance(machine.engine, Wasm)
        assert machine.engine.broken_off == (0 if isinstance(expected, list) else 1)


def test_ways_through_more_than_64_things() -> None:
    program = rules(Random(3), 90)
    code = program.procs[0].blocks[0].code[:1]
    blocks = [program.procs[0].blocks[0].model_copy(update={"code": code})]
    program = program.model_copy(update={"procs": [program.procs[0].model_copy(update={"blocks": blocks})]})
    assert told(program, "wasm", 100_000)[0] == told(program, "reference", 100_000)[0]


def test_work_is_counted_to_the_unit() -> None:
    """The limit at which the search just ends is the same."""
    program = rules(Random(5), 6)

    def ends(engine: EngineName, ticks: int) -> bool:
        return isinstance(told(program, engine, ticks)[0], list)

    least = next(ticks for ticks in range(1, 5000) if ends("reference", ticks))
    assert ends("wasm", least)
    assert not ends("wasm", least - 1)

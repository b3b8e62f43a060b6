"""Options that go on from the elements of a set in a few ways: both engines list the same, in the same order."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from regelwerk.dsl import ir
from tests.interpreter.tables import compiled, ld, raw, v
from tests.interpreter.test_lockstep import lockstep

CELLS, SET, COUNT, ME, BASE = 10, 20, 22, 24, 30  # nine cells 0..3, a set of them, turns made, a number, the frame
WIDE = 9


def condition(random: Random, there: Any, way: Any, depth: int = 2) -> Any:
    """Ask something about a cell, the way that led there, or the number."""
    kind = random.randrange(7 if depth else 5)
    cell = ld(CELLS, there)
    if kind == 0:
        return (random.choice(["gt", "le", "eq", "ne"]), cell, random.randrange(4))
    if kind == 1:
        return ("ne", cell, v(0))
    if kind == 2:
        return (random.choice(["ne", "lt"]), way, random.randrange(4))
    if kind == 3:
        return ("has", ld(SET), there)
    if kind == 4:  # not possible where nothing lies
        return ("gt", ("div", 6, cell, 1), 2) if random.random() < 0.1 else ("lt", v(0), there)
    return (random.choice(["and", "or"]), *(condition(random, there, way, depth - 1) for _ in range(2)))


def rules(seed: int) -> ir.Compiled:
    """Twelve turns of one decision; what is chosen changes cells, the set and the number."""
    random = Random(seed)
    ways = random.randint(2, 5)
    element, way, there = v(1), v(2), v(3)
    inner: list[Any] = [("opt", ("add", element, ("mul", way, WIDE)))]
    for _ in range(random.randint(1, 3)):
        inner = [("if", condition(random, there, way), inner, [])]
    if random.random() < 0.8:
        inner = [("if", ("ne", there, -1), inner, [])]
    by = ("add", ("mul", element, ways), way)
    if random.random() < 0.5:  # the table also goes by the number
        by = ("add", ("mul", v(0), WIDE * ways), by)
    inner = [("set", 3, ("tab", 0, by)), *inner]
    body = [("set", 0, ld(ME)), ("bits", 1, ld(SET), [("for", 2, 0, ways, inner)])]
    least = -1 if inner[1][1] == ("ne", there, -1) else 0
    functions = [ir.Function(name="options", params=0, registers=4, effects=True, body=raw(body))]
    entry = ir.Entry(name="go", types=["0..8", f"0..{ways - 1}"], radix=[WIDE, ways], offsets=[0, 0])
    site = ir.Site(name="s", kind="choose", who=0, options=0, entries=[entry], forced=True, span=1)
    chosen = ("mod", ld(ir.CHOSEN), WIDE, 1)
    blocks = [
        ir.Block(code=[("tick", 1, 1)], term=("br", ("lt", ld(COUNT), 12), 1, 3)),
        ir.Block(term=("ask", 0, 2)),
        ir.Block(
            code=raw(
                [
                    ("st", COUNT, 0, ("add", ld(COUNT), 1)),
                    ("st", CELLS, chosen, ("mod", ("add", ld(CELLS, chosen), 1), 4, 1)),
                    ("st", SET, 0, ("bor", ("bandn", ld(SET), ("bit", chosen)), ("bit", ("mod", ld(COUNT), WIDE, 1)))),
                    ("st", ME, 0, ("sub", 1, ld(ME))),
                ]
            ),
            term=("goto", 0),
        ),
        ir.Block(term=("ret", 0)),
    ]
    common: dict[str, Any] = {"owner": "table", "kind": "cell", "offsets": []}
    slots = [
        ir.Slot(name="s", address="s", addr=SET, keys=[], sizes=[], type="set 0..8", bits=WIDE, **common),
        ir.Slot(name="c", address="c", addr=COUNT, keys=[], sizes=[], type="0..99", hi=99, **common),
    ]
    main = ir.Proc(name="m", address="m", params=0, base=BASE, size=2, registers=0, blocks=blocks)
    state = [0] * 40
    state[CELLS : CELLS + WIDE] = [random.randrange(4) for _ in range(WIDE)]
    state[SET] = random.randrange(1, 1 << WIDE)
    table = [random.randint(least, WIDE - 1) for _ in range(2 * WIDE * ways)]
    return compiled(
        state=state, functions=functions, sites=[site], procs=[main], slots=slots, tables=[table]
    )  # fmt: skip


@pytest.mark.parametrize("part", range(5))
def test_ways_on_are_listed_alike(part: int) -> None:
    for seed in range(20 * part, 20 * part + 20):
        lockstep(rules(seed), seed)

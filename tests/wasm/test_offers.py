"""Short loops written out and options kept as bits: generated decisions go on alike, listed and picked at random."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from benchmarks import rulesets
from regelwerk.bots.dice import Dice
from regelwerk.dsl import ir
from regelwerk.interpreter.engine.context import Limits
from regelwerk.interpreter.engine.machine import Machine
from regelwerk.interpreter.engine.wasm.code.option_masks import bits_of
from regelwerk.interpreter.engine.wasm.entries.exports import WHOLE_LIBRARY
from regelwerk.interpreter.engine.wasm.program import Program
from tests.interpreter.tables import compiled, ld, raw, v
from tests.wasm.test_lockstep import lockstep

NUMBERS, SET, COUNT, BASE = 9, 16, 18, 30  # cells: six numbers 0..3, a set of them, turns made, the frame
WIDE = 6


class Decision:
    """A decision made at random: its conditions look at the numbers and the set."""

    def __init__(self, seed: int) -> None:
        self.random = Random(seed)
        self.registers = 2

    def condition(self, i: Any, depth: int = 2) -> Any:
        kind = self.random.randrange(7 if depth else 3)
        number = ld(NUMBERS, i)
        if kind == 0:
            return (self.random.choice(["gt", "le", "eq", "ne"]), number, self.random.randrange(4))
        if kind == 1:
            return ("has", ld(SET), i)
        if kind == 2:
            return ("lt", number, ld(NUMBERS, self.random.randrange(WIDE)))
        if kind == 3:
            return ("not", self.condition(i, depth - 1))
        if kind == 4:  # may take long, or not be possible at all
            return ("gt", ("div", 6, number, 1), 2) if self.random.random() < 0.2 else ("call", 1, [i])
        return (self.random.choice(["and", "or"]), self.condition(i, depth - 1), self.condition(i, depth - 1))

    def search(self) -> tuple[list[Any], Any]:
        """Look whether a number fits: statements, and the register with the answer."""
        r, i = self.registers, self.registers + 1
        self.registers += 2
        first = self.random.randrange(2)
        found: list[Any] = [("set", r, 1 - first), ("break",)]
        loop: Any = ("for", i, 0, self.random.randint(1, WIDE), [("if", self.condition(v(i)), found, [])])
        return [("set", r, first), loop], v(r)

    def offer(self) -> tuple[list[Any], int]:
        """Actions without anything to pick; the last is always possible."""
        body: list[Any] = []
        count = self.random.randint(2, 12)
        for n in range(count - 1):
            before, cond = self.search() if self.random.random() < 0.5 else ([], self.condition(n % WIDE))
            body += [*before, ("if", cond, [("opt", n)], [])]
        return [*body, ("opt", count - 1)], count

    def choose(self) -> tuple[list[Any], int]:
        """An element, or none if there is none."""
        inner: list[Any] = [("set", 0, 1), ("opt", ("mul", v(1), 2))]
        for _ in range(self.random.randrange(3)):
            inner = [("if", self.condition(v(1)), inner, [])]
        loop: Any = self.random.choice(
            [("for", 1, 0, WIDE), ("bits", 1, ld(SET)), ("row", 1, self.random.randrange(3), 0)]
        )
        return [("set", 0, 0), (*loop, inner), ("if", ("not", v(0)), [("opt", 1)], [])], 2


def rules(seed: int) -> ir.Compiled:
    """Twelve turns of one decision; what is chosen changes a number and the set."""
    made = Decision(seed)
    body, entries = made.random.choice([made.offer, made.choose])()
    functions = [
        ir.Function(name="options", params=0, registers=made.registers, effects=True, body=body),
        ir.Function(
            name="same", params=1, registers=3, effects=False,
            body=raw([("for", 2, 0, 4, [("if", ("eq", ld(NUMBERS, v(2)), v(0)), [("ret", 1)], [])]), ("ret", 0)]),
        ),
    ]  # fmt: skip
    kind = "choose" if entries == 2 and made.random.random() < 0.9 else "offer"
    names = [ir.Entry(name=f"a{n}", types=[], radix=[], offsets=[]) for n in range(entries)]
    if kind == "choose":
        names = [ir.Entry(name="x", types=["0..5"], radix=[WIDE], offsets=[0]), ir.Entry(name="none")]
    site = ir.Site(name="s", kind="choose", who=0, options=0, entries=names, forced=kind == "choose", span=1)
    chosen = ("mod", ("div", ld(ir.CHOSEN), 2, 1), WIDE, 1)
    blocks = [
        ir.Block(code=[("tick", 1, 1)], term=("br", ("lt", ld(COUNT), 12), 1, 3)),
        ir.Block(term=("ask", 0, 2)),
        ir.Block(
            code=raw(
                [
                    ("st", COUNT, 0, ("add", ld(COUNT), 1)),
                    ("st", NUMBERS, chosen, ("mod", ("add", ld(NUMBERS, chosen), 1), 4, 1)),
                    ("for", 0, 0, 2, [("st", NUMBERS, v(0), ("mod", ("add", ld(NUMBERS, v(0)), ld(ir.CHOSEN)), 4, 1))]),
                    ("st", SET, 0, ("bor", ("bandn", ld(SET), ("bit", chosen)), ("bit", ("mod", ld(COUNT), WIDE, 1)))),
                ]
            ),
            term=("goto", 0),
        ),
        ir.Block(term=("ret", 0)),
    ]
    common: dict[str, Any] = {"owner": "table", "kind": "cell"}
    slots = [
        ir.Slot(name="n", address="n", addr=NUMBERS, keys=["0..5"], sizes=[WIDE], offsets=[0], type="0..3", hi=3,
                **common),
        ir.Slot(name="s", address="s", addr=SET, keys=[], sizes=[], offsets=[], type="set 0..5", bits=WIDE, **common),
        ir.Slot(name="c", address="c", addr=COUNT, keys=[], sizes=[], offsets=[], type="0..99", hi=99, **common),
    ]  # fmt: skip
    main = ir.Proc(name="m", address="m", params=0, base=BASE, size=2, registers=2, blocks=blocks)
    state = [0] * 40
    state[NUMBERS : NUMBERS + WIDE] = [made.random.randrange(4) for _ in range(WIDE)]
    state[SET] = made.random.randrange(1 << WIDE)
    lists = [[[0, 2, 4]], [[5, 1, 3]], [[1, 1, 2]]]
    return compiled(state=state, functions=functions, sites=[site], procs=[main], slots=slots, lists=lists)


@pytest.mark.parametrize("part", range(6))
def test_decisions_are_the_same_step_by_step_and_in_a_playout(part: int) -> None:
    for seed in range(30 * part, 30 * part + 30):
        made = rules(seed)
        lockstep(made, seed)
        ends: list[tuple[int | str, bytes, int]] = []
        for engine in ("python", "wasm"):
            machine = Machine(made, engine)
            dice, S = Dice(seed, "test"), machine.fresh(2, seed)
            try:
                ends.append((machine.playout(S, dice.random), machine.packed(S), dice.word))
            except Exception as error:
                ends.append((str(error), b"", 0))
        assert ends[1] == ends[0]


def test_options_in_order_are_kept_as_bits() -> None:
    """Most are: all but rows that are out of order or have repeats."""
    found = {}
    for seed in range(180):
        made = rules(seed)
        program = Program(made, Limits(), WHOLE_LIBRARY)
        found[seed] = bits_of(program, program.compiled.sites[0]) is not None
        rows = [s for s in made.functions[0].body if s[0] == "row"]
        assert found[seed] == all(s[2] == 0 for s in rows)
    assert sum(found.values()) > 120


def test_a_game_of_carters_needs_no_help() -> None:
    steps, native = lockstep(rulesets.named("carters"), 1, most=150)
    assert native == steps

"""Sets wide enough to lie in memory: functions that make, change, search and hand on several of them."""

from __future__ import annotations

from random import Random
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from regelwerk.dsl import ir
from regelwerk.interpreter.engine.context import Context
from regelwerk.interpreter.engine.machine import Machine
from regelwerk.interpreter.engine.wasm.engine import Wasm
from tests.interpreter.tables import compiled, ld, raw, v

SET, NUMBER = 11, 13
MASKS, NUMBERS = (0, 2, 3, 4), (1, 5, 6, 7)  # registers; the parameters are a mask and a number
FUNCTIONS = 4


class Maker:
    """Writes functions, each of which may call those after it. The first one tries a procedure."""

    def __init__(self, random: Random, width: int) -> None:
        self.random, self.width, self.me = random, width, 0

    def mask(self, depth: int) -> Any:
        pick = self.random.randrange(9 if depth > 0 else 4)
        if pick < 2:
            return v(self.random.choice(MASKS))
        if pick == 2:
            return ("tab", 0, ("mod", self.element(0), 3, 1))
        if pick == 3:
            return ld(SET)
        if pick < 6:
            return (self.random.choice(["bor", "band", "bandn"]), self.mask(depth - 1), self.mask(depth - 1))
        if pick == 6:
            return ("bor", self.mask(depth - 1), ("bit", self.element(depth - 1)))
        if pick == 7 or self.me + 1 == FUNCTIONS:
            return ("if", self.flag(depth - 1), self.mask(depth - 1), self.mask(depth - 1))
        called = self.random.randrange(self.me + 1, FUNCTIONS)
        return ("call", called, [self.mask(depth - 1), self.element(depth - 1)])

    def element(self, depth: int) -> Any:
        pick = self.random.randrange(5)
        if pick == 0:
            return self.random.randrange(self.width)
        if pick == 1 and depth > 0:
            return ("mod", ("size", self.mask(depth - 1)), self.width, 1)
        if pick == 2 and depth > 0 and self.me == 0:
            return ("trial", 1, [])
        return ("mod", v(self.random.choice(NUMBERS)), self.width, 1)

    def flag(self, depth: int) -> Any:
        if depth > 0 and self.random.randrange(3) == 0:
            return (self.random.choice(["eq", "ne"]), self.mask(depth - 1), self.random.choice([0, v(2)]))
        return ("has", self.mask(depth), self.element(depth))

    def body(self, depth: int) -> list[Any]:
        return [s for _ in range(self.random.randrange(1, 4)) for s in self.statement(depth)]

    def statement(self, depth: int) -> list[Any]:
        mask, number = self.random.choice(MASKS), self.random.choice(NUMBERS)
        pick = self.random.randrange(6 if depth else 4)
        if pick == 0:
            return [("set", mask, self.mask(2))]
        if pick == 1:
            return [("set", mask, ("bor", v(mask), ("bit", self.element(1))))]
        if pick == 2:
            return [("set", mask, 0), ("if", self.flag(1), [("set", mask, self.mask(1))], [])]
        if pick == 3:
            return [("set", number, self.element(2))]
        if pick == 4:
            return [("if", self.flag(2), self.body(depth - 1), self.body(depth - 1))]
        leave: list[Any] = [("if", self.flag(1), [("break",)], [])] if self.random.randrange(2) else []
        over: Any = self.mask(1)
        more: list[Any] = []
        if self.random.randrange(2):  # a loop goes over what the set was
            over, more = v(mask), [("set", mask, ("bor", v(mask), ("bit", self.element(1))))]
        return [("bits", number, over, [*more, *self.body(depth - 1), ("tick", 1, 0), *leave])]

    def function(self) -> ir.Function:
        body = [*self.body(2), ("ret", self.mask(1))]
        made = ir.Function(name=f"f{self.me}", params=2, registers=8, effects=False, body=body)
        self.me += 1
        return made


@given(st.randoms(use_true_random=False), st.sampled_from([150, 192, 200, 255, 256, 300]))
def test_wide_sets_are_what_the_reference_says(random: Random, width: int) -> None:
    make = Maker(random, width)
    functions = [make.function() for _ in range(FUNCTIONS)]
    slot = ir.Slot(name="s", address="s", owner="table", kind="cell", addr=SET, keys=[], sizes=[], offsets=[],
                   type="set Thing", bits=width)  # fmt: skip
    table = [[random.getrandbits(width), 1 << width - 1, 0, 0]]
    tried: list[Any] = [("st", SET, 0, ("call", 1, [ld(SET), 3])), ("needs", ("has", ld(SET), 5), 0, [], 1)]
    code: list[Any] = []
    for n in range(2 * FUNCTIONS):
        given = random.getrandbits(width) & random.getrandbits(width)
        code += [
            ("set", 0, ("call", n % FUNCTIONS, [given, random.randrange(width)])),
            ("st", SET, 0, ("bor", ("bandn", ld(SET), ("tab", 0, n % 3)), v(0))),
            ("st", NUMBER + n, 0, ("size", v(0))),
        ]
    procs = [
        ir.Proc(name=f"p{n}", address=f"p{n}", params=0, base=60 + 2 * n, size=2, registers=1,
                blocks=[ir.Block(code=raw(each), term=("ret", 0), risk=True, unit=1)])
        for n, each in enumerate((code, tried))
    ]  # fmt: skip
    texts = [ir.Text(parts=["no"], types=[])]
    rules = compiled(state=[0] * 70, slots=[slot], tables=table, procs=procs, functions=functions, texts=texts)
    found = []
    for engine in ("reference", "wasm"):
        made = Machine(rules, engine)
        S = made.fresh(2, 0)
        made.run(S, Context())
        found.append(S)
    assert found[1] == found[0]
    assert isinstance(made.engine, Wasm)
    assert made.engine.broken_off == 0

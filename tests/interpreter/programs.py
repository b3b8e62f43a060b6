"""Random compiled rulesets: arithmetic edges, sets, traps, loops, calls, decisions, chance, trials."""

from __future__ import annotations

from random import Random
from typing import Any

from regelwerk.dsl import ir
from tests.interpreter.tables import compiled, ld, v

CELLS, COUNT, CURSOR = 10, 10, 21
LOC, PILE, HAND = 23, 29, 35
REGISTERS = 4
FRAMES, SIZES, PARAMS = (50, 60, 70), (6, 5, 4), (0, 1, 1)

NUMBERS = [-3, -2, -1, 0, 0, 1, 1, 2, 3, 4, 5, 7, 8, 12, 255, ir.NONE_NUM, 2**31 - 1, 2**70]
BINARY = ["add", "sub", "mul", "min", "max", "eq", "ne", "lt", "le", "gt", "ge", "and", "or"]


def wrapped(e: Any, size: int) -> Any:
    return ("mod", e, size, 1)


def mask(e: Any) -> Any:
    return ("band", e, 255)


def bounded(e: Any) -> Any:
    """Keep numbers from growing without end in loops."""
    return ("chk", e, -(2**80), 2**80, 1)


class Maker:
    """Writes one random ruleset."""

    def __init__(self, seed: int, numbers: list[int]) -> None:
        self.random = Random(seed)
        self.numbers = numbers
        self.functions = 0  # that may be called
        self.tried: list[int] = []  # procedures that may be tried: nothing recurses

    def pick(self, things: list[Any]) -> Any:
        return self.random.choice(things)

    def chance(self, n: int) -> bool:
        return self.random.randrange(n) == 0

    # ------------------------------------------------------------------ expressions

    def e(self, depth: int = 3) -> Any:
        if depth == 0 or self.chance(4):
            leaf = self.random.randrange(4)
            if leaf == 0:
                return self.pick(self.numbers)
            if leaf == 1:
                return ld(CELLS, self.random.randrange(-1, COUNT))
            return v(self.random.randrange(REGISTERS))

        def a() -> Any:
            return self.e(depth - 1)

        b = c = a
        makers = [
            lambda: (self.pick(BINARY), a(), b()),
            lambda: (self.pick(BINARY), a(), b()),
            lambda: (self.pick(["div", "divup", "mod"]), a(), b() if self.chance(12) else ("max", b(), 1), 1),
            lambda: (self.pick(["neg", "abs", "not"]), a()),
            lambda: ("if", a(), b(), c()),
            lambda: ld(CELLS, wrapped(a(), COUNT)),
            lambda: ("tab", 0, ("sub", wrapped(a(), 5), 1)),
            lambda: (self.pick(["bit", "ones"]), wrapped(a(), 20)),
            lambda: ("has", mask(a()), ("max", b(), -1)),
            lambda: ("has", mask(a()), wrapped(b(), 9)),
            lambda: ("has", ld(CELLS, 1), wrapped(b(), 3)),
            lambda: (self.pick(["band", "bor", "bandn"]), mask(a()), mask(b())),
            lambda: (self.pick(["shl", "shr"]), mask(a()), self.random.randrange(5)),
            lambda: (self.pick(["size", "low"]), mask(a())),
            lambda: ("nth", mask(a()), b()),
            lambda: ("chk", a(), -5, 300, 1) if self.chance(6) else ("chk", wrapped(a(), 9), 0, 8, 1),
            lambda: ("some", a() if self.chance(6) else ("abs", a()), 1),
            lambda: ("psize", wrapped(a(), 3)),
            lambda: ("ptop", wrapped(a(), 3), b()),
            lambda: ("pset", wrapped(a(), 3)),
            lambda: ("call", self.random.randrange(self.functions), [a(), b()]) if self.functions else a(),
        ]
        if self.tried and self.chance(12):
            return ("trial", self.pick(self.tried), [a()])
        return self.pick(makers)()

    # ------------------------------------------------------------------ statements

    def body(self, depth: int, deeds: bool, most: int = 4) -> list[Any]:
        return [self.statement(depth, deeds) for _ in range(self.random.randrange(most + 1))]

    def statement(self, depth: int, deeds: bool) -> Any:
        e, register = self.e, self.random.randrange(REGISTERS)
        if depth and self.chance(2):
            return self.nested(depth, deeds, register)
        if deeds and self.chance(2):
            return self.pick(
                [
                    ("st", CELLS, wrapped(e(), COUNT), bounded(e())),
                    ("st", CELLS, self.random.randrange(COUNT), bounded(e())),
                    ("draw", register, 0, wrapped(e(), 5) if self.chance(6) else ("add", 1, mask(e()))),
                    ("move", 0, wrapped(e(), 4), wrapped(e(), 3), self.random.randrange(2), 0),
                    ("shuffle", wrapped(e(), 3), 1),
                    ("say", 0, [e()]),
                    ("do", 1, [e(), e()]),
                ]
            )
        kind = self.random.randrange(12)
        if kind == 0:
            return ("needs", e() if self.chance(3) else ("or", e(), ("ge", e(), -3)), 0, [e()], 1)
        if kind == 1:
            return ("note", 0, e())
        if kind == 2:
            return ("tick", mask(e()), 1)
        return ("set", register, bounded(e()))

    def nested(self, depth: int, deeds: bool, register: int) -> Any:
        def body() -> list[Any]:
            return self.body(depth - 1, deeds, 3)

        def inner() -> list[Any]:
            leave: list[Any] = self.pick([[], [("break",)], [("next",)]])
            return [("tick", 1, 1), *body(), ("if", self.e(), leave, []), *self.body(0, deeds, 1)]

        e = self.e
        makers = [
            lambda: ("if", e(), body(), body()),
            lambda: ("for", register, -1, wrapped(e(), 6), inner()),
            lambda: ("for", register, 0, 3, inner()),
            lambda: ("bits", register, mask(e()), inner()),
            lambda: ("bits", register, ("tab", 1, ("sub", wrapped(e(), 4), 1)), inner()),
            lambda: ("row", register, 0, ("sub", wrapped(e(), 3), 1), inner()),
            lambda: ("pile", register, wrapped(e(), 3), inner()),
            lambda: ("while", e(), inner()),
            lambda: ("switch", e(), [body() for _ in range(self.random.randrange(4))], body()),
        ]
        return self.pick(makers)()

    # ------------------------------------------------------------------ functions, procedures

    def function(self, number: int) -> ir.Function:
        self.functions = number
        body = [*self.body(2, deeds=False), ("ret", bounded(self.e()))]
        return ir.Function(name=f"f{number}", params=2, registers=REGISTERS, effects=False, body=body)

    def offered(self) -> ir.Function:
        offers = [("opt", wrapped(self.e(), 12)) for _ in range(self.random.randrange(4))]
        loop = ("for", 0, 0, wrapped(self.e(), 4), [("opt", ("add", v(0), self.random.randrange(9)))])
        body = [*self.body(1, deeds=False, most=2), *offers, *([loop] if self.chance(2) else [])]
        return ir.Function(name="offered", params=0, registers=REGISTERS, effects=True, body=body)

    def blocks(self, proc: int) -> list[ir.Block]:
        self.tried = list(range(proc + 1, 3))
        count = self.random.randrange(1, 6)
        found = []
        for _ in range(count):
            term = self.term(proc, count)
            if term[0] == "all":
                found.append(ir.Block(code=[("tick", 3, 1)], term=term))
                continue
            code = [("tick", 7, 1), *self.body(1, deeds=True, most=3)]
            if self.chance(2):
                code.append(("st", FRAMES[proc] + SIZES[proc] - 1, 0, bounded(self.e())))
            if proc == 0:
                code.append(("st", CURSOR, 0, self.random.randrange(4)))
            risk = not self.chance(3)
            found.append(ir.Block(code=code, term=term, unit=self.pick([0, 1, 1, 2]), risk=risk))
        return found

    def term(self, proc: int, count: int) -> Any:
        def to() -> int:
            return self.random.randrange(count)

        makers = [
            lambda: ("goto", to()),
            lambda: ("br", self.e(), to(), to()),
            lambda: ("jump", self.e(), [to() for _ in range(self.random.randrange(1, 5))]),
            lambda: ("ret", bounded(self.e())),
            lambda: ("end", self.random.randrange(proc + 1)),
            lambda: ("ask", self.random.randrange(2), to()),
            lambda: ("ask", self.random.randrange(2), to()),
            lambda: ("call", self.random.randrange(proc + 1, 3), [self.e()], to()),
            lambda: ("call", self.random.randrange(proc + 1, 3), [self.e()], to()),
            lambda: ("all", CURSOR, 2, [], to()),
        ]
        return self.pick(makers[: (10, 9, 7)[proc]])()


def program(seed: int, huge: bool = True) -> ir.Compiled:
    """Write a random ruleset, with or without numbers that need more than 64 bits."""
    make = Maker(seed, NUMBERS if huge else NUMBERS[:-1])
    state = [0] * 80
    state[CELLS : CELLS + COUNT] = [make.random.randrange(-3, 13) for _ in range(COUNT)]
    state[CELLS + 1] = make.random.randrange(256)
    state[LOC : LOC + 4] = [1, 1, 2, 0]
    state[PILE : PILE + 5] = [2, 0, 1, 0, 0]
    state[HAND : HAND + 5] = [1, 2, 0, 0, 0]
    entry = ir.Entry(name="take", types=["0..11"], radix=[12], offsets=[0], proc=1, call=[v(1)], risky=make.chance(2))
    sites = [
        ir.Site(name=f"s{i}", kind="choose", who=who, options=3, entries=[entry], forced=bool(i), span=1)
        for i, who in enumerate((wrapped(ld(CELLS, 0), 2), 1))
    ]
    functions = [make.function(number) for number in range(3)]
    make.functions = 3
    return compiled(
        state=state,
        tables=[[3, -1, 2**40, 7, 0], [5, 0, 130, 9]],
        lists=[[[2, 0, 1], [], [1, 1]]],
        functions=[*functions, make.offered()],
        procs=[
            ir.Proc(
                name=f"p{i}", address=f"p{i}", params=PARAMS[i], base=FRAMES[i], size=SIZES[i],
                registers=REGISTERS, blocks=make.blocks(i), secret=i == 2,
            )
            for i in range(3)
        ],
        sites=sites,
        movables=[ir.Movable(domain="Card", loc=LOC)],
        places=[ir.Places(first=1, count=2, kind="pile", addr=PILE, stride=6, slot=0)],
        chances=[ir.Chance(name="die", addr=8, span=1), ir.Chance(name="deck", addr=9, span=1)],
        texts=[ir.Text(parts=["not ", 0], types=["number"])],
    )  # fmt: skip

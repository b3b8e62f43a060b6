"""Building core programs by hand, and playing them on both engines."""

from __future__ import annotations

from dataclasses import replace

from regelwerk.dsl import core, ir
from regelwerk.dsl.core import (
    Binary,
    Const,
    Expr,
    Flag,
    FromSet,
    Local,
    Num,
    Program,
    Ref,
    SetOf,
    Slot,
    Stmt,
    Store,
    Text,
    Type,
    Var,
)
from regelwerk.dsl.ir.from_core import lower
from regelwerk.dsl.ir.validation import validate
from regelwerk.interpreter.engine.context import Context
from regelwerk.interpreter.engine.machine import EngineName, Machine

PLAYER = Ref(("Player",))
SPOT = Ref(("Spot",))
CARD = Ref(("Card",))
FLAG = Flag()
ENGINES: tuple[EngineName, ...] = ("reference", "python")


def domain(name: str, kind: str, size: int, copies: int = 1) -> core.Domain:
    ids = tuple(f"{name.lower()}_{n}" for n in range(size))
    return core.Domain(name, kind, ids, ids, tuple(n - n % copies for n in range(size)))


class Maker:
    """Builds a core program piece by piece."""

    def __init__(self, players: tuple[int, int] = (2, 2), spots: int = 9, cards: int = 6) -> None:
        self.vars = 0
        domains = [
            domain("Player", "player", players[1]),
            domain("Spot", "kind", spots),
            domain("Card", "component", cards, 2),
        ]
        self.p = Program("test", "Test", players, 1, {d.name: d for d in domains})

    def var(self, name: str, t: Type) -> Var:
        self.vars += 1
        return Var(self.vars, name, t)

    def slot(self, name: str, t: Type, keys: tuple[Num | Ref, ...] = (), first: int | None = None, kind: str = "cell",
             starts: list[tuple[int, int]] | None = None) -> int:  # fmt: skip
        n = len(self.p.slots)
        default = [] if kind != "cell" else [first if first is not None else (-1 if isinstance(t, Ref) else 0)]
        self.p.slots.append(Slot(n, name, f"table.{name}", "table", keys, t, kind, default, starts or []))
        return n

    def proc(self, name: str, params: tuple[Var, ...], body: list[Stmt], action: bool = False,
             result: Type | None = None) -> int:  # fmt: skip
        n = len(self.p.procs)
        kind = "action" if action else "effect"
        self.p.procs.append(core.Proc(n, name, f"{kind}.{name}", params, result, body, action))
        return n

    def func(self, name: str, params: tuple[Var, ...], t: Type, body: Expr) -> int:
        n = len(self.p.funcs)
        self.p.funcs.append(core.Func(n, name, f"value.{name}", params, t, body))
        return n

    def table(self, keys: tuple[Num | Ref, ...], t: Type, data: list[int], guard: int) -> int:
        n = len(self.p.tables)
        self.p.tables.append(core.Table(n, f"table {n}", keys, t, data, guard))
        return n

    def main(self, body: list[Stmt]) -> Program:
        self.p.main = self.proc("game", (), body)
        return self.p


def num(n: int) -> Const:
    return Const(n, type=Num(n, n))


def ref(n: int, t: Ref = SPOT) -> Const:
    return Const(n, type=t)


def the(v: Var) -> Local:
    return Local(v, type=v.type)


def op(name: str, a: Expr, b: Expr, t: Type = FLAG) -> Binary:
    return Binary(name, a, b, type=t)


def full(m: Maker, t: Ref = SPOT) -> FromSet:
    return FromSet(Const((1 << m.p.domains[t.domains[0]].size) - 1, type=SetOf(t)))


def text(words: str = "No.") -> Text:
    return Text((words,))


def compiled(program: Program) -> ir.Compiled:
    found = lower(program)
    assert validate(found) == []
    return found


class Table:
    """Plays a compiled program on one engine."""

    def __init__(self, c: ir.Compiled, engine: EngineName, players: int = 0, seed: int = 1) -> None:
        self.c = c
        self.m = Machine(c, engine)
        self.X = Context()
        self.S = self.m.start(players or c.players[0], seed, self.X)

    @property
    def packed(self) -> bytes:
        return self.m.packed(self.S)

    @property
    def options(self) -> list[int]:
        return self.m.options(self.S, self.X) if self.S[ir.ASK] else []

    def take(self, code: int) -> None:
        assert code in self.options
        self.m.take(self.S, self.X, code)

    def cells(self, slot: int) -> list[int]:
        s = self.c.slots[slot]
        count = s.stride
        for size in s.sizes:
            count *= size
        return self.S[s.addr : s.addr + count]

    def cell(self, slot: int) -> int:
        return self.cells(slot)[0]


def outcome(program: Program, slot: int) -> list[int]:
    """Run a program without decisions on both engines; give the cells of a slot."""
    c = compiled(program)
    found = [Table(c, engine) for engine in ENGINES]
    assert found[0].packed == found[1].packed
    assert found[0].S[ir.OVER] == 1
    return found[0].cells(slot)


def value_of(m: Maker, e: Expr, before: list[Stmt] | None = None) -> int:
    """Evaluate an expression at run time."""
    t = e.type
    wide: Type = Num(-(2**31) + 1, 2**31 - 1, True) if isinstance(t, Num) else t
    if isinstance(t, Ref):
        wide = replace(t, none=True)
    slot = m.slot("result", wide, first=0)
    program = m.main([*(before or []), Store(slot, (), e)])
    return outcome(program, slot)[0]

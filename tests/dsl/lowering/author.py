"""Random core programs over a few slots."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from hypothesis import strategies as st

from regelwerk.dsl import core
from regelwerk.dsl.core import (
    Binary,
    CallFunc,
    Cond,
    Const,
    Draw,
    Each,
    Expr,
    FromComp,
    FromList,
    FromPile,
    FromRange,
    FromSeats,
    FromSet,
    If,
    Let,
    Load,
    Lookup,
    Loop,
    Move,
    Num,
    PileSet,
    PileSize,
    Place,
    Quant,
    Ref,
    Repeat,
    SetOf,
    Source,
    Stmt,
    Stop,
    Store,
    Switch,
    Type,
    Unary,
    Var,
    Widen,
)
from tests.dsl.lowering.maker import CARD, FLAG, PLAYER, SPOT, Maker, full, num, op, ref, the

DIGIT = Num(0, 9)
MAYBE = Ref(SPOT.domains, True)


class Author:
    """Writes random programs over a few slots."""

    def __init__(self, draw: Any, fails: bool = False) -> None:
        self.draw = draw
        self.fails = fails  # may expressions fail?
        self.m = Maker(players=(2, 3), spots=4, cards=4)
        self.number = self.m.slot("number", DIGIT, first=3)
        self.marks = self.m.slot("marks", DIGIT, (SPOT,), first=1)
        self.spots = self.m.slot("spots", SetOf(SPOT), first=0b101)
        self.maybe = self.m.slot("maybe", MAYBE, (SPOT,))
        self.pile = self.m.slot("pile", CARD, kind="pile", starts=[(0, 2), (0, 0), (0, 1)])
        self.other = self.m.slot("other", CARD, (PLAYER,), kind="pile", starts=[(1, 3)])
        self.table = self.m.table((SPOT,), DIGIT, [4, 0, 9, 1], 5)
        self.ways = self.m.table((SPOT,), SetOf(SPOT), [0b10, 0b1101, 0, 0b1], 0)
        self.m.p.lists.append(core.ListTable(0, "rows", (SPOT,), SPOT, [[3, 1], [], [2, 2, 0], [1]]))

    def pick(self, *things: Any) -> Any:
        return self.draw(st.sampled_from(things))

    # ---------------------------------------------------------------- expressions

    def digit(self, scope: list[Var], depth: int) -> Expr:
        kinds = ["const", "load", "marks", "table"]
        if depth:
            kinds += ["add", "cond", "count", "sum", "max", "size", "min"]
        kind = self.pick(*kinds)
        if kind == "const":
            return num(self.draw(st.integers(0, 9)))
        if kind == "load":
            return Load(self.number, (), type=DIGIT)
        if kind == "marks":
            return Load(self.marks, (self.spot(scope),), type=DIGIT)
        if kind == "table":
            return Lookup(self.table, (self.spot(scope),), type=DIGIT)
        if kind == "add":
            a, b = self.digit(scope, depth - 1), self.digit(scope, depth - 1)
            word = self.pick("add", "sub", "mul", "min", "max")
            total = op(word, a, b, Num(-9, 81))
            return op("mod", total, num(10), DIGIT)
        if kind == "cond":
            a, b = self.digit(scope, depth - 1), self.digit(scope, depth - 1)
            return Cond(self.flag(scope, depth - 1), a, b, type=DIGIT)
        if kind == "size":
            return PileSize(Place(self.pile), type=Num(0, 4))
        loop, inner = self.loop(scope, depth - 1)
        if kind == "count":
            return op("mod", Quant("count", (loop,), None, type=Num(0, 20)), num(10), DIGIT)
        result = self.digit(inner, depth - 1)
        if kind == "sum":
            return op("mod", Quant("sum", (loop,), result, type=Num(0, 999)), num(10), DIGIT)
        best = Quant(kind, (loop,), result, type=Num(0, 9, True))
        there = op("ne", best, Const(core.NONE_NUM, type=Num(0, -1, True)))
        return Cond(there, Unary("some", best, type=DIGIT), num(7), type=DIGIT)

    def spot(self, scope: list[Var]) -> Expr:
        known = [v for v in scope if v.type == SPOT]
        here = the(self.pick(*known)) if known and self.draw(st.booleans()) else ref(self.draw(st.integers(0, 3)))
        if self.fails and self.draw(st.integers(0, 11)) == 0:
            return Unary("some", Load(self.maybe, (here,), type=MAYBE), type=SPOT)
        return here

    def flag(self, scope: list[Var], depth: int) -> Expr:
        kinds = ["less", "has"]
        if depth:
            kinds += ["and", "or", "not", "any", "all", "no", "empty"]
        kind = self.pick(*kinds)
        if kind == "less":
            return op(self.pick("lt", "eq", "ge"), self.digit(scope, 0), self.digit(scope, 0))
        if kind == "has":
            return op("has", self.set(scope, depth), self.spot(scope))
        if kind == "empty":
            return op(self.pick("eq", "ne"), self.set(scope, depth), Const(0, type=SetOf(SPOT)))
        if kind in ("and", "or"):
            return op(kind, self.flag(scope, depth - 1), self.flag(scope, depth - 1))
        if kind == "not":
            return Unary("not", self.flag(scope, depth - 1), type=FLAG)
        loop, inner = self.loop(scope, depth - 1)
        if kind == "all":
            return Quant("all", (loop,), self.flag(inner, depth - 1), type=FLAG)
        return Quant(kind, (loop,), None, type=FLAG)

    def asked(self, depth: int) -> Expr:
        """A question about a set that is made for it, from what may change."""
        t, x = SetOf(SPOT), self.m.var("x", SPOT)
        source = self.made([], depth)
        loop = Loop(x, FromSet(source), self.pick(None, self.about([x])))
        kind = self.pick("any", "no", "all", "has", "empty", "collect", "max", "sum")
        if kind == "collect":
            return Unary("size", Quant("collect", (loop,), self.spot([x]), type=t), type=DIGIT)
        if kind in ("max", "sum"):
            best = Quant(kind, (loop,), self.digit([x], 0), type=Num(0, 99, True))
            found = op("ne", best, Const(core.NONE_NUM, type=Num(0, -1, True)))
            return Cond(found, op("mod", Unary("some", best, type=Num(0, 99)), num(10), DIGIT), num(7), type=DIGIT)
        if kind == "has":
            answer: Expr = op("has", source, ref(self.draw(st.integers(0, 3))))
        elif kind == "empty":
            answer = op(self.pick("eq", "ne"), source, Const(0, type=t))
        else:
            answer = Quant(kind, (loop,), self.about([x]) if kind == "all" else None, type=FLAG)
        return Cond(answer, num(1), num(2), type=DIGIT)

    def about(self, scope: list[Var]) -> Expr:
        """A condition about what may change; it may fail."""
        one = op("lt", Load(self.marks, (self.spot(scope),), type=DIGIT), num(self.draw(st.integers(1, 3))))
        kind = self.pick("mark", "has", "and", "or")
        if kind == "mark":
            return one
        other = op("has", self.made(scope, 0), the(scope[-1]))
        return other if kind == "has" else op(kind, other, one)

    def made(self, scope: list[Var], depth: int) -> Expr:
        """A set that is made of what may change."""
        t = SetOf(SPOT)
        kind = self.pick("collect", "cond", "value") if depth else "collect"
        if kind == "cond":
            less = op("lt", Load(self.marks, (self.spot(scope),), type=DIGIT), num(2))
            return Cond(less, *self.draw(st.permutations([self.made(scope, depth - 1), Const(0, type=t)])), type=t)
        if kind == "value":
            given = self.m.var("given", SPOT)
            made = self.m.func("made", (given,), t, self.made([given], depth - 1))
            return CallFunc(made, (self.spot(scope),), type=t)
        loops: tuple[Loop, ...] = ()
        for _ in range(self.draw(st.integers(1, 2))):
            source = self.made(scope, depth - 1) if depth else self.set(scope, 0)
            v = self.m.var("v", SPOT)
            scope = [*scope, v]
            mark = op("lt", Load(self.marks, (the(v),), type=DIGIT), num(self.draw(st.integers(1, 3))))
            printed = op("lt", Lookup(self.table, (the(v),), type=DIGIT), num(self.draw(st.integers(1, 5))))
            both = op("and", *self.draw(st.permutations([mark, printed])))
            loops += (Loop(v, FromSet(source), self.pick(None, mark, printed, both)),)
        maybe = Load(self.maybe, (the(scope[-1]),), type=MAYBE)
        there = op("ne", maybe, Const(-1, type=MAYBE))
        kind = self.pick("last", "some", "maybe", "there")
        if kind == "there":
            first, last = loops[:-1], loops[-1]
            loops = (*first, replace(last, where=there if last.where is None else op("and", last.where, there)))
        return Quant("collect", loops, {"last": the(scope[-1]), "some": self.spot(scope)}.get(kind, maybe), type=t)

    def set(self, scope: list[Var], depth: int) -> Expr:
        t = SetOf(SPOT)
        kinds = ["const", "load", "ways"]
        if depth:
            kinds += ["union", "collect", "collect", "most", "reach", "cond", "value"]
        kind = self.pick(*kinds)
        if kind == "const":
            return Const(self.draw(st.integers(0, 15)), type=t)
        if kind == "load":
            return Load(self.spots, (), type=t)
        if kind == "ways":
            return Lookup(self.ways, (self.spot(scope),), type=t)
        if kind == "union":
            a, b = self.set(scope, depth - 1), self.set(scope, depth - 1)
            return Binary(self.pick("union", "inter", "minus"), a, b, type=t)
        if kind == "reach":
            x = self.m.var("x", SPOT)
            step = self.set([*scope, x], 0)
            return core.Reach(self.spot(scope), x, step, type=t)
        if kind == "cond":
            sides = [self.set(scope, depth - 1), Const(0, type=t)]
            return Cond(self.flag(scope, depth - 1), *self.draw(st.permutations(sides)), type=t)
        if kind == "value":
            given = self.m.var("given", SPOT)
            made = self.m.func("made", (given,), t, self.set([given], depth - 1))
            return CallFunc(made, (self.spot(scope),), type=t)
        x = self.m.var("x", SPOT)
        source = FromSet(self.set(scope, depth - 1))
        inner = [*scope, x]
        where = self.flag(inner, depth - 1) if self.draw(st.booleans()) else None
        if kind == "most":
            word = self.pick("most", "least")
            return Quant(word, (Loop(x, source, where),), self.digit(inner, depth - 1), type=t)
        loops: tuple[Loop, ...] = (Loop(x, source, where),)
        if self.draw(st.booleans()):
            y = self.m.var("y", SPOT)
            inner.append(y)
            loops += (Loop(y, FromSet(self.set([*scope, x], 0)), self.flag(inner, 0)),)
        if self.draw(st.booleans()):
            return Quant("collect", loops, Load(self.maybe, (self.spot(inner),), type=MAYBE), type=t)
        return Quant("collect", loops, self.spot(inner), type=t)

    def source(self, scope: list[Var], depth: int) -> tuple[Source, Type]:
        kind = self.pick("full", "set", "range", "list", "seats", "pile", "comp")
        if kind == "full":
            return full(self.m), SPOT
        if kind == "set":
            return FromSet(self.set(scope, depth)), SPOT
        if kind == "range":
            return FromRange(num(self.draw(st.integers(0, 3))), self.digit(scope, 0)), DIGIT
        if kind == "list":
            return FromList(0, (self.spot(scope),)), SPOT
        if kind == "seats":
            return FromSeats(ref(self.draw(st.integers(0, 1)), PLAYER)), PLAYER
        if kind == "pile":
            return FromPile(self.place()), CARD
        x, y = self.m.var("x", SPOT), self.m.var("y", SPOT)
        loops = (Loop(x, full(self.m)), Loop(y, FromList(0, (the(x),)), op("ne", the(x), the(y))))
        return FromComp(loops, the(self.pick(x, y))), SPOT

    def place(self) -> Place:
        which = self.draw(st.integers(0, 2))
        return Place(self.pile) if which == 0 else Place(self.other, (ref(which - 1, PLAYER),))

    def loop(self, scope: list[Var], depth: int) -> tuple[Loop, list[Var]]:
        source, t = self.source(scope, depth)
        v = self.m.var("v", t)
        inner = [*scope, v]
        where = self.flag(inner, depth) if self.draw(st.booleans()) else None
        stop = self.flag(inner, 0) if self.draw(st.integers(0, 4)) == 0 else None
        return Loop(v, source, where, stop), inner

    # ---------------------------------------------------------------- statements

    def block(self, scope: list[Var], depth: int, repeat: bool) -> list[Stmt]:
        found: list[Stmt] = []
        scope = list(scope)
        for _ in range(self.draw(st.integers(1, 3))):
            found.append(self.statement(scope, depth, repeat))
        return found

    def statement(self, scope: list[Var], depth: int, repeat: bool) -> Stmt:
        kinds = ["number", "marks", "spots", "maybe", "let", "move"]
        if depth:
            kinds += ["if", "each", "each", "repeat", "switch", "draw"]
        if repeat:
            kinds += ["stop"]
        kind = self.pick(*kinds)
        if kind == "number":
            return Store(self.number, (), self.digit(scope, 2))
        if kind == "marks":
            return Store(self.marks, (self.spot(scope),), self.digit(scope, 2))
        if kind == "spots":
            return Store(self.spots, (), self.set(scope, 2))
        if kind == "maybe":
            return Store(self.maybe, (self.spot(scope),), Widen(self.spot(scope), type=MAYBE))
        if kind == "let":
            v = self.m.var("let", SPOT)
            value = self.spot(scope)
            scope.append(v)
            return Let(v, value)
        if kind == "move":
            known: list[Expr] = [the(v) for v in scope if v.type == CARD]
            if not known or self.draw(st.booleans()):
                return Move(PileSet(self.place(), type=SetOf(CARD)), self.place(), self.draw(st.booleans()))
            return Move(self.pick(*known), self.place(), self.draw(st.booleans()))
        if kind == "if":
            return If(self.flag(scope, 2), self.block(scope, depth - 1, repeat), self.block(scope, depth - 1, repeat))
        if kind == "each":
            loop, inner = self.loop(scope, 1)
            return Each(loop, self.block(inner, depth - 1, repeat))
        if kind == "repeat":
            until = self.flag(scope, 1) if self.draw(st.booleans()) else None
            return Repeat(until, num(self.draw(st.integers(0, 3))), True, self.block(scope, depth - 1, True))
        if kind == "switch":
            cases = {n: self.block(scope, depth - 1, repeat) for n in (0, 1, 3)}
            return Switch(self.digit(scope, 1), cases)
        if kind == "draw":
            loop, inner = self.loop(scope, 1)
            return Draw(loop, self.block(inner, depth - 1, repeat))
        return Stop()

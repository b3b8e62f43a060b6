"""When does an expression have a value? Where that is not known beforehand, it can be asked in play."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import reduce

from regelwerk.dsl.core import (
    Binary,
    CallFunc,
    Changed,
    Cond,
    Const,
    Expr,
    Flag,
    FromComp,
    Loop,
    Narrow,
    Num,
    Quant,
    Unary,
    Var,
)
from regelwerk.dsl.core.substitution import binds, substitute
from regelwerk.dsl.core.type_rules import may_be_none, none_of
from regelwerk.dsl.core.visitor import expressions, inside, parts

from .known import Known
from .outcomes import Facts

MOST = 8  # conditions, past which trying is simpler
LARGEST = 250  # nodes of them
MOST_NODES = 400  # looked through for them


class Unsaid(Exception):
    """No condition can be given, or none that is short."""


class HavingValues:
    """Conditions under which expressions have a value."""

    def __init__(self, facts: Facts, fresh: Callable[[Var], Var]) -> None:
        self.facts = facts
        self.fresh = fresh
        self._left = 0

    def conditions(self, e: Expr, known: Known) -> list[Expr] | None:
        """Give what has to hold for this to have a value, to be asked in this order; None if that cannot be said."""
        self._left = MOST_NODES
        try:
            found = self._of(e, known)
        except Unsaid:
            return None
        return found if len(found) <= MOST and sum(1 for _ in inside(found)) <= LARGEST else None

    def _of(self, e: Expr, known: Known) -> list[Expr]:
        if self.facts.values.always(e, known):
            return []
        self._left -= 1
        if self._left < 0:
            raise Unsaid
        match e:
            case Binary(op="and" | "or" as op):
                left = self._of(e.left, known)
                right = self._of(e.right, _with(known, left).when(e.left, op == "and"))
                return [*left, *self._where(e.left, op == "and", right, _with(known, left))]
            case Cond():
                first = self._of(e.cond, known)
                known = _with(known, first)
                then = self._where(e.cond, True, self._of(e.then, known.when(e.cond)), known)
                other = self._where(e.cond, False, self._of(e.other, known.when(e.cond, False)), known)
                return [*first, *then, *other]
            case Changed():
                names = {e.so_far.id: e.before}
                when, to = substitute(e.when, names, self.fresh), substitute(e.to, names, self.fresh)
                first = self._in_turn([e.before, when], known)
                known = _with(known, first)
                return [*first, *self._where(when, True, self._of(to, known.when(when)), known)]
            case Quant():
                return self._of_loops(e.loops, e.result, known)
            case CallFunc():
                first = self._in_turn(e.args, known)
                f = self.facts.program.funcs[e.func]
                names = {p.id: a for p, a in zip(f.params, e.args, strict=True)}
                return [*first, *self._of(substitute(f.body, names, self.fresh), _with(known, first))]
        if binds(e) or any(map(binds, parts(e))):
            raise Unsaid
        first = self._in_turn(expressions(e), known)
        return [*first, *self._own(e, _with(known, first))]

    def _where(self, cond: Expr, so: bool, then: Sequence[Expr], known: Known) -> list[Expr]:
        """Say things for the case that a condition holds (or does not); what is mostly so is asked first."""
        unless = _not(cond) if so else cond
        free = [self.facts.values.always(c, known) for c in then]
        return [_or(c, unless) if first else _or(unless, c) for c, first in zip(then, free, strict=True)]

    def _in_turn(self, all: Sequence[Expr], known: Known) -> list[Expr]:
        found: list[Expr] = []
        for e in all:
            found += self._of(e, _with(known, found))
        return found

    def _own(self, e: Expr, known: Known) -> list[Expr]:
        """What has to hold for an operation to have a value, if its operands do?"""
        match e:
            case Unary(op="some") if not known.is_there(e.of):
                return [_there(e.of)]
            case Unary(op="only") if not known.is_single(e.of):
                return [Binary("eq", Unary("size", e.of, type=Num(0, 4096)), Const(1, type=Num(1, 1)), type=Flag())]
            case Binary(op="div" | "divup" | "mod"):
                return [Binary("ne", e.right, Const(0, type=Num(0, 0)), type=Flag())]
            case Narrow(checked=True):
                if not isinstance(e.type, Num) or (may_be_none(e.of.type) and e.type.none):
                    raise Unsaid
                there = [_there(e.of)] if may_be_none(e.of.type) else []
                least, most = (Const(n, type=Num(n, n)) for n in (e.type.lo, e.type.hi))
                return [*there, Binary("ge", e.of, least, type=Flag()), Binary("le", e.of, most, type=Flag())]
        return []

    def _of_loops(self, loops: Sequence[Loop], result: Expr | None, known: Known) -> list[Expr]:
        """Every element has to have a value, also those that a search would not come by."""
        if not loops:
            return [] if result is None else self._of(result, known)
        loop = loops[0]
        if isinstance(loop.source, FromComp) or (loop.stop is not None and not self.facts.values.always(loop, known)):
            raise Unsaid
        first = self._in_turn(expressions(loop.source), known)
        known = _with(known, first)
        where = [] if loop.where is None else self._of(loop.where, known)
        rest = self._of_loops(loops[1:], result, _with(known, where).when(loop.where))
        if loop.where is not None:
            rest = self._where(loop.where, True, rest, known)
        if not where and not rest:
            return first
        for_all = Quant("all", (Loop(loop.var, loop.source),), _together([*where, *rest]), type=Flag())
        return [*first, substitute(for_all, {}, self.fresh)]


def _with(known: Known, conditions: Sequence[Expr]) -> Known:
    for c in conditions:
        known = known.when(c)
    return known


def _there(e: Expr) -> Expr:
    return Binary("ne", e, Const(none_of(e.type), type=e.type), type=Flag())


def _not(e: Expr) -> Expr:
    return Unary("not", e, type=Flag())


def _or(a: Expr, b: Expr) -> Expr:
    return Binary("or", a, b, type=Flag())


def _together(conditions: Sequence[Expr]) -> Expr:
    """Join conditions, the first one first."""
    return reduce(lambda rest, c: Binary("and", c, rest, type=Flag()), conditions[-2::-1], conditions[-1])


def unless(conditions: Sequence[Expr], e: Expr) -> Expr:
    """Say that something holds, or else one of the conditions before it does not."""
    for c in reversed(conditions):
        e = _or(_not(c), e)
    return e

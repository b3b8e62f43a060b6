"""Values that depend on no state: worked out now and kept in tables."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import product
from typing import Any

from regelwerk.dsl.core import (
    NONE_NUM,
    Binary,
    CallFunc,
    Cond,
    Const,
    Expr,
    FromComp,
    FromList,
    FromRange,
    FromSet,
    Func,
    IsA,
    Local,
    Lookup,
    Loop,
    Narrow,
    Num,
    PlayerCount,
    Quant,
    Reach,
    Ref,
    SetOf,
    Type,
    Unary,
    Var,
    Widen,
)
from regelwerk.dsl.core.type_rules import may_be_none, none_of
from regelwerk.dsl.core.visitor import inside

from .. import Code
from ..from_core import fold
from ..from_core.builder import Writer, tab
from ..from_core.store import Store, WorkedOut
from ..shapes import element, in_i32, offset

ENTRIES = 4096  # of one table
STEPS = 100_000  # nodes evaluated for one table
ALL_STEPS = 2_000_000  # and for a whole program
KEPT = 10_000  # tables kept from one lowering to the next
_PLAIN = (Const, Local, Lookup, Unary, Binary, Cond, Widen, Narrow, IsA, PlayerCount)


class Unknown(Exception):
    """This has no value that could be worked out now."""


def table_of(store: Store, e: Expr, params: Sequence[Var]) -> int | None:
    """Make a table of an expression, if its value depends on a few names only."""
    key = id(e), *(p.id for p in params)
    known = store.tabulated.get(key)
    if known is None:
        known = (e, _made(store, e, params))
        store.tabulated[key] = known
    return known[1]


def read(writer: Writer, table: int, params: Sequence[Var], values: Sequence[Code]) -> Code:
    """Read such a table. A name that may be none has one more value, the first."""
    at: Code = 0
    for p, value in zip(params, values, strict=True):
        extra = int(may_be_none(p.type))
        at = fold.mul(at, writer.store.shapes.size(p.type) + extra)
        at = fold.add(at, fold.sub(value, offset(p.type) - extra))
    return tab(writer, table, at)


def _made(store: Store, e: Expr, params: Sequence[Var]) -> int | None:
    ranges, count = [], 1
    for p in params:
        if isinstance(p.type, SetOf) or (isinstance(p.type, Num) and p.type.none):
            return None
        extra = int(may_be_none(p.type))
        ranges.append(range(offset(p.type) - extra, offset(p.type) + store.shapes.size(p.type)))
        count *= ranges[-1].stop - ranges[-1].start  # `len` of a range is bounded by the machine word
        if count > ENTRIES:
            return None
    if not count or not is_static(store, e):
        return None
    made_of = _made_of(store, e)
    found = store.worked_out.get((e, *params))
    if found is None or found.made_of != made_of or store.steps + found.steps > ALL_STEPS:
        steps = Evaluator(store)
        found = WorkedOut(_entries(steps, e, params, ranges), steps.done, made_of)
        if store.steps + steps.done <= ALL_STEPS and len(store.worked_out) < KEPT:
            store.worked_out[e, *params] = found
    store.steps += found.steps
    return None if found.data is None else store.table(found.data, found.data[0])


def _entries(steps: Evaluator, e: Expr, params: Sequence[Var], ranges: list[range]) -> list[int] | None:
    try:
        return [steps.value(e, {p.id: v for p, v in zip(params, values, strict=True)}) for values in product(*ranges)]
    except Unknown:
        return None


def _made_of(store: Store, e: Expr) -> list[object]:
    """List everything but its own words that tells what an expression is worth."""
    found: list[object] = [store.seats, [d.size for d in store.program.domains.values()]]
    todo: list[Expr] = [e]
    called: set[int] = set()
    while todo:
        for n in inside(todo.pop()):
            if isinstance(n, Lookup):
                table = store.program.tables[n.table]
                found += [table.data, table.guard]
            elif isinstance(n, FromList):
                found.append(store.program.lists[n.list].rows)
            elif isinstance(n, CallFunc) and n.func not in called:
                called.add(n.func)
                todo.append(store.program.funcs[n.func].body)
                found.append(todo[-1])
    return found


def is_static(store: Store, tree: Any) -> bool:
    """Does the value of an expression depend on its names only?"""
    for n in inside(tree):
        if isinstance(n, CallFunc):
            if n.func not in store.static:
                store.static[n.func] = False
                store.static[n.func] = is_static(store, store.program.funcs[n.func].body)
            if not store.static[n.func]:
                return False
        elif isinstance(n, PlayerCount):
            if store.seats is None:
                return False
        elif not isinstance(n, (*_PLAIN, Quant, Reach, Loop, FromSet, FromRange, FromList, FromComp)):
            return False
    return True


class Evaluator:
    """Works out expressions over constants, the way the machine would."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self.shapes = store.shapes
        self.done = 0

    def value(self, e: Expr, env: dict[int, int]) -> int:
        self.done += 1
        if self.done > STEPS or self.store.steps + self.done > ALL_STEPS:
            raise Unknown
        if isinstance(e, Const):
            return e.value
        if isinstance(e, Local):
            return env[e.var.id]
        if isinstance(e, Binary):
            return self._binary(e, env)
        if isinstance(e, Lookup):
            table = self.store.program.tables[e.table]
            at = self._index(table.keys, e.keys, env)
            return table.guard if at < 0 else table.data[at]
        if isinstance(e, Cond):
            return self.value(e.then if self.value(e.cond, env) else e.other, env)
        if isinstance(e, Unary):
            return self._unary(e, env)
        if isinstance(e, CallFunc):
            f: Func = self.store.program.funcs[e.func]
            args = [self.value(a, env) for a in e.args]
            return self.value(f.body, {p.id: a for p, a in zip(f.params, args, strict=True)})
        if isinstance(e, Quant):
            return self._quant(e, env)
        if isinstance(e, Reach):
            return self._reach(e, env)
        if isinstance(e, PlayerCount):
            seats = self.store.seats or 0
            return (1 << seats) - 1 if isinstance(e.type, SetOf) else seats
        return self._union(e, env)

    def _index(self, types: tuple[Num | Ref, ...], keys: tuple[Expr, ...], env: dict[int, int]) -> int:
        at = 0
        for t, k in zip(types, keys, strict=True):
            here = self.value(k, env) - offset(t)
            if here < 0:
                return -1
            if here >= self.shapes.size(t):
                raise Unknown
            at = at * self.shapes.size(t) + here
        return at

    def _unary(self, e: Unary, env: dict[int, int]) -> int:
        x, t = self.value(e.of, env), e.of.type
        if e.op == "not":
            return int(not x)
        if e.op == "size":
            return x.bit_count()
        if e.op == "bit":
            first = offset(element(e.type))
            return 1 << (x - first) if x >= first else 0
        if e.op == "low" or (e.op == "only" and x.bit_count() == 1):
            first = offset(element(t))
            return (x & -x).bit_length() - 1 + first if x else none_of(element(t))
        if e.op in ("neg", "abs") and in_i32(e.type):
            return -x if e.op == "neg" else abs(x)
        if e.op == "some" and x not in (-1 if isinstance(t, Ref) else NONE_NUM, NONE_NUM):
            return x
        raise Unknown

    def _binary(self, e: Binary, env: dict[int, int]) -> int:
        if e.op in ("and", "or"):
            left = self.value(e.left, env)
            return left if bool(left) == (e.op == "or") else self.value(e.right, env)
        a, b = self.value(e.left, env), self.value(e.right, env)
        if e.op == "has":
            mask, x, t = (a, b, e.left.type) if isinstance(e.left.type, SetOf) else (b, a, e.right.type)
            x -= offset(element(t))
            return mask >> x & 1 if 0 <= x < self.shapes.size(element(t)) else 0
        if e.op in fold.COMPARISONS:
            return fold.number(fold.compare(e.op, a, b))
        if e.op in fold.SETS:
            return fold.number(fold.mask(fold.SETS[e.op], a, b))
        if not in_i32(e.type) or (e.op in ("div", "divup", "mod") and b == 0):
            raise Unknown
        return fold.number(fold.arithmetic(e.op, a, b, 0))

    def _union(self, e: Expr, env: dict[int, int]) -> int:
        if isinstance(e, IsA) and isinstance(e.of.type, Ref):
            x = self.value(e.of, env)
            return int(x >= 0 and self.shapes.embedding(e.of.type, Ref(e.domains))[x] != -2)
        if isinstance(e, Widen | Narrow) and isinstance(e.of.type, Ref) and isinstance(e.type, Ref):
            x = self.value(e.of, env)
            y = self.shapes.embedding(e.of.type, e.type)[x] if x >= 0 else x
            if y == -2:
                raise Unknown
            return y
        if isinstance(e, Narrow) and isinstance(e.type, Num):
            x = self.value(e.of, env)
            if e.checked and not e.type.lo <= x <= e.type.hi and not (e.type.none and x == NONE_NUM):
                raise Unknown
            return x
        if isinstance(e, Widen) and isinstance(e.of.type, SetOf):
            return self._moved(self.value(e.of, env), e.of.type.element, element(e.type))
        raise Unknown

    def _moved(self, mask: int, have: Num | Ref, want: Num | Ref) -> int:
        if isinstance(have, Num) and isinstance(want, Num) and want.lo <= have.lo and want.hi >= have.hi:
            return mask << (have.lo - want.lo)
        if isinstance(have, Ref) and isinstance(want, Ref):
            ways = self.shapes.embedding(have, want)
            return sum(1 << to for x, to in enumerate(ways) if mask >> x & 1 and to >= 0)
        raise Unknown

    # -------------------------------------------------------------------------------------------- loops

    def _elements(self, loop: Loop, env: dict[int, int]) -> Iterator[int]:
        source = loop.source
        if isinstance(source, FromSet):
            mask, first = self.value(source.set, env), offset(element(source.set.type))
            yield from (first + i for i in range(mask.bit_length()) if mask >> i & 1)
        elif isinstance(source, FromRange):
            yield from range(self.value(source.lo, env), self.value(source.hi, env) + 1)
        elif isinstance(source, FromList):
            table = self.store.program.lists[source.list]
            at = self._index(table.keys, source.keys, env)
            yield from table.rows[at] if at >= 0 else []
        elif isinstance(source, FromComp):
            for inner in self._nested(source.loops, env):
                yield self.value(source.result, inner)
        else:
            raise Unknown

    def _nested(self, loops: tuple[Loop, ...], env: dict[int, int]) -> Iterator[dict[int, int]]:
        if not loops:
            yield env
            return
        loop = loops[0]
        for x in self._elements(loop, env):
            inner = {**env, loop.var.id: x}
            if loop.stop is not None and not self.value(loop.stop, inner):
                break
            if loop.where is None or self.value(loop.where, inner):
                yield from self._nested(loops[1:], inner)

    def _quant(self, e: Quant, env: dict[int, int]) -> int:
        every = self._nested(e.loops, env)
        if e.word in ("any", "no"):
            return int(any(True for _ in every) == (e.word == "any"))
        if e.word == "count":
            return sum(1 for _ in every)
        assert e.result is not None
        result, var = e.result, e.loops[-1].var
        if e.word == "all":
            return int(all(self.value(result, inner) for inner in every))
        if e.word == "first":
            return next((self.value(result, inner) for inner in every), none_of(e.type))
        found = [(inner[var.id], self.value(result, inner)) for inner in every]
        values = [v for _, v in found]
        if e.word == "sum":
            if not in_i32(e.type):
                raise Unknown
            return sum(values)
        if e.word == "sums":
            known = 1
            for v in values:
                known |= known << v
            return known & (1 << self.shapes.size(element(e.type))) - 1
        if e.word in ("max", "min"):
            return (max if e.word == "max" else min)(values, default=none_of(e.type))
        if e.word in ("most", "least"):
            best = (max if e.word == "most" else min)(values, default=0)
            return self._set((x for x, v in found if v == best), var.type)
        return self._set(iter(values), element(e.type))

    def _set(self, things: Iterator[int], t: Type) -> int:
        mask = 0
        for x in things:
            if x >= offset(t):
                mask |= 1 << (x - offset(t))
        return mask

    def _reach(self, e: Reach, env: dict[int, int]) -> int:
        t = element(e.type)
        seen = self.value(e.start, env)
        if not isinstance(e.start.type, SetOf):
            seen = 1 << (seen - offset(t)) if seen >= offset(t) else 0
        front = seen
        while front:
            new = 0
            for i in range(front.bit_length()):
                if front >> i & 1:
                    new |= self.value(e.next, {**env, e.var.id: i + offset(t)})
            front = new & ~seen
            seen |= front
        return seen

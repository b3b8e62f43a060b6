"""Rule values: functions made when first called, small ones written out at the call."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from ..core import CallFunc, Can, Changed, Cond, Distance, Expr, Func, Pairing, Quant, Reach, Unary, Was
from ..ir import Code
from . import builder, fold, quant, static
from .shape import InternalError
from .walk import count_uses, inside

if TYPE_CHECKING:
    from .builder import Writer
    from .store import Store

TINY = 4  # nodes: not worth a table
SMALL = 14  # nodes: always written out
ONCE = 60  # nodes: written out if called from one place only
_LOOPS = (Quant, Reach, Distance, Pairing, Changed, Can, Was)


def call(w: Writer, e: CallFunc) -> Code:
    """Call a function, or write it out."""
    f = w.store.program.funcs[e.func]
    table = static.table_of(w.store, f.body, f.params) if weight(w.store, f) > TINY else None
    if table is not None:
        return static.read(w, table, f.params, w.args(e.args))
    if small(w.store, f):
        return _written_out(w, f, e)
    args = w.args(e.args)
    work = made(w.store, e.func)
    w.work += work
    return ["call", e.func, args]


def small(store: Store, f: Func) -> bool:
    """Is this function cheaper written out than called?"""
    size = weight(store, f)
    return size <= SMALL or (size <= ONCE and _calls(store).get(f.id, 0) == 1)


_HUGE = 1 << 20


def weight(store: Store, f: Func) -> int:
    """Count the nodes of a function that has no loops; a function with loops weighs too much."""
    found = store.weights.get(f.id)
    if found is None:
        store.weights[f.id] = _HUGE
        found = 0
        for n in inside(f.body):
            if isinstance(n, _LOOPS) or (isinstance(n, Unary) and n.op == "only"):
                found = _HUGE
                break
            found += 1
            if isinstance(n, CallFunc):
                inner = store.program.funcs[n.func]
                heavy = weight(store, inner)
                found += heavy if heavy <= SMALL else 1
        store.weights[f.id] = found
    return found


def _calls(store: Store) -> dict[int, int]:
    if not store.calls:
        store.calls.update(Counter(n for d in (*store.facts.funcs, *store.facts.procs) for n in d.calls))
    return store.calls


def _written_out(w: Writer, f: Func, e: CallFunc) -> Code:
    values = []
    for p, a in zip(f.params, e.args, strict=True):
        code = w.expr(a)
        if not fold.simple(code) and count_uses(p, f.body) > 1:
            code = w.keep(code)
        values.append(code)
    saved = {p.id: w.env[p.id] for p in f.params if p.id in w.env}
    for p, code in zip(f.params, values, strict=True):
        w.bind(p, code)
    result = w.expr(f.body)
    w.env.update(saved)
    return result


def made(store: Store, number: int) -> int:
    """Make a function if it is not made yet; give its work."""
    pending = store.functions[number]
    if pending.made is None:
        f = store.program.funcs[number]
        if number in store.busy:
            raise InternalError(f"{f.address} calls itself")
        store.busy.add(number)
        w = builder.function(store, f.address, f.params)
        w.span = store.span(f.at)
        give(w, f.body)
        w.finish(pending, f.name, len(f.params), False)
        store.busy.discard(number)
    return pending.work


def give(w: Writer, e: Expr) -> None:
    """Return the value of an expression, leaving loops as soon as it is known."""
    if isinstance(e, Quant) and quant.returns(w, e):
        return
    if isinstance(e, Cond):
        cond = w.expr(e.cond)
        if isinstance(cond, int):
            give(w, e.then if cond else e.other)
            return
        w.branch(cond, lambda: give(w, e.then))
        give(w, e.other)
        return
    w.emit(["ret", w.expr(e)])

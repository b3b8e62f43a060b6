"""Rule values: functions made when first called, small ones written out at the call."""

from __future__ import annotations

from regelwerk.dsl.core import (
    CallFunc,
    Cond,
    Expr,
    Func,
    Quant,
)
from regelwerk.dsl.core.substitution import count_uses
from regelwerk.dsl.ir import Code
from regelwerk.dsl.ir.optimise import inlining, static_tables
from regelwerk.dsl.ir.shapes import InternalError

from .. import builder, fold
from ..builder import Writer
from ..store import Store
from . import quantifiers

TINY = 4  # nodes: not worth a table


def call(writer: Writer, e: CallFunc) -> Code:
    """Call a function, or write it out."""
    f = writer.store.program.funcs[e.func]
    table = static_tables.table_of(writer.store, f.body, f.params) if inlining.weight(writer.store, f) > TINY else None
    if table is not None:
        return static_tables.read(writer, table, f.params, writer.args(e.args))
    if inlining.small(writer.store, f):
        return _written_out(writer, f, e)
    args = writer.args(e.args)
    work = made(writer.store, e.func)
    writer.work += work
    return ("call", e.func, args)


def _written_out(writer: Writer, f: Func, e: CallFunc) -> Code:
    values = []
    for p, a in zip(f.params, e.args, strict=True):
        code = writer.expr(a)
        if not fold.simple(code) and count_uses(p, f.body) > 1:
            code = writer.keep(code)
        values.append(code)
    saved = {p.id: writer.env[p.id] for p in f.params if p.id in writer.env}
    for p, code in zip(f.params, values, strict=True):
        writer.bind(p, code)
    result = writer.expr(f.body)
    writer.env.update(saved)
    return result


def made(store: Store, number: int) -> int:
    """Make a function if it is not made yet; give its work."""
    pending = store.functions[number]
    if pending.made is None:
        f = store.program.funcs[number]
        if number in store.busy:
            raise InternalError(f"{f.address} calls itself")
        store.busy.add(number)
        writer = builder.function(store, f.address, f.params)
        writer.span = store.span(f.at)
        give(writer, f.body)
        writer.finish(pending, f.name, len(f.params), False)
        store.busy.discard(number)
    return pending.work


def give(writer: Writer, e: Expr) -> None:
    """Return the value of an expression, leaving loops as soon as it is known."""
    if isinstance(e, Quant) and quantifiers.returns(writer, e):
        return
    if isinstance(e, Cond):
        cond = writer.expr(e.cond)
        if isinstance(cond, int):
            give(writer, e.then if cond else e.other)
            return
        writer.branch(cond, lambda: give(writer, e.then))
        give(writer, e.other)
        return
    writer.emit(("ret", writer.expr(e)))

"""Names, slots, tables and operators; conditions and what cards change; questions about what is possible."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from regelwerk.dsl import ir
from regelwerk.dsl.core import (
    Binary,
    Can,
    Changed,
    Cond,
    Const,
    Expr,
    Load,
    Local,
    Lookup,
    PlayerCount,
    SetOf,
    Unary,
    Was,
)
from regelwerk.dsl.core.type_rules import may_be_none
from regelwerk.dsl.ir import Code
from regelwerk.dsl.ir.operations import Body
from regelwerk.dsl.ir.optimise import static_tables
from regelwerk.dsl.ir.shapes import InternalError, element, offset

from .. import builder, fold, guards
from ..builder import Writer, tab
from . import asking, places, values


def local(writer: Writer, e: Local) -> Code:
    if e.var.id not in writer.env:
        raise InternalError(f"`{e.var.name}` has no value in {writer.address}")
    return writer.env[e.var.id]


def load(writer: Writer, e: Load) -> Code:
    slot = writer.store.program.slots[e.slot]
    found = values.cell(writer.store.layout.homes[e.slot].addr, values.index(writer, slot.keys, e.keys))
    return found if slot.kind == "cell" else places.taken(writer, found, e.type)


def lookup(writer: Writer, e: Lookup) -> Code:
    table = writer.store.program.tables[e.table]
    return tab(writer, e.table, values.index(writer, table.keys, e.keys))


# ------------------------------------------------------------------------------------------------ operators


def unary(writer: Writer, e: Unary) -> Code:
    of = writer.expr(e.of)
    t = e.of.type
    if e.op == "not":
        return fold.negate(of)
    if e.op == "size":
        return fold.size(of)
    if e.op == "some":
        return ("some", of, writer.store.span(e.at)) if may_be_none(t) else of
    if e.op == "bit":
        return values.singleton(writer, of, t, element(e.type))
    if e.op == "low":
        return values.lowest(writer, of, element(t))
    if e.op == "only":
        mask = writer.hold(of)
        fail = writer.store.sentence("There is not exactly one.")
        writer.branch(("ne", fold.size(mask), 1), lambda: writer.emit(("fail", fail, [], writer.store.span(e.at))))
        return fold.add(fold.low(mask), offset(element(t)))
    if isinstance(of, int):
        return -of if e.op == "neg" else abs(of)
    return values.ranged(writer, ("neg", of) if e.op == "neg" else ("abs", of), e)


def binary(writer: Writer, e: Binary) -> Code:
    if e.op in ("and", "or"):
        return _lazy(writer, e)
    if e.op == "has":
        found = asking.looked_into(writer, e)
        if found is not None:
            return found
        mask, thing = (e.left, e.right) if isinstance(e.left.type, SetOf) else (e.right, e.left)
        return values.has(writer, writer.expr(mask), element(mask.type), writer.expr(thing), thing.type)
    if e.op in ("eq", "ne") and (found := asking.is_there_any(writer, e)) is not None:
        return found
    left, right = writer.expr(e.left), writer.expr(e.right)
    if e.op in fold.COMPARISONS:
        return fold.compare(e.op, left, right)
    if e.op in fold.SETS:
        return fold.mask(fold.SETS[e.op], left, right)
    return values.ranged(writer, fold.arithmetic(e.op, left, right, writer.store.span(e.at)), e)


def _lazy(writer: Writer, e: Binary) -> Code:
    join = fold.both if e.op == "and" else fold.either
    left = writer.expr(e.left)
    if isinstance(left, int):
        return writer.expr(e.right) if bool(left) == (e.op == "and") else left
    right, statements = writer.apart(e.right)
    if not statements:
        return join(left, right)
    result = writer.keep(left)

    def write() -> None:
        writer.out.extend(statements)
        writer.set(result[1], right)

    writer.branch(result if e.op == "and" else ("not", result), write)
    return result


def cond(writer: Writer, e: Cond) -> Code:
    cond = writer.expr(e.cond)
    if isinstance(cond, int):
        return writer.expr(e.then if cond else e.other)
    then, first = writer.apart(e.then)
    other, second = writer.apart(e.other)
    if not first and not second:
        return fold.choice(cond, then, other)
    result = writer.register()

    def write(statements: Body, value: Code) -> Callable[[], None]:
        def run() -> None:
            writer.out.extend(statements)
            writer.set(result, value)

        return run

    writer.branch(cond, write(first, then), write(second, other))
    return ("v", result)


def changed(writer: Writer, e: Changed) -> Code:
    result = writer.register()
    writer.set(result, writer.expr(e.before))
    writer.bind(e.so_far, ("v", result))
    number = writer.store.change(e.by)

    def write() -> None:
        writer.set(result, writer.expr(e.to))
        writer.emit(("note", number, ("v", result)))

    writer.when(e.when, write)
    return ("v", result)


# ------------------------------------------------------------------------------------------------ others


def players(writer: Writer, e: PlayerCount) -> Code:
    seats = writer.store.seats
    if isinstance(e.type, SetOf):
        return (1 << seats) - 1 if seats is not None else ("ones", ("ld", ir.PLAYERS, 0))
    return seats if seats is not None else ("ld", ir.PLAYERS, 0)


def was(writer: Writer, e: Was) -> Code:
    for k in writer.store.facts.uses.free(e.of):
        value = writer.env[k]
        if not isinstance(value, int) and value[0] != "v":
            writer.env[k] = writer.keep(value)
    return ("was", {"before": 0, "start": 1}[e.when], builder.closed(writer, e.of))


def can(writer: Writer, e: Can) -> Code:
    facts = writer.store.facts
    if facts.fails_late(e.proc) or writer.store.margins.left_by(e.proc):
        return ("trial", e.proc, writer.args(e.args))
    if not facts.fails(e.proc):
        return 1
    return guards.holds(writer, guards.of_call(writer.store, e.proc, e.args))


def const(writer: Writer, e: Const) -> Code:
    return e.value


def tabled(otherwise: Callable[[Any, Any], Code]) -> Callable[[Writer, Expr], Code]:
    """Look a loop up in a table where that is possible."""

    def read(writer: Writer, e: Expr) -> Code:
        names = list(writer.store.facts.uses.free(e).values())
        table = static_tables.table_of(writer.store, e, names) if len(names) <= 2 else None
        return (
            otherwise(writer, e)
            if table is None
            else static_tables.read(writer, table, names, [writer.env[v.id] for v in names])
        )

    return read

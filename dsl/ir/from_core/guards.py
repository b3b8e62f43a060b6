"""Guards: the requirements at the top of an effect, as a list to be tested, told, or spread over loops."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from regelwerk.dsl.core import Binary, Cond, Const, Expr, Flag, If, Let, Local, Needs, Run, Stmt, Text, Unary, Var
from regelwerk.dsl.core.type_rules import none_of
from regelwerk.dsl.ir import Code
from regelwerk.dsl.source import NOWHERE, Span

from ..analysis.inlined import Named, called
from ..shapes import InternalError
from .builder import Writer, texts
from .store import Emit, Store


@dataclass(frozen=True, slots=True)
class Required:
    """A requirement."""

    cond: Expr
    message: Text | None = None
    at: Span = NOWHERE


Item = Named | Required


def leading(store: Store, stmts: Sequence[Stmt]) -> list[Item]:
    """List the requirements at the top of a block."""
    found: list[Item] = []
    _walk(store, stmts[: store.facts.prefix(stmts)], None, found)
    return found


def of_call(store: Store, number: int, args: Sequence[Expr]) -> list[Item]:
    """List the requirements at the top of a procedure, called with these arguments."""
    given: list[Named] = []
    body = called(store.program, store.fresh, number, args, given)
    found: list[Item] = [*given]
    _walk(store, body[: store.facts.prefix(body)], None, found)
    return found


def rest(store: Store, stmts: Sequence[Stmt]) -> list[Stmt]:
    """Give a block without the requirements at its top, which have been tested."""
    count = store.facts.prefix(stmts)
    return [*(s for s in stmts[:count] if isinstance(s, Let)), *stmts[count:]]


def _walk(store: Store, stmts: Sequence[Stmt], under: Expr | None, found: list[Item]) -> None:
    for s in stmts:
        if isinstance(s, Needs):
            cond = s.cond if under is None else Binary("or", _not(under), s.cond, type=Flag())
            found.append(Required(cond, s.message, s.at))
        elif isinstance(s, Let):
            value = s.value
            if under is not None:
                value = Cond(under, value, Const(none_of(value.type), type=value.type), type=value.type)
            found.append(Named(s.var, value))
        elif isinstance(s, If):
            v = store.fresh(Var(0, "case", Flag()))
            cond = s.cond if under is None else Binary("and", under, s.cond, type=Flag())
            found.append(Named(v, cond))
            here: Expr = Local(v, type=Flag())
            _walk(store, s.then, here, found)
            if s.other:
                there = _not(here) if under is None else Binary("and", under, _not(here), type=Flag())
                _walk(store, s.other, there, found)
        elif isinstance(s, Run):
            inner: list[Named] = []
            body = called(store.program, store.fresh, s.proc, s.args, inner)
            for item in inner:
                if under is not None:
                    t = item.value.type
                    item = replace(item, value=Cond(under, item.value, Const(none_of(t), type=t), type=t))
                found.append(item)
            _walk(store, body, under, found)
        else:
            raise InternalError("this is no requirement")


def _not(e: Expr) -> Expr:
    return Unary("not", e, type=Flag())


def holds(writer: Writer, items: list[Item]) -> Code:
    """Test all requirements, as a flag."""
    conds = [i for i in items if isinstance(i, Required)]
    if len(conds) == 1 and len(items) == 1:
        return writer.expr(conds[0].cond)
    flag = writer.keep(0)
    test(writer, items, lambda: writer.set(flag[1], 1))
    return flag


def test(writer: Writer, items: Sequence[Item], then: Emit) -> None:
    """Go on only if all requirements hold."""
    for n, item in enumerate(items):
        if isinstance(item, Named):
            writer.bind(item.var, writer.hold(writer.expr(item.value)))
        else:
            writer.when(item.cond, lambda rest=items[n + 1 :]: test(writer, rest, then))  # type: ignore[misc]
            return
    then()


def tell(writer: Writer, items: Sequence[Item]) -> None:
    """Write all requirements one after another, with their messages."""
    for item in items:
        if isinstance(item, Named):
            writer.bind(item.var, writer.hold(writer.expr(item.value)))
        elif item.message is not None:
            number, args = writer.store.text(item.message)
            cond = writer.expr(item.cond)
            writer.emit(("needs", cond, number, texts(writer, args), writer.store.span(item.at)))

"""Questions about a set that need not be made to answer them: is this in it, is anything?"""

from __future__ import annotations

from dataclasses import replace

from regelwerk.dsl.core import (
    Binary,
    CallFunc,
    Cond,
    Const,
    Expr,
    Flag,
    FromSet,
    Local,
    Loop,
    Quant,
    SetOf,
    Var,
)
from regelwerk.dsl.core.substitution import is_local, substitute
from regelwerk.dsl.ir import Code
from regelwerk.dsl.ir.analysis.known import conjuncts
from regelwerk.dsl.ir.optimise import narrowing, set_fusion
from regelwerk.dsl.ir.shapes import element

from .. import fold
from ..builder import Writer
from . import quantifiers, sources


def looked_into(writer: Writer, e: Binary) -> Code | None:
    """Answer whether an element is in a set without making it; None if it has to be made."""
    mask, thing = (e.left, e.right) if isinstance(e.left.type, SetOf) else (e.right, e.left)
    if id(mask) in writer.memo or not set_fusion.can_be_looked_into(writer.store, e):
        return None
    wanted = writer.store.fresh(Var(0, "wanted", thing.type))
    writer.bind(wanted, writer.hold(writer.expr(thing)))
    return _asked(writer, mask, Local(wanted, type=wanted.type))


def _asked(writer: Writer, e: Expr, wanted: Local) -> Code:
    if isinstance(e, Cond):
        side = set_fusion.one_side(e)
        assert side is not None
        cond = writer.expr(e.cond)
        found = writer.keep(0)
        writer.branch(
            cond if side is e.then else fold.negate(cond), lambda: writer.set(found[1], _asked(writer, side, wanted))
        )
        return found
    if isinstance(e, CallFunc):
        return _asked(writer, sources.written_out(writer, e), wanted)
    assert isinstance(e, Quant) and e.result is not None
    *outer, last = e.loops
    if last.stop is None and isinstance(last.source, FromSet) and is_local(e.result, last.var.id):
        inside: Expr = Binary("has", last.source.set, wanted, type=Flag())
        where = substitute(last.where, {last.var.id: wanted}, writer.store.fresh)
        inside = narrowing.joined([inside, *conjuncts(where)]) or inside
        if not outer:
            return writer.expr(inside)
        outer[-1] = replace(outer[-1], where=narrowing.joined([*conjuncts(outer[-1].where), inside]))
        return quantifiers.lower(writer, Quant("any", tuple(outer), None, type=Flag()))
    same = Binary("eq", e.result, wanted, type=Flag())
    outer.append(replace(last, where=narrowing.joined([*conjuncts(last.where), same])))
    return quantifiers.lower(writer, Quant("any", tuple(outer), None, type=Flag()))


def is_there_any(writer: Writer, e: Binary) -> Code | None:
    """Answer whether a set is empty, or not, without making it; None if it has to be made."""
    for this, other in ((e.left, e.right), (e.right, e.left)):
        nothing = isinstance(other, Const) and not other.value and isinstance(this.type, SetOf)
        if nothing and id(this) not in writer.memo and set_fusion.can_be_gone_through(writer.store, this, True):
            one = Loop(writer.store.fresh(Var(0, "one", element(this.type))), FromSet(this))
            return quantifiers.lower(writer, Quant("any" if e.op == "ne" else "no", (one,), None, type=Flag()))
    return None

"""Sets that are only gone over, or looked into, and need not be made for it.

`all x in cells(t): x in rim(u)` asks for no order and does not mind an element that comes twice. So the loops that
would make the first set are gone through themselves, and instead of making the second one asks whether they meet `x`.
Nothing may be worked out, or fail, that would not have been: what can fail has to stand before the first loop."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from ..core import Binary, CallFunc, Cond, Const, Expr, Flag, FromSet, Local, Loop, Quant, Ref, SetOf, Unary, Var
from ..ir import Code
from . import calls, fold, quant, ranging, static
from .known import conjuncts, is_none, same
from .shape import element, may_be_none, none_of, same_elements
from .walk import count_uses, is_local, substitute

if TYPE_CHECKING:
    from .builder import Writer
    from .store import Emit, Store

WORDS = ("any", "no", "all", "collect", "max", "min")  # quantifiers that do not mind order and doubles
FEW = 8  # elements: it is not worth making a set to look for these in it


def can_be_gone_through(store: Store, e: Expr, doubles: bool) -> bool:
    """Is this set made by loops that can be gone through instead? `doubles`: as often as they come by an element."""
    if isinstance(e, Cond):
        return _one_side(e) is not None and can_be_gone_through(store, _one_side(e) or e, doubles)
    if isinstance(e, CallFunc):
        f = store.program.funcs[e.func]
        return (
            store.facts.total(f.body)
            and static.table_of(store, f.body, f.params) is None
            and can_be_gone_through(store, f.body, doubles)
        )
    if not isinstance(e, Quant) or e.word != "collect" or e.result is None or (len(e.loops) > 1 and not doubles):
        return False
    names = list(store.facts.uses.free(e).values())
    if len(names) <= 2 and static.table_of(store, e, names) is not None:
        return False
    first = e.loops[0]
    return same_elements(e.result.type, element(e.type)) and store.facts.total(
        [first.where, first.stop, e.loops[1:], e.result]
    )


def _one_side(e: Cond) -> Expr | None:
    """Give the side of a choice between a set and nothing that is something."""
    if isinstance(e.then, Const) and not e.then.value:
        return e.other
    return e.then if isinstance(e.other, Const) and not e.other.value else None


def may_go_through(w: Writer, loop: Loop, after: tuple[Loop, ...], test: Expr | None) -> bool:
    """May the loop of such a quantifier go through what makes its set? `after` and `test` is what it does with it."""
    source, facts = loop.source, w.store.facts
    if not isinstance(source, FromSet) or loop.stop is not None or id(source.set) in w.memo:
        return False
    if not same_elements(element(source.set.type), loop.var.type):
        return False
    plain = loop.where is None and test is None and not after
    if not can_be_gone_through(w.store, source.set, plain):
        return False
    steady = [*conjuncts(loop.where), *([] if test is None or after else [test])]
    return facts.total([after, test] if after else []) and all(_steady(w.store, c, loop.var) for c in steady)


def _steady(store: Store, e: Expr, var: Var) -> bool:
    """Does this fail for all elements or for none, if it fails?"""
    if store.facts.total(e) or var.id not in store.facts.uses.free(e):
        return True
    if isinstance(e, Unary):
        return e.op not in ("some", "only") and _steady(store, e.of, var)
    if isinstance(e, Binary) and e.op in ("has", "eq", "ne", "lt", "le", "gt", "ge"):
        return _steady(store, e.left, var) and _steady(store, e.right, var)
    return False


def go_through(w: Writer, e: Expr, var: Var, body: Emit) -> None:
    """Write the loops that would make a set, with `var` as their result."""
    if isinstance(e, Cond):
        side = _one_side(e)
        assert side is not None
        cond = w.expr(e.cond)
        w.branch(cond if side is e.then else fold.negate(cond), lambda: go_through(w, side, var, body))
    elif isinstance(e, CallFunc):
        go_through(w, _written_out(w, e), var, body)
    else:
        assert isinstance(e, Quant) and e.result is not None
        result = e.result
        *outer, last = e.loops
        where = conjuncts(last.where)
        if where and _is_not_none(where[-1], result):  # asked below
            last = replace(last, where=ranging.joined(where[:-1]))

        def found() -> None:
            w.bind(var, w.lasting(w.expr(result)))
            there: Code = fold.compare("ne", w.env[var.id], none_of(result.type)) if may_be_none(result.type) else 1
            w.branch(there, body)

        ranging.nest(w, (*outer, last), found, result, any_order=True)


def _is_not_none(cond: Expr, e: Expr) -> bool:
    return isinstance(cond, Binary) and cond.op == "ne" and is_none(cond.right) and same(cond.left, e)


def _written_out(w: Writer, e: CallFunc) -> Expr:
    """Give the body of a function, about its arguments, which are worked out when a call would do so."""
    f = w.store.program.funcs[e.func]
    values: dict[int, Expr] = {}
    for p, a in zip(f.params, e.args, strict=True):
        here, code = w.store.fresh(p), w.expr(a)
        later = calls.small(w.store, f) and count_uses(p, f.body) <= 1
        w.bind(here, code if later else w.hold(code))
        values[p.id] = Local(here, type=here.type)
    return substitute(f.body, values, w.store.fresh)


# ------------------------------------------------------------------------------------------------ looking into


def can_be_looked_into(store: Store, e: Expr) -> bool:
    """Is this the question whether some element is in a set that need not be made for it?"""
    if not isinstance(e, Binary) or e.op != "has":
        return False
    mask, thing = (e.left, e.right) if isinstance(e.left.type, SetOf) else (e.right, e.left)
    return (
        isinstance(thing.type, Ref)
        and not thing.type.none
        and same_elements(element(mask.type), thing.type)
        and store.facts.total(thing)
        and can_be_gone_through(store, mask, True)
    )


def looked_into(w: Writer, e: Binary) -> Code | None:
    """Answer whether an element is in a set without making it; None if it has to be made."""
    mask, thing = (e.left, e.right) if isinstance(e.left.type, SetOf) else (e.right, e.left)
    if id(mask) in w.memo or not can_be_looked_into(w.store, e):
        return None
    wanted = w.store.fresh(Var(0, "wanted", thing.type))
    w.bind(wanted, w.hold(w.expr(thing)))
    return _asked(w, mask, Local(wanted, type=wanted.type))


def _asked(w: Writer, e: Expr, wanted: Local) -> Code:
    if isinstance(e, Cond):
        side = _one_side(e)
        assert side is not None
        cond = w.expr(e.cond)
        found = w.keep(0)
        w.branch(cond if side is e.then else fold.negate(cond), lambda: w.set(found[1], _asked(w, side, wanted)))
        return found
    if isinstance(e, CallFunc):
        return _asked(w, _written_out(w, e), wanted)
    assert isinstance(e, Quant) and e.result is not None
    *outer, last = e.loops
    if last.stop is None and isinstance(last.source, FromSet) and is_local(e.result, last.var.id):
        inside: Expr = Binary("has", last.source.set, wanted, type=Flag())
        where = substitute(last.where, {last.var.id: wanted}, w.store.fresh)
        inside = ranging.joined([inside, *conjuncts(where)]) or inside
        if not outer:
            return w.expr(inside)
        outer[-1] = replace(outer[-1], where=ranging.joined([*conjuncts(outer[-1].where), inside]))
        return quant.lower(w, Quant("any", tuple(outer), None, type=Flag()))
    same = Binary("eq", e.result, wanted, type=Flag())
    outer.append(replace(last, where=ranging.joined([*conjuncts(last.where), same])))
    return quant.lower(w, Quant("any", tuple(outer), None, type=Flag()))


def is_there_any(w: Writer, e: Binary) -> Code | None:
    """Answer whether a set is empty, or not, without making it; None if it has to be made."""
    for this, other in ((e.left, e.right), (e.right, e.left)):
        nothing = isinstance(other, Const) and not other.value and isinstance(this.type, SetOf)
        if nothing and id(this) not in w.memo and can_be_gone_through(w.store, this, True):
            one = Loop(w.store.fresh(Var(0, "one", element(this.type))), FromSet(this))
            return quant.lower(w, Quant("any" if e.op == "ne" else "no", (one,), None, type=Flag()))
    return None


__all__ = ["can_be_looked_into", "go_through", "is_there_any", "looked_into", "may_go_through"]

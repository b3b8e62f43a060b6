"""Sets that are only gone over, or looked into, and need not be made for it.

`all x in cells(t): x in rim(u)` asks for no order and does not mind an element that comes twice. So the loops that
would make the first set are gone through themselves, and instead of making the second one asks whether they meet `x`.
Nothing may be worked out, or fail, that would not have been: what can fail has to stand before the first loop."""

from __future__ import annotations

from regelwerk.dsl.core import (
    Binary,
    CallFunc,
    Cond,
    Const,
    Expr,
    FromSet,
    Loop,
    Quant,
    Ref,
    SetOf,
    Unary,
    Var,
)

from ..analysis.known import conjuncts
from ..from_core.builder import Writer
from ..from_core.store import Store
from ..shapes import element, same_elements
from . import static_tables

WORDS = ("any", "no", "all", "collect", "max", "min")  # quantifiers that do not mind order and doubles
FEW = 8  # elements: it is not worth making a set to look for these in it


def can_be_gone_through(store: Store, e: Expr, doubles: bool) -> bool:
    """Is this set made by loops that can be gone through instead? `doubles`: as often as they come by an element."""
    if isinstance(e, Cond):
        return one_side(e) is not None and can_be_gone_through(store, one_side(e) or e, doubles)
    if isinstance(e, CallFunc):
        f = store.program.funcs[e.func]
        return (
            store.facts.total(f.body)
            and static_tables.table_of(store, f.body, f.params) is None
            and can_be_gone_through(store, f.body, doubles)
        )
    if not isinstance(e, Quant) or e.word != "collect" or e.result is None or (len(e.loops) > 1 and not doubles):
        return False
    names = list(store.facts.uses.free(e).values())
    if len(names) <= 2 and static_tables.table_of(store, e, names) is not None:
        return False
    first = e.loops[0]
    return same_elements(e.result.type, element(e.type)) and store.facts.total(
        [first.where, first.stop, e.loops[1:], e.result]
    )


def one_side(e: Cond) -> Expr | None:
    """Give the side of a choice between a set and nothing that is something."""
    if isinstance(e.then, Const) and not e.then.value:
        return e.other
    return e.then if isinstance(e.other, Const) and not e.other.value else None


def may_go_through(writer: Writer, loop: Loop, after: tuple[Loop, ...], test: Expr | None) -> bool:
    """May the loop of such a quantifier go through what makes its set? `after` and `test` is what it does with it."""
    source, facts = loop.source, writer.store.facts
    if not isinstance(source, FromSet) or loop.stop is not None or id(source.set) in writer.memo:
        return False
    if not same_elements(element(source.set.type), loop.var.type):
        return False
    plain = loop.where is None and test is None and not after
    if not can_be_gone_through(writer.store, source.set, plain):
        return False
    steady = [*conjuncts(loop.where), *([] if test is None or after else [test])]
    return facts.total([after, test] if after else []) and all(_steady(writer.store, c, loop.var) for c in steady)


def _steady(store: Store, e: Expr, var: Var) -> bool:
    """Does this fail for all elements or for none, if it fails?"""
    if store.facts.total(e) or var.id not in store.facts.uses.free(e):
        return True
    if isinstance(e, Unary):
        return e.op not in ("some", "only") and _steady(store, e.of, var)
    if isinstance(e, Binary) and e.op in ("has", "eq", "ne", "lt", "le", "gt", "ge"):
        return _steady(store, e.left, var) and _steady(store, e.right, var)
    return False


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

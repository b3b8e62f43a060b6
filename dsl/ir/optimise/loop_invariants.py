"""What stays the same during a loop: worked out at its first use, and only if it is used."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from regelwerk.dsl.core import CallFunc, Can, Distance, E, Expr, FromSet, Pairing, Quant, Reach, Var
from regelwerk.dsl.core.substitution import binds
from regelwerk.dsl.core.visitor import inside, parts

from ..from_core.builder import UNSET, Writer
from ..from_core.store import Store
from . import inlining, set_fusion, static_tables


@contextmanager
def kept(writer: Writer, trees: Sequence[Any], *vars: Var, few: bool = False) -> Iterator[None]:
    """While a loop over these trees is written, remember what does not depend on its names. In a loop over a few
    elements, a set that they are only looked for in is not worth making."""
    trees = [tree for tree in trees if tree is not None]
    if not any(_any_costs(writer.store, tree) for tree in trees):
        yield
        return
    bound = {v.id for n in inside(trees) for v in binds(n)} | {v.id for v in vars}
    found = [e for e in _heavy(writer.store, trees, bound, few) if id(e) not in writer.memo]
    for e in found:
        writer.memo[id(e)] = (e, writer.keep(UNSET)[1])
    yield
    for e in found:
        writer.memo.pop(id(e), None)


def _heavy(store: Store, trees: Sequence[Any], bound: set[int], few: bool) -> Iterator[Expr]:
    """Give the largest parts that are worth remembering."""
    for n in trees:
        if not _any_costs(store, n) or (few and set_fusion.can_be_looked_into(store, n)):
            continue
        if isinstance(n, E) and _costs(store, n) and not bound & store.facts.uses.free(n).keys():
            yield n  # type: ignore[misc]
        else:
            yield from _heavy(store, parts(n), bound, few)


def _any_costs(store: Store, node: Any) -> bool:
    """Is something in this tree worth remembering, if only it does not depend on a loop?"""
    found = store.costly.get(id(node))
    if found is None:
        own = isinstance(node, E) and _costs(store, node)
        found = store.costly[id(node)] = node, own or any(_any_costs(store, p) for p in parts(node))
    return found[1]


def _costs(store: Store, e: E) -> bool:
    if isinstance(e, Quant):
        loop = e.loops[0]
        plain = len(e.loops) == 1 and loop.where is None and loop.stop is None and e.result is None
        if plain and isinstance(loop.source, FromSet):
            return False
        return not _tabled(store, e)
    if isinstance(e, CallFunc):
        f = store.program.funcs[e.func]
        return not inlining.small(store, f) and static_tables.table_of(store, f.body, f.params) is None
    return isinstance(e, Reach | Distance | Pairing | Can) and not _tabled(store, e)


def _tabled(store: Store, e: Expr) -> bool:
    names = list(store.facts.uses.free(e).values())
    return len(names) <= 2 and static_tables.table_of(store, e, names) is not None

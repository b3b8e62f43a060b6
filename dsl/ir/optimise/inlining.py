"""Which rule values are cheaper written out at the call than called."""

from __future__ import annotations

from collections import Counter

from regelwerk.dsl.core import (
    CallFunc,
    Can,
    Changed,
    Distance,
    Func,
    Narrow,
    Pairing,
    Quant,
    Reach,
    SetOf,
    Unary,
    Was,
)
from regelwerk.dsl.core.visitor import inside

from ..from_core.store import Store

SMALL = 14  # nodes: always written out


ONCE = 60  # nodes: written out if called from one place only


_LOOPS = (Quant, Reach, Distance, Pairing, Changed, Can, Was)


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
            if isinstance(n, _LOOPS) or _writes(n):
                found = _HUGE
                break
            found += 1
            if isinstance(n, CallFunc):
                inner = store.program.funcs[n.func]
                heavy = weight(store, inner)
                found += heavy if heavy <= SMALL else 1
        store.weights[f.id] = found
    return found


def _writes(n: object) -> bool:
    """Does this become a statement, too: a test of a set?"""
    return (isinstance(n, Unary) and n.op == "only") or (isinstance(n, Narrow) and isinstance(n.type, SetOf))


def _calls(store: Store) -> dict[int, int]:
    if not store.calls:
        store.calls.update(Counter(n for d in (*store.facts.funcs, *store.facts.procs) for n in d.calls))
    return store.calls

"""Effects that never stop: functions with effects, made when first needed."""

from __future__ import annotations

from . import builder, stmt
from .shape import InternalError
from .store import Store


def function(store: Store, number: int) -> int:
    """Give the function of a procedure that cannot stop."""
    if number not in store.effects:
        proc = store.program.procs[number]
        if store.facts.stops(number):
            raise InternalError(f"{proc.address} can stop")
        pending = store.function()
        store.effects[number] = pending.number
        w = builder.function(store, proc.address, proc.params)
        w.span = store.span(proc.at)
        stmt.write_all(w, proc.body)
        w.finish(pending, proc.name, len(proc.params), True)
    return store.effects[number]

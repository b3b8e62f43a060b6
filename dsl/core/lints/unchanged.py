"""What never changes though the rules wait for it: a hidden pile in the order of its cards, a loop nobody ends."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import NamedTuple

from regelwerk.dsl import core
from regelwerk.dsl.diagnostics import Diagnostic

from .. import Const
from ..from_ast.context import World
from ..from_ast.errors import warning
from ..visitor import inside
from .suspicious import leaves


class _Does(NamedTuple):
    """What a procedure does to slots, by their numbers."""

    written: frozenset[int]
    shuffled: frozenset[int]
    topped: frozenset[int]  # piles of which the top is taken
    loops: tuple[core.Repeat, ...]


def unchanged(w: World) -> list[Diagnostic]:
    """Look for both in the whole program; what scenarios prepare does not count."""
    procs = [p for p in w.program.procs if not p.address.startswith("scenario.")]
    done = [w.memory.of("does", p, partial(_does, p)) for p in procs]
    return [*_never_shuffled(w, done), *_never_ended(w, done)]


def _does(proc: core.Proc) -> _Does:
    nodes = list(inside(proc.body))
    written = {s.slot for s in nodes if isinstance(s, core.Store)}
    written |= {s.to.slot for s in nodes if isinstance(s, core.Move | core.MoveTop)}
    topped = {s.source.slot for s in nodes if isinstance(s, core.MoveTop)}
    topped |= {e.place.slot for e in nodes if isinstance(e, core.PileAt)}
    mixed = {s.place.slot for s in nodes if isinstance(s, core.Shuffle)}
    mixed |= {
        e.place.slot
        for s in nodes
        if isinstance(s, core.Draw)
        for e in inside(s.loop)
        if isinstance(e, core.PileSet | core.PileSize)
    }
    loops = tuple(s for s in nodes if isinstance(s, core.Repeat) and s.until is not None and not s.quiet)
    return _Does(frozenset(written), frozenset(mixed), frozenset(topped), loops)


def _never_shuffled(w: World, done: list[_Does]) -> Iterator[Diagnostic]:
    """A hidden pile that begins with cards, is taken from at its top, and stays in the order they are declared in."""
    topped = frozenset[int]().union(*(d.topped for d in done))
    mixed = frozenset[int]().union(*(d.shuffled for d in done))
    for info in w.table.values():
        hidden = info.shape.kind == "pile" and info.decl.visibility == "hidden" and info.decl.default
        if hidden and info.number in topped - mixed:
            name = info.decl.name.id
            said = f"`{name}` is never shuffled: everybody knows in which order it lies."
            yield warning("RW4067", said, info.decl.name.at, f"Write `shuffle {name}` under `setup`.")


def _never_ended(w: World, done: list[_Does]) -> Iterator[Diagnostic]:
    """A loop until something holds that no rule ever writes."""
    written = frozenset[int]().union(*(d.written for d in done))
    for loop in (loop for d in done for loop in d.loops):
        assert loop.until is not None
        asked = [e for e in inside(loop.until) if not isinstance(e, core.Binary | core.Unary | Const)]
        read = [e for e in asked if isinstance(e, core.Load) and not e.keys]
        if not read or len(read) < len(asked) or any(e.slot in written for e in read) or leaves(w, loop.body):
            continue
        name = w.program.slots[read[0].slot].name
        help = f"Change it in the loop: `add 1 to {name}`, or `set {name} to …`."
        yield warning("RW4057", f"Nothing ends this loop: no rule changes `{name}`.", loop.until.at, help)

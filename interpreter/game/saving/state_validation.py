"""Is this a state at all? Every cell within its range, every component in one place, frames that lead somewhere."""

from __future__ import annotations

from collections.abc import Iterator

from regelwerk.dsl import ir

from ...engine.context import State
from ...engine.machine import Machine


def flaws(machine: Machine, S: State, playing: bool = True) -> Iterator[str]:
    """Say what cannot be so in a state of the right size; one that is only looked back at need not stand anywhere."""
    yield from _header(machine, S)
    yield from _slots(machine.compiled, S)
    yield from _places(machine, S)
    if playing:
        yield from _frames(machine, S)


def _header(machine: Machine, S: State) -> Iterator[str]:
    compiled = machine.compiled
    highest = {ir.TOP: len(compiled.procs), ir.ASK: len(compiled.sites), ir.OVER: 1, ir.TICKS: 0, ir.CHOSEN: 0}
    if any(not 0 <= S[cell] <= hi for cell, hi in highest.items()) or S[ir.RESULT]:
        yield "its header"
    if not (0 <= S[ir.WHO] < S[ir.PLAYERS] if S[ir.ASK] else S[ir.WHO] == ir.NONE):
        yield "who decides"
    if any(not 0 <= S[site.addr] < 1 << 256 for site in compiled.chances):
        yield "its chance"


def _slots(compiled: ir.Compiled, S: State) -> Iterator[str]:
    for slot in compiled.slots:
        if slot.kind != "cell":
            continue
        count = 1
        for size in slot.sizes:
            count *= size
        cells = S[slot.addr - 1 : slot.addr + count]
        lo, hi = (0, (1 << slot.bits) - 1) if slot.bits else (slot.lo, slot.hi)
        if cells[0] != compiled.state[slot.addr - 1] or any(not lo <= c <= hi and c != ir.NONE_NUM for c in cells[1:]):
            yield slot.address


def _places(machine: Machine, S: State) -> Iterator[str]:
    compiled, places = machine.compiled, machine.runtime.places
    lying: dict[tuple[int, int], int] = {}  # component -> place
    for run in compiled.places:
        slot = compiled.slots[run.slot]
        for place in range(run.first, run.first + run.count):
            size = S[places.addr[place]] if run.kind == "pile" else 0
            contents = places.contents(S, place) if 0 <= size < run.stride else [-1]
            if any((slot.movable, c) in lying for c in contents) or len(set(contents)) != len(contents):
                yield slot.address
            lying.update(((slot.movable, c), place) for c in contents)
    domains = {domain.name: len(domain.ids) for domain in compiled.domains}
    for number, movable in enumerate(compiled.movables):
        things = range(sum(domains.get(name, 0) for name in movable.domains))
        if any(S[movable.loc + c] != lying.pop((number, c), 0) for c in things):
            yield movable.domain
    if lying:
        yield "what lies where"


def _frames(machine: Machine, S: State) -> Iterator[str]:
    """Follow the frames from the top; the top one stands behind a question or at a simultaneous decision."""
    procs = machine.compiled.procs
    top, seen = S[ir.TOP], set[int]()
    while top:
        if not 0 < top <= len(procs) or top in seen:
            yield "where it stands"
            return
        seen.add(top)
        proc = procs[top - 1]
        block = S[proc.base + ir.FRAME_PC]
        if not 0 <= block < len(proc.blocks):
            yield "where it stands"
            return
        if top == S[ir.TOP]:
            asking = any(b.term[0] == "ask" and b.term[1:] == (S[ir.ASK] - 1, block) for b in proc.blocks)
            if not (asking if S[ir.ASK] else proc.blocks[block].term[0] == "all"):
                yield "where it stands"
        top = S[proc.base + ir.FRAME_CALLER]
    if S[ir.ASK] and not S[ir.TOP]:
        yield "where it stands"

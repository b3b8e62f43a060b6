"""Where everything lives in the flat state: header, chance words, slots with guard cells, frames."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from regelwerk.dsl import ir
from regelwerk.dsl.core import Flag, Num, Program, Ref, SetOf, Slot
from regelwerk.dsl.core.type_rules import none_of

from .analysis.digest import Digest
from .shapes import InternalError, Shapes, key_name, offset, type_name


@dataclass(slots=True)
class Home:
    """Where a slot lives."""

    addr: int
    count: int
    stride: int = 1
    place: int = -1
    movable: int = -1


@dataclass(slots=True)
class Layout:
    """Addresses, and the state before the first step."""

    chance: int  # first chance word
    homes: list[Home] = field(default_factory=list)
    movables: list[ir.Movable] = field(default_factory=list)
    index: dict[str, int] = field(default_factory=dict)  # domain -> movable
    places: list[ir.Places] = field(default_factory=list)
    state: list[int] = field(default_factory=list)
    frames: int = 0

    def loc(self, movable: int) -> int:
        return self.movables[movable].loc


def lay_out(program: Program, shapes: Shapes, procs: Sequence[Digest]) -> Layout:
    """Give every slot its cells."""
    chances = sum(d.chances for d in procs)
    out = Layout(chance=ir.HEADER, state=[0] * (ir.HEADER + chances))
    place = 1
    for n, slot in enumerate(program.slots):
        count = _count(slot, shapes)
        out.state.append(none_of(slot.type))
        home = Home(len(out.state), count)
        if slot.kind == "cell":
            out.state += _defaults(slot, count)
        else:
            domain = _domain(slot)
            capacity = shapes.size(slot.type)
            home.stride = capacity + 1 if slot.kind == "pile" else 1
            home.movable = _movable(out, domain)
            home.place = place
            run = ir.Places(
                first=place,
                count=count,
                kind="pile" if slot.kind == "pile" else "holder",
                addr=home.addr,
                stride=home.stride,
                slot=n,
            )
            out.places.append(run)
            place += count
            out.state += [0 if slot.kind == "pile" else -1] * (count * home.stride)
        out.homes.append(home)
    for move in (m for d in procs for m in d.moves):
        t = move.what.type.element if isinstance(move.what.type, SetOf) else move.what.type
        if isinstance(t, Ref) and len(t.domains) == 1:
            _movable(out, t.domains[0])
    for m in out.movables:
        out.state.append(-1)
        m.loc = len(out.state)
        out.state += [0] * program.domains[m.domain].size
    for slot, home in zip(program.slots, out.homes, strict=True):
        for at, component in slot.starts:
            _start(out, slot, home, at, component)
    out.frames = len(out.state)
    return out


def _movable(out: Layout, domain: str) -> int:
    if domain not in out.index:
        out.index[domain] = len(out.movables)
        out.movables.append(ir.Movable(domain=domain, loc=0))
    return out.index[domain]


def _start(out: Layout, slot: Slot, home: Home, at: int, component: int) -> None:
    cell = home.addr + at * home.stride
    if slot.kind == "pile":
        out.state[cell] += 1
        cell += out.state[cell]
    out.state[cell] = component
    out.state[out.loc(home.movable) + component] = home.place + at


def _domain(slot: Slot) -> str:
    if not isinstance(slot.type, Ref) or len(slot.type.domains) != 1:
        raise InternalError(f"{slot.address} is a place for things of more than one type")
    return slot.type.domains[0]


def _count(slot: Slot, shapes: Shapes) -> int:
    count = 1
    for k in slot.keys:
        count *= shapes.size(k)
    return count


def _defaults(slot: Slot, count: int) -> list[int]:
    if len(slot.default) == count:
        return list(slot.default)
    if len(slot.default) == 1:
        return slot.default * count
    raise InternalError(f"{slot.address} has {len(slot.default)} defaults for {count} cells")


def describe(program: Program, shapes: Shapes, layout: Layout) -> list[ir.Slot]:
    """Describe the slots for tools."""
    found = []
    for slot, home in zip(program.slots, layout.homes, strict=True):
        t = slot.type
        lo, hi, bits = 0, 0, 0
        if isinstance(t, Num):
            lo, hi = t.lo, t.hi
        elif isinstance(t, Ref):
            lo, hi = -1 if t.none or slot.kind == "holder" else 0, shapes.size(t) - 1
        elif isinstance(t, Flag):
            hi = 1
        elif isinstance(t, SetOf):
            bits = max(1, shapes.size(t.element))
        found.append(
            ir.Slot.model_validate(
                {
                    "name": slot.name,
                    "address": slot.address,
                    "owner": slot.owner,
                    "kind": slot.kind,
                    "addr": home.addr,
                    "keys": [key_name(k) for k in slot.keys],
                    "sizes": [shapes.size(k) for k in slot.keys],
                    "offsets": [offset(k) for k in slot.keys],
                    "stride": home.stride,
                    "type": type_name(t),
                    "lo": lo,
                    "hi": hi,
                    "bits": bits,
                    "visibility": slot.visibility,
                    "revealed": -1 if slot.revealed is None else slot.revealed,
                    "place": home.place,
                    "movable": home.movable,
                    "shown": slot.shown,
                    "each": slot.each,
                }
            )
        )
    return found

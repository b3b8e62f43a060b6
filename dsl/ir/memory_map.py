"""Where everything lives in the flat state: header, chance words, slots with guard cells, frames."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from regelwerk.dsl import ir
from regelwerk.dsl.core import Flag, Num, Program, Ref, SetOf, Slot, Type
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
    families: dict[str, Ref] = field(default_factory=dict)  # of types that share places: how all of them are counted
    places: list[ir.Places] = field(default_factory=list)
    state: list[int] = field(default_factory=list)
    frames: int = 0

    def loc(self, movable: int) -> int:
        return self.movables[movable].loc

    def family(self, t: Type) -> Ref:
        """Give the types among which things of a type are counted where they lie: mostly just their own."""
        if not isinstance(t, Ref) or not t.domains:
            raise InternalError(f"{t} lies nowhere")
        return self.families.get(t.domains[0], Ref(t.domains))


def lay_out(program: Program, shapes: Shapes, procs: Sequence[Digest]) -> Layout:
    """Give every slot its cells."""
    chances = sum(d.chances for d in procs)
    out = Layout(chance=ir.HEADER, state=[0] * (ir.HEADER + chances), families=_families(program))
    place = 1
    for n, slot in enumerate(program.slots):
        count = _count(slot, shapes)
        out.state.append(none_of(slot.type))
        home = Home(len(out.state), count)
        if slot.kind == "cell":
            out.state += _defaults(slot, count)
        else:
            capacity = shapes.size(slot.type)
            home.stride = capacity + 1 if slot.kind == "pile" else 1
            home.movable = _movable(out, slot.type)
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
        _movable(out, t)
    for m in out.movables:
        out.state.append(-1)
        m.loc = len(out.state)
        out.state += [0] * sum(program.domains[domain].size for domain in m.domains)
    for slot, home in zip(program.slots, out.homes, strict=True):
        for at, component in slot.starts:
            _start(out, home, at, _counted(out, shapes, slot.type, component), slot.kind == "pile")
    out.frames = len(out.state)
    return out


def _families(program: Program) -> dict[str, Ref]:
    """Bring together the types that may lie in the same place: then each of their things has one number, wherever."""
    found: dict[str, set[str]] = {}
    for slot in program.slots:
        if slot.kind != "cell" and isinstance(slot.type, Ref) and len(slot.type.domains) > 1:
            whole = set(slot.type.domains).union(*(found.get(d, ()) for d in slot.type.domains))
            found.update(dict.fromkeys(whole, whole))
    return {d: Ref(tuple(name for name in program.domains if name in whole)) for d, whole in found.items()}


def _counted(out: Layout, shapes: Shapes, t: Type, component: int) -> int:
    """Give the number of a thing where it lies."""
    return shapes.embedding(t, out.family(t))[component] if isinstance(t, Ref) else component


def _movable(out: Layout, t: Type) -> int:
    family = out.family(t)
    if family.domains[0] not in out.index:
        out.index.update(dict.fromkeys(family.domains, len(out.movables)))
        out.movables.append(ir.Movable(domain="|".join(family.domains), loc=0))
    return out.index[family.domains[0]]


def _start(out: Layout, home: Home, at: int, component: int, pile: bool) -> None:
    cell = home.addr + at * home.stride
    if pile:
        out.state[cell] += 1
        cell += out.state[cell]
    out.state[cell] = component
    out.state[out.loc(home.movable) + component] = home.place + at


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
        t = slot.type if slot.kind == "cell" else layout.family(slot.type)
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

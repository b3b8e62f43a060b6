"""Changing the state: stores with their tests, moves, and the flags of what has been revealed."""

from __future__ import annotations

from regelwerk.dsl.core import Expr, Flag, Move, MoveTop, Num, Ref, Reveal, SetOf, Type
from regelwerk.dsl.core import Slot as CoreSlot
from regelwerk.dsl.core.type_rules import may_be_none, none_of, without_none
from regelwerk.dsl.ir import Code
from regelwerk.dsl.ir.operations import Statement
from regelwerk.dsl.ir.shapes import InternalError
from regelwerk.dsl.source import Span

from .. import fold
from ..builder import Writer, texts
from ..expressions import places, values


def store(writer: Writer, slot: int, keys: tuple[Expr, ...], value: Expr, at: Span) -> None:
    """Write a cell; test the value where its type does not promise that it fits."""
    s = writer.store.program.slots[slot]
    index = values.present(writer, s.keys, keys)
    if s.revealed is not None:
        index = writer.hold(index)
    new = fitted(writer, writer.expr(value), value.type, s, writer.store.span(at))
    put(writer, writer.store.layout.homes[slot].addr, index, new)
    if s.revealed is not None:
        put(writer, writer.store.layout.homes[s.revealed].addr, index, 0)


def put(writer: Writer, addr: int, index: Code, value: Code) -> None:
    writer.emit(("st", addr + index, 0, value) if isinstance(index, int) else ("st", addr, index, value))


def fitted(writer: Writer, code: Code, have: Type, slot: CoreSlot, span: int) -> Code:
    """Test that a value fits a slot."""
    want = slot.type
    if isinstance(want, Num) and isinstance(have, Num):
        inside = want.lo <= have.lo and have.hi <= want.hi
        if isinstance(code, int) and (want.lo <= code <= want.hi or (want.none and code == none_of(want))):
            return code
        if have.none and want.none and not inside:
            code = writer.hold(code)
            return ("if", ("eq", code, none_of(want)), none_of(want), ("chk", code, want.lo, want.hi, span))
        if not inside or (have.none and not want.none):
            return ("chk", code, want.lo, want.hi, span)
        return code
    if isinstance(want, Ref) and isinstance(have, Ref):
        if have.none and not want.none:
            return ("some", code, span)
        return code
    if isinstance(want, Num) and isinstance(have, Ref) and not have.domains:
        return none_of(want)
    if isinstance(want, SetOf) and isinstance(have, SetOf) and isinstance(want.element, Num):
        element = have.element
        if isinstance(element, Num) and (element.lo != want.element.lo or element.hi > want.element.hi):
            raise InternalError(f"a set of other numbers is stored in {slot.address}")
        return code
    if isinstance(want, Flag | SetOf):
        return code
    raise InternalError(f"{have} does not fit {slot.address}")


def move(writer: Writer, s: Move) -> None:
    """Move one component, or all of a set."""
    kind = places.movable(writer.store, s.what.type)
    to, at = writer.lasting(places.existing(writer, s.to)), writer.store.span(s.at)
    if isinstance(s.what.type, SetOf):
        mask, c = writer.expr(s.what), writer.register()
        element = s.what.type.element
        one = places.counted(writer, ("v", c), element)
        size = writer.store.shapes.size(element)
        writer.loop(("bits", c, mask), size, 0, lambda: writer.emit(("move", kind, one, to, int(s.under), at)))
    else:
        what = writer.expr(s.what)
        if may_be_none(s.what.type):
            what = ("some", what, at)
        what = places.counted(writer, what, without_none(s.what.type))
        writer.emit(("move", kind, what, to, int(s.under), at))
    hide(writer, s.to.slot, to)


def hide(writer: Writer, slot: int, to: Code) -> None:
    """What has been revealed there is no longer seen."""
    if slot >= 0:
        flags = writer.store.program.slots[slot].revealed
        if flags is not None:
            put(writer, writer.store.layout.homes[flags].addr, fold.sub(to, writer.store.layout.homes[slot].place), 0)


def move_top(writer: Writer, s: MoveTop) -> None:
    """Move a packet from the top of a pile, keeping its order."""
    if s.source.slot < 0:
        raise InternalError("the box has no top")
    slot = writer.store.program.slots[s.source.slot]
    kind = writer.store.layout.homes[s.source.slot].movable
    capacity = writer.store.shapes.size(slot.type)
    source, to = writer.lasting(places.existing(writer, s.source)), writer.lasting(places.existing(writer, s.to))
    count = writer.lasting(fold.arithmetic("min", writer.expr(s.count), ("psize", source), 0))
    i = writer.register()

    def packet() -> None:
        # onto a pile the lowest of the packet goes first, under a pile the top
        nth: Code = 0 if s.under else fold.sub(fold.sub(count, 1), ("v", i))
        step: Statement = ("move", kind, ("ptop", source, nth), to, int(s.under), writer.store.span(s.at))
        writer.loop(("for", i, 0, count), capacity, count, lambda: writer.emit(step))

    if s.source.slot == s.to.slot and not s.under:
        writer.branch(fold.compare("ne", source, to), packet)
    else:
        packet()
    hide(writer, s.to.slot, to)


def _told(writer: Writer, s: Reveal) -> None:
    """Tell everybody what has come out."""
    if s.what is None:
        return
    slot = writer.store.program.slots[s.slot]
    owner: Code = -1
    if slot.keys[:1] == (Ref(("Player",)),):
        owner = writer.expr(s.keys[0])
    elif slot.each:
        owner = fold.arithmetic("div", writer.expr(s.keys[0]), slot.each, 0)
    number, args = writer.store.text(s.what)
    writer.emit(("event", writer.store.event("reveal"), [s.slot, owner, number, *texts(writer, args)]))


def reveal(writer: Writer, s: Reveal) -> None:
    """Mark what is seen from now on until it is written."""
    slot = writer.store.program.slots[s.slot]
    if slot.revealed is None:
        return
    addr = writer.store.layout.homes[slot.revealed].addr
    given = len(s.keys)
    first = values.present(writer, slot.keys[:given], s.keys)
    below = 1
    for t in slot.keys[given:]:
        below *= writer.store.shapes.size(t)
    if below == 1:
        first = writer.hold(first)
        writer.branch(fold.compare("eq", values.cell(addr, first), 0), lambda: _told(writer, s))
        put(writer, addr, first, 1)
        return
    start, i = writer.hold(fold.mul(first, below)), writer.register()
    end = fold.add(start, below)
    writer.loop(("for", i, start, end), below, below, lambda: writer.emit(("st", addr, ("v", i), 1)))

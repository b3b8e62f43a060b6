"""Changing the state: stores with their tests, moves, and the flags of what has been revealed."""

from __future__ import annotations

from ..core import Expr, Flag, Move, MoveTop, Num, Ref, Reveal, SetOf, Type
from ..core import Slot as CoreSlot
from ..ir import Code
from ..source import Span
from . import expr, fold, place
from .builder import Writer
from .shape import InternalError, may_be_none, none_of


def store(w: Writer, slot: int, keys: tuple[Expr, ...], value: Expr, at: Span) -> None:
    """Write a cell; test the value where its type does not promise that it fits."""
    s = w.store.program.slots[slot]
    index = expr.present(w, s.keys, keys)
    if s.revealed is not None:
        index = w.hold(index)
    new = fitted(w, w.expr(value), value.type, s, w.store.span(at))
    put(w, w.store.layout.homes[slot].addr, index, new)
    if s.revealed is not None:
        put(w, w.store.layout.homes[s.revealed].addr, index, 0)


def put(w: Writer, addr: int, index: Code, value: Code) -> None:
    w.emit(["st", addr + index, 0, value] if isinstance(index, int) else ["st", addr, index, value])


def fitted(w: Writer, code: Code, have: Type, slot: CoreSlot, span: int) -> Code:
    """Test that a value fits a slot."""
    want = slot.type
    if isinstance(want, Num) and isinstance(have, Num):
        inside = want.lo <= have.lo and have.hi <= want.hi
        if isinstance(code, int) and (want.lo <= code <= want.hi or (want.none and code == none_of(want))):
            return code
        if have.none and want.none and not inside:
            code = w.hold(code)
            tested = ["chk", code, want.lo, want.hi, span]
            return ["if", ["eq", code, none_of(want)], none_of(want), tested]
        if not inside or (have.none and not want.none):
            return ["chk", code, want.lo, want.hi, span]
        return code
    if isinstance(want, Ref) and isinstance(have, Ref):
        if have.none and not want.none:
            return ["some", code, span]
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


def move(w: Writer, s: Move) -> None:
    """Move one component, or all of a set."""
    kind = place.movable(w.store, s.what.type)
    to = w.lasting(place.existing(w, s.to))
    if isinstance(s.what.type, SetOf):
        mask, c = w.expr(s.what), w.register()
        size = w.store.shapes.size(s.what.type.element)
        w.loop(["bits", c, mask], size, 0, lambda: w.emit(["move", kind, ["v", c], to, int(s.under)]))
    else:
        what = w.expr(s.what)
        if may_be_none(s.what.type):
            what = ["some", what, w.store.span(s.at)]
        w.emit(["move", kind, what, to, int(s.under)])
    _hide(w, s.to.slot, to)


def _hide(w: Writer, slot: int, to: Code) -> None:
    if slot >= 0:
        flags = w.store.program.slots[slot].revealed
        if flags is not None:
            put(w, w.store.layout.homes[flags].addr, fold.sub(to, w.store.layout.homes[slot].place), 0)


def move_top(w: Writer, s: MoveTop) -> None:
    """Move a packet from the top of a pile, keeping its order."""
    if s.source.slot < 0:
        raise InternalError("the box has no top")
    slot = w.store.program.slots[s.source.slot]
    kind = w.store.layout.homes[s.source.slot].movable
    capacity = w.store.shapes.size(slot.type)
    source, to = w.lasting(place.existing(w, s.source)), w.lasting(place.existing(w, s.to))
    count = w.lasting(fold.arithmetic("min", w.expr(s.count), ["psize", source], 0))
    i = w.register()

    def packet() -> None:
        # onto a pile the lowest of the packet goes first, under a pile the top
        nth: Code = 0 if s.under else fold.sub(fold.sub(count, 1), ["v", i])
        step: Code = ["move", kind, ["ptop", source, nth], to, int(s.under)]
        w.loop(["for", i, 0, count], capacity, count, lambda: w.emit(step))

    if s.source.slot == s.to.slot and not s.under:
        w.branch(fold.compare("ne", source, to), packet)
    else:
        packet()
    _hide(w, s.to.slot, to)


def reveal(w: Writer, s: Reveal) -> None:
    """Mark what is seen from now on until it is written."""
    slot = w.store.program.slots[s.slot]
    if slot.revealed is None:
        return
    addr = w.store.layout.homes[slot.revealed].addr
    given = len(s.keys)
    first = expr.present(w, slot.keys[:given], s.keys)
    below = 1
    for t in slot.keys[given:]:
        below *= w.store.shapes.size(t)
    if below == 1:
        put(w, addr, first, 1)
        return
    start, i = w.hold(fold.mul(first, below)), w.register()
    end = fold.add(start, below)
    w.loop(["for", i, start, end], below, below, lambda: w.emit(["st", addr, ["v", i], 1]))

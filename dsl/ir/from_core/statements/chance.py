"""Chance: drawing an element, and shuffling."""

from __future__ import annotations

from collections.abc import Callable

from regelwerk.dsl.core import Const, Draw, FromPile, FromRange, FromSet, Loop, Ref, SetOf, Shuffle
from regelwerk.dsl.ir import Code
from regelwerk.dsl.ir.optimise import narrowing
from regelwerk.dsl.ir.shapes import element, key_name, offset

from .. import fold
from ..builder import Writer
from ..expressions import places, sources, values
from ..store import Emit
from . import stores

Pick = Callable[[], Code]


def site(writer: Writer, s: Draw, direct: bool, first: int) -> int:
    """Give a draw its chance site; a result is `first` + k where every k stands for its element."""
    name = f"{s.address or writer.address}/draw {s.loop.var.name}"
    kind = key_name(s.loop.var.type)
    public = s.at not in writer.store.secrets.closed
    return writer.store.chance(name, s.at, kind if direct else "", first, public, kind)


def draw(writer: Writer, s: Draw, rest: Emit) -> None:
    """Draw an element and go on with it; over nothing, go on after the rest."""
    count, pick = candidates(writer, s)

    def drawn() -> None:
        writer.bind(s.loop.var, writer.lasting(pick()))
        rest()

    writer.branch(fold.compare("gt", count, 0), drawn)


def candidates(writer: Writer, s: Draw) -> tuple[Code, Pick]:
    """Count what can be drawn; the second result draws and gives the element."""
    loop = s.loop
    source = loop.source
    plain = loop.where is None and loop.stop is None
    if plain and isinstance(source, FromRange):
        lo, hi = writer.lasting(writer.expr(source.lo)), writer.expr(source.hi)
        number = site(writer, s, True, lo) if isinstance(lo, int) else site(writer, s, False, 0)
        count = writer.hold(fold.add(fold.sub(hi, lo), 1))
        return count, lambda: fold.add(_drawn(writer, number, count), lo)
    if plain and isinstance(source, FromPile) and source.place.slot >= 0:
        number = site(writer, s, False, 0)
        at = writer.lasting(places.number(writer, source.place))
        assert isinstance(loop.var.type, Ref)
        held = writer.keep(("psize", at))
        lying = writer.keep(places.things(writer, ("pset", at), loop.var.type))
        return held, lambda: ("nth", lying, _drawn(writer, number, held, lying))
    mask_source = _as_mask(writer, loop)
    if mask_source is not None:
        mask, first, full = mask_source
        number = site(writer, s, full, first)
        mask = writer.hold(mask)
        count = writer.hold(fold.size(mask))
        if full:
            return count, lambda: fold.add(_drawn(writer, number, count, mask), first)
        return count, lambda: fold.add(("nth", mask, _drawn(writer, number, count, mask)), first)
    return _counted(writer, s)


def _drawn(writer: Writer, number: int, count: Code, among: Code | None = None) -> Code:
    register = writer.register()
    if among is not None:
        writer.emit(("among", among))
    writer.emit(("draw", register, number, count))
    return ("v", register)


def _as_mask(writer: Writer, loop: Loop) -> tuple[Code, int, bool] | None:
    """Give the candidates as a mask, the first element, and whether the mask is all of it."""
    if not isinstance(loop.source, FromSet):
        return None
    loop = narrowing.narrowed(writer.store, loop)
    assert isinstance(loop.source, FromSet)
    t = element(loop.source.set.type)
    if loop.where is None and loop.stop is None:
        mask = writer.expr(loop.source.set)
        full = isinstance(loop.source.set, Const) and mask == writer.store.shapes.full(t)
        return mask, offset(t), full
    found = writer.keep(0)

    def add() -> None:
        one = values.singleton(writer, writer.env[loop.var.id], loop.var.type, t)
        writer.set(found[1], ("bor", found, one))

    sources.over(writer, loop, add)
    return found, offset(t), False


def _counted(writer: Writer, s: Draw) -> tuple[Code, Pick]:
    """Count first, then go to the element: equal elements weigh each."""
    number = site(writer, s, False, 0)
    count = writer.keep(0)
    sources.over(writer, s.loop, lambda: writer.set(count[1], ("add", count, 1)))

    def pick() -> Code:
        left = writer.keep(_drawn(writer, number, count))
        found = writer.keep(-1)
        depth = len(writer.loops)

        def hit() -> None:
            writer.set(found[1], writer.env[s.loop.var.id])
            writer.leave(writer.loops[depth])

        def each() -> None:
            writer.branch(("eq", left, 0), hit)
            writer.set(left[1], ("sub", left, 1))

        sources.over(writer, s.loop, each)
        return found

    return count, pick


def shuffle(writer: Writer, s: Shuffle) -> None:
    """Shuffle a pile."""
    name = writer.store.program.slots[s.place.slot].name if s.place.slot >= 0 else "box"
    number = writer.store.chance(f"{s.address or writer.address}/shuffle {name}", s.at, public=False)
    at = places.existing(writer, s.place)
    if s.place.slot in writer.store.revealed:
        at = writer.lasting(at)
        stores.hide(writer, s.place.slot, at)
    writer.emit(("shuffle", at, number))


__all__ = ["SetOf", "candidates", "draw", "shuffle"]

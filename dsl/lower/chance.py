"""Chance: drawing an element, and shuffling."""

from __future__ import annotations

from collections.abc import Callable

from ..core import Const, Draw, FromPile, FromRange, FromSet, Load, Loop, Place, SetOf, Shuffle
from ..ir import Code
from . import expr, fold, place, ranging
from .builder import Writer
from .shape import element, key_name, offset
from .store import Emit
from .walk import inside

Pick = Callable[[], Code]


def site(w: Writer, s: Draw, direct: bool, first: int) -> int:
    """Give a draw its chance site; a result is `first` + k where every k stands for its element."""
    name = f"{s.address or w.address}/draw {s.loop.var.name}"
    kind = key_name(s.loop.var.type)
    return w.store.chance(name, s.at, kind if direct else "", first, _public(w, s.loop), kind)


def _public(w: Writer, loop: Loop) -> bool:
    """Does everybody see what is drawn from? Otherwise the result itself is nobody's to see."""
    read = {node.slot for node in inside(loop) if isinstance(node, Load | Place)} - {-1}
    return all(w.store.program.slots[slot].visibility == "public" for slot in read)


def draw(w: Writer, s: Draw, rest: Emit) -> None:
    """Draw an element and go on with it; over nothing, go on after the rest."""
    count, pick = candidates(w, s)

    def drawn() -> None:
        w.bind(s.loop.var, w.lasting(pick()))
        rest()

    w.branch(fold.compare("gt", count, 0), drawn)


def candidates(w: Writer, s: Draw) -> tuple[Code, Pick]:
    """Count what can be drawn; the second result draws and gives the element."""
    loop = s.loop
    source = loop.source
    plain = loop.where is None and loop.stop is None
    if plain and isinstance(source, FromRange):
        lo, hi = w.lasting(w.expr(source.lo)), w.expr(source.hi)
        direct = isinstance(lo, int)
        number = site(w, s, direct, lo if direct else 0)
        count = w.hold(fold.add(fold.sub(hi, lo), 1))
        return count, lambda: fold.add(_drawn(w, number, count), lo)
    if plain and isinstance(source, FromPile) and source.place.slot >= 0:
        number = site(w, s, False, 0)
        at = w.lasting(place.number(w, source.place))
        count = w.keep(["psize", at])
        mask = w.keep(["pset", at])
        return count, lambda: ["nth", mask, _drawn(w, number, count, mask)]
    mask_source = _as_mask(w, loop)
    if mask_source is not None:
        mask, first, full = mask_source
        number = site(w, s, full, first)
        mask = w.hold(mask)
        count = w.hold(fold.size(mask))
        if full:
            return count, lambda: fold.add(_drawn(w, number, count, mask), first)
        return count, lambda: fold.add(["nth", mask, _drawn(w, number, count, mask)], first)
    return _counted(w, s)


def _drawn(w: Writer, number: int, count: Code, among: Code | None = None) -> Code:
    register = w.register()
    if among is not None:
        w.emit(["among", among])
    w.emit(["draw", register, number, count])
    return ["v", register]


def _as_mask(w: Writer, loop: Loop) -> tuple[Code, int, bool] | None:
    """Give the candidates as a mask, the first element, and whether the mask is all of it."""
    if not isinstance(loop.source, FromSet):
        return None
    loop = ranging.narrowed(w.store, loop)
    assert isinstance(loop.source, FromSet)
    t = element(loop.source.set.type)
    if loop.where is None and loop.stop is None:
        mask = w.expr(loop.source.set)
        full = isinstance(loop.source.set, Const) and mask == w.store.shapes.full(t)
        return mask, offset(t), full
    found = w.keep(0)

    def add() -> None:
        one = expr.singleton(w, w.env[loop.var.id], loop.var.type, t)
        w.set(found[1], ["bor", found, one])

    ranging.over(w, loop, add)
    return found, offset(t), False


def _counted(w: Writer, s: Draw) -> tuple[Code, Pick]:
    """Count first, then go to the element: equal elements weigh each."""
    number = site(w, s, False, 0)
    count = w.keep(0)
    ranging.over(w, s.loop, lambda: w.set(count[1], ["add", count, 1]))

    def pick() -> Code:
        left = w.keep(_drawn(w, number, count))
        found = w.keep(-1)
        depth = len(w.loops)

        def hit() -> None:
            w.set(found[1], w.env[s.loop.var.id])
            w.leave(w.loops[depth])

        def each() -> None:
            w.branch(["eq", left, 0], hit)
            w.set(left[1], ["sub", left, 1])

        ranging.over(w, s.loop, each)
        return found

    return count, pick


def shuffle(w: Writer, s: Shuffle) -> None:
    """Shuffle a pile."""
    name = w.store.program.slots[s.place.slot].name if s.place.slot >= 0 else "box"
    number = w.store.chance(f"{s.address or w.address}/shuffle {name}", s.at, public=False)
    w.emit(["shuffle", place.existing(w, s.place), number])


__all__ = ["SetOf", "candidates", "draw", "shuffle"]

"""Quantifiers: sum, count, any, all, no, max, min, most, least, first, collect. One pass each."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..core import Expr, FromPile, FromSet, Loop, PileSize, Quant
from ..ir import Code
from . import expr, fold, loose, place, ranging
from .shape import InternalError, element, may_be_none, none_of, offset, same_elements
from .walk import is_local

if TYPE_CHECKING:
    from .builder import Writer

BEYOND = 2**31  # greater than every number


def lower(w: Writer, e: Quant) -> Code:
    """Lower a quantifier to a loop and a register, or to an operation on masks."""
    loops = _loops(w, e)
    short = _by_mask(w, e, loops)
    if short is not None:
        return short
    if e.word in ("any", "no"):
        return _decide(w, loops, None, int(e.word == "any"))
    if e.word == "all":
        return _decide(w, loops, e.result, 0)
    if e.word == "first":
        return _first(w, e, loops)
    if e.word in ("most", "least"):
        return _extreme_set(w, e, loops)
    if e.word in ("max", "min"):
        return _extreme(w, e, loops)
    total = w.register()
    w.set(total, 0)
    value: Code = ["v", total]

    def each() -> None:
        if e.word == "count":
            w.set(total, ["add", value, 1])
        elif e.word == "sum":
            w.set(total, fold.add(value, w.expr(_result(e))))
        elif e.word == "collect":
            found = w.expr(_result(e))
            w.set(total, ["bor", value, expr.singleton(w, found, _result(e).type, element(e.type))])
        else:
            raise InternalError(f"there is no quantifier {e.word}")

    ranging.nest(w, loops, each, e.result, e.word in loose.WORDS)
    return expr.ranged(w, value, e)


def _loops(w: Writer, e: Quant) -> tuple[Loop, ...]:
    """Give the loops with their sets made smaller, unless these need not be made at all."""
    loops = []
    for n, loop in enumerate(e.loops, 1):
        through = e.word in loose.WORDS and loose.may_go_through(w, loop, e.loops[n:], e.result)
        loops.append(loop if through else ranging.narrowed(w.store, loop))
    return tuple(loops)


def _result(e: Quant) -> Expr:
    if e.result is None:
        raise InternalError(f"{e.word} has no result")
    return e.result


def _by_mask(w: Writer, e: Quant, loops: tuple[Loop, ...]) -> Code | None:
    """Answer without a loop, where a set as a whole is asked."""
    if len(loops) != 1 or loops[0].where is not None or loops[0].stop is not None:
        return None
    loop = loops[0]
    if isinstance(loop.source, FromPile) and e.word in ("count", "any", "no") and loop.source.place.slot >= 0:
        count = place.size(w, PileSize(loop.source.place, type=e.type))
        return count if e.word == "count" else fold.compare("gt" if e.word == "any" else "eq", count, 0)
    if not isinstance(loop.source, FromSet):
        return None
    if e.word in ("any", "no") and loose.may_go_through(w, loop, (), None):
        return None
    if e.word in ("count", "any", "no"):
        mask = w.expr(loop.source.set)
        return fold.size(mask) if e.word == "count" else fold.compare("ne" if e.word == "any" else "eq", mask, 0)
    if e.word == "collect" and is_local(e.result, loop.var.id):
        if same_elements(element(loop.source.set.type), element(e.type)):
            return w.expr(loop.source.set)
    elif e.word == "first" and is_local(e.result, loop.var.id):
        return expr.lowest(w, w.expr(loop.source.set), element(loop.source.set.type))
    return None


def _decide(w: Writer, loops: tuple[Loop, ...], test: Expr | None, found: int) -> Code:
    """Set a flag at the first element (for which `test` does not hold)."""
    flag = w.register()
    w.set(flag, 1 - found)
    depth = len(w.loops)

    def hit() -> None:
        w.set(flag, found)
        w.leave(w.loops[depth])

    def each() -> None:
        if test is None:
            hit()
        else:
            w.branch(fold.negate(w.expr(test)), hit)

    ranging.nest(w, loops, each, test, any_order=True)
    return ["v", flag]


def returns(w: Writer, e: Quant) -> bool:
    """Return from the function inside the loop, for quantifiers that can; tell whether that was done."""
    if e.word not in ("any", "no", "all", "first"):
        return False
    loops = _loops(w, e)
    short = _by_mask(w, e, loops)
    if short is not None:
        w.emit(["ret", short])
        return True

    def each() -> None:
        if e.word == "first":
            w.emit(["ret", w.expr(_result(e))])
        elif e.word == "all":
            w.branch(fold.negate(w.expr(_result(e))), lambda: w.emit(["ret", 0]))
        else:
            w.emit(["ret", int(e.word == "any")])

    ranging.nest(w, loops, each, e.result, e.word in loose.WORDS)
    w.emit(["ret", none_of(e.type) if e.word == "first" else int(e.word != "any")])
    return True


def _first(w: Writer, e: Quant, loops: tuple[Loop, ...]) -> Code:
    result = w.register()
    w.set(result, none_of(e.type))
    depth = len(w.loops)

    def each() -> None:
        w.set(result, w.expr(_result(e)))
        w.leave(w.loops[depth])

    ranging.nest(w, loops, each, e.result, e.word in loose.WORDS)
    return ["v", result]


def _extreme(w: Writer, e: Quant, loops: tuple[Loop, ...]) -> Code:
    best = w.register()
    nothing = none_of(e.type) if e.word == "max" else BEYOND
    w.set(best, nothing)

    def each() -> None:
        value = w.hold(w.expr(_result(e)))
        w.branch(["gt" if e.word == "max" else "lt", value, ["v", best]], lambda: w.set(best, value))

    ranging.nest(w, loops, each, e.result, e.word in loose.WORDS)
    if e.word == "min" and may_be_none(e.type):
        return w.keep(["if", ["eq", ["v", best], BEYOND], none_of(e.type), ["v", best]])
    return ["v", best]


def _extreme_set(w: Writer, e: Quant, loops: tuple[Loop, ...]) -> Code:
    best, found = w.register(), w.register()
    w.set(best, -BEYOND if e.word == "most" else BEYOND)
    w.set(found, 0)
    var = loops[-1].var
    test = "gt" if e.word == "most" else "lt"

    def each() -> None:
        value = w.hold(w.expr(_result(e)))
        one = fold.bit(fold.sub(w.env[var.id], offset(var.type)))

        def better() -> None:
            w.set(best, value)
            w.set(found, one)

        def equal() -> None:
            w.branch(["eq", value, ["v", best]], lambda: w.set(found, ["bor", ["v", found], one]))

        w.branch([test, value, ["v", best]], better, equal)

    ranging.nest(w, loops, each, e.result, e.word in loose.WORDS)
    return ["v", found]

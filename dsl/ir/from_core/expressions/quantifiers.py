"""Quantifiers: sum, count, any, all, no, max, min, most, least, first, collect. One pass each."""

from __future__ import annotations

from regelwerk.dsl.core import Expr, FromPile, FromSet, Loop, PileSize, Quant
from regelwerk.dsl.core.substitution import is_local
from regelwerk.dsl.core.type_rules import may_be_none, none_of
from regelwerk.dsl.ir import Code
from regelwerk.dsl.ir.optimise import narrowing, set_fusion
from regelwerk.dsl.ir.shapes import InternalError, element, offset, same_elements

from .. import fold
from ..builder import Writer
from . import places, sources, values

BEYOND = 2**31  # greater than every number


def lower(writer: Writer, e: Quant) -> Code:
    """Lower a quantifier to a loop and a register, or to an operation on masks."""
    loops = _loops(writer, e)
    short = _by_mask(writer, e, loops)
    if short is not None:
        return short
    if e.word in ("any", "no"):
        return _decide(writer, loops, None, int(e.word == "any"))
    if e.word == "all":
        return _decide(writer, loops, e.result, 0)
    if e.word == "first":
        return _first(writer, e, loops)
    if e.word in ("most", "least"):
        return _extreme_set(writer, e, loops)
    if e.word in ("max", "min"):
        return _extreme(writer, e, loops)
    total = writer.register()
    writer.set(total, int(e.word == "sums"))  # of nothing, 0 is a sum
    value: Code = ("v", total)

    def each() -> None:
        if e.word == "count":
            writer.set(total, ("add", value, 1))
        elif e.word == "sum":
            writer.set(total, fold.add(value, writer.expr(_result(e))))
        elif e.word == "collect":
            found = writer.expr(_result(e))
            writer.set(total, ("bor", value, values.singleton(writer, found, _result(e).type, element(e.type))))
        elif e.word == "sums":
            _add_to_each(writer, total, writer.hold(writer.expr(_result(e))), writer.store.shapes.size(element(e.type)))
        else:
            raise InternalError(f"there is no quantifier {e.word}")

    sources.nest(writer, loops, each, e.result, e.word in set_fusion.WORDS)
    return values.ranged(writer, value, e)


WORD = 64


def _add_to_each(writer: Writer, sums: int, value: Code, size: int) -> None:
    """Note what sums become when one more number may be added to each."""
    before, known = writer.register(), writer.keep(("v", sums))
    room = fold.sub(size, value)

    def add() -> None:
        grown: Code = ("bor", ("v", sums), ("bit", ("add", ("v", before), value)))
        writer.branch(("lt", ("v", before), room), lambda: writer.set(sums, grown))

    writer.loop(("bits", before, known), size, 0, add)
    if size > WORD:  # says how wide it can become
        writer.set(sums, ("band", ("v", sums), (1 << size) - 1))


def _loops(writer: Writer, e: Quant) -> tuple[Loop, ...]:
    """Give the loops with their sets made smaller, unless these need not be made at all."""
    loops = []
    for n, loop in enumerate(e.loops, 1):
        through = e.word in set_fusion.WORDS and set_fusion.may_go_through(writer, loop, e.loops[n:], e.result)
        loops.append(loop if through else narrowing.narrowed(writer.store, loop))
    return tuple(loops)


def _result(e: Quant) -> Expr:
    if e.result is None:
        raise InternalError(f"{e.word} has no result")
    return e.result


def _by_mask(writer: Writer, e: Quant, loops: tuple[Loop, ...]) -> Code | None:
    """Answer without a loop, where a set as a whole is asked."""
    if len(loops) != 1 or loops[0].where is not None or loops[0].stop is not None:
        return None
    loop = loops[0]
    if isinstance(loop.source, FromPile) and e.word in ("count", "any", "no") and loop.source.place.slot >= 0:
        count = places.size(writer, PileSize(loop.source.place, type=e.type))
        return count if e.word == "count" else fold.compare("gt" if e.word == "any" else "eq", count, 0)
    if not isinstance(loop.source, FromSet):
        return None
    if e.word in ("any", "no") and set_fusion.may_go_through(writer, loop, (), None):
        return None
    if e.word in ("count", "any", "no"):
        mask = writer.expr(loop.source.set)
        return fold.size(mask) if e.word == "count" else fold.compare("ne" if e.word == "any" else "eq", mask, 0)
    if e.word == "collect" and is_local(e.result, loop.var.id):
        if same_elements(element(loop.source.set.type), element(e.type)):
            return writer.expr(loop.source.set)
    elif e.word == "first" and is_local(e.result, loop.var.id):
        return values.lowest(writer, writer.expr(loop.source.set), element(loop.source.set.type))
    return None


def _decide(writer: Writer, loops: tuple[Loop, ...], test: Expr | None, found: int) -> Code:
    """Set a flag at the first element (for which `test` does not hold)."""
    flag = writer.register()
    writer.set(flag, 1 - found)
    depth = len(writer.loops)

    def hit() -> None:
        writer.set(flag, found)
        writer.leave(writer.loops[depth])

    def each() -> None:
        if test is None:
            hit()
        else:
            writer.branch(fold.negate(writer.expr(test)), hit)

    sources.nest(writer, loops, each, test, any_order=True)
    return ("v", flag)


def returns(writer: Writer, e: Quant) -> bool:
    """Return from the function inside the loop, for quantifiers that can; tell whether that was done."""
    if e.word not in ("any", "no", "all", "first"):
        return False
    loops = _loops(writer, e)
    short = _by_mask(writer, e, loops)
    if short is not None:
        writer.emit(("ret", short))
        return True

    def each() -> None:
        if e.word == "first":
            writer.emit(("ret", writer.expr(_result(e))))
        elif e.word == "all":
            writer.branch(fold.negate(writer.expr(_result(e))), lambda: writer.emit(("ret", 0)))
        else:
            writer.emit(("ret", int(e.word == "any")))

    sources.nest(writer, loops, each, e.result, e.word in set_fusion.WORDS)
    writer.emit(("ret", none_of(e.type) if e.word == "first" else int(e.word != "any")))
    return True


def _first(writer: Writer, e: Quant, loops: tuple[Loop, ...]) -> Code:
    result = writer.register()
    writer.set(result, none_of(e.type))
    depth = len(writer.loops)

    def each() -> None:
        writer.set(result, writer.expr(_result(e)))
        writer.leave(writer.loops[depth])

    sources.nest(writer, loops, each, e.result, e.word in set_fusion.WORDS)
    return ("v", result)


def _extreme(writer: Writer, e: Quant, loops: tuple[Loop, ...]) -> Code:
    best = writer.register()
    nothing = none_of(e.type) if e.word == "max" else BEYOND
    writer.set(best, nothing)

    def each() -> None:
        value = writer.hold(writer.expr(_result(e)))
        writer.branch(("gt" if e.word == "max" else "lt", value, ("v", best)), lambda: writer.set(best, value))

    sources.nest(writer, loops, each, e.result, e.word in set_fusion.WORDS)
    if e.word == "min" and may_be_none(e.type):
        return writer.keep(("if", ("eq", ("v", best), BEYOND), none_of(e.type), ("v", best)))
    return ("v", best)


def _extreme_set(writer: Writer, e: Quant, loops: tuple[Loop, ...]) -> Code:
    best, found = writer.register(), writer.register()
    writer.set(best, -BEYOND if e.word == "most" else BEYOND)
    writer.set(found, 0)
    var = loops[-1].var
    test = "gt" if e.word == "most" else "lt"

    def each() -> None:
        value = writer.hold(writer.expr(_result(e)))
        one = fold.bit(fold.sub(writer.env[var.id], offset(var.type)))

        def better() -> None:
            writer.set(best, value)
            writer.set(found, one)

        def equal() -> None:
            writer.branch(("eq", value, ("v", best)), lambda: writer.set(found, ("bor", ("v", found), one)))

        writer.branch(fold.compare(test, value, ("v", best)), better, equal)

    sources.nest(writer, loops, each, e.result, e.word in set_fusion.WORDS)
    return ("v", found)

"""Ways over a finite set of things: what can be reached, how far it is, and the best pairing."""

from __future__ import annotations

from regelwerk.dsl.core import NONE_NUM, Distance, Expr, Pairing, Reach, Ref, SetOf, Type, Var
from regelwerk.dsl.ir import Code
from regelwerk.dsl.ir.optimise import loop_invariants
from regelwerk.dsl.ir.shapes import element, offset

from .. import builder, fold
from ..builder import Writer
from . import values


def _mask(writer: Writer, e: Expr, node: Type) -> Code:
    """Give a start or goal as a mask; it may be one thing or a set."""
    if isinstance(e.type, SetOf):
        return writer.expr(e)
    assert not isinstance(node, SetOf)
    return values.singleton(writer, writer.expr(e), e.type, node)  # type: ignore[arg-type]


def _spread(writer: Writer, var: Var, steps: Expr, front: int, size: int) -> None:
    """Replace the front by everything one step away."""
    new, x = writer.register(), writer.register()
    writer.set(new, 0)
    writer.bind(var, fold.add(("v", x), offset(var.type)))

    def each() -> None:
        writer.set(new, ("bor", ("v", new), writer.expr(steps)))

    writer.loop(("bits", x, ("v", front)), size, 0, each)
    writer.set(front, ("v", new))


def reach(writer: Writer, e: Reach) -> Code:
    """Give everything that can be reached, the start included."""
    node = element(e.type)
    size = writer.store.shapes.size(node)
    seen, front = writer.register(), writer.register()
    writer.set(seen, _mask(writer, e.start, node))
    writer.set(front, ("v", seen))

    def level() -> None:
        _spread(writer, e.var, e.next, front, size)
        writer.set(front, ("bandn", ("v", front), ("v", seen)))
        writer.set(seen, ("bor", ("v", seen), ("v", front)))

    with loop_invariants.kept(writer, (e.next,), e.var):
        writer.loop(("while", ("ne", ("v", front), 0)), size, 0, level)
    return ("v", seen)


def distance(writer: Writer, e: Distance) -> Code:
    """Give the least number of steps, or the least cost."""
    if e.cost is not None:
        return _cheapest(writer, e)
    node = e.var.type
    size = writer.store.shapes.size(node)
    goal = writer.hold(_mask(writer, e.goal, node))
    front, seen, steps, result = (writer.register() for _ in range(4))
    writer.set(front, _mask(writer, e.start, node))
    writer.set(seen, ("v", front))
    writer.set(steps, 0)
    writer.set(result, NONE_NUM)

    def found() -> None:
        writer.set(result, ("v", steps))
        writer.emit(("break",))

    def level() -> None:
        writer.branch(("ne", ("band", ("v", front), goal), 0), found)
        _spread(writer, e.var, e.next, front, size)
        writer.set(front, ("bandn", ("v", front), ("v", seen)))
        writer.set(seen, ("bor", ("v", seen), ("v", front)))
        writer.set(steps, ("add", ("v", steps), 1))

    with loop_invariants.kept(writer, (e.next,), e.var):
        writer.loop(("while", ("ne", ("v", front), 0)), size, 0, level)
    return ("v", result)


def _helper(writer: Writer, e: Expr, params: tuple[Var, ...], captured: list[Var], wanted: Expr | None = None) -> int:
    """Make a function of bits (not elements) and captured names."""
    outside = builder.reachable(writer.env)
    inner = builder.function(writer.store, writer.address, (*params, *captured), outside)
    for p in params:
        inner.bind(p, fold.add(inner.env[p.id], offset(p.type)))
    pending = writer.store.function()
    if wanted is not None:
        inner.when(wanted, lambda: inner.emit(("ret", inner.expr(e))))
        inner.emit(("ret", NONE_NUM))
    else:
        inner.emit(("ret", inner.expr(e)))
    inner.finish(pending, f"part of {writer.address}", len(params) + len(captured), False)
    return pending.number


def _captured(writer: Writer, trees: tuple[object, ...], own: tuple[Var, ...]) -> list[Var]:
    outside = builder.reachable(writer.env)
    names = {v.id for v in own}
    found = {k: v for t in trees if t is not None for k, v in writer.store.facts.uses.free(t).items()}
    return [v for k, v in found.items() if k not in names and k not in outside]


def _cheapest(writer: Writer, e: Distance) -> Code:
    assert e.to is not None
    assert e.cost is not None
    captured = _captured(writer, (e.next, e.cost), (e.var, e.to))
    next_step = _helper(writer, e.next, (e.var,), captured)
    cost = _helper(writer, e.cost, (e.var, e.to), captured)
    values = [writer.env[v.id] for v in captured]
    node = e.var.type
    first = offset(node)
    size = writer.store.shapes.size(node)
    writer.work += size * 8
    if not isinstance(e.start.type, SetOf) and not isinstance(e.goal.type, SetOf):
        start, goal = fold.sub(writer.expr(e.start), first), fold.sub(writer.expr(e.goal), first)
        return ("dijkstra", start, goal, next_step, cost, values)
    starts, goals = writer.hold(_mask(writer, e.start, node)), writer.hold(_mask(writer, e.goal, node))
    best, a, b = writer.register(), writer.register(), writer.register()
    writer.set(best, NONE_NUM)

    def pair() -> None:
        way = writer.keep(("dijkstra", ("v", a), ("v", b), next_step, cost, values))
        better: Code = ("or", ("eq", ("v", best), NONE_NUM), ("lt", way, ("v", best)))
        writer.branch(("and", ("ne", way, NONE_NUM), better), lambda: writer.set(best, way))

    writer.loop(("bits", a, starts), size, 0, lambda: writer.loop(("bits", b, goals), size, 0, pair))
    return ("v", best)


def pairing(writer: Writer, e: Pairing) -> Code:
    """Give the greatest total over disjoint pairs."""
    captured = _captured(writer, (e.where, e.result), (e.a, e.b))
    number = _helper(writer, e.result, (e.a, e.b), captured, e.where)
    mask = writer.expr(e.set)
    size = writer.store.shapes.size(element(e.set.type))
    writer.work += size * size
    return ("pairs", mask, number, [writer.env[v.id] for v in captured])


__all__ = ["Ref", "distance", "pairing", "reach"]

"""Ways over a finite set of things: what can be reached, how far it is, and the best pairing."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..core import NONE_NUM, Distance, Expr, Pairing, Reach, Ref, SetOf, Type, Var
from ..ir import Code
from . import builder, expr, fold, memo
from .shape import element, offset

if TYPE_CHECKING:
    from .builder import Writer


def _mask(w: Writer, e: Expr, node: Type) -> Code:
    """Give a start or goal as a mask; it may be one thing or a set."""
    if isinstance(e.type, SetOf):
        return w.expr(e)
    assert not isinstance(node, SetOf)
    return expr.singleton(w, w.expr(e), e.type, node)  # type: ignore[arg-type]


def _spread(w: Writer, var: Var, steps: Expr, front: int, size: int) -> None:
    """Replace the front by everything one step away."""
    new, x = w.register(), w.register()
    w.set(new, 0)
    w.bind(var, fold.add(["v", x], offset(var.type)))

    def each() -> None:
        w.set(new, ["bor", ["v", new], w.expr(steps)])

    w.loop(["bits", x, ["v", front]], size, 0, each)
    w.set(front, ["v", new])


def reach(w: Writer, e: Reach) -> Code:
    """Give everything that can be reached, the start included."""
    node = element(e.type)
    size = w.store.shapes.size(node)
    seen, front = w.register(), w.register()
    w.set(seen, _mask(w, e.start, node))
    w.set(front, ["v", seen])

    def level() -> None:
        _spread(w, e.var, e.next, front, size)
        w.set(front, ["bandn", ["v", front], ["v", seen]])
        w.set(seen, ["bor", ["v", seen], ["v", front]])

    with memo.kept(w, (e.next,), e.var):
        w.loop(["while", ["ne", ["v", front], 0]], size, 0, level)
    return ["v", seen]


def distance(w: Writer, e: Distance) -> Code:
    """Give the least number of steps, or the least cost."""
    if e.cost is not None:
        return _cheapest(w, e)
    node = e.var.type
    size = w.store.shapes.size(node)
    goal = w.hold(_mask(w, e.goal, node))
    front, seen, steps, result = (w.register() for _ in range(4))
    w.set(front, _mask(w, e.start, node))
    w.set(seen, ["v", front])
    w.set(steps, 0)
    w.set(result, NONE_NUM)

    def found() -> None:
        w.set(result, ["v", steps])
        w.emit(["break"])

    def level() -> None:
        w.branch(["ne", ["band", ["v", front], goal], 0], found)
        _spread(w, e.var, e.next, front, size)
        w.set(front, ["bandn", ["v", front], ["v", seen]])
        w.set(seen, ["bor", ["v", seen], ["v", front]])
        w.set(steps, ["add", ["v", steps], 1])

    with memo.kept(w, (e.next,), e.var):
        w.loop(["while", ["ne", ["v", front], 0]], size, 0, level)
    return ["v", result]


def _helper(w: Writer, e: Expr, params: tuple[Var, ...], captured: list[Var], wanted: Expr | None = None) -> int:
    """Make a function of bits (not elements) and captured names."""
    outside = builder.reachable(w.env)
    inner = builder.function(w.store, w.address, (*params, *captured), outside)
    for p in params:
        inner.bind(p, fold.add(inner.env[p.id], offset(p.type)))
    pending = w.store.function()
    if wanted is not None:
        inner.when(wanted, lambda: inner.emit(["ret", inner.expr(e)]))
        inner.emit(["ret", NONE_NUM])
    else:
        inner.emit(["ret", inner.expr(e)])
    inner.finish(pending, f"part of {w.address}", len(params) + len(captured), False)
    return pending.number


def _captured(w: Writer, trees: tuple[object, ...], own: tuple[Var, ...]) -> list[Var]:
    outside = builder.reachable(w.env)
    names = {v.id for v in own}
    found = {k: v for t in trees if t is not None for k, v in w.store.facts.uses.free(t).items()}
    return [v for k, v in found.items() if k not in names and k not in outside]


def _cheapest(w: Writer, e: Distance) -> Code:
    assert e.to is not None
    assert e.cost is not None
    captured = _captured(w, (e.next, e.cost), (e.var, e.to))
    next_step = _helper(w, e.next, (e.var,), captured)
    cost = _helper(w, e.cost, (e.var, e.to), captured)
    values = [w.env[v.id] for v in captured]
    node = e.var.type
    first = offset(node)
    size = w.store.shapes.size(node)
    w.work += size * 8
    if not isinstance(e.start.type, SetOf) and not isinstance(e.goal.type, SetOf):
        start, goal = fold.sub(w.expr(e.start), first), fold.sub(w.expr(e.goal), first)
        return ["dijkstra", start, goal, next_step, cost, values]
    starts, goals = w.hold(_mask(w, e.start, node)), w.hold(_mask(w, e.goal, node))
    best, a, b = w.register(), w.register(), w.register()
    w.set(best, NONE_NUM)

    def pair() -> None:
        way = w.keep(["dijkstra", ["v", a], ["v", b], next_step, cost, values])
        better = ["or", ["eq", ["v", best], NONE_NUM], ["lt", way, ["v", best]]]
        w.branch(["and", ["ne", way, NONE_NUM], better], lambda: w.set(best, way))

    w.loop(["bits", a, starts], size, 0, lambda: w.loop(["bits", b, goals], size, 0, pair))
    return ["v", best]


def pairing(w: Writer, e: Pairing) -> Code:
    """Give the greatest total over disjoint pairs."""
    captured = _captured(w, (e.where, e.result), (e.a, e.b))
    number = _helper(w, e.result, (e.a, e.b), captured, e.where)
    mask = w.expr(e.set)
    size = w.store.shapes.size(element(e.set.type))
    w.work += size * size
    return ["pairs", mask, number, [w.env[v.id] for v in captured]]


__all__ = ["Ref", "distance", "pairing", "reach"]

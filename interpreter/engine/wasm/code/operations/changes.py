"""Changes: what changes the table, takes chance, tells something, or fails."""

from __future__ import annotations

from regelwerk.dsl.ir.operations import Expression
from regelwerk.interpreter.analysis.code import all_expressions

from ... import memory as mem
from ... import spans
from ...encode import I32
from ..emitter import Emitter
from ..memoised import forget
from .cells import add_start, save
from .conditions import condition
from .loops import into

MOST_WORK = 2**40  # of one charge


def tick(em: Emitter, e: Expression, span: int) -> None:
    c = em.c
    at = em.base() - 8
    em.number(e)
    em.stack.within(spans.number(em.known(e)), -MOST_WORK, MOST_WORK)
    t = c.local()
    c.set(t)
    c.i32(0).read(at).get(t).op("i64.add").tee(t).load("i64.store", at)
    c.get(t).i64(em.p.limits.ticks).op("i64.gt_s").trap_if()
    c.free(t)


def move(em: Emitter, kind: int, component: Expression, place: Expression, under: int, _: int) -> None:
    c = em.c
    movable = em.p.compiled.movables[kind]
    region = em.p.loc_regions[kind]
    save(em, region.big)
    t = c.local()
    found = spans.number(em.known(component))
    em.number(component)
    if found[0] < 0:
        c.tee(t).i64(0).op("i64.lt_s")
        c.if_()
        em.stumble()
        c.end()
        c.get(t)
    em.stack.within(spans.common(found, (0, spans.HIGHEST)), 0, region.start + region.count - 1 - movable.loc)
    c.tee(t).op("i32.wrap_i64").i32(region.size).op("i32.mul")
    c.i32(em.base() + region.at + (movable.loc - region.start) * region.size).op("i32.add")
    add_start(em, region)
    c.get(t)
    c.free(t)
    em.number(place)
    forget(em.p, c, em.p.memos.written(region, *em.p.place_regions))
    c.i32(under).call(em.p.helper("move"))
    if em.p.move_may_fail:
        em.leave_on_signal()


def _chance(em: Emitter, site: int) -> None:
    at, step = em.p.chances[site]
    em.c.i32(at).i64(step).i32(site)


def shuffle(em: Emitter, place: Expression, site: int) -> None:
    em.number(place)
    _chance(em, site)
    forget(em.p, em.c, em.p.memos.written(*em.p.place_regions))
    em.c.call(em.p.helper("shuffle"))
    em.leave_on_signal()


def draw(em: Emitter, n: int, site: int, bound: Expression) -> None:
    em.number(bound)
    _chance(em, site)
    em.c.call(em.p.helper("draw"))
    into(em, n)
    em.leave_on_signal()


def among(em: Emitter, elements: Expression) -> None:
    pass  # only if chance comes from outside


def note(em: Emitter, change: int, e: Expression) -> None:
    pass  # only for explanations


def needs(em: Emitter, cond: Expression, text: int, args: list[Expression], span: int) -> None:
    c = em.c
    condition(em, cond)
    c.op("i32.eqz")
    c.if_()
    for arg in args:
        if isinstance(arg, tuple) and any(isinstance(x, tuple) and x[0] != "v" for x in all_expressions(arg)):
            _dropped(em, arg)  # it may take work, or fail
    c.read(mem.EXPLAIN, "i32.load")
    c.if_()
    c.i32(0).i32(1).load("i32.store", mem.NOTED)
    c.else_()
    em.fail(mem.UNMET)
    c.end()
    c.end()


def _dropped(em: Emitter, e: Expression) -> None:
    for _ in range(max(1, em.natural(e))):
        em.c.op("drop")


def fail(em: Emitter, text: int, args: list[Expression], span: int) -> None:
    em.c.trap()


def say(em: Emitter, text: int, args: list[Expression]) -> None:
    _event(em, mem.SAY, text, args)


def event(em: Emitter, n: int, args: list[Expression]) -> None:
    _event(em, mem.EVENT, n, args)


def _event(em: Emitter, kind: int, n: int, args: list[Expression]) -> None:
    """Write an event down if somebody listens: kind, number, and each argument with its form."""
    c = em.c
    c.read(mem.LISTENING, "i32.load")
    c.if_()
    kept: list[tuple[int, list[int]]] = []
    for arg in args:
        form = em.natural(arg)
        kept.append((form, em.stack.held(max(1, form))))
    for value in (kind, n, len(args)):
        c.i64(value).call(em.p.helper("wrote"))
    for form, held in kept:
        c.i64(form).call(em.p.helper("wrote"))
        for word in held:
            c.get(word).call(em.p.helper("wrote"))
        c.free(*held)
    c.end()


def opt(em: Emitter, code: Expression) -> None:
    c = em.c
    t = c.local(I32)
    em.number(code)
    em.stack.within(spans.number(em.known(code)), 0, spans.HIGHEST)
    u = c.local()
    c.set(u)
    c.read(mem.OPTIONS, "i32.load").tee(t).get(u).load("i64.store")
    c.i32(0).get(t).i32(8).op("i32.add").tee(t).load("i32.store", mem.OPTIONS)
    c.get(t).i32(em.p.options_end).op("i32.ge_u").trap_if()
    c.free(t, u)

"""Procedures: blocks put in order, joined where nothing stops between them, with their units and risks."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import cast

from regelwerk.dsl import ir
from regelwerk.dsl.core import Proc
from regelwerk.dsl.ir import Code
from regelwerk.dsl.ir.analysis.outcomes import NEVER, ROUND
from regelwerk.dsl.ir.operations import Block, Ending
from regelwerk.dsl.ir.shapes import type_name
from regelwerk.dsl.source import NOWHERE

from ..store import Store
from . import simple
from .cutting import write_all
from .frames import Draft, Frame


def procedures(store: Store) -> list[ir.Proc]:
    """Lower all procedures, callers first: a frame starts where those of all callers have ended."""
    facts = store.facts
    made: dict[int, ir.Proc] = {}
    base: dict[int, int] = {}
    secret = {n for d in facts.procs for n in d.together}
    for n in facts.order():
        proc = store.program.procs[n]
        at = base.get(n, store.layout.frames)
        if facts.stops(n):
            made[n] = _lower(store, proc, at)
            end = at + made[n].size
            for m in facts.callees(n):
                base[m] = max(base.get(m, store.layout.frames), end)
        else:
            made[n] = _wrapper(store, proc)
        made[n].secret = n in secret
    return [made[n] for n in range(len(store.program.procs))]


def _wrapper(store: Store, proc: Proc) -> ir.Proc:
    """A procedure that never stops, so that it can be run by itself."""
    number = simple.effect(store, proc.id)
    base = store.layout.frames
    args: list[Code] = [("ld", base + ir.FRAME_LOCALS + n, 0) for n in range(len(proc.params))]
    block = ir.Block(code=[("do", number, args)], term=("ret", 0), unit=int(proc.action))
    if proc.result is not None:
        block = ir.Block(term=("ret", ("call", number, args)), unit=int(proc.action))
    return ir.Proc(
        name=proc.name,
        address=proc.address,
        params=len(proc.params),
        base=base,
        size=ir.FRAME_LOCALS + len(proc.params),
        names=[p.name for p in proc.params],
        ranges=[store.shapes.range(p.type) for p in proc.params],
        types=[type_name(p.type) for p in proc.params],
        registers=0,
        blocks=[block],
        action=proc.action,
        rooms=_tried(store, proc),
        span=store.span(proc.at),
    )


def _lower(store: Store, proc: Proc, base: int) -> ir.Proc:
    f = Frame(store, proc, base)
    f.span = store.span(proc.at)
    write_all(f, proc.body, store.facts.prefix(proc.body))
    if f.now is not None:
        f.close(("ret", 0))
    order = _arranged(f.drafts[0])
    numbers = {id(d): n for n, d in enumerate(order)}
    prepares = any(s.given == proc.id for s in store.program.scenarios)
    made = [
        ir.Block(
            code=d.code,
            term=_with_drafts(d.term, lambda draft: numbers[id(draft)]),
            unit=d.path[0] if d.path else 0,
            risk=_risk(f, d),
            rooms=_rooms(f, d),
            span=store.span(d.at) if prepares else 0,
        )
        for d in order
    ]
    return ir.Proc(
        name=proc.name,
        address=proc.address,
        params=len(proc.params),
        base=base,
        size=f.size,
        names=f.names,
        ranges=f.ranges,
        types=f.types,
        counts=f.counts,
        registers=f.registers,
        blocks=made,
        action=proc.action,
        rooms=_tried(store, proc),
        span=f.span,
    )


# ------------------------------------------------------------------------------------------------ arranging


def _targets(term: Ending[Draft] | None) -> Iterator[Draft]:
    for part in term or ():
        if isinstance(part, Draft):
            yield part
        elif isinstance(part, list) and part and isinstance(part[0], Draft):
            yield from (each for each in part if isinstance(each, Draft))


def _with_drafts(term: Ending[Draft] | None, change: Callable[[Draft], Block]) -> Ending[Block]:
    """Give the end of a block with something else in place of the blocks that come next."""
    assert term is not None
    changed = (
        change(p)
        if isinstance(p, Draft)
        else [change(q) for q in p if isinstance(q, Draft)]
        if isinstance(p, list) and p and isinstance(p[0], Draft)
        else p
        for p in term
    )
    return cast("Ending[Block]", tuple(changed))


def _threaded(d: Draft) -> Draft:
    """Skip blocks that do nothing but go on."""
    seen = set()
    while not d.code and d.term and d.term[0] == "goto" and id(d) not in seen:
        follower = d.term[1]
        if follower.path != d.path:
            break
        seen.add(id(d))
        _join(follower, d)
        d = follower
    return d


def _join(d: Draft, other: Draft) -> None:
    """Let a block stand for another one, too."""
    d.fails = max(d.fails, other.fails)
    d.at = other.at if d.at == NOWHERE else d.at
    d.moves |= other.moves


def _reach(start: Draft) -> list[Draft]:
    order: list[Draft] = []
    seen: set[int] = set()
    todo = [start]
    while todo:
        d = todo.pop()
        if id(d) in seen:
            continue
        seen.add(id(d))
        order.append(d)
        todo.extend(reversed(list(_targets(d.term))))
    return order


def _arranged(start: Draft) -> list[Draft]:
    """Skip empty blocks, join a block with its only successor if nothing else leads there."""
    for d in _reach(start):
        assert d.term is not None
        d.term = _with_drafts(d.term, _threaded)
    order = _reach(start)
    into: dict[int, int] = {id(start): 1}
    for d in order:
        for t in _targets(d.term):
            into[id(t)] = into.get(id(t), 0) + 1
    for d in order:
        while d.term is not None and d.term[0] == "goto":
            follower = d.term[1]
            if into[id(follower)] != 1 or follower.path != d.path or follower is d:
                break
            if follower.term is not None and follower.term[0] == "all":  # entered anew after every seat: it stays alone
                break
            d.code.extend(follower.code)
            if not d.draws:
                _join(d, follower)
                d.draws = follower.draws
            d.term = follower.term
            follower.term = ("goto", follower)
    return _reach(start)


def _risk(f: Frame, block: Draft) -> bool:
    """Can it fail from here on, not counting guarded places further inside?

    What comes after the unit counts only if the procedure can run inside a guarded place of a caller. Offers that come
    round in a loop count only inside an action or an option: otherwise all turns of a game would be tried."""
    facts, number = f.store.facts, f.proc.id
    found = _ahead(block, () if number in facts.inner else block.path[:1])
    inside = number in facts.inside_options
    return any(d.fails > (NEVER if inside or not f.option_units.isdisjoint(d.path) else ROUND) for d in found)


def _tried(store: Store, proc: Proc) -> list[int]:
    """Which numbers may leave their range if this procedure is tried by itself?"""
    return store.margins.rooms(store.margins.proc(proc.id)) if proc.id in store.facts.inner else []


def _rooms(f: Frame, block: Draft) -> list[int]:
    """Which numbers may leave their range before the unit ends?"""
    if not block.path:
        return []
    ahead = frozenset(way for d in _ahead(block, block.path[:1]) for way in d.moves)
    return f.store.margins.rooms(f.unit_moves[block.path[0]], ahead) if ahead else []


def _ahead(block: Draft, unit: tuple[int, ...]) -> list[Draft]:
    """List the blocks that may still come before chance speaks, without guarded places further inside."""
    return [d for d in _reach_inside(block, unit) if d.path == block.path[: len(d.path)]]


def _reach_inside(block: Draft, unit: tuple[int, ...]) -> Iterator[Draft]:
    seen: set[int] = set()
    todo = [block]
    while todo:
        d = todo.pop()
        if id(d) in seen or d.path[: len(unit)] != unit:
            continue
        seen.add(id(d))
        yield d
        if not d.draws:
            todo.extend(_targets(d.term))

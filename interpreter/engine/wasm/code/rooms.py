"""Is a number so near to its limits that it may leave its range, so that a trial is needed?"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from .. import spans
from ..encode import I32, READ, Code
from ..program import Program
from .masks import Masks

FEW = 8  # cells that are looked at one by one, where the answer is wanted
Run = tuple[int, int, int, int]  # first cell, how many, limits


def tight(p: Program, c: Code, rooms: Sequence[int]) -> None:
    """Push whether some number of these rooms may leave its range."""
    runs = _merged(p, rooms)
    if sum(run[1] for run in runs) > FEW:
        c.call(p.once(("tight", tuple(runs)), partial(_make_all, p, runs)))
    else:
        _any(p, c, runs)


def make_tight(p: Program) -> int:
    """Tell whether some number of a list of rooms, given by its number, may leave its range."""
    number, c = p.module.function([I32], [I32])
    labels = [object() for _ in p.room_lists]
    out = object()
    c.block(out)
    for label in reversed(labels):
        c.block(label)
    c.get(0)
    c.br_table([*labels, out])
    for rooms in p.room_lists:
        c.end()
        tight(p, c, rooms)
        c.op("return")
    c.end()
    c.trap()
    return number


def _merged(p: Program, rooms: Sequence[int]) -> list[Run]:
    """Look at every cell once, however many rooms it is in; leave out those that cannot be too near."""
    limits: dict[int, tuple[int, int]] = {}
    for first, count, lo, hi in (p.compiled.rooms[room] for room in rooms):
        for cell in range(first, first + count):
            low, high = limits.get(cell, (lo, hi))
            limits[cell] = max(low, lo), min(high, hi)
    runs: list[Run] = []
    for cell, (lo, hi) in sorted(limits.items()):
        region = p.layout.region(cell)
        if region is not None and not region.words and spans.inside(region.span, (lo, hi)):
            continue
        first, count, *same = runs[-1] if runs else (0, 0)
        if first + count == cell and same == [lo, hi] and region is p.layout.region(first):
            runs[-1] = first, count + 1, lo, hi
        else:
            runs.append((cell, 1, lo, hi))
    return runs


def _make_all(p: Program, runs: list[Run]) -> int:
    number, c = p.module.function([], [I32])
    _any(p, c, runs)
    return number


def _any(p: Program, c: Code, runs: list[Run]) -> None:
    """Push whether a number in some of these cells lies outside of its limits."""
    found = False
    for run in runs:
        first, count, lo, hi = run
        region = p.layout.region(first)
        if region is None or region.words:
            c.trap().i32(0)
            return
        if count > FEW:
            c.call(p.once(("room", run), partial(_make_run, p, run)))
            if found:
                c.op("i32.or")
            found = True
            continue
        value = c.local()
        for cell in range(first, first + count):
            c.i32(0) if region.big < 0 else c.away()
            c.load(READ[region.size], p.state + region.at + (cell - region.start) * region.size).set(value)
            Masks(c).outside(value, region.span, lo, hi)
            if found:
                c.op("i32.or")
            found = True
        c.free(value)
    if not found:
        c.i32(0)


def _make_run(p: Program, run: Run) -> int:
    """Tell whether a number in one of many cells lies outside of its limits."""
    first, count, lo, hi = run
    number, c = p.module.function([], [I32])
    region = p.layout.region(first)
    assert region is not None
    at, value = c.local(I32), c.local()
    again = object()
    c.loop(again)
    c.get(at)
    if region.big >= 0:
        c.away().op("i32.add")
    c.load(READ[region.size], p.state + region.at + (first - region.start) * region.size).set(value)
    Masks(c).outside(value, region.span, lo, hi)
    c.if_()
    c.i32(1).op("return")
    c.end()
    c.get(at).i32(region.size).op("i32.add").tee(at).i32(count * region.size).op("i32.lt_u").br_if(again)
    c.end()
    c.i32(0)
    return number

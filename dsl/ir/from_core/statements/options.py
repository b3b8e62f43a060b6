"""Listing options: loops and requirements, each requirement tested as early as it can be."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from regelwerk.dsl.core import Expr, Loop, Ref, Var
from regelwerk.dsl.ir import Code
from regelwerk.dsl.ir.analysis.inlined import Named
from regelwerk.dsl.ir.analysis.known import conjuncts
from regelwerk.dsl.ir.operations import Register
from regelwerk.dsl.ir.optimise import loop_invariants, narrowing
from regelwerk.dsl.ir.shapes import offset

from .. import fold, guards
from ..builder import Writer, tab
from ..expressions import places, sources, values
from ..guards import Item, Required
from ..store import Emit


def spread(writer: Writer, when: Expr | None, loops: Sequence[Loop], items: Sequence[Item], offer: Emit) -> None:
    """Offer every choice of elements for which all requirements hold."""
    chosen, levels = arrange(writer, loops, items)
    offered = [writer.keep(0) if _copies(writer, loop) else None for loop in chosen]  # was something?

    def at(level: int) -> None:
        guards.test(writer, levels[level], lambda: into(level))

    def into(level: int) -> None:
        if level == len(chosen):
            for noted in offered:
                if noted is not None:
                    writer.set(noted[1], 1)
            offer()
            return
        loop = chosen[level]
        names, trees = _inside(chosen[level + 1 :], levels[level + 1 :])
        with loop_invariants.kept(writer, (loop.where, loop.stop, *trees), loop.var, *names):
            _distinct(writer, loop, offered[level], lambda: at(level + 1))

    writer.when(when, lambda: at(0))


def _inside(loops: Sequence[Loop], levels: Sequence[Sequence[Item]]) -> tuple[list[Var], list[Loop | Expr]]:
    """Give the names bound by inner loops and requirements, and what they evaluate."""
    items = [item for level in levels for item in level]
    names = [item.var for item in items if isinstance(item, Named)]
    return names, [*loops, *(i.value if isinstance(i, Named) else i.cond for i in items)]


def arrange(writer: Writer, loops: Sequence[Loop], items: Sequence[Item]) -> tuple[list[Loop], list[list[Item]]]:
    """Give each requirement the outermost loop where its names are known; let `x in SET` narrow that loop.

    A requirement that may end in an error stays behind those written before it."""
    store = writer.store
    chosen = [narrowing.narrowed(store, loop) for loop in loops]
    depth = {loop.var.id: n + 1 for n, loop in enumerate(loops)}
    levels: list[list[Item]] = [[] for _ in range(len(loops) + 1)]
    last = 0

    def level_of(e: Expr) -> int:
        return max((depth.get(v, 0) for v in store.facts.uses.free(e)), default=0)

    for item in _single(items):
        e = item.value if isinstance(item, Named) else item.cond
        level = level_of(e)
        if not store.facts.total(e):
            level = max(level, last)
        if isinstance(item, Named):
            depth[item.var.id] = level
        elif _narrow(writer, chosen, item.cond, level_of):
            continue
        else:
            last = max(last, level)
        levels[level].append(item)
    return chosen, levels


def _single(items: Sequence[Item]) -> list[Item]:
    found: list[Item] = []
    for item in items:
        if isinstance(item, Required):
            found += [Required(c) for c in conjuncts(item.cond)]
        else:
            found.append(item)
    return found


def _narrow(writer: Writer, chosen: list[Loop], cond: Expr, level_of: Callable[[Expr], int]) -> bool:
    for n, loop in enumerate(chosen):
        to = narrowing.membership(writer.store, cond, loop.var)
        if to is not None and level_of(to) <= n:
            new = narrowing.restricted(writer.store, loop, to)
            if new is not None:
                chosen[n] = new
                return True
    return False


def _copies(writer: Writer, loop: Loop) -> bool:
    """Does a loop go over components of which there are several alike?"""
    return any(d != n for n, d in enumerate(writer.store.shapes.designs(loop.var.type)))


def _distinct(writer: Writer, loop: Loop, offered: Register | None, body: Emit) -> None:
    """Go over the elements; of copies that nobody can tell apart, only the first that is offered.

    One that is not offered stands for no other: `a != b` holds for the second of two."""
    if offered is None:
        sources.over(writer, loop, body)
        return
    designs = writer.store.shapes.designs(loop.var.type)
    alike = [sum(1 << m for m, other in enumerate(designs) if other == d) for d in designs]
    table = writer.store.table(alike, 0)
    seen = writer.keep(0)

    def first() -> None:
        x = writer.env[loop.var.id]
        twins = writer.keep(("band", seen, tab(writer, table, x)))
        same = _same(writer, loop.var, x)
        known: Code = ("ne", twins, 0)
        if same is not None:
            flag, y = writer.keep(0), writer.register()
            known, test = flag, same(("v", y))

            def found() -> None:
                writer.set(flag[1], 1)
                writer.emit(("break",))

            writer.loop(("bits", y, twins), 1, 0, lambda: writer.branch(test, found))

        def fresh() -> None:
            writer.set(offered[1], 0)
            body()
            again: Code = ("bor", seen, fold.bit(fold.sub(x, offset(loop.var.type))))
            writer.branch(offered, lambda: writer.set(seen[1], again))

        writer.branch(fold.negate(known), fresh)

    sources.over(writer, loop, first)


def _same(writer: Writer, var: Var, x: Code) -> Callable[[Code], Code] | None:
    """Compare all that can differ between two copies: where they are, and their own slots."""
    assert isinstance(var.type, Ref)
    kind = places.movable(writer.store, var.type)
    addrs = [] if kind < 0 else [places.first(writer, var.type)]
    for slot, home in zip(writer.store.program.slots, writer.store.layout.homes, strict=True):
        if len(slot.keys) == 1 and slot.kind != "pile" and slot.keys[0] == Ref(var.type.domains):
            addrs.append(home.addr)
    if not addrs:
        return None

    def test(y: Code) -> Code:
        cond: Code = 1
        for addr in addrs:
            cond = fold.both(cond, ("eq", values.cell(addr, y), values.cell(addr, x)))
        return cond

    return test

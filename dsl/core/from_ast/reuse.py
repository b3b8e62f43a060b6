"""Scenarios taken over from the check before, while somebody edits a ruleset.

A scenario reads the same if its own lines and everything it can refer to are the same: nothing refers to a scenario, so
nobody else can tell the difference.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, fields, is_dataclass
from typing import Any

from regelwerk.dsl import ast, core
from regelwerk.dsl.ast.visitor import walk

from .context import Callable_, Observer, World
from .incremental import Read


@dataclass(slots=True)
class _Start:
    """How far the world had come."""

    fresh: int
    lists: dict[str, int]  # of the program: how many there were
    tables: dict[str, int]  # of the world: how many entries there were
    sets: dict[str, set[Any]]
    said: int
    trail: int  # what the scenarios before have added to tables and sets


@dataclass(slots=True)
class _Done:
    """What reading one scenario did to the world."""

    start: _Start
    fresh: int
    used: set[str]
    own: dict[str, list[Any]]  # the scenario itself, and what was made for it alone
    sets: dict[str, set[Any]]
    more: list[tuple[str, ...]]  # what it made that others use, too
    reads: list[Read]
    notes: Observer | None  # what editors were told of it


def look(w: World) -> None:
    """Before the scenarios: compare everything they can refer to with the last time."""
    if w.once:
        return
    outline = _outline(w)
    w.memory.same = w.memory.outline == outline
    w.memory.outline = outline


def unfolded(w: World, d: ast.Scenario, new: list[ast.Scenario]) -> list[ast.Scenario]:
    """Give the same objects as before for what a scenario stands for, if it stands for the same."""
    if new == [d]:
        return new
    key = ("unfolded", id(d))
    known = w.memory.before.get(key)
    same = known is not None and known[0] is d and known[1] == new and _places(known[1]) == _places(new)
    found: list[ast.Scenario] = known[1] if known is not None and same else new
    w.memory.now[key] = (d, found)
    return found


def _places(scenarios: list[ast.Scenario]) -> list[object]:
    """What is shared with others: lines that are the same objects, seats that stand where they stood."""
    return [x for d in scenarios for x in (*(id(step) for step in d.given), *(n.at for n in d.seats))]


def scenario(w: World, d: ast.Scenario, read: Callable[[], None]) -> None:
    """Read a scenario, or do again what reading it did the last time."""
    if w.once:
        return read()
    key = ("scenario", id(d))
    known = w.memory.before.get(key)
    start = _start(w)
    done: _Done | None = known[1] if w.memory.same and known is not None and known[0] is d else None
    if done is not None and (done.notes is None) != (w.notes is None):
        done = None
    if done is not None and done.start == start and all(_still(w, r) for r in done.reads):
        w.fresh += done.fresh
        w.used |= done.used
        for name, items in done.own.items():
            getattr(w.program, name).extend(items)
        for name, members in done.sets.items():
            vars(w)[name].update(members)
        if w.notes is not None and done.notes is not None:
            w.notes.take_over(done.notes)
    else:
        done = _read(w, start, read)
    silent = len(w.diagnostics) == start.said
    offers = w.memory.of("offers", d, lambda: any(isinstance(n, ast.Offer) for n in walk(d, True)))
    if silent and not done.more and not offers:  # what others use, too, has places of its own
        w.memory.now[key] = (d, done)


def _start(w: World) -> _Start:
    own = {k: v for k, v in vars(w).items() if k not in _LEFT_OUT}
    return _Start(
        w.fresh,
        {f.name: len(v) for f in fields(w.program) if isinstance(v := getattr(w.program, f.name), list)},
        {k: len(v) for k, v in own.items() if isinstance(v, dict)},
        {k: v.copy() for k, v in own.items() if isinstance(v, set)},
        len(w.diagnostics),
        w.memory.trail,
    )


def _read(w: World, start: _Start, read: Callable[[], None]) -> _Done:
    before, w.used, w.reads = w.used, set(), []
    notes = w.notes
    if notes is not None:
        w.notes = notes.empty()
    try:
        read()
    finally:
        done = _done(w, start)
        w.used, w.reads = before | done.used, None
        if notes is not None and done.notes is not None:
            notes.take_over(done.notes)
        w.notes = notes
        if done.more:
            w.memory.trail = hash((w.memory.trail, *done.more))
    return done


def _done(w: World, start: _Start) -> _Done:
    lists = {k: getattr(w.program, k)[n:] for k, n in start.lists.items()}
    own = {k: lists.pop(k) for k in ("funcs", "procs", "scenarios", "tables")}
    more = [(k, *map(repr, v)) for k, v in lists.items() if v]
    more += [(k, *map(repr, [*vars(w)[k].items()][n:])) for k, n in start.tables.items() if len(vars(w)[k]) > n]
    sets = {k: vars(w)[k] - v for k, v in start.sets.items()}
    reads = [r for r in w.reads or () if r[0] < start.lists["tables"]]
    return _Done(start, w.fresh - start.fresh, w.used, own, sets, more, reads, w.notes)


def _still(w: World, read: Read) -> bool:
    table, index, found = read
    data = w.program.tables[table].data
    return (bool(data) and all(data) if index is None else data[index]) == found


# What an outline leaves out of the world, because no scenario reads it (or because its reads are noted).
_LEFT_OUT = {"diagnostics", "notes", "memory", "used", "reads", "readers", "program", "types", "abilities", "order"}


def _outline(w: World) -> object:
    """Everything a scenario can refer to, as values that can be compared."""
    p = w.program
    world = {k: _pinned(v) for k, v in vars(w).items() if k not in _LEFT_OUT}
    types = [
        (_pinned(t.decl), _pinned(t.slots), t.per_player, [(i.name, i.copies, i.first, i.flawed) for i in t.instances])
        for t in w.types.values()
    ]
    program = (
        p.players,
        [(d.name, d.kind, d.ids, d.designs, d.board) for d in p.domains.values()],
        [(t.name, t.keys, t.type, t.guard, len(t.data)) for t in p.tables],
        [(t.name, t.keys, t.element, t.rows) for t in p.lists],
        [(s.name, s.owner, s.keys, s.type, s.kind, s.visibility, s.revealed) for s in p.slots],
        [(f.name, f.params, f.type) for f in p.funcs],
        [(q.name, q.params, q.result) for q in p.procs],
        [(r.word, r.func) for r in p.ranks],
    )
    actions = [(x.address, x.line.params if isinstance(x.line, ast.Action) else ()) for x in w.abilities.actions]
    return world, types, program, actions, w.order.rank


class _Very:
    """A part of the syntax tree, places included (trees by themselves compare without)."""

    __slots__ = ("part",)

    def __init__(self, part: ast.Node) -> None:
        self.part = part

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, _Very):
            return False
        return self.part is other.part or (self.part == other.part and repr(self.part) == repr(other.part))

    __hash__ = None  # type: ignore[assignment]


def _pinned(value: Any) -> Any:
    if isinstance(value, ast.Node):
        return _Very(value)
    if isinstance(value, Callable_):
        return _called(value)
    if isinstance(value, dict):
        return {k: _pinned(v) for k, v in value.items()}
    if type(value) in (tuple, list):
        return [_pinned(v) for v in value]
    if isinstance(value, set):
        return value.copy()
    if is_dataclass(value) and not isinstance(value, core.E):
        return (type(value), [_pinned(getattr(value, f.name)) for f in fields(value)])
    return value


def _called(entry: Callable_) -> object:
    """What whoever names a value, an effect or an action reads of it: of most the heading, not what it does."""
    d = entry.decl
    known = (type(d), entry.number, entry.me, entry.state, entry.deeper)
    if isinstance(d, ast.Value):
        inlined = isinstance(d.type, ast.ListType)  # stands as a whole where it is named
        return known, _Very(d) if inlined else (d.name, d.params, d.type, d.stages, d.rounds)
    if isinstance(d, ast.Proc):
        return known, d.name
    picked = any(p.binder is not None for p in d.params)  # what it picks from is read where it is tried
    params = (d.at, [_Very(p) for p in d.params]) if picked else d.params
    return known, d.name, params, _pinned(d.title), d.gives if isinstance(d, ast.Effect) else None

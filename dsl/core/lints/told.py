"""Sentences and choices that tell everybody what only one player knows.

The machine does not name a card that was picked from a hand to others. A sentence of the rules would; and a number that
is picked everybody hears, although the slot it is kept in is private, unless it is picked `in secret`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from regelwerk.dsl import core
from regelwerk.dsl.diagnostics import Diagnostic

from .. import Expr, Program, Stmt
from ..at_once import procs_at_once
from ..closed_draws import closed_draws
from ..from_ast.errors import warning
from ..visitor import expressions, inside
from .recursion import below, blocks_of

CODE = "RW4070"
Picked = dict[int, str]  # local name -> the private slot it was picked from


def told_to_all(program: Program) -> list[Diagnostic]:
    """Find what would tell everybody a secret of one player."""
    opened = {s.slot for proc in program.procs for s in below(proc.body) if isinstance(s, core.Reveal)}
    secretly, offered = procs_at_once(program), _offered(program)
    found: list[Diagnostic] = []
    closed = closed_draws(program)
    for proc in program.procs:
        if not proc.address.startswith("scenario."):
            picked = {p.id: offered[p.id] for p in proc.params if p.id in offered}
            found += _block(program, proc.body, picked, opened, proc.id in secretly)
            found += (d for s in below(proc.body) if isinstance(s, core.Draw) and s.at not in closed
                      for d in _drawn(program, s, opened))  # fmt: skip
    return list(dict.fromkeys(found))


def _offered(program: Program) -> Picked:
    """Name the parameters of actions that are picked from where not everybody looks."""
    found: Picked = {}
    for entry in (
        e for proc in program.procs for s in below(proc.body) if isinstance(s, core.Offer) for e in s.entries
    ):
        slots = {loop.var.id: slot for loop in entry.loops if (slot := _private(program, loop)) is not None}
        for param, arg in zip(program.procs[entry.proc].params, entry.args, strict=True):
            if isinstance(arg, core.Local) and arg.var.id in slots:
                found[param.id] = program.slots[slots[arg.var.id]].name
    return found


def _block(
    program: Program, body: list[Stmt], picked: Picked, opened: set[int], secretly: bool
) -> Iterator[Diagnostic]:  # fmt: skip
    picked = dict(picked)
    for s in body:
        if isinstance(s, core.Say):
            yield from _said(program, s, picked, opened)
        elif isinstance(s, core.Move) and isinstance(s.what, core.Local):
            if s.to.slot >= 0 and program.slots[s.to.slot].visibility == "public":
                picked.pop(s.what.var.id, None)
        elif isinstance(s, core.Store):
            yield from _written(program, s, picked)
        elif isinstance(s, core.Choose):
            slot = _private(program, s.loop)
            if slot is not None and slot not in opened:
                picked[s.loop.var.id] = program.slots[slot].name
            elif not s.secret and not secretly:
                yield from _kept(program, s)
        for inner in blocks_of(s):
            yield from _block(program, inner, picked, opened, secretly)


def _private(program: Program, loop: core.Loop) -> int | None:
    """Give the private slot whose things are picked."""
    source = loop.source
    place = source.place if isinstance(source, core.FromPile) else None
    if isinstance(source, core.FromSet) and isinstance(source.set, core.PileSet):
        place = source.set.place
    if place is None or place.slot < 0 or program.slots[place.slot].visibility == "public":
        return None
    return place.slot


def _written(program: Program, s: core.Store, picked: Picked) -> Iterator[Diagnostic]:
    """What is kept where all see it, of a thing that not all see."""
    slot = program.slots[s.slot]
    name = next((picked[e.var.id] for e in (*s.keys, s.value) if isinstance(e, core.Local) and e.var.id in picked), "")
    if name and slot.visibility == "public" and slot.shown:
        help = f"Declare `{slot.name}` `private` or `hidden`, or move the thing to where all see it first."
        yield warning(CODE, f"This tells everybody what is in `{name}`: all see `{slot.name}`.", s.at, help)


def _said(program: Program, s: core.Say, picked: Picked, opened: set[int]) -> Iterator[Diagnostic]:
    for part in s.text.parts:
        if isinstance(part, str):
            continue
        for e in _all(part):
            name = _secret(program, e, picked, opened)
            if name is not None:
                help = "Leave it out, move the thing to where all see it first, or tell one player with `show … to me`."
                yield warning(CODE, f"This tells everybody what is in `{name}`.", part.at, help)
                break


def _all(e: Expr) -> Iterator[Expr]:
    yield e
    for part in expressions(e):
        yield from _all(part)


def _secret(program: Program, e: Expr, picked: Picked, opened: set[int]) -> str | None:
    if isinstance(e, core.Local):
        return picked.get(e.var.id)
    slot = e.slot if isinstance(e, core.Load) else e.place.slot if isinstance(e, core.PileAt | core.PileSet) else -1
    if slot < 0 or slot in opened or program.slots[slot].visibility != "private":
        return None
    keys = e.keys if isinstance(e, core.Load) else e.place.keys if isinstance(e, core.PileAt | core.PileSet) else ()
    mine = bool(keys) and isinstance(keys[0], core.Local) and keys[0].var.name == "me"
    return program.slots[slot].name if mine else None  # of somebody else, it is an error


def _kept(program: Program, s: core.Choose) -> Iterator[Diagnostic]:
    for kept in below(s.rest):
        if not isinstance(kept, core.Store) or not isinstance(kept.value, core.Local):
            continue
        slot = program.slots[kept.slot]
        if kept.value.var.id == s.loop.var.id and slot.visibility == "private":
            help = "Write `in secret` behind the question."
            said = f"Everybody is told what is picked here, although `{slot.name}` is private."
            yield warning(CODE, said, s.at, help)
            return


def _drawn(program: Program, s: core.Draw, opened: set[int]) -> Iterator[Diagnostic]:
    """Find an open draw of which nothing is made but what not everybody sees."""
    names, kept, told = {s.loop.var.id}, list[core.Store](), False

    def hangs(value: object) -> bool:
        return any(isinstance(e, core.Local) and e.var.id in names for e in inside(value))

    def read(body: Sequence[Stmt], why: bool) -> None:
        nonlocal told
        for x in body:
            match x:
                case core.Let():
                    names.update({x.var.id} if why or hangs(x.value) else ())
                case core.Store():
                    kept.extend([x] if why or hangs((x.keys, x.value)) else ())
                case core.If() | core.Switch():
                    asked = x.cond if isinstance(x, core.If) else x.on
                    for inner in blocks_of(x):
                        read(inner, why or hangs(asked))
                case _:
                    told = told or why or hangs(x)

    read(s.rest, False)
    slots = [program.slots[store.slot] for store in kept]
    if kept and not told and all(slot.visibility != "public" and slot.id not in opened for slot in slots):
        help = "Put what is drawn itself into that slot (`set … to …`) and nobody is told, or `say` it if all may know."
        said = f"Everybody is told what is drawn here, although `{slots[0].name}` is {slots[0].visibility}."
        yield warning(CODE, said, s.at, help)

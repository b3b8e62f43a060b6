"""Statements that cannot stop: written in place, inside a function or a block; procedures of nothing else."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from regelwerk.dsl.core import (
    AsAll,
    Draw,
    Each,
    End,
    FromSet,
    Give,
    If,
    Let,
    Move,
    MoveTop,
    Needs,
    Repeat,
    Reveal,
    Run,
    Say,
    ScoreLine,
    ShowTo,
    Shuffle,
    Stmt,
    Stop,
    Store,
    Switch,
    Text,
)
from regelwerk.dsl.ir.shapes import InternalError

from .. import builder
from ..builder import Around, Writer, texts
from ..expressions import sources
from ..store import Store as Lowering
from . import chance
from .stores import move, move_top, reveal, store


def write_all(writer: Writer, stmts: Sequence[Stmt]) -> None:
    """Write statements one after another."""
    for s in stmts:
        write(writer, s)


def write(writer: Writer, s: Stmt) -> None:
    """Write one statement."""
    found = _WRITE.get(type(s))
    if found is None:
        raise InternalError(f"{type(s).__name__} stops and cannot stand in a function ({writer.address})")
    found(writer, s)


def effect(lowering: Lowering, number: int) -> int:
    """Give the function of a procedure that cannot stop, made when it is first needed."""
    if number not in lowering.effects:
        proc = lowering.program.procs[number]
        if lowering.facts.stops(number):
            raise InternalError(f"{proc.address} can stop")
        pending = lowering.function()
        lowering.effects[number] = pending.number
        writer = builder.function(lowering, proc.address, proc.params)
        writer.span = lowering.span(proc.at)
        write_all(writer, proc.body)
        writer.finish(pending, proc.name, len(proc.params), True)
    return lowering.effects[number]


def _let(writer: Writer, s: Let) -> None:
    writer.bind(s.var, writer.lasting(writer.expr(s.value)))


def _if(writer: Writer, s: If) -> None:
    if not s.other:
        writer.when(s.cond, lambda: write_all(writer, s.then))
        return
    writer.branch(writer.expr(s.cond), lambda: write_all(writer, s.then), lambda: write_all(writer, s.other))


def _each(writer: Writer, s: Each) -> None:
    sources.over(writer, s.loop, lambda: write_all(writer, s.body))


def _repeat(writer: Writer, s: Repeat) -> None:
    rounds = writer.keep(0)
    most = writer.lasting(writer.expr(s.at_most))
    span = writer.store.span(s.at)
    bound = most if isinstance(most, int) else 1000

    def body() -> None:
        writer.repeats.append(writer.loops[-1])
        if s.until is not None:
            writer.branch(writer.expr(s.until), lambda: writer.emit(("break",)))
        writer.branch(("ge", rounds, most), lambda: _spent(writer, s, span))
        writer.set(rounds[1], ("add", rounds, 1))
        write_all(writer, s.body)
        writer.repeats.pop()

    writer.loop(("while", 1), bound, 0, body)


def _spent(writer: Writer, s: Repeat, span: int) -> None:
    if not s.quiet:
        too_often(writer, s, span)
    writer.emit(("break",))


def too_often(writer: Writer, s: Repeat, span: int) -> None:
    """Write that a loop did not come to its end, and what it waited for."""
    number, args = writer.store.text(s.never or Text(("This was repeated too often.",)))
    writer.emit(("fail", number, texts(writer, args), span))


def _stop(writer: Writer, s: Stop) -> None:
    if not writer.repeats:
        raise InternalError("there is no loop to leave")
    around: Around = writer.repeats[-1]
    writer.leave(around)


def _run(writer: Writer, s: Run) -> None:
    number = effect(writer.store, s.proc)
    args = writer.args(s.args)
    writer.work += writer.store.functions[number].work
    if s.var is None:
        writer.emit(("do", number, args))
    else:
        writer.bind(s.var, writer.keep(("call", number, args)))


def _switch(writer: Writer, s: Switch) -> None:
    on = writer.expr(s.on)
    if isinstance(on, int):
        write_all(writer, s.cases.get(on, []))
        return
    cases = [
        writer.body(lambda n=n: write_all(writer, s.cases.get(n, [])))  # type: ignore[misc]
        for n in range(max(s.cases, default=-1) + 1)
    ]
    writer.emit(("switch", on, cases, []))


def _draw(writer: Writer, s: Draw) -> None:
    chance.draw(writer, s, lambda: write_all(writer, s.rest))


def _needs(writer: Writer, s: Needs) -> None:
    number, args = writer.store.text(s.message)
    cond = writer.expr(s.cond)
    if cond != 1:
        writer.emit(("needs", cond, number, texts(writer, args), writer.store.span(s.at)))


def _give(writer: Writer, s: Give) -> None:
    writer.emit(("ret", 0 if s.value is None else writer.expr(s.value)))


def _end(writer: Writer, s: End) -> None:
    writer.emit(("ret", 0))


def _as_all(writer: Writer, s: AsAll) -> None:
    number = effect(writer.store, s.proc)
    args = [writer.lasting(a) for a in writer.args(s.args)]
    seat = writer.store.fresh(writer.store.program.procs[s.proc].params[0])
    writer.work += writer.store.functions[number].work

    def each() -> None:
        writer.emit(("do", number, [writer.env[seat.id], *args]))

    sources.elements(writer, FromSet(s.players), seat, each)


def _say(writer: Writer, s: Say) -> None:
    number, args = writer.store.text(s.text)
    writer.emit(("say", number, texts(writer, args)))


def _show(writer: Writer, s: ShowTo) -> None:
    number, args = writer.store.text(s.what)
    name = "show aside" if s.at in writer.store.shown_aside else "show"
    writer.emit(("event", writer.store.event(name), [writer.expr(s.player), number, *texts(writer, args)]))


def _score(writer: Writer, s: ScoreLine) -> None:
    writer.emit(
        ("event", writer.store.event("score"), [s.scoring, s.line, writer.expr(s.player), writer.expr(s.value)])
    )


def _store(writer: Writer, s: Store) -> None:
    store(writer, s.slot, s.keys, s.value, s.at)


def _move(writer: Writer, s: Move) -> None:
    move(writer, s)


_WRITE: dict[type, Callable[[Any, Any], None]] = {
    Let: _let,
    Store: _store,
    Move: _move,
    MoveTop: move_top,
    Shuffle: chance.shuffle,
    Reveal: reveal,
    If: _if,
    Each: _each,
    Repeat: _repeat,
    Stop: _stop,
    Run: _run,
    Switch: _switch,
    Draw: _draw,
    Needs: _needs,
    Give: _give,
    End: _end,
    AsAll: _as_all,
    Say: _say,
    ShowTo: _show,
    ScoreLine: _score,
}

"""Statements that cannot stop: written in place, inside a function or a block."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from ..core import (
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
    Shuffle,
    Stmt,
    Stop,
    Store,
    Switch,
)
from . import chance, effects, ranging
from .builder import Around, Writer, texts
from .shape import InternalError
from .writing import move, move_top, reveal, store


def write_all(w: Writer, stmts: Sequence[Stmt]) -> None:
    """Write statements one after another."""
    for s in stmts:
        write(w, s)


def write(w: Writer, s: Stmt) -> None:
    """Write one statement."""
    found = _WRITE.get(type(s))
    if found is None:
        raise InternalError(f"{type(s).__name__} stops and cannot stand in a function ({w.address})")
    found(w, s)


def _let(w: Writer, s: Let) -> None:
    w.bind(s.var, w.lasting(w.expr(s.value)))


def _if(w: Writer, s: If) -> None:
    if not s.other:
        w.when(s.cond, lambda: write_all(w, s.then))
        return
    w.branch(w.expr(s.cond), lambda: write_all(w, s.then), lambda: write_all(w, s.other))


def _each(w: Writer, s: Each) -> None:
    ranging.over(w, s.loop, lambda: write_all(w, s.body))


def _repeat(w: Writer, s: Repeat) -> None:
    rounds = w.keep(0)
    most = w.lasting(w.expr(s.at_most))
    span = w.store.span(s.at)
    bound = most if isinstance(most, int) else 1000

    def body() -> None:
        w.repeats.append(w.loops[-1])
        if s.until is not None:
            w.branch(w.expr(s.until), lambda: w.emit(["break"]))
        w.branch(["ge", rounds, most], lambda: _spent(w, s.quiet, span))
        w.set(rounds[1], ["add", rounds, 1])
        write_all(w, s.body)
        w.repeats.pop()

    w.loop(["while", 1], bound, 0, body)


def _spent(w: Writer, quiet: bool, span: int) -> None:
    if not quiet:
        w.emit(["fail", too_often(w), [], span])
    w.emit(["break"])


def too_often(w: Writer) -> int:
    return w.store.sentence("This was repeated too often.")


def _stop(w: Writer, s: Stop) -> None:
    if not w.repeats:
        raise InternalError("there is no loop to leave")
    around: Around = w.repeats[-1]
    w.leave(around)


def _run(w: Writer, s: Run) -> None:
    number = effects.function(w.store, s.proc)
    args = w.args(s.args)
    w.work += w.store.functions[number].work
    if s.var is None:
        w.emit(["do", number, args])
    else:
        w.bind(s.var, w.keep(["call", number, args]))


def _switch(w: Writer, s: Switch) -> None:
    on = w.expr(s.on)
    if isinstance(on, int):
        write_all(w, s.cases.get(on, []))
        return
    cases = [
        w.body(lambda n=n: write_all(w, s.cases.get(n, [])))  # type: ignore[misc]
        for n in range(max(s.cases, default=-1) + 1)
    ]
    w.emit(["switch", on, cases, []])


def _draw(w: Writer, s: Draw) -> None:
    chance.draw(w, s, lambda: write_all(w, s.rest))


def _needs(w: Writer, s: Needs) -> None:
    number, args = w.store.text(s.message)
    cond = w.expr(s.cond)
    if cond != 1:
        w.emit(["needs", cond, number, texts(w, args), w.store.span(s.at)])


def _give(w: Writer, s: Give) -> None:
    w.emit(["ret", 0 if s.value is None else w.expr(s.value)])


def _end(w: Writer, s: End) -> None:
    w.emit(["ret", 0])


def _as_all(w: Writer, s: AsAll) -> None:
    number = effects.function(w.store, s.proc)
    args = [w.lasting(a) for a in w.args(s.args)]
    seat = w.store.fresh(w.store.program.procs[s.proc].params[0])
    w.work += w.store.functions[number].work

    def each() -> None:
        w.emit(["do", number, [w.env[seat.id], *args]])

    ranging.elements(w, FromSet(s.players), seat, each)


def _say(w: Writer, s: Say) -> None:
    number, args = w.store.text(s.text)
    w.emit(["say", number, texts(w, args)])


def _score(w: Writer, s: ScoreLine) -> None:
    w.emit(["event", w.store.event("score"), [s.scoring, s.line, w.expr(s.player), w.expr(s.value)]])


def _store(w: Writer, s: Store) -> None:
    store(w, s.slot, s.keys, s.value, s.at)


def _move(w: Writer, s: Move) -> None:
    move(w, s)


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
    ScoreLine: _score,
}

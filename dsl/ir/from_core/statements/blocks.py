"""Statements that may stop: cut into blocks, with everything that outlives a block in the frame."""

from __future__ import annotations

from collections.abc import Callable

from regelwerk.dsl import ir
from regelwerk.dsl.core import (
    AsAll,
    Draw,
    Each,
    End,
    FromComp,
    FromList,
    FromPile,
    FromRange,
    FromSeats,
    FromSet,
    Give,
    If,
    Repeat,
    Run,
    Source,
    Stop,
    Switch,
)
from regelwerk.dsl.ir import Code
from regelwerk.dsl.ir.shapes import InternalError, element, offset

from .. import fold
from ..builder import tab
from ..expressions import sources, values
from . import chance, simple
from .cutting import write_all
from .frames import Frame


def if_(f: Frame, s: If) -> None:
    cond = f.expr(s.cond)
    if isinstance(cond, int):
        write_all(f, s.then if cond else s.other)
        return
    then, other, after = f.draft(), f.draft(), f.draft()
    f.close(("br", cond, then, other))
    for start, body in ((then, s.then), (other, s.other)):
        f.enter(start)
        write_all(f, body)
        f.goto(after)
    f.enter(after)


def switch(f: Frame, s: Switch) -> None:
    on = f.expr(s.on)
    if isinstance(on, int):
        write_all(f, s.cases.get(on, []))
        return
    after = f.draft()
    starts = [f.draft() if n in s.cases else after for n in range(max(s.cases, default=-1) + 1)]
    f.close(("jump", on, [*starts, after]))
    for n, body in s.cases.items():
        f.enter(starts[n])
        write_all(f, body)
        f.goto(after)
    f.enter(after)


def repeat(f: Frame, s: Repeat) -> None:
    span = f.store.span(s.at)
    most = f.saved("at most", f.expr(s.at_most))
    rounds = f.cell("rounds")
    if not s.quiet:
        f.counts.append(rounds - f.base)
    f.write_cell(rounds, 0)
    head, body, after = f.draft(), f.draft(), f.draft()
    f.goto(head)
    f.enter(head)
    f.emit(("tick", 1, span))
    if s.until is not None:
        go_on = f.draft()
        cond = f.expr(s.until)
        f.close(("br", cond, after, go_on))
        f.enter(go_on)
    spent = after if s.quiet else f.draft()
    f.close(("br", ("lt", f.read(rounds), most), body, spent))
    if not s.quiet:
        f.enter(spent)
        simple.too_often(f, s, span)
        f.goto(after)
    f.enter(body)
    f.write_cell(rounds, ("add", f.read(rounds), 1))
    f.exits.append(after)
    with f.again():
        write_all(f, s.body)
    f.exits.pop()
    f.goto(head)
    f.enter(after)


def stop(f: Frame, s: Stop) -> None:
    if not f.exits:
        raise InternalError("there is no loop to leave")
    f.goto(f.exits[-1])


def run(f: Frame, s: Run) -> None:
    if not f.store.facts.stops(s.proc):
        raise InternalError("only a procedure that may stop is called")
    args = f.args(s.args)
    f.mark(f.store.facts.fails(s.proc))
    f.moving(s)
    after = f.draft()
    after.at = s.at
    after.moves = f.store.margins.whole.leaving(s)  # the frame stands there while the other runs
    f.close(("call", s.proc, args, after))
    f.enter(after)
    if s.var is not None:
        value = f.keep(("ld", ir.RESULT, 0))
        f.assign(s.var, value)


def give(f: Frame, s: Give) -> None:
    f.close(("ret", 0 if s.value is None else f.expr(s.value)))


def end(f: Frame, s: End) -> None:
    if s.proc == f.proc.id:
        f.close(("ret", 0))
    else:
        f.close(("end", s.proc))


def as_all(f: Frame, s: AsAll) -> None:
    args = [f.saved("argument", value, kind=a.type) for value, a in zip(f.args(s.args), s.args, strict=True)]
    seats = f.cell("seats left")
    f.write_cell(seats, f.expr(s.players))
    here, after = f.draft(), f.draft()
    f.close(("goto", here))  # a block of its own: the machine comes back to it after every seat
    f.enter(here)
    f.mark(f.store.facts.fails(s.proc))
    here.at = s.at
    here.moves = f.store.margins.whole.leaving(s)  # the frame stands here while the other runs
    f.close(("all", seats, s.proc, args, after))
    f.enter(after)


def draw(f: Frame, s: Draw) -> None:
    count, pick = chance.candidates(f, s)
    after = f.draft()
    if f.store.facts.never_empty(s.loop):
        f.assign(s.loop.var, pick())
    else:
        drawn = f.keep(0)
        f.branch(fold.compare("gt", count, 0), lambda: f.set(drawn[1], pick()))
        f.bind(s.loop.var, f.saved(s.loop.var.name, drawn, s.loop.var.type))
        then = f.draft()
        f.close(("br", fold.compare("gt", count, 0), then, after))
        f.enter(then)
    f.drawing(f.store.facts.draws(s))
    write_all(f, s.rest)
    f.goto(after)
    f.enter(after)


# ------------------------------------------------------------------------------------------------ each


def each(f: Frame, s: Each) -> None:
    source = s.loop.source
    var = f.cell(s.loop.var.name, type=s.loop.var.type)
    head, body, after = f.draft(), f.draft(), f.draft()
    more, take = _cursor(f, s, source)
    f.goto(head)
    f.enter(head)
    f.emit(("tick", 1, f.store.span(s.at)))
    f.close(("br", more, body, after))
    f.enter(body)
    take(var)
    f.bind(s.loop.var, f.read(var))
    if s.loop.stop is not None:
        go_on = f.draft()
        cond = f.expr(s.loop.stop)
        f.close(("br", cond, go_on, after))
        f.enter(go_on)
    if s.loop.where is not None:
        wanted = f.draft()
        cond = f.expr(s.loop.where)
        f.close(("br", cond, wanted, head))
        f.enter(wanted)
    with f.again():
        write_all(f, s.body)
    f.goto(head)
    f.enter(after)


Take = Callable[[int], None]


def _cursor(f: Frame, s: Each, source: Source) -> tuple[Code, Take]:
    """Set up what is left to do; give the test for more, and the step that takes the next element."""
    name = s.loop.var.name
    if isinstance(source, FromSet):
        left = f.cell(f"{name} left", kind=source.set.type)
        f.write_cell(left, f.expr(source.set))
        first = offset(element(source.set.type))

        def take_bit(var: int) -> None:
            bit = f.keep(fold.low(f.read(left)))
            f.write_cell(left, ("bandn", f.read(left), ("bit", bit)))
            f.write_cell(var, fold.add(bit, first))

        return ("ne", f.read(left), 0), take_bit
    if isinstance(source, FromRange | FromSeats):
        return _counter(f, s, source)
    if isinstance(source, FromList):
        return _row(f, s, source)
    return _snapshot(f, s, source)


def _counter(f: Frame, s: Each, source: FromRange | FromSeats) -> tuple[Code, Take]:
    name = s.loop.var.name
    at = f.cell(f"next {name}")
    if isinstance(source, FromRange):
        f.write_cell(at, f.expr(source.lo))
        end = f.saved(f"last {name}", f.expr(source.hi))

        def take(var: int) -> None:
            f.write_cell(var, f.read(at))
            f.write_cell(at, ("add", f.read(at), 1))

        return ("le", f.read(at), end), take
    seats = f.store.seats
    count: Code = seats if seats is not None else ("ld", ir.PLAYERS, 0)
    start = f.saved(f"first {name}", f.expr(source.start))
    f.write_cell(at, 0)

    def take_seat(var: int) -> None:
        f.write_cell(var, ("mod", ("add", start, f.read(at)), count, 0))
        f.write_cell(at, ("add", f.read(at), 1))

    return ("lt", f.read(at), count), take_seat


def _row(f: Frame, s: Each, source: FromList) -> tuple[Code, Take]:
    """A list by position: its rows as one table."""
    name = s.loop.var.name
    table = f.store.program.lists[source.list]
    width = max(1, max((len(r) for r in table.rows), default=1))
    data = [x for row in table.rows for x in [*row, *[0] * (width - len(row))]]
    cells, sizes = f.store.table(data, 0), f.store.table([len(r) for r in table.rows], 0)
    key = f.saved(f"{name} of", values.index(f, table.keys, source.keys))
    at = f.cell(f"next {name}")
    f.write_cell(at, 0)

    def take(var: int) -> None:
        f.write_cell(var, tab(f, cells, fold.add(fold.mul(key, width), f.read(at))))
        f.write_cell(at, ("add", f.read(at), 1))

    return ("lt", f.read(at), tab(f, sizes, key)), take


def _snapshot(f: Frame, s: Each, source: FromPile | FromComp) -> tuple[Code, Take]:
    """Keep the elements in the frame, in order."""
    name = s.loop.var.name
    room = max(1, f.store.sizes.most(source))
    if isinstance(source, FromPile) and source.place.slot < 0:
        room = f.store.shapes.size(s.loop.var.type)
    count, at = f.cell(f"count {name}"), f.cell(f"next {name}")
    cells = f.cell(f"{name} listed", room, kind=s.loop.var.type)
    f.write_cell(count, 0)
    f.write_cell(at, 0)

    def add() -> None:
        f.emit(("st", cells, f.read(count), f.env[s.loop.var.id]))
        f.write_cell(count, ("add", f.read(count), 1))

    sources.elements(f, source, s.loop.var, add)

    def take(var: int) -> None:
        f.write_cell(var, ("ld", cells, f.read(at)))
        f.write_cell(at, ("add", f.read(at), 1))

    return ("lt", f.read(at), f.read(count)), take

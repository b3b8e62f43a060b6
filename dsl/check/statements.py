"""Reading effects: the lines of a block in order; names, runs, ends, and ways to go on."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import cache

from .. import ast, core
from ..core import Const, Expr, Loop, Num, Ref, SetOf, Stmt, Type
from ..diagnostics import Fix
from . import advice, names, ranging
from . import express as ex
from .mistakes import Mistake, between, mistake, unknown
from .trade import trade
from .types import words
from .verbs import cites, find, read_call
from .world import Scope, World

REPEAT_LIMIT = 1000


def block(w: World, steps: ast.Block, s: Scope, result: Type | None) -> list[Stmt]:
    """Read the lines of a block in order. A choice or draw takes the rest of its block along. A mistake abandons its
    line only, so that the next line is still read."""
    s = s.child()
    out: list[Stmt] = []
    for i, step in enumerate(steps):
        rest = steps[i + 1 :]
        try:
            taker = _takers().get(type(step.do))
            if taker is not None:
                first, *others = taker(w, step.do, rest, s, result)
                return [*out, _mark(first, step), *others]
            for x in line(w, step.do, s, result):
                out.append(_mark(x, step))
        except Mistake as m:
            w.report(m)
            _recover(w, step.do, s)
    return out


def _mark(x: Stmt, step: ast.Step) -> Stmt:
    changes: dict[str, object] = {}
    if not x.cites and step.marks.cites:
        changes["cites"] = cites(step.marks)
    if not x.address and step.label is not None:
        changes["address"] = step.label.id
    if x.at.line == 0:
        changes["at"] = step.do.at
    return replace(x, **changes) if changes else x  # type: ignore[arg-type]


def _recover(w: World, do: ast.Stmt, s: Scope) -> None:
    """After a mistake in a line that names something, the name is known all the same: no second message about it."""
    if isinstance(do, ast.May) and do.body:
        first = do.body[0].do
        do = first.steps[0].do if isinstance(first, ast.Sequence) else first
    name = (
        do.name
        if isinstance(do, ast.Let | ast.LetFrom)
        else do.binder.name
        if isinstance(do, ast.Choose | ast.Draw)
        else None
    )
    if name is not None:
        s.broken.add(name.id)


def line(w: World, do: ast.Stmt, s: Scope, result: Type | None) -> list[Stmt]:
    reader = _lines().get(type(do))
    if reader is None:
        help = "Move it to a field of type `ability`; a slot is changed with `set … to`."
        raise mistake("RW4006", "This can only stand in the ability of a card.", do.at, help)
    return reader(w, do, s, result)


# -------------------------------------------------------------------------------- naming, running, ending


def _let(w: World, a: ast.Let, s: Scope, result: Type | None) -> list[Stmt]:
    _new_name(w, a.name, s)
    called = a.value.of if isinstance(a.value, ast.Call) else a.value
    entry = w.effects.get(called.id) if isinstance(called, ast.Ident) and called.id not in s.names else None
    if entry is not None and isinstance(entry.decl, ast.Effect) and entry.decl.gives is not None:
        raise mistake(
            "RW2005",
            f"`{entry.decl.name.id}` is something to do, not a value.",
            a.value.at,
            f"To run it and name its result, write `let {a.name.id} from {entry.decl.name.id}`.",
            fixes=(Fix(between(a.name.at, a.value.at), " from "),),
        )
    e = ex.expr(w, a.value, s)
    if isinstance(e.type, Ref) and not e.type.domains:
        raise mistake("RW3071", "`none` alone needs no name.", a.at, "Write `none` where it is needed.")
    v, local = w.local(a.name.id, e.type)
    s.names[a.name.id] = replace(local, at=a.name.at)
    return [core.Let(v, e, at=a.at)]


def _new_name(w: World, name: ast.Name, s: Scope) -> None:
    if name.id in ranging.names_taken(s):
        raise advice.taken(name, s)


def _let_from(w: World, a: ast.LetFrom, s: Scope, result: Type | None) -> list[Stmt]:
    _new_name(w, a.name, s)
    proc, args = read_call(w, a.call, s)
    if proc.result is None:
        raise mistake(
            "RW3072",
            f"`{proc.name}` gives no result.",
            a.call.at,
            f"Give it one with `give`, and write `effect {proc.name} gives ...`.",
        )
    v, local = w.local(a.name.id, proc.result)
    s.names[a.name.id] = replace(local, at=a.name.at)
    return [core.Run(proc.id, args, v, at=a.at)]


def _run(w: World, a: ast.Run, s: Scope, result: Type | None) -> list[Stmt]:
    proc, args = read_call(w, a.call, s)
    return [core.Run(proc.id, args, at=a.at)]


def _sequence(w: World, a: ast.Sequence, s: Scope, result: Type | None) -> list[Stmt]:
    return block(w, a.steps, s, result)


def _give(w: World, a: ast.Give, s: Scope, result: Type | None) -> list[Stmt]:
    if result is None:
        raise mistake("RW3073", "This effect gives no result.", a.at, "Write `gives` and a type in its heading.")
    return [core.Give(ex.expect(w, a.value, s, result), at=a.at)]


def _end(w: World, a: ast.End, s: Scope, result: Type | None) -> list[Stmt]:
    if a.name.id == "game" and "game" not in w.effects:
        fixes = (Fix(a.name.at, "flow"),)
        raise mistake(
            "RW2022", "There is no effect or action called `game`.", a.name.at, "Write `end flow`.", fixes=fixes
        )
    return [core.End(find(w, a.name.id, a.name.at).id, at=a.at)]


def _say(w: World, a: ast.Say, s: Scope, result: Type | None) -> list[Stmt]:
    text = ex.text_of(w, a.text, s)
    assert text is not None
    return [core.Say(text, at=a.at)]


def _nothing(w: World, a: ast.Nothing, s: Scope, result: Type | None) -> list[Stmt]:
    return []


def _score(w: World, a: ast.Score, s: Scope, result: Type | None) -> list[Stmt]:
    name = f"score {a.name.id}"
    if a.name.id not in w.scorings:
        raise unknown("RW2031", "scoring", a.name.id, w.scorings, a.name.at)
    w.used.add(a.name.id)
    return [core.Run(w.effects[name].number, (), at=a.at)]


def _needs(w: World, a: ast.Needs, s: Scope, result: Type | None) -> list[Stmt]:
    cond = ex.condition(w, a.cond, s)
    learned = ex.assume(s, cond, True)
    s.facts = learned.facts
    message = ex.text_of(w, a.message, s) or core.Text(("This is not possible now.",))
    return [core.Needs(cond, message, at=a.at)]


# -------------------------------------------------------------------------------- ways to go on


def _if(w: World, a: ast.If, s: Scope, result: Type | None) -> list[Stmt]:
    cond = ex.condition(w, a.cond, s)
    then = block(w, a.then, ex.assume(s, cond, True), result)
    other = block(w, a.other, ex.assume(s, cond, False), result)
    return [core.If(cond, then, other, at=a.at)]


def _each(w: World, a: ast.Each, s: Scope, result: Type | None) -> list[Stmt]:
    inner = s.child()
    loops = [ranging.loop(w, b, inner) for b in a.binders]
    body = block(w, a.body, inner, result)
    for lp in reversed(loops):
        body = [core.Each(lp, body, at=a.at)]
    return body


def _repeat(w: World, a: ast.Repeat, s: Scope, result: Type | None) -> list[Stmt]:
    until = None if a.until is None else ex.condition(w, a.until, s)
    most: Expr = Const(REPEAT_LIMIT, type=Num(REPEAT_LIMIT, REPEAT_LIMIT))
    if a.at_most is not None:
        most = ex.number(w, ex.expr(w, a.at_most, s))
    inner = s.child()
    inner.names[IN_REPEAT] = most
    return [core.Repeat(until, most, a.at_most is not None, block(w, a.body, inner, result), at=a.at)]


IN_REPEAT = "a repeat"  # no written name has a blank


def _as(w: World, a: ast.As, s: Scope, result: Type | None) -> list[Stmt]:
    if a.how == "one":
        p = ex.expect(w, a.who, s, names.PLAYER)
        v, local = w.local("me", names.PLAYER)
        inner = s.child()
        inner.me = local
        return [core.Let(v, p, at=a.at), *block(w, a.body, inner, result)]
    if a.how == "each":
        src, element = ranging.source(w, a.who, s)
        if element != names.PLAYER:
            help = "Go through other things with `each x in …`."
            raise mistake("RW3074", f"`as` asks for players, but this is {words(SetOf(element))}.", a.who.at, help)
        v, local = w.local("me", names.PLAYER)
        inner = s.child()
        inner.me = local
        return [core.Each(Loop(v, src), block(w, a.body, inner, result), at=a.at)]
    return _as_all(w, a, s)


def _as_all(w: World, a: ast.As, s: Scope) -> list[Stmt]:
    """The body becomes a procedure of its own; it sees copies of the names around it."""
    from .abilities import add_proc

    who = ex.expect(w, a.who, s, SetOf(names.PLAYER))
    v, local = w.local("me", names.PLAYER)
    inner = Scope(me=local, it=s.it)
    outside = [(n, e) for n, e in s.names.items() if not isinstance(e, Const) and n != IN_REPEAT]
    copies = [w.local(n, e.type) for n, e in outside]
    inner.names = dict(s.names) | {n: c[1] for (n, _), c in zip(outside, copies, strict=True)}
    inner.names.pop(IN_REPEAT, None)
    proc = add_proc(w, "secretly", f"as all {a.at.line}", (v, *(c[0] for c in copies)), None)
    proc.at = a.at
    proc.body = block(w, a.body, inner, None)
    return [core.AsAll(who, proc.id, tuple(e for _, e in outside), at=a.at)]


# -------------------------------------------------------------------------------- which line is which

Reader = Callable[..., list[Stmt]]


@cache
def _takers() -> dict[type, Reader]:
    """Lines that take the rest of their block along."""
    from . import decisions

    return {ast.Choose: decisions.choose, ast.Draw: decisions.draw, ast.May: decisions.may}


@cache
def _lines() -> dict[type, Reader]:
    from . import changes, decisions

    return {
        ast.Trade: trade,
        ast.Assign: changes.assign,
        ast.Move: changes.move,
        ast.Lay: changes.lay,
        ast.Lift: changes.lift,
        ast.Shuffle: changes.shuffle,
        ast.Reveal: changes.reveal,
        ast.Let: _let,
        ast.LetFrom: _let_from,
        ast.Run: _run,
        ast.Sequence: _sequence,
        ast.Give: _give,
        ast.End: _end,
        ast.Say: _say,
        ast.Nothing: _nothing,
        ast.Score: _score,
        ast.Needs: _needs,
        ast.If: _if,
        ast.Each: _each,
        ast.Repeat: _repeat,
        ast.As: _as,
        ast.ChooseOption: decisions.options,
        ast.Offer: decisions.offer,
    }

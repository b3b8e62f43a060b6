"""Lines that name, run and end something, and ways to go on."""

from __future__ import annotations

from dataclasses import replace

from regelwerk.dsl import ast, core
from regelwerk.dsl.ast.printer.expressions import expr as written
from regelwerk.dsl.core import Const, Expr, Loop, Num, Ref, SetOf, Stmt, Type
from regelwerk.dsl.core.type_rules import words
from regelwerk.dsl.core.visitor import inside
from regelwerk.dsl.diagnostics import Fix

from .. import advice
from ..context import Scope, World
from ..errors import between, mistake, unknown, warning
from ..expressions import binders, names
from ..expressions import read as ex
from . import sorting
from .blocks import IN_REPEAT, block, line
from .calls import find, read_call

REPEAT_LIMIT = 1000
COMPARED = ("=", "!=", "<", "<=", ">", ">=")
MOVED = "moved above: "  # no written name has a blank


# -------------------------------------------------------------------------------- naming, running, ending


def let(w: World, a: ast.Let, s: Scope, result: Type | None) -> list[Stmt]:
    _new_name(a.name, s)
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
    if isinstance(called, ast.Ident) and called.id in {*w.effects, *w.actions} - s.names.keys():
        raise advice.no_result(w, a.name.id, called.id, a.value.at)
    e = ex.expr(w, a.value, s)
    if isinstance(e.type, Ref) and not e.type.domains:
        raise mistake("RW3071", "`none` alone needs no name.", a.at, "Write `none` where it is needed.")
    v, local = w.local(a.name.id, e.type)
    s.names[a.name.id] = replace(local, at=a.name.at)
    return [core.Let(v, e, at=a.at)]


def _new_name(name: ast.Name, s: Scope) -> None:
    if name.id in binders.names_taken(s):
        raise advice.taken(name, s)


def let_from(w: World, a: ast.LetFrom, s: Scope, result: Type | None) -> list[Stmt]:
    _new_name(a.name, s)
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


def run(w: World, a: ast.Run, s: Scope, result: Type | None) -> list[Stmt]:
    proc, args = read_call(w, a.call, s)
    return [core.Run(proc.id, args, at=a.at)]


def move_some(w: World, a: ast.MoveSome, s: Scope, result: Type | None) -> list[Stmt]:
    """So many lines that move the first one that is not there yet. In a scenario, none that a line above has put
    somewhere: every one that is moved gets a name, and the lines below pass it over."""
    one, here = ast.Name("one_of_them", at=a.at), ast.Ident("one_of_them", at=a.at)
    there = ast.Unary("not", ast.Binary("in", here, a.to, at=a.at), at=a.at)
    if not s.checks:
        _from_anywhere(w, a, s)
        first = ast.Quant("first", ast.Binder(one, a.what, there, at=a.at), here, at=a.at)
        step = ast.Step(None, ast.Move(first, a.to, False, at=a.at), at=a.at)
        return sequence(w, ast.Sequence((step,) * a.count, at=a.at), s, result)
    element = ex.source(w, a.what, s)[1]
    moved = f"{MOVED}{words(element)} "
    out: list[Stmt] = []
    for _ in range(a.count):
        where: ast.Expr = there
        above = [name for name in s.names if name.startswith(moved)]
        for name in above:
            other = ast.Binary("!=", here, ast.Ident(name, at=a.at), at=a.at)
            where = ast.Binary("and", where, other, at=a.at)
        first = ast.Quant("first", ast.Binder(one, a.what, where, at=a.at), here, at=a.at)
        name = f"{moved}{len(above)}"
        out += let(w, ast.Let(ast.Name(name, at=a.at), first, at=a.at), s, result)
        out += line(w, ast.Move(ast.Ident(name, at=a.at), a.to, False, at=a.at), s, result)
    return out


def _from_anywhere(w: World, a: ast.MoveSome, s: Scope) -> None:
    """A name with copies, or a type, is all of them, also those that lie before somebody."""
    if not isinstance(a.what, ast.Ident | ast.TypeIdent) or a.what.id in s.names:
        return
    kinds = [kind for kind, _ in w.things.get(a.what.id, ())]
    if a.what.id in w.types:
        kinds = [a.what.id]
    if not kinds:
        return
    to, shapes = written(a.to), {name: slot.shape for name, slot in w.table.items()}
    piles = (n for n, x in shapes.items() if x.kind == "pile" and not x.keys and x.type == Ref((kinds[0],)) and n != to)
    of = f"c in {a.what.id} where c in {next(piles, 'box')}"
    said = f"This takes the first copies of `{a.what.id}` that are not there yet, wherever they lie."
    help = f"Say where from: `move {a.count} of [{of}] to {to}`."
    w.report(warning("RW4071", said, a.what.at, help))


def sequence(w: World, a: ast.Sequence, s: Scope, result: Type | None) -> list[Stmt]:
    return block(w, a.steps, s, result)


def give(w: World, a: ast.Give, s: Scope, result: Type | None) -> list[Stmt]:
    if result is None:
        raise mistake("RW3073", "This effect gives no result.", a.at, "Write `gives` and a type in its heading.")
    return [core.Give(ex.promised(w, ex.expr(w, a.value, s, result), result), at=a.at)]


def end(w: World, a: ast.End, s: Scope, result: Type | None) -> list[Stmt]:
    if a.name.id == "game" and "game" not in w.effects:
        fixes = (Fix(a.name.at, "flow"),)
        raise mistake(
            "RW2022", "There is no effect or action called `game`.", a.name.at, "Write `end flow`.", fixes=fixes
        )
    return [core.End(find(w, a.name.id, a.name.at).id, at=a.at)]


def show(w: World, a: ast.ShowTo, s: Scope, result: Type | None) -> list[Stmt]:
    """Read `show e to p`; of a pile everything in it is shown."""
    what = ex.expr(w, a.what, s)
    seat = ex.expect(w, a.seat, s, names.PLAYER)
    return [core.ShowTo(seat, core.Text((what,)), at=a.at)]


def say(w: World, a: ast.Say, s: Scope, result: Type | None) -> list[Stmt]:
    text = ex.text_of(w, a.text, s)
    assert text is not None
    return [core.Say(text, at=a.at)]


def nothing(w: World, a: ast.Nothing, s: Scope, result: Type | None) -> list[Stmt]:
    return []


def score(w: World, a: ast.Score, s: Scope, result: Type | None) -> list[Stmt]:
    name = f"score {a.name.id}"
    if a.name.id not in w.scorings:
        raise unknown("RW2031", "scoring", a.name.id, w.scorings, a.name.at)
    w.used.add(a.name.id)
    return [core.Run(w.effects[name].number, (), at=a.at)]


def needs(w: World, a: ast.Needs, s: Scope, result: Type | None) -> list[Stmt]:
    cond = ex.condition(w, a.cond, s)
    learned = ex.assume(s, cond, True)
    s.facts = learned.facts
    message = ex.text_of(w, a.message, s) or core.Text(("This is not possible now.",))
    return [core.Needs(cond, message, a.forbids, at=a.at)]


# -------------------------------------------------------------------------------- ways to go on


def if_line(w: World, a: ast.If, s: Scope, result: Type | None) -> list[Stmt]:
    cond = ex.condition(w, a.cond, s)
    then = block(w, a.then, ex.assume(s, cond, True), result)
    other = block(w, a.other, ex.assume(s, cond, False), result)
    return [core.If(cond, then, other, at=a.at)]


def each(w: World, a: ast.Each, s: Scope, result: Type | None) -> list[Stmt]:
    if a.by is not None:
        return sorting.each(w, a, a.by, s, result)
    inner = s.child()
    loops = [binders.loop(w, b, inner) for b in a.binders]
    body = block(w, a.body, inner, result)
    for lp in reversed(loops):
        body = [core.Each(lp, body, at=a.at)]
    return body


def repeat(w: World, a: ast.Repeat, s: Scope, result: Type | None) -> list[Stmt]:
    until = None if a.until is None else ex.condition(w, a.until, s)
    most: Expr = Const(REPEAT_LIMIT, type=Num(REPEAT_LIMIT, REPEAT_LIMIT))
    if a.at_most is not None:
        most = ex.number(w, ex.expr(w, a.at_most, s))
    inner = s.child()
    inner.names[IN_REPEAT] = most
    body = block(w, a.body, inner, result)
    return [core.Repeat(until, most, a.at_most is not None, body, _never(w, a.until, s), at=a.at)]


def _never(w: World, until: ast.Expr | None, s: Scope) -> core.Text | None:
    """Say what a loop waited for in vain, and the number it looked at, if everybody may know that."""
    if until is None:
        return None
    said = f"This was repeated too often: `{written(until)}` never came true"
    if isinstance(until, ast.Binary) and until.op in COMPARED:
        value = ex.expr(w, until.left, s)
        if isinstance(value.type, Num) and not isinstance(value, Const) and _open(w, value):
            return core.Text((f"{said}; `{written(until.left)}` was ", value, " at last."))
    return core.Text((f"{said}.",))


def _open(w: World, value: Expr) -> bool:
    """Tell whether everybody may know a value: what stands in slots that all see, and how many lie in places."""
    if all(slot.visibility == "public" for slot in w.program.slots):
        return True
    for each in inside(value):
        if isinstance(each, core.Load):
            if w.program.slots[each.slot].visibility != "public":
                return False
        elif isinstance(each, core.Local):
            if each.var.name != "me":
                return False
        elif not isinstance(each, core.PileSize | core.Place | Const | core.Binary):
            return False
    return True


def as_line(w: World, a: ast.As, s: Scope, result: Type | None) -> list[Stmt]:
    if a.by is not None and a.how != "each":
        raise mistake("RW3074", "Only `as each` has an order.", a.by.at, "Write `as each … by …`.")
    if a.how == "one":
        p = ex.expect(w, a.who, s, names.PLAYER)
        v, local = w.local("me", names.PLAYER)
        inner = s.child()
        inner.me = local
        return [core.Let(v, p, at=a.at), *block(w, a.body, inner, result)]
    if a.how == "each":
        src, element = ex.source(w, a.who, s)
        if element != names.PLAYER:
            help = "Go through other things with `each x in …`."
            raise mistake("RW3074", f"`as` asks for players, but this is {words(SetOf(element))}.", a.who.at, help)
        v, local = w.local("me", names.PLAYER)
        inner = s.child()
        inner.me = local
        if a.by is not None:
            return sorting.in_order(w, Loop(v, src), local, a.by, a.body, inner, s, result)
        return [core.Each(Loop(v, src), block(w, a.body, inner, result), at=a.at)]
    return _as_all(w, a, s)


def _as_all(w: World, a: ast.As, s: Scope) -> list[Stmt]:
    """The body becomes a procedure of its own; it sees copies of the names around it."""
    who = ex.expect(w, a.who, s, SetOf(names.PLAYER))
    v, local = w.local("me", names.PLAYER)
    inner = Scope(me=local, it=s.it)
    outside = [(n, e) for n, e in s.names.items() if not isinstance(e, Const) and n != IN_REPEAT]
    copies = [w.local(n, e.type) for n, e in outside]
    inner.names = dict(s.names) | {n: c[1] for (n, _), c in zip(outside, copies, strict=True)}
    inner.names.pop(IN_REPEAT, None)
    proc = w.add_proc("secretly", f"as all {a.at.line}", (v, *(c[0] for c in copies)), None)
    proc.at = a.at
    proc.body = block(w, a.body, inner, None)
    return [core.AsAll(who, proc.id, tuple(e for _, e in outside), at=a.at)]

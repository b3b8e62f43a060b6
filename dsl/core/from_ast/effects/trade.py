"""Gaining, paying and owing: what a bundle means for each resource."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import partial, reduce

from regelwerk.dsl import ast, core
from regelwerk.dsl.core import Binary, Const, Expr, FromRange, Load, Loop, Num, Ref, Stmt, Type
from regelwerk.dsl.core.type_rules import FLAG, fold
from regelwerk.dsl.source import Span

from .. import advice
from ..context import Scope, World
from ..errors import Mistake, lost, mistake, unknown
from ..expressions import names
from ..expressions import read as ex
from .calls import read_call

SHORT_LIMIT = 100


def trade(w: World, a: ast.Trade, s: Scope, result: Type | None) -> list[Stmt]:
    """Read `gain`, `pay` or `owe` with a bundle: comma = and, `or` = one of these."""
    names.me(w, s, a.at)  # somebody must be there who gains or pays
    out: list[Stmt] = []
    for part, after in zip(a.bundle.parts, (*a.bundle.parts[1:], ()), strict=True):
        one, two = part[-1], after[0] if after else None
        if two is not None and one.unit is None and isinstance(one.amount, ast.Number):
            advice.no_fraction(one, two)
        if len(part) == 1:
            out += _one(w, a.verb, part[0], s, a.at if len(a.bundle.parts) == 1 else None)
            continue
        options = []
        payable = _in_full(w, part, s) if a.verb == "owe" else [None] * len(part)
        for amount, when in zip(part, payable, strict=True):
            body = _one(w, a.verb, amount, s)
            label = _words(w, amount, s)
            options.append(core.Option(_id(amount), label, when, body, amount.at))
        verb = {"gain": "Gain", "pay": "Pay", "owe": "Pay"}[a.verb]
        out.append(core.Options(names.me(w, s, a.at), core.Text((f"{verb} which?",)), options, "bundle", at=a.at))
    return out


def _in_full(w: World, part: Sequence[ast.Amount], s: Scope) -> list[Expr | None]:
    """Of what is owed, one picks something one has enough of, if there is such a thing."""
    enough: list[Expr] = []
    for a in part:
        amount, unit = _parts(a)
        there = _there(w, unit, s)
        if there is None:
            return [None] * len(part)
        n = _not_negative("owe", ex.number(w, ex.expr(w, amount, s)))
        enough.append(Binary("ge", there, n, type=FLAG, at=a.at))
    none_of = core.Unary("not", reduce(partial(_either, part[0].at), enough), type=FLAG, at=part[0].at)
    return [_either(e.at, e, none_of) for e in enough]


def _either(at: Span, x: Expr, y: Expr) -> Expr:
    return Binary("or", x, y, type=FLAG, at=at)


def _parts(a: ast.Amount) -> tuple[ast.Expr, ast.Expr]:
    """How many of what: without a number it is one."""
    return (ast.Number(1, at=a.at), a.amount) if a.unit is None else (a.amount, a.unit)


def _there(w: World, unit: ast.Expr, s: Scope) -> Expr | None:
    """How much of it somebody has, where that can be told beforehand: not where more can be raised."""
    if isinstance(unit, ast.Ident) and unit.id in w.resources and unit.id not in s.names:
        r = w.resources[unit.id]
        held = None if _field(r, "short") else _cell(w, r, "held", s)
        return None if held is None else _load(held)
    e = ex.expr(w, unit, s)
    kinds = [d for d in e.type.domains if d in w.resources] if isinstance(e.type, Ref) and not e.type.none else []
    return _has(w, w.resources[kinds[0]], Scope(me=s.me, it=e)) if kinds else None


def _has(w: World, r: ast.Resource, s: Scope) -> Expr | None:
    f = _field(r, "has")
    return ex.number(w, ex.expr(w, f.values[0], s)) if f is not None and f.values else None


def _id(a: ast.Amount) -> str:
    def spell(e: ast.Expr) -> str:
        if isinstance(e, ast.Ident):
            return e.id
        if isinstance(e, ast.Number):
            return str(e.value)
        return "amount"

    return spell(a.amount) if a.unit is None else f"{spell(a.amount)}_{spell(a.unit)}"


def _words(w: World, a: ast.Amount, s: Scope) -> core.Text:
    if a.unit is None:
        return core.Text((ex.expr(w, a.amount, s),)) if not _simple(w, a.amount) else core.Text((_title(w, a.amount),))
    unit = _title(w, a.unit) if _simple(w, a.unit) else ex.expr(w, a.unit, s)
    return core.Text((ex.expr(w, a.amount, s), " ", unit))


def _simple(w: World, e: ast.Expr) -> bool:
    return isinstance(e, ast.Ident) and e.id in w.resources


def _title(w: World, e: ast.Expr) -> str:
    assert isinstance(e, ast.Ident)
    title = w.resources[e.id].title
    return e.id if title is None else "".join(p for p in title.parts if isinstance(p, str))


def _one(w: World, verb: str, a: ast.Amount, s: Scope, whole: Span | None = None) -> list[Stmt]:
    amount, unit = _parts(a)
    n = _not_negative(verb, ex.number(w, ex.expr(w, amount, s)))
    if isinstance(unit, ast.Ident) and unit.id in w.resources and unit.id not in s.names:
        w.used.add(unit.id)
        w.note(unit.at, "resource", unit.id)
        return _counter(w, verb, w.resources[unit.id], n, _title(w, unit), s, a)
    if isinstance(unit, ast.Ident) and unit.id not in {
        *s.names,
        *w.things,
        *w.table,
        *w.values,
        *w.rulings,
        "it",
        "none",
    }:
        raise advice.counted(w, verb, unit, amount, whole) or _no_resource(w, unit.id, unit)
    e = ex.expr(w, unit, s)
    if isinstance(e.type, Ref) and not e.type.domains:
        return []
    kinds = [d for d in e.type.domains if d in w.resources] if isinstance(e.type, Ref) else []
    if not kinds:
        if isinstance(unit, ast.Ident) and not isinstance(e.type, Num):
            per = advice.counted_per(w, verb, unit, e.type, amount, whole)
            raise per or advice.counted(w, verb, unit, amount, whole) or _no_resource(w, unit.id, unit)
        per = advice.counted_per(w, verb, unit, e.type, amount, whole)
        raise per or advice.no_unit(w, verb, unit, e.type)
    return _units(w, verb, w.resources[kinds[0]], n, e, s, a)


def _not_negative(verb: str, n: Expr) -> Expr:
    """Less than nothing is nothing: a fee that cards make smaller than 0 is not paid out."""
    if (known := fold(n)) is not None and known < 0:
        other = "pay" if verb == "gain" else "gain"
        raise mistake(
            "RW3095", f"An amount is never less than 0, but this is {known}.", n.at, f"Write `{other} {-known}`."
        )
    if isinstance(n.type, Num) and n.type.lo < 0:
        return ex.arithmetic("max", n, Const(0, type=Num(0, 0)), n.at)
    return n


def _no_resource(w: World, name: str, unit: ast.Expr) -> Mistake:
    if any(t[0] in w.types for t in w.things.get(name, ())):
        said = f"`{name}` is no resource, but something that lies somewhere."
        help = f"It is moved: `move first x in {name}: x to …`, or `move {name} to …` if there is one of it."
        return mistake("RW2040", said, unit.at, help)
    if name in w.table and w.table[name].shape.kind != "cell":
        said = f"`{name}` is no resource, but a place."
        return mistake("RW2040", said, unit.at, f"What lies there is moved: `move {name} to me.…`.")
    units = [i for d in w.resources if d in w.program.domains for i in w.domain(d).ids]
    return unknown("RW2040", "resource", name, [*(r for r in w.resources if r[0].islower()), *units], unit.at)


def _field(r: ast.Resource, name: str) -> ast.Field | None:
    return next((f for f in r.fields if f.name.id == name), None)


def _cell(w: World, r: ast.Resource, name: str, s: Scope) -> names.Target | None:
    f = _field(r, name)
    if f is None:
        return None
    target = names.lvalue(w, f.values[0], s) if f.values else None
    if target is None or target.open_keys or not isinstance(target.info.shape.type, Num):
        if f.values:
            ex.expr(w, f.values[0], s)  # an unknown name is the first thing to say
        help = "Declare a slot for it under `player` or `table`."
        raise mistake("RW3080", f"`{name}` names a number that is kept somewhere, for example `me.pouch`.", f.at, help)
    return target


def _load(t: names.Target) -> Expr:
    return Load(t.slot, t.keys, type=t.info.shape.type, at=t.at)


def _add(t: names.Target, n: Expr, a: ast.Amount) -> Stmt:
    return core.Store(t.slot, t.keys, ex.arithmetic("add", _load(t), n, a.at), at=a.at)


def _take(t: names.Target, n: Expr, a: ast.Amount, known: bool) -> Stmt:
    rest = ex.arithmetic("sub", _load(t), n, a.at)
    if known and isinstance(rest.type, Num):  # it was tested that enough is there
        rest = replace(rest, type=Num(max(rest.type.lo, 0), rest.type.hi))
    return core.Store(t.slot, t.keys, rest, at=a.at)


def _below_zero(t: names.Target) -> bool:
    return isinstance(t.info.shape.type, Num) and t.info.shape.type.lo < 0


def _at_most(w: World, name: str, wanted: Expr, there: names.Target, a: ast.Amount) -> tuple[Stmt, Expr]:
    """As much as is there; where it is less than nothing, nothing."""
    less = ex.arithmetic("min", wanted, _load(there), a.at)
    if _below_zero(there):
        less = ex.arithmetic("max", less, Const(0, type=Num(0, 0)), a.at)
    v, local = w.local(name, less.type)
    return core.Let(v, less, at=a.at), local


def _counter(w: World, verb: str, r: ast.Resource, n: Expr, title: str, s: Scope, a: ast.Amount) -> list[Stmt]:
    """A resource that is a number kept somewhere, perhaps against a supply."""
    held = _cell(w, r, "held", s)
    if held is None:
        said = f"The resource `{r.name.id}` does not say where it is kept."
        missing = mistake("RW3081", said, r.name.at, "Add the line `held me....`.")
        raise lost("RW3081", said, "held", r.fields, missing)
    supply = _cell(w, r, "supply", s)
    v, local = w.local("amount", n.type)
    out: list[Stmt] = [core.Let(v, n, at=a.at)]
    if verb == "gain":
        if supply is not None:
            let, less = _at_most(w, "amount", local, supply, a)
            return [*out, let, _take(supply, less, a, not _below_zero(supply)), _add(held, less, a)]
        return [*out, _add(held, local, a)]
    if verb == "pay":
        enough = Binary("ge", _load(held), local, type=FLAG, at=a.at)
        need = core.Text(("You need ", local, f" {title}, but have ", _load(held), "."))
        out.append(core.Needs(enough, need, at=a.at))
        out.append(_take(held, local, a, True))
        return [*out, _add(supply, local, a)] if supply is not None else out
    short = _field(r, "short")
    if short is not None:
        out.append(_raise_money(w, short, held, local, s, a))
    let, paid = _at_most(w, "paid", local, held, a)
    out += [let, _take(held, paid, a, not _below_zero(held))]
    return [*out, _add(supply, paid, a)] if supply is not None else out


def _what_is_there(w: World, due: Expr, there: Expr, body: list[Stmt], a: ast.Amount) -> Expr:
    """As many as are due and somebody has, reckoned before the first of them is given up."""
    v, least = w.local("paid", Num(0, due.type.hi if isinstance(due.type, Num) else 1))
    body.append(core.Let(v, replace(ex.arithmetic("min", due, there, a.at), type=v.type), at=a.at))
    return least


def _raise_money(w: World, short: ast.Field, held: names.Target, due: Expr, s: Scope, a: ast.Amount) -> Stmt:
    """While the sum is lacking and more can be raised, raise it."""
    call = short.values[0] if short.values else None
    if call is None:
        raise mistake("RW3082", "`short` names an effect.", short.at, "Write `short sell_something` with an effect.")
    proc, args = read_call(w, call, s)
    enough = Binary("ge", _load(held), due, type=FLAG, at=a.at)
    stuck = core.Unary("not", core.Can(proc.id, args, type=FLAG, at=a.at), type=FLAG, at=a.at)
    most = Const(SHORT_LIMIT, type=Num(SHORT_LIMIT, SHORT_LIMIT))
    until = Binary("or", enough, stuck, type=FLAG, at=a.at)
    return core.Repeat(until, most, True, [core.Run(proc.id, args, at=a.at)], at=a.at)


def _units(w: World, verb: str, r: ast.Resource, n: Expr, unit: Expr, s: Scope, a: ast.Amount) -> list[Stmt]:
    """A resource of many kinds: an effect runs for every unit."""
    f = _field(r, "pay" if verb == "owe" else verb)
    if f is None or not f.values:
        raise mistake(
            "RW3083", f"The resource `{r.name.id}` does not say how to {verb} it.", a.at, f"Add the line `{verb} ...`."
        )
    t = unit.type
    assert isinstance(t, Ref)
    v, local = w.local("unit", replace(t, none=False))
    inner = Scope(me=s.me, it=local)
    proc, args = read_call(w, f.values[0], inner)
    body: list[Stmt] = [core.Let(v, replace(unit, type=v.type), at=a.at)]
    there = _has(w, r, inner)
    if verb == "pay" and there is not None:
        lacking = core.Text(("You need ", n, " ", local, ", but have ", there, "."))
        body.append(core.Needs(Binary("ge", there, n, type=FLAG, at=a.at), lacking, at=a.at))
    if verb == "owe":
        if there is None:
            said = f"The resource `{r.name.id}` does not say how many of it somebody has, so nobody can owe it."
            raise mistake("RW3083", said, a.at, "Add the line `has …` with a number, or write `pay`.")
        n = _what_is_there(w, n, there, body, a)
    run = core.Run(proc.id, args, at=a.at)
    if isinstance(n, Const) and n.value == 1:
        body.append(run)
    else:
        most = n.type.hi if isinstance(n.type, Num) else 1
        counter = w.var("unit number", Num(1, max(1, most)))
        body.append(core.Each(Loop(counter, FromRange(Const(1, type=Num(1, 1)), n)), [run], at=a.at))
    if t.none:
        there2 = Binary("ne", unit, Const(-1, type=t), type=FLAG, at=a.at)
        return [core.If(there2, body, [], at=a.at)]
    return body

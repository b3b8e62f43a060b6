"""What is asked of something: `x.y`, `m[k]`, and calls with their arguments."""

from __future__ import annotations

from dataclasses import replace

from regelwerk.dsl import ast, core
from regelwerk.dsl.core import CallFunc, Const, Expr, Num, Ref, SetOf, Type
from regelwerk.dsl.core.type_rules import FLAG, NOTHING, capital, coerce, fits, may_be_none, none_of, with_none, words
from regelwerk.dsl.diagnostics import Fix
from regelwerk.dsl.source import Span

from .. import advice, foreign_names
from ..context import Scope, SlotInfo, World
from ..errors import SILENT, mistake, remainder, unknown
from . import binders, boards, calls, names, pieces
from . import read as ex

# ------------------------------------------------------------------------------------------------ x.y and m[k]


def dot(w: World, a: ast.Dot, s: Scope, hint: Type | None) -> Expr:
    n = a.name.id
    w.used.add(n)
    of_type = a.of.id if isinstance(a.of, ast.TypeIdent) else ""
    found = [t for t in w.things.get(n, []) if t[0] == of_type]
    if isinstance(a.of, ast.TypeIdent) and (found or n != "size"):
        if not found and a.of.id not in w.program.domains:
            raise advice.unknown_type(w, s, a.of.id, [*w.program.domains, "me", "players"], a.of.at)
        if not found:
            raise advice.not_one_of(w, s, a)
        w.note(a.name.at, "thing", a.of.id, n)
        return names.thing(w, found[0], n, s, a.at)
    if n == "size":
        w.note(a.name.at, "built in", n)
        return binders.size(w, a.of, s, a.at)
    target = names.lvalue(w, a, s)
    if target is not None:
        return names.load(w, target)
    of = ex.expr(w, a.of, s)
    return member(w, of, n, (), a, s)


def member(w: World, of: Expr, n: str, args: tuple[ast.Expr, ...], a: ast.Expr, s: Scope) -> Expr:
    """Read a field, a value asked of a player, a coordinate."""
    at, named = a.at, calls.named(a)
    t = of.type
    if not isinstance(t, Ref) or not t.domains:
        many = isinstance(t, SetOf)
        if many and n in advice.SIZES and isinstance(a, ast.Dot):
            fixes = (Fix(a.name.at, "size"),)
            raise mistake(
                "RW2007", f"{capital(words(t))} has no `{n}`.", at, "How many there are is `size`.", fixes=fixes
            )
        if many and n in ("top", "first") and isinstance(a, ast.Dot):
            new = f"top({advice.written(a.of)})"
            whole = () if "…" in new else (Fix(at, new),)
            raise mistake("RW2007", f"{capital(words(t))} has no `{n}`.", at, f"Write `{new}`.", fixes=whole)
        if many and n.lower().replace("_", "") in ("empty", "isempty") and isinstance(a, ast.Dot):
            new = f"{advice.written(a.of)}.size = 0"
            whole = () if "…" in new else (Fix(at, new),)
            raise mistake("RW2007", f"{capital(words(t))} has no `{n}`.", at, f"Write `{new}`.", fixes=whole)
        of_ = (
            a.of
            if isinstance(a, ast.Dot)
            else a.of.of
            if isinstance(a, ast.Call) and isinstance(a.of, ast.Dot)
            else None
        )
        all_ = advice.written(of_) if of_ is not None else "…"
        if many and (said := foreign_names.method(n, all_)) is not None:
            raise mistake("RW2007", f"{capital(words(t))} has no `{n}`.", at, said)
        help = f"Ask one of them: `any x in {all_} where x.{n} …`, `sum x in {all_}: x.{n}`; "
        help += f"or go through them: `each x in {all_}: … x.{n}`."
        help = help if many else "Leave out the dot."
        if all_ == "players" and n in w.player and w.player[n].shape.kind == "pile":
            help = f"Go through the players first: `(count p in players, x in p.{n} where …)`, or "
            help += f"`sum p in players: p.{n}.size`."
        if isinstance(t, SetOf) and isinstance(t.element, Ref) and "Player" in t.element.domains and s.me is not None:
            help += f" Of whoever acts it is `me.{n}`."
        raise mistake("RW2007", f"{capital(words(t))} has no `{n}`.", at, help)
    if "Player" in t.domains and n in w.values:
        if not w.values[n].me:
            raise mistake(
                "RW2008", f"`{n}` does not depend on a player.", at, f"Write `{n}` alone.", fixes=(Fix(at, n),)
            )
        inner = s.child()
        inner.me = coerce(of, names.PLAYER)
        return calls.call_value(w, n, args, a, inner, s)
    if "Player" in t.domains and n in ("piece", "label", "fits", "touches") and isinstance(a, ast.Call):
        return pieces.question(w, n, a, s, of)  # what lies on the board of that player
    if "Player" in t.domains:
        for info in w.types.values():
            if info.per_player:
                for i in info.instances:
                    if i.name == n:
                        w.note(named, "thing", info.name, n)
                        return names.of_player(
                            w, info.name, info.per_player, i.first, i.copies, coerce(of, names.PLAYER), at
                        )
    owners = [d for d in t.domains if d in w.types and n in w.types[d].slots]
    if n in ("x", "y", "owner", "copies", "place") and not owners:
        w.note(named, "built in", n)
    if len(t.domains) == 1 and t.domains[0] in w.boards and n in ("x", "y"):
        return boards.coordinate(w, t.domains[0], n, of, at)
    if (
        not owners
        and n == "place"
        and t.domains[0] in (*w.kinds, "Player")
        and n not in w.values
        and len(t.domains) == 1
    ):
        data = list(range(1, w.domain(t.domains[0]).size + 1))
        table = w.add_table(f"{t.domains[0]}.place", (Ref(t.domains),), Num(1, len(data)), data, core.NONE_NUM)
        return w.lookup(table, (of,), at)
    if not owners and n == "owner" and t.domains[0] in w.types and w.types[t.domains[0]].per_player:
        return names.owner(w, t.domains[0], of, at)
    if not owners and n in w.broken:
        raise SILENT
    if not owners and n == "copies" and t.domains[0] in w.types:
        data = [c.copies for i in range(w.domain(t.domains[0]).size) for c in [w.instance_of(t.domains[0], i)]]
        table = w.add_table(f"{t.domains[0]}.copies", (Ref(t.domains),), Num(0, 500), data, core.NONE_NUM)
        return w.lookup(table, (of,), at)
    if not owners and n in w.values:  # `s.city` asks the value `city(s)`
        decl = w.values[n].decl
        assert isinstance(decl, ast.Value)
        if decl.params and fits(t, calls.names_first(w, decl)):
            return calls.ask(w, n, of, args, a, s)
    if not owners:
        known = [k for d in t.domains if d in w.types for k in w.types[d].slots]
        if "Player" in t.domains:
            if "player" in w.broken:
                raise SILENT  # what players have could not be read
            known += [*w.player, *[v for v, c in w.values.items() if c.me]]
        if isinstance(a, ast.Dot):
            raise advice.unknown_field(w, t.domains, a, known)
        raise unknown("RW2009", f"`{' or '.join(t.domains)}` field", n, known, at)
    w.note(named, "slot", owners[0], n)
    if len(t.domains) == 1:
        return field(w, w.types[owners[0]].slots[n], of, args, a, s)
    sure = len(owners) > 1 and len(owners) == len(t.domains)  # what it is has been asked, or does not matter
    each = []
    for d in owners:
        this = core.Narrow(of, not (sure or d != owners[-1]), type=Ref((d,), t.none), at=at)
        each.append(field(w, w.types[d].slots[n], this, args, a, s))
    found = each[-1]
    for d, one in zip(reversed(owners[:-1]), reversed(each[:-1]), strict=True):
        joined = w.order.join(one.type, found.type)
        if joined is None:
            said = f"`{n}` of a {d} is {words(one.type)}, of another it is {words(found.type)}."
            raise mistake("RW3001", said, at, f"Ask first what it is: `x in {d}`.")
        found = core.Cond(core.IsA(of, (d,), type=FLAG), coerce(one, joined), coerce(found, joined), type=joined, at=at)
    return found


def field(w: World, info: SlotInfo, of: Expr, args: tuple[ast.Expr, ...], a: ast.Expr, s: Scope) -> Expr:
    """Read a field of a component that does not change, or ask code on it."""
    if info.home == "code" and info.shape.result is not None:
        actual = calls.arguments(w, info.shape.params, args, a, s)
        seat = s.me if s.me is not None else Const(-1, type=NOTHING)
        return CallFunc(info.number, (seat, coerce(of, Ref((info.owner,))), *actual), type=info.shape.result, at=a.at)
    if info.home == "code":
        help = "Let it happen in a line of its own."
        raise mistake("RW2005", f"`{info.decl.name.id}` is something to do, not a value.", a.at, help)
    if args:
        brackets = (Fix(remainder(a.of.at, a.at), ""),) if isinstance(a, ast.Call) else ()
        help = "Leave out the brackets and what stands in them."
        raise mistake("RW2012", f"`{info.decl.name.id}` takes nothing in brackets.", a.at, help, fixes=brackets)
    w.readers.field(w, info)
    if info.home == "table":
        if info.shape.keys:
            help = f"Write `{info.decl.name.id}[...]`."
            raise mistake("RW3022", f"`{info.decl.name.id}` is kept per something: a key is missing.", a.at, help)
        return w.lookup(info.number, (coerce(of, Ref((info.owner,), may_be_none(of.type))),), a.at)
    help = "An ability or a list is no value: ask for the card, go through the list with `x in`, or say `way[1]`."
    if info.shape.kind == "list":
        name = info.decl.name.id
        help = f"It is a list: go through it with `each x in`, say `{name}[1]`, or declare `{name}` a `set of`."
    raise mistake("RW2013", f"`{info.decl.name.id}` cannot be used as a value.", a.at, help)


def index(w: World, a: ast.Index, s: Scope, hint: Type | None) -> Expr:
    if len(a.keys) == 1 and (pile := names.whole_pile(w, a.of, s)) is not None:
        return _lies_at(w, pile, a.keys[0], a.at, s)
    target = names.lvalue(w, a, s)
    if target is not None:
        return names.load(w, target)
    if isinstance(a.of, ast.Dot):
        of = ex.expr(w, a.of.of, s)
        n = a.of.name.id
        if isinstance(of.type, Ref):
            for d in of.type.domains:
                info = w.types[d].slots.get(n) if d in w.types else None
                if info is not None and info.home == "table":
                    w.note(a.of.name.at, "slot", d, n)
                    w.readers.field(w, info)
                    keys = tuple(
                        names.in_range(coerce(ex.expr(w, k, s, want), with_none(want)), want, k.at)
                        for k, want in zip(a.keys, info.shape.keys, strict=True)
                    )
                    return w.lookup(info.number, (coerce(of, Ref((d,), of.type.none)), *keys), a.at)
                if info is not None and info.home == "list" and len(a.keys) == 1:
                    w.note(a.of.name.at, "slot", d, n)
                    return _element(w, info, coerce(of, Ref((d,), of.type.none)), a.keys[0], a.at, s)
    ex.expr(w, a.of, s)  # an unknown name is the first thing to say
    help = "A value takes round brackets, `v(a)`; otherwise leave the key out."
    raise mistake("RW3023", "Only something kept `per` something takes a key in square brackets.", a.at, help)


def _lies_at(w: World, pile: names.Target, nth: ast.Expr, at: Span, s: Scope) -> Expr:
    """What lies at a place of a pile, counted from 1 at the top; elsewhere there is none."""
    held = pile.info.shape.type
    assert isinstance(held, Ref)
    key = ex.expr(w, nth, s, Num(1, w.size(held)))
    if not isinstance(key.type, Num) or key.type.none:
        said = f"The place in a pile is a number, but this is {words(key.type)}."
        raise mistake("RW3021", said, nth.at, "Write a number in the square brackets: what lies on top is 1.")
    one = Const(1, type=Num(1, 1))
    above = core.Binary("sub", key, one, type=Num(key.type.lo - 1, key.type.hi - 1), at=nth.at)
    return core.PileAt(pile.place, above, type=replace(held, none=True), at=at)


def _element(w: World, info: SlotInfo, of: Expr, place: ast.Expr, at: Span, s: Scope) -> Expr:
    """What stands at a place of a list on a component, counted from 1; behind its end there is none."""
    w.readers.field(w, info)
    rows = w.program.lists[info.number].rows
    most = max((len(r) for r in rows), default=0) or 1
    element = info.shape.type
    assert isinstance(element, Num | Ref)
    t = element if all(len(r) == most for r in rows) else with_none(element)
    want = Num(1, most)
    key = ex.expr(w, place, s, want)
    if not fits(key.type, want):
        said = f"The place in a list is a number, but this is {words(key.type)}."
        raise mistake("RW3021", said, place.at, f"Write a number from 1 to {most} in the square brackets.")
    where = (info.owner, info.decl.name.id)
    if where not in w.geometry:
        data = [v for r in rows for v in [*r, *[none_of(element)] * (most - len(r))]]
        w.geometry[where] = w.add_table(f"{where[0]}.{where[1]}", (Ref((info.owner,)), want), t, data, none_of(element))
    return w.lookup(w.geometry[where], (of, names.in_range(coerce(key, with_none(want)), want, place.at)), at)


# ------------------------------------------------------------------------------------------------ calls


def call(w: World, a: ast.Call, s: Scope, hint: Type | None) -> Expr:
    if isinstance(a.of, ast.Dot):
        w.used.add(a.of.name.id)
        return member(w, ex.expr(w, a.of.of, s), a.of.name.id, a.args, a, s)
    assert isinstance(a.of, ast.Ident)  # RW1010 has refused everything else
    n = a.of.id
    w.used.add(n)
    if n in w.values:
        return calls.call_value(w, n, a.args, a, s)
    builder = w.readers.built_ins.get(n)
    if builder is not None:
        w.note(a.of.at, "built in", n)
        return builder(w, a, s, hint)
    if n in w.effects or n in w.actions:
        raise mistake("RW2005", f"`{n}` is something to do, not a value.", a.at, advice.asked(w, n))
    if n in w.table:
        raise advice.square_brackets(n, a)
    if n in foreign_names.FUNCTIONS:
        raise foreign_names.function(n, a)
    if n in w.player and len(a.args) == 1 and "…" not in (who := advice.written(a.args[0])):
        new, said = f"{who}.{n}", f"`{n}` belongs to a player; only values take round brackets."
        raise mistake("RW2016", said, a.at, f"Write `{new}`.", fixes=(Fix(a.at, new),))
    raise unknown("RW2016", "value", n, [*w.values, *w.readers.built_ins], a.of.at)

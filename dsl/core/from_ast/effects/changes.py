"""Reading the lines that change things: set, add, remove, move, shuffle, reveal, lay, lift."""

from __future__ import annotations

import dataclasses

from regelwerk.dsl import ast, core
from regelwerk.dsl.core import Binary, Const, Expr, FromRange, Load, Loop, Num, Ref, SetOf, Stmt, Type, Unary
from regelwerk.dsl.core.type_rules import FLAG, coerce, fits, fold, without_none, words
from regelwerk.dsl.diagnostics import Fix

from .. import advice, foreign_names
from ..context import Scope, SlotInfo, World
from ..errors import Mistake, mistake
from ..expressions import names
from ..expressions import read as ex
from ..expressions.promises import within


def assign(w: World, a: ast.Assign, s: Scope, result: Type | None) -> list[Stmt]:
    target = names.lvalue(w, a.target, s)
    if target is None:
        found = ex.expr(w, a.target, s)  # an unknown name is the first thing to say
        help = "Only what stands under `table` or `player`, and fields marked `var`, change during play."
        if isinstance(a.target, ast.Ident) and a.target.id in s.names and isinstance(found.type, Num):
            var = f"var {a.target.id} 0..99 = …"
            help = f"A name given with `let` stays as it is. Write `{var}` there, or keep it under `table`."
        elif isinstance(a.target, ast.Ident) and a.target.id in s.names and isinstance(found.type, Ref):
            per = [n for n, i in w.table.items() if list(i.shape.keys) == [dataclasses.replace(found.type, none=False)]]
            kept = f" What is kept for it is written `{per[0]}[{a.target.id}]`." if len(per) == 1 else ""
            help = f"`{a.target.id}` is a name for something, and stays that.{kept}"
        raise mistake("RW3060", "This cannot be changed.", a.target.at, help)
    shape = target.info.shape
    name = target.info.decl.name.id
    if shape.kind != "cell":
        raise advice.place_set(name, a)
    if target.open_keys:
        return _assign_all(w, a, target, s)
    keys = tuple(coerce(k, without_none(k.type)) for k in target.keys)
    now = Load(target.slot, keys, type=shape.type, at=a.at)
    if a.verb == "set":
        return [core.Store(target.slot, keys, stored(w, a.value, s, target.info), at=a.at)]
    value = ex.expr(w, a.value, s, shape.type)
    if isinstance(shape.type, SetOf):
        op = "union" if a.verb == "add" else "minus"
        if not isinstance(value.type, SetOf):
            one = shape.type.element
            if a.verb == "add":
                value = ex.promised(w, value, one)
            else:  # what never can be in it is not in it
                value = names.in_range(ex.demand(w, value, one), one, value.at)
            value = Unary("bit", value, type=shape.type, at=value.at)
        value = ex.promised(w, value, shape.type) if a.verb == "add" else ex.demand(w, value, shape.type)
        return [core.Store(target.slot, keys, Binary(op, now, value, type=shape.type, at=a.at), at=a.at)]
    if isinstance(shape.type, Num):
        op = "add" if a.verb == "add" else "sub"
        total = ex.arithmetic(op, now, ex.number(w, value), a.at)
        return [core.Store(target.slot, keys, total, at=a.at)]
    raise mistake(
        "RW3062",
        f"`{name}` is {words(shape.type)}: nothing can be {'added to' if a.verb == 'add' else 'taken from'} it.",
        a.at,
        f"Write `set {name} to ...`.",
    )


def stored(w: World, a: ast.Expr, s: Scope, slot: SlotInfo) -> Expr:
    """Read what a slot is set to. That a number fits is tested where it is written, and nearest to it."""
    return _fitting(ex.expect(w, a, s, slot.shape.type), slot)


def _fitting(e: Expr, slot: SlotInfo) -> Expr:
    kept = e if slot.flawed else within(e, slot.shape.type)
    return kept if isinstance(slot.shape.type, SetOf) else e


def _assign_all(w: World, a: ast.Assign, target: names.Target, s: Scope) -> list[Stmt]:
    """`set m to {}`, `set m to {k: v}`, `set m to other_map`: every entry of a map at once."""
    shape = target.info.shape
    if a.verb != "set":
        raise advice.no_key(target.info, a.target.at)
    open_types = shape.keys[len(shape.keys) - target.open_keys :]
    other = names.lvalue(w, a.value, s)
    given: dict[int, Expr] = {}
    if isinstance(a.value, ast.MapLit):
        for written, wanted in a.value.entries:
            key = fold(ex.expect(w, written, s, open_types[0]))
            if key is None or len(open_types) != 1:
                help = "Set them one by one: `each k in …: set m[k] to …`."
                raise mistake("RW3063", "The keys of a list of pairs must be fixed names or numbers.", written.at, help)
            given[key] = stored(w, wanted, s, target.info)
    elif not (isinstance(a.value, ast.SetLit) and not a.value.items) and other is None:
        name = target.info.decl.name.id
        help = f"To set each of them, write `each k in …: set {name}[k] to …`."
        said = "Everything at once can be set to `{}`, to a list of pairs, or to another such slot."
        raise mistake("RW3064", said, a.value.at, help)
    lets: list[Stmt] = []
    for k, e in given.items():  # all values are read before the first is written
        v, local = w.local("value", e.type)
        lets.append(core.Let(v, e, at=a.at))
        given[k] = local
    body: list[Stmt] = []
    vars = [w.local("key", t) for t in open_types]
    keys = (*target.keys, *(x for _, x in vars))
    value: Expr
    if other is not None:
        from_types = other.info.shape.keys[len(other.info.shape.keys) - other.open_keys :]
        if from_types != open_types or not fits(other.info.shape.type, shape.type):
            help = "Only slots that are kept per the same things and hold the same can be copied as a whole."
            raise mistake("RW3065", "These two are not kept per the same things.", a.value.at, help)
        value = Load(other.slot, (*other.keys, *(x for _, x in vars)), type=other.info.shape.type, at=a.at)
        value = _fitting(coerce(value, shape.type), target.info)
    else:
        value = Const(0 if not isinstance(shape.type, Ref) else -1, type=shape.type)
        if isinstance(shape.type, Num):
            value = Const(max(shape.type.lo, 0), type=Num(max(shape.type.lo, 0), max(shape.type.lo, 0)))
        for k, e in given.items():
            test = Binary("eq", vars[0][1], Const(k, type=vars[0][1].type), type=FLAG)
            joined = w.order.join(e.type, value.type)
            assert joined is not None
            value = core.Cond(test, coerce(e, joined), coerce(value, joined), type=joined, at=a.at)
    body = [core.Store(target.slot, keys, value, at=a.at)]
    for v, _ in reversed(vars):
        body = [core.Each(Loop(v, whole(w, v.type)), body, at=a.at)]
    return lets + body


def whole(w: World, t: Type) -> core.Source:
    """Everything a key type ranges over."""
    if isinstance(t, Num):
        return FromRange(Const(t.lo, type=Num(t.lo, t.lo)), Const(t.hi, type=Num(t.hi, t.hi)))
    assert isinstance(t, Ref)
    return core.FromSet(Const((1 << w.size(t)) - 1, type=SetOf(t)))


def move(w: World, a: ast.Move, s: Scope, result: Type | None) -> list[Stmt]:
    to = names.place(w, a.to, s)
    if to is None:
        found = ex.expr(w, a.to, s)  # an unknown name is the first thing to say
        raise advice.no_place(w, s, a, found.type)
    if (
        isinstance(a.what, ast.Call)
        and isinstance(a.what.of, ast.Ident)
        and a.what.of.id == "top"
        and len(a.what.args) == 2
    ):
        pile = names.place(w, a.what.args[0], s)
        if pile is None:
            ex.expr(w, a.what.args[0], s)
            raise mistake("RW3032", "`top` asks for a pile.", a.what.at, "Name a `pile of` something.")
        count = ex.number(w, ex.expr(w, a.what.args[1], s))
        _same_type(pile[1], to[1], a)
        return [core.MoveTop(pile[0], count, to[0], a.under, at=a.at)]
    whole_pile = names.place(w, a.what, s)
    if whole_pile is not None and w.program.slots[whole_pile[0].slot].kind == "pile":
        _same_type(whole_pile[1], to[1], a)
        size = core.PileSize(whole_pile[0], type=Num(0, w.size(whole_pile[1])))
        return [core.MoveTop(whole_pile[0], size, to[0], a.under, at=a.at)]
    what = ex.expr(w, a.what, s, to[1] if to[1].domains else None)
    holder = to[0].slot >= 0 and w.program.slots[to[0].slot].kind == "holder"
    if (
        holder
        and isinstance(a.what, ast.Ident)
        and isinstance(what.type, SetOf)
        and a.what.id in w.things.keys() - s.names
    ):
        one = f"first c in {a.what.id}: c"
        said = f"Only one finds room there, and `{a.what.id}` names several."
        raise mistake("RW3001", said, a.what.at, f"Name one of them: `{one}`.", fixes=(Fix(a.what.at, one),))
    element = what.type.element if isinstance(what.type, SetOf) else what.type
    if not isinstance(element, Ref) or not element.domains or any(d not in w.types for d in element.domains):
        help = "Numbers and names of a kind are changed with `set`, `add`, `gain` and `pay`."
        fixes: tuple[Fix, ...] = ()
        if isinstance(a.what, ast.TextExpr):
            help, fixes = foreign_names.text_as_name(w, a.what)
        said = f"Only components are moved; this is {words(what.type)}."
        raise mistake("RW3067", said, a.what.at, help, fixes=fixes)
    _same_type(element, to[1], a)
    if len(element.domains) > 1 and not to[1].domains and not _share_places(w, element):
        several, each = " or a ".join(element.domains), element.domains[0]
        said, help = f"This is a {several}, which never lie in the same place.", f"Ask first: `if x in {each}: …`."
        raise mistake("RW3067", said, a.what.at, help)
    return [core.Move(coerce(what, without_none(what.type)), to[0], a.under, at=a.at)]


def _same_type(what: Ref, to: Ref, a: ast.Move) -> None:
    if not to.domains or set(what.domains) <= set(to.domains):
        return
    here, other = " or a ".join(to.domains), next(d for d in what.domains if d not in to.domains)
    said = f"This place is for a {here}, not for a {other}."
    help = f"Declare a place for it: `… pile of {other}`, or for both: `… pile of {to.domains[0]} or {other}`."
    if set(what.domains) & set(to.domains):
        said = f"This place is for a {here}, and what is moved may be a {other}."
        help = f"Ask first what it is: `each x in … where x in {to.domains[0]}`, `if x in {to.domains[0]}: …`."
    raise mistake("RW3068", said, a.at, help)


def _share_places(w: World, what: Ref) -> bool:
    """Is there a place where things of all these types may lie?"""
    places = (s.type for s in w.program.slots if s.kind != "cell")
    return any(isinstance(t, Ref) and set(what.domains) <= set(t.domains) for t in places)


def _known(w: World, a: ast.Expr, s: Scope, help: str) -> None:
    """An unknown name is the first thing to say, and then those that would fit."""
    try:
        ex.expr(w, a, s)
    except Mistake as m:
        if m.diagnostic.fixes or m.diagnostic.code != "RW2002":
            raise
        raise Mistake(dataclasses.replace(m.diagnostic, help=help), m.name) from None


def shuffle(w: World, a: ast.Shuffle, s: Scope, result: Type | None) -> list[Stmt]:
    found = names.place(w, a.place, s)
    if found is None or found[0] == core.BOX or w.program.slots[found[0].slot].kind != "pile":
        piles = [n for n, i in w.table.items() if i.shape.kind == "pile"]
        piles += [f"me.{n}" for n, i in w.player.items() if i.shape.kind == "pile"]
        help = f"Name one: {', '.join(f'`{n}`' for n in piles[:5])}." if piles else "Name a `pile of` something."
        if found is None:
            _known(w, a.place, s, help)
        raise mistake("RW3069", "Only a pile can be shuffled.", a.place.at, help)
    return [core.Shuffle(found[0], at=a.at)]


def reveal(w: World, a: ast.Reveal, s: Scope, result: Type | None) -> list[Stmt]:
    target = names.lvalue(w, a.target, s)
    if target is None or target.info.decl.visibility in ("public", "scratch"):
        help = "What is public is seen by all: leave the line out."
        if target is None:
            ex.expr(w, a.target, s)  # an unknown name is the first thing to say
            help = "Reveal a whole slot, move the thing to where all see it, or show it to one player: `show … to me`."
        raise mistake("RW3070", "Only something `private` or `hidden` can be revealed.", a.target.at, help)
    what = None if target.open_keys else core.Text((names.load(w, target),))
    return [core.Reveal(target.slot, target.keys, what, at=a.at)]

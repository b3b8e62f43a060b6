"""Reading what ranges over something: `x in S where c`, quantifiers, comprehensions, ways."""

from __future__ import annotations

from dataclasses import replace
from math import prod

from regelwerk.dsl import ast, core
from regelwerk.dsl.ast.visitor import walk
from regelwerk.dsl.core import (
    Binary,
    Const,
    Expr,
    FromComp,
    FromList,
    FromPile,
    FromRange,
    FromSeats,
    FromSet,
    InPlace,
    Local,
    Loop,
    Num,
    PlayerCount,
    Ref,
    SetOf,
    Source,
    Type,
    Unary,
)
from regelwerk.dsl.core.substitution import substitute
from regelwerk.dsl.core.type_rules import (
    FLAG,
    MOST_NUMBERS,
    NUMBER,
    capital,
    coerce,
    fits,
    fold,
    with_none,
    without_none,
    words,
)
from regelwerk.dsl.diagnostics import Fix
from regelwerk.dsl.source import Span

from .. import advice
from ..context import Scope, SlotInfo, World
from ..errors import mistake, remainder
from . import boards, built_ins, by_field, calls, names, promises
from . import read as ex


def source(w: World, a: ast.Expr, s: Scope, hint: Type | None = None) -> tuple[Source, Num | Ref]:
    """Read what stands after `in`: where the elements come from, and their type."""
    if isinstance(a, ast.Binary) and a.op == "..":
        lo, hi = ex.number(w, ex.expr(w, a.left, s)), ex.number(w, ex.expr(w, a.right, s))
        assert isinstance(lo.type, Num) and isinstance(hi.type, Num)
        return FromRange(lo, hi), Num(lo.type.lo, max(hi.type.hi, lo.type.lo))
    if isinstance(a, ast.Ident | ast.TypeIdent) and a.id in ("players", "Player") and a.id not in s.names:
        last = Binary(
            "sub", PlayerCount(type=Num(*w.program.players)), Const(1, type=Num(1, 1)), type=Num(0, 99), at=a.at
        )
        return FromRange(Const(0, type=Num(0, 0)), last), names.PLAYER
    if isinstance(a, ast.Call) and isinstance(a.of, ast.Ident) and a.of.id == "seats" and len(a.args) == 1:
        return FromSeats(ex.expect(w, a.args[0], s, names.PLAYER)), names.PLAYER
    if isinstance(a, ast.Call) and isinstance(a.of, ast.Ident) and a.of.id == "ray" and "ray" not in w.values:
        board, c, side = built_ins.cell_and_side(w, a, s)
        return FromList(boards.ray(w, board), (c, side)), Ref((board,))
    found = names.place(w, a, s)
    if found is not None and found[0] != core.BOX:
        slot = w.program.slots[found[0].slot]
        if slot.kind == "pile":
            return FromPile(found[0]), found[1]
        return FromSet(core.PileSet(found[0], type=SetOf(found[1]), at=a.at)), found[1]
    listed = _listed(w, a, s)
    if listed is not None:
        return listed
    if isinstance(a, ast.Comprehension):
        inner = s.child()
        loops, ordered = _loops(w, a.binders, inner)
        if ordered:
            result = _result(w, a, loops, inner)
            if isinstance(result.type, Num | Ref):
                return FromComp(loops, result), replace(result.type, none=False)
    e = ex.expr(w, a, s, SetOf(hint) if isinstance(hint, Num | Ref) else None)
    if not isinstance(e.type, SetOf):
        number = isinstance(e.type, Num)
        help = "Numbers are counted with a range: `0..n`." if number else "Name a type, a set, a pile or a list."
        said = f"Elements come from a set, a pile or a range, but this is {words(e.type)}."
        raise mistake("RW3040", said, a.at, help)
    if e.type.element == Ref(()) and isinstance(hint, Num | Ref):
        return FromSet(replace(e, type=SetOf(hint))), hint
    return FromSet(e), e.type.element


def _listed(w: World, a: ast.Expr, s: Scope) -> tuple[Source, Num | Ref] | None:
    """A list on a component (`card.slots`), or a value that gives a list (written out here)."""
    if isinstance(a, ast.Dot) and not isinstance(a.of, ast.TypeIdent):
        n = a.name.id
        if any(t.slots[n].home == "list" for t in w.types.values() if n in t.slots):
            of = ex.expr(w, a.of, s)
            if isinstance(of.type, Ref):
                for d in of.type.domains:
                    info: SlotInfo | None = w.types[d].slots.get(n) if d in w.types else None
                    if info is not None and info.home == "list":
                        w.note(a.name.at, "slot", d, n)
                        w.readers.field(w, info)
                        key = coerce(of, Ref((d,), of.type.none))
                        element = info.shape.type
                        assert isinstance(element, Num | Ref)
                        return FromList(info.number, (key,)), element
    name = a.id if isinstance(a, ast.Ident) else None
    args: tuple[ast.Expr, ...] = ()
    if isinstance(a, ast.Call) and isinstance(a.of, ast.Ident):
        name, args = a.of.id, a.args
    if name is None or name in s.names or name not in w.values:
        return None
    decl = w.values[name].decl
    assert isinstance(decl, ast.Value)
    if not isinstance(decl.type, ast.ListType):
        return None
    w.used.add(name)
    w.note(a.of.at if isinstance(a, ast.Call) else a.at, "value", name)
    inner = Scope(me=s.me, it=None, checks=s.checks)
    actual = calls.arguments(w, decl.params, args, a, s)
    for p, e in zip(decl.params, actual, strict=True):
        inner.names[p.name.id] = replace(e, at=p.name.at)
    if decl.body is None:
        raise mistake("RW3041", "A list is written as one comprehension.", decl.at, "Write `= [x in … where …]`.")
    return source(w, decl.body, inner)


def loop(w: World, b: ast.Binder, s: Scope, hint: Type | None = None) -> Loop:
    """Read a binder; its name is added to the scope, with what its condition establishes."""
    src, element = source(w, b.source, s, hint)
    v, local = w.local(b.name.id, element)
    if b.name.id in names_taken(s):
        raise advice.taken(b.name, s)
    s.names[b.name.id] = replace(local, at=b.name.at)
    stop = None if b.stop is None else ex.condition(w, b.stop, s)
    where = None if b.where is None else ex.condition(w, b.where, s)
    for c in (stop, where):
        if c is not None:
            s.facts = ex.assume(s, c, True).facts
    return Loop(v, src, where, stop)


def named(w: World, loop: Loop, s: Scope) -> Expr:
    """Give what a binder names, as what its condition says that it is: `x in deck where x in Gem` names a Gem."""
    plain = Local(loop.var, type=loop.var.type)
    known = s.facts.get(plain)
    less = isinstance(known, Ref) and isinstance(plain.type, Ref) and 0 < len(known.domains) < len(plain.type.domains)
    return core.Narrow(plain, False, type=known) if less and known is not None else plain


def names_taken(s: Scope) -> set[str]:
    return set(s.names) | {"me", "it"}


def _loops(w: World, binders: tuple[ast.Binder, ...], s: Scope) -> tuple[tuple[Loop, ...], bool]:
    loops = tuple(by_field.narrowed(w, loop(w, b, s)) for b in binders)
    ordered = not isinstance(loops[0].source, FromSet)
    return loops, ordered


def _result(w: World, a: ast.Comprehension, loops: tuple[Loop, ...], s: Scope, hint: Type | None = None) -> Expr:
    if a.result is None:
        return replace(named(w, loops[-1], s), at=a.at)
    return ex.expr(w, a.result, s, hint)


def most_of(w: World, src: Source) -> int:
    """The largest number of elements a source can have."""
    if isinstance(src, FromRange):
        assert isinstance(src.lo.type, Num) and isinstance(src.hi.type, Num)
        return max(0, src.hi.type.hi - src.lo.type.lo + 1)
    if isinstance(src, FromSet):
        known = fold(src.set)
        assert isinstance(src.set.type, SetOf)
        return known.bit_count() if known is not None else w.size(src.set.type.element)
    if isinstance(src, FromPile):
        slot = w.program.slots[src.place.slot]
        assert isinstance(slot.type, Ref)
        return w.size(slot.type)
    if isinstance(src, FromList):
        return max((len(r) for r in w.program.lists[src.list].rows), default=0)
    if isinstance(src, FromSeats):
        return w.domain("Player").size
    size = 1
    for inner in src.loops:
        size *= most_of(w, inner.source)
    return size


def never_empty(w: World, lp: Loop) -> bool:
    if lp.stop is not None or (lp.where is not None and not _spares_one(lp)):
        return False
    if isinstance(lp.source, FromSet):
        looked_up = isinstance(lp.source.set, core.Lookup) and w.never_nothing(lp.source.set.table)
        return bool(fold(lp.source.set)) or looked_up
    if isinstance(lp.source, FromRange):
        lo, hi = lp.source.lo.type, lp.source.hi.type
        return lp.var.type == names.PLAYER or (isinstance(lo, Num) and isinstance(hi, Num) and lo.hi <= hi.lo)
    return isinstance(lp.source, FromSeats)


def _spares_one(lp: Loop) -> bool:
    """`x in S where x != a`, and S is fixed and has two elements or more."""
    c = lp.where
    if not (isinstance(c, Binary) and c.op == "ne" and isinstance(lp.source, FromSet)):
        return False
    mine = isinstance(c.left, Local) and c.left.var == lp.var and isinstance(c.right, Const)
    return mine and (fold(lp.source.set) or 0).bit_count() > 1


# ------------------------------------------------------------------------------------------------ quantifiers


def _clamped(a: ast.Quant) -> ast.Expr | None:
    """`max x in S: e but at least 4` clamps the maximum: 4 where there is nothing, else the same."""
    e = a.result
    if a.word not in ("max", "min") or not isinstance(e, ast.Binary) or e.op not in ("at least", "at most"):
        return None
    own = {b.name.id for b in (a.binder, *a.more)}
    if any(isinstance(n, ast.Ident) and n.id in own for n in walk(e.right)):
        return None
    return replace(e, left=replace(a, result=e.left), at=a.at)


def quant(w: World, a: ast.Quant, s: Scope, hint: Type | None) -> Expr:
    clamped = _clamped(a)
    if clamped is not None:
        return ex.expr(w, clamped, s, hint)
    inner = s.child()
    element = hint.element if isinstance(hint, SetOf) else None
    wanted = element if a.word in ("most", "least") and not a.more else None
    written = (loop(w, a.binder, inner, wanted), *(loop(w, b, inner) for b in a.more))
    loops = tuple(by_field.narrowed(w, lp) for lp in written)
    n = prod(most_of(w, lp.source) for lp in written)
    if a.word in ("any", "no", "count"):
        t: Type = Num(0, n) if a.word == "count" else FLAG
        return core.Quant(a.word, loops, None, type=t, at=a.at)
    assert a.result is not None
    if a.by is not None:
        loops = _foremost(w, a, a.by, loops, inner)
    if a.word == "all":
        return core.Quant("all", loops, ex.condition(w, a.result, inner), type=FLAG, at=a.at)
    if a.word == "first":
        result = ex.expr(w, a.result, inner, hint)
        return core.Quant("first", loops, result, type=with_none(result.type), at=a.at)
    result = ex.number(w, ex.expr(w, a.result, inner))
    assert isinstance(result.type, Num)
    if a.word == "sum":
        t = Num(min(0, n * result.type.lo), max(0, n * result.type.hi))
    elif a.word in ("max", "min"):
        t = replace(result.type, none=not all(never_empty(w, lp) for lp in written))
    else:
        last = loops[-1].var.type
        assert isinstance(last, Num | Ref)
        t = SetOf(last)
    return core.Quant(a.word, loops, result, type=t, at=a.at)


def _foremost(w: World, a: ast.Quant, by: ast.Expr, loops: tuple[Loop, ...], s: Scope) -> tuple[Loop, ...]:
    """Let `first x in S by e` go to the first of those with the least e."""
    if a.word != "first" or len(loops) > 1:
        help = "Only one is found by a number: `first x in S by e: x`."
        raise mistake("RW3103", f"`{a.word}` has no order here.", by.at, help)
    (lp,) = loops
    worth = ex.number(w, ex.expr(w, by, s))
    v, one = w.local(lp.var.name, lp.var.type)

    def fresh(v: core.Var) -> core.Var:
        return w.var(v.name, v.type)

    parts = (lp.source, lp.where, lp.stop, worth)
    source, where, stop, other = substitute(parts, {lp.var.id: one}, fresh)
    least = core.Quant("min", (Loop(v, source, where, stop),), other, type=with_none(worth.type), at=by.at)
    is_least = Binary("eq", worth, least, type=FLAG, at=by.at)
    both = is_least if lp.where is None else Binary("and", lp.where, is_least, type=FLAG, at=by.at)
    return (replace(lp, where=both),)


def comprehension(w: World, a: ast.Comprehension, s: Scope, hint: Type | None) -> Expr:
    inner = s.child()
    loops, _ = _loops(w, a.binders, inner)
    result = _result(w, a, loops, inner, hint.element if isinstance(hint, SetOf) else None)
    t = result.type
    if isinstance(t, Num) and (t.hi - t.lo > MOST_NUMBERS or t.none):
        raise promises.too_wide(a.at)
    if not isinstance(t, Num | Ref):
        help = "Collect the things for which it holds: `[x in … where …]`."
        raise mistake("RW3043", f"A set holds things or numbers, not {words(t)}.", a.at, help)
    if len(loops) == 1 and loops[0].where is None and a.result is None and isinstance(loops[0].source, FromSet):
        return loops[0].source.set
    return core.Quant("collect", loops, result, type=SetOf(replace(t, none=False)), at=a.at)


def size(w: World, a: ast.Expr, s: Scope, at: Span) -> Expr:
    """`x.size`."""
    if isinstance(a, ast.Ident) and a.id == "players" and a.id not in s.names:
        return PlayerCount(type=Num(*w.program.players), at=at)
    found = names.place(w, a, s)
    if found is not None and found[0] != core.BOX:
        return core.PileSize(found[0], type=Num(0, w.size(found[1])), at=at)
    listed = _listed(w, a, s)
    if listed is not None:
        v = w.var("element", listed[1])
        return core.Quant("count", (Loop(v, listed[0]),), None, type=Num(0, most_of(w, listed[0])), at=at)
    e = ex.expr(w, a, s)
    if not isinstance(e.type, SetOf):
        help = "Leave out `.size`." if isinstance(e.type, Num) else "Name a set, a pile or a list."
        fixes = (Fix(remainder(a.at, at), ""),) if isinstance(e.type, Num) else ()
        raise mistake("RW3044", f"Only a set or a pile has a size; this is {words(e.type)}.", at, help, fixes=fixes)
    known = fold(e)
    if known is not None:
        return Const(known.bit_count(), type=Num(known.bit_count(), known.bit_count()), at=at)
    return Unary("size", e, type=Num(0, w.size(e.type.element) if e.type.element != Ref(()) else 0), at=at)


def member(w: World, left: ast.Expr, right: ast.Expr, s: Scope, denied: bool = False) -> Expr:
    """`x in S`; `denied` where `x not in S` stands."""
    at = left.at.to(right.at)
    if isinstance(right, ast.Binary) and right.op == "..":
        x = ex.number(w, ex.expr(w, left, s))
        lo, hi = ex.number(w, ex.expr(w, right.left, s)), ex.number(w, ex.expr(w, right.right, s))
        return Binary("and", Binary("ge", x, lo, type=FLAG), Binary("le", x, hi, type=FLAG), type=FLAG, at=at)
    if isinstance(right, ast.TypeIdent):
        x = ex.expr(w, left, s)
        if isinstance(x.type, Ref) and right.id in w.program.domains:
            if right.id not in x.type.domains:
                help = f"It is {words(x.type)}: ask about that."
                raise mistake("RW3045", f"{capital(words(x.type))} is never a {right.id}.", at, help)
            return core.IsA(x, (right.id,), type=FLAG, at=at)
    found = names.place(w, right, s)
    if found is not None:
        x = ex.expr(w, left, s, found[1])
        if found[0] == core.BOX:
            return _boxed(w, x, at)
        if isinstance(x.type, SetOf):  # a design with several copies: is one of them there?
            there = coerce(core.PileSet(found[0], type=SetOf(found[1]), at=at), x.type)
            both = Binary("inter", x, there, type=x.type, at=at)
            return Binary("ne", both, Const(0, type=x.type), type=FLAG, at=at)
        return InPlace(ex.demand(w, x, with_none(found[1])), found[0], type=FLAG, at=at)
    x = ex.expr(w, left, s)
    e = ex.expr(w, right, s, SetOf(_element(x.type)) if isinstance(x.type, Num | Ref) else None)
    if not isinstance(e.type, SetOf):
        raise advice.not_a_set(x.type, e.type, left.at, right.at, denied)
    if e.type.element == Ref(()):
        return Const(0, type=FLAG, at=at)
    if not fits(x.type, with_none(e.type.element)):
        x = ex.expr(w, left, s, e.type.element)
        ex.demand(w, x, with_none(e.type.element))
    element = e.type.element
    if isinstance(x.type, Ref) and isinstance(element, Ref) and not set(x.type.domains) <= set(element.domains):
        e, element = coerce(e, SetOf(_element(x.type))), _element(x.type)
    x = names.in_range(coerce(x, with_none(element)), element, at)
    return Binary("has", e, x, type=FLAG, at=at)


def _boxed(w: World, x: Expr, at: Span) -> Expr:
    """`x in box`: it lies in no place, and, of a piece, not on its board either; of a card with copies, one of them."""
    if isinstance(x.type, SetOf):
        assert isinstance(x.type.element, Ref)
        v, copy = w.local("copy", x.type.element)
        loop = Loop(v, FromSet(x), _boxed(w, copy, at))
        return core.Quant("any", (loop,), None, type=FLAG, at=at)
    boxed: Expr = InPlace(x, None, type=FLAG, at=at)
    domains = x.type.domains if isinstance(x.type, Ref) else ()
    if len(domains) == 1 and domains[0] in w.types and w.types[domains[0]].decl.on is not None:
        cell = w.types[domains[0]].slots["at"]
        assert isinstance(cell.shape.type, Ref)
        lies = core.Load(cell.number, (x,), type=with_none(cell.shape.type), at=at)
        off = Binary("eq", lies, Const(-1, type=with_none(cell.shape.type)), type=FLAG, at=at)
        boxed = Binary("and", boxed, off, type=FLAG, at=at)
    return boxed


def _element(t: Type) -> Num | Ref:
    plain = without_none(t)
    assert isinstance(plain, Num | Ref)
    return plain


# ------------------------------------------------------------------------------------------------ ways


def _node(w: World, e: Expr, at: Span) -> Ref:
    t = without_none(e.type)
    if not isinstance(t, Ref) or not t.domains:
        help = "Begin with a cell, a town, or whatever the way leads through."
        raise mistake("RW3047", f"A way leads from thing to thing; this is {words(e.type)}.", at, help)
    return t


def _next_set(w: World, name: ast.Name, body: ast.Expr, node: Ref, s: Scope) -> tuple[core.Var, Expr, Scope, Ref]:
    """Read where a way goes on; it may come through things of other types than the one it starts from."""
    inner = s.child()
    v, local = w.local(name.id, node)
    inner.names[name.id] = replace(local, at=name.at)
    follow = ex.expr(w, body, inner, SetOf(node))
    element = follow.type.element if isinstance(follow.type, SetOf) else None
    joined = w.order.join(node, element) if isinstance(element, Ref) else None
    if isinstance(joined, Ref) and joined != node:
        return _next_set(w, name, body, joined, s)
    return v, ex.demand(w, follow, SetOf(node)), inner, node


def reach(w: World, a: ast.Reach, s: Scope, hint: Type | None) -> Expr:
    start = ex.expr(w, a.start, s)
    node = _node(w, start, a.start.at)
    v, follow, _, node = _next_set(w, a.via, a.next, node, s)
    return core.Reach(coerce(start, node), v, follow, type=SetOf(node), at=a.at)


def distance(w: World, a: ast.Distance, s: Scope, hint: Type | None) -> Expr:
    start, goal = ex.expr(w, a.start, s), ex.expr(w, a.goal, s)
    node = _node(w, start, a.start.at)
    v, follow, inner, node = _next_set(w, a.via, a.next, node, s)
    to, cost = None, None
    if a.to is not None and a.cost is not None:
        to, local = w.local(a.to.id, node)
        inner.names[a.to.id] = replace(local, at=a.to.at)
        cost = ex.number(w, ex.expr(w, a.cost, inner))
    top = w.size(node) if cost is None else NUMBER.hi
    return core.Distance(
        coerce(start, node), ex.demand(w, goal, node), v, follow, to, cost, type=Num(0, top, True), at=a.at
    )


def pairing(w: World, a: ast.Pairing, s: Scope, hint: Type | None) -> Expr:
    src, element = source(w, a.binder.source, s)
    everything = src.set if isinstance(src, FromSet) else None
    if isinstance(src, FromPile):
        assert isinstance(element, Ref)
        everything = core.PileSet(src.place, type=SetOf(element), at=a.at)
    if everything is None:
        help = "Name a set or a pile; of a list, make a set first: `[x in …]`."
        raise mistake("RW3048", "Pairs are made from a set or a pile.", a.binder.source.at, help)
    inner = s.child()
    first, one = w.local(a.first.id, element)
    second, two = w.local(a.binder.name.id, element)
    inner.names[a.first.id] = replace(one, at=a.first.at)
    inner.names[a.binder.name.id] = replace(two, at=a.binder.name.at)
    where = None if a.binder.where is None else ex.condition(w, a.binder.where, inner)
    result = ex.number(w, ex.expr(w, a.result, inner))
    assert isinstance(result.type, Num)
    top = (w.size(element) // 2) * max(0, result.type.hi)
    return core.Pairing(first, second, everything, where, result, type=Num(0, top), at=a.at)

"""What is asked of something: `x.y`, `m[k]`, and calls with their arguments."""

from __future__ import annotations

from .. import ast, core
from ..core import CallFunc, Const, Expr, Num, Ref, SetOf, Type
from ..core.walk import replace
from ..diagnostics import Fix
from ..source import Span
from . import advice, geometry, names, ranging
from . import express as ex
from .mistakes import SILENT, mistake, remainder, unknown
from .types import NOTHING, capital, coerce, fits, may_be_none, with_none, words
from .world import Scope, SlotInfo, World

# ------------------------------------------------------------------------------------------------ x.y and m[k]


def dot(w: World, a: ast.Dot, s: Scope, hint: Type | None) -> Expr:
    n = a.name.id
    w.used.add(n)
    if isinstance(a.of, ast.TypeIdent):
        found = [t for t in w.things.get(n, []) if t[0] == a.of.id]
        if not found and a.of.id not in w.program.domains:
            raise advice.unknown_type(w, s, a.of.id, [*w.program.domains, "me", "players"], a.of.at)
        if not found:
            raise advice.not_one_of(w, s, a)
        w.note(a.name.at, "thing", a.of.id, n)
        return names.thing(w, found[0], n, s, a.at)
    if n == "size":
        w.note(a.name.at, "built in", n)
        return ranging.size(w, a.of, s, a.at)
    target = names.lvalue(w, a, s)
    if target is not None:
        return names.load(w, target)
    of = ex.expr(w, a.of, s)
    return member(w, of, n, (), a, s)


def member(w: World, of: Expr, n: str, args: tuple[ast.Expr, ...], a: ast.Expr, s: Scope) -> Expr:
    """Read a field, a value asked of a player, a coordinate."""
    at, named = a.at, _named(a)
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
        help = f"Ask one of them: `any x in … where x.{n} …`, `sum x in …: x.{n}`." if many else "Leave out the dot."
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
        return call_value(w, n, args, a, inner, s)
    if "Player" in t.domains and n in ("piece", "label", "fits", "touches") and isinstance(a, ast.Call):
        from .pieces import question  # what lies on the board of that player

        return question(w, n, a, s, of)
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
    if n in ("x", "y", "owner", "copies") and not owners:
        w.note(named, "built in", n)
    if len(t.domains) == 1 and t.domains[0] in w.boards and n in ("x", "y"):
        return geometry.coordinate(w, t.domains[0], n, of, at)
    if not owners and n == "owner" and t.domains[0] in w.types and w.types[t.domains[0]].per_player:
        each = w.types[t.domains[0]].per_player
        data = [c // each for c in range(w.domain(t.domains[0]).size)]
        return w.lookup(w.add_table(f"{t.domains[0]}.owner", (Ref(t.domains),), names.PLAYER, data, -1), (of,), at)
    if not owners and n in w.broken:
        raise SILENT
    if not owners and n == "copies" and t.domains[0] in w.types:
        data = [c.copies for i in range(w.domain(t.domains[0]).size) for c in [w.instance_of(t.domains[0], i)]]
        table = w.add_table(f"{t.domains[0]}.copies", (Ref(t.domains),), Num(0, 500), data, core.NONE_NUM)
        return w.lookup(table, (of,), at)
    if not owners and n in w.values:  # `s.city` asks the value `city(s)`
        decl = w.values[n].decl
        assert isinstance(decl, ast.Value)
        if decl.params and fits(t, names_first(w, decl)):
            return ask(w, n, of, args, a, s)
    if not owners:
        known = [k for d in t.domains if d in w.types for k in w.types[d].slots]
        if "Player" in t.domains:
            if "player" in w.broken:
                raise SILENT  # what players have could not be read
            known += [*w.player, *[v for v, c in w.values.items() if c.me]]
        way = "What it is called stands in a text by itself: `{x}`, without a dot." if n in ("name", "title") else ""
        where = a.name.at if isinstance(a, ast.Dot) else at
        raise unknown("RW2009", f"`{' or '.join(t.domains)}` field", n, known, where, way)
    w.note(named, "slot", owners[0], n)
    if len(t.domains) > 1:
        of = core.Narrow(of, type=Ref((owners[0],), t.none), at=at)
    return field(w, w.types[owners[0]].slots[n], of, args, a, s)


def _named(a: ast.Expr) -> Span:
    """The place of the name itself in `x.y`, `x.y(z)`, `f`, `f(z)`."""
    of = a.of if isinstance(a, ast.Call) else a
    return of.name.at if isinstance(of, ast.Dot) else of.at


def names_first(w: World, decl: ast.Value) -> Type:
    return with_none(param_type(w, decl.params[0]))


def ask(w: World, n: str, of: Expr, args: tuple[ast.Expr, ...], a: ast.Expr, s: Scope) -> Expr:
    """`x.v(y)` for a value `v(x, y)`."""
    from .verbs import settle_value

    entry = w.values[n]
    assert isinstance(entry.decl, ast.Value)
    w.note(_named(a), "value", n)
    func = settle_value(w, n, a.at)
    rest = arguments(w, entry.decl.params[1:], args, a, s)
    seat: tuple[Expr, ...] = (names.me(w, s, a.at),) if entry.me else ()
    return CallFunc(func.id, (*seat, coerce(of, param_type(w, entry.decl.params[0])), *rest), type=func.type, at=a.at)


def field(w: World, info: SlotInfo, of: Expr, args: tuple[ast.Expr, ...], a: ast.Expr, s: Scope) -> Expr:
    """Read a field of a component that does not change, or ask code on it."""
    if info.home == "code" and info.shape.result is not None:
        actual = arguments(w, info.shape.params, args, a, s)
        seat = s.me if s.me is not None else Const(-1, type=NOTHING)
        return CallFunc(info.number, (seat, coerce(of, Ref((info.owner,))), *actual), type=info.shape.result, at=a.at)
    if info.home == "code":
        help = "Let it happen in a line of its own."
        raise mistake("RW2005", f"`{info.decl.name.id}` is something to do, not a value.", a.at, help)
    if args:
        brackets = (Fix(remainder(a.of.at, a.at), ""),) if isinstance(a, ast.Call) else ()
        help = "Leave out the brackets and what stands in them."
        raise mistake("RW2012", f"`{info.decl.name.id}` takes nothing in brackets.", a.at, help, fixes=brackets)
    w.settle(info)
    if info.home == "table":
        if info.shape.keys:
            help = f"Write `{info.decl.name.id}[...]`."
            raise mistake("RW3022", f"`{info.decl.name.id}` is kept per something: a key is missing.", a.at, help)
        return w.lookup(info.number, (coerce(of, Ref((info.owner,), may_be_none(of.type))),), a.at)
    help = "An ability or a list is no value: ask for the card, or go through the list with `x in`."
    raise mistake("RW2013", f"`{info.decl.name.id}` cannot be used as a value.", a.at, help)


def index(w: World, a: ast.Index, s: Scope, hint: Type | None) -> Expr:
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
                    w.settle(info)
                    keys = tuple(
                        names.in_range(coerce(ex.expr(w, k, s, want), with_none(want)), want, k.at)
                        for k, want in zip(a.keys, info.shape.keys, strict=True)
                    )
                    return w.lookup(info.number, (coerce(of, Ref((d,), of.type.none)), *keys), a.at)
    ex.expr(w, a.of, s)  # an unknown name is the first thing to say
    help = "A value takes round brackets, `v(a)`; otherwise leave the key out."
    raise mistake("RW3023", "Only something kept `per` something takes a key in square brackets.", a.at, help)


# ------------------------------------------------------------------------------------------------ calls


def arguments(
    w: World, params: tuple[ast.Param, ...], args: tuple[ast.Expr, ...], a: ast.Expr, s: Scope
) -> tuple[Expr, ...]:
    """Read the arguments of a call by its parameters."""
    if len(params) != len(args):
        raise advice.wrong_count(w, a, params, len(args))
    out: list[Expr] = []
    for p, want, arg in zip(params, param_types(w, params), args, strict=True):
        e = ex.expr(w, arg, s, want)
        if s.checks and isinstance(e.type, SetOf) and fits(e.type.element, want) and _copies(w, arg):
            e = _one_copy(w, p, arg, s, dict(zip((q.name.id for q in params), out, strict=False)), want)
        if not fits(e.type, want):
            raise advice.one_of_them(p, want, e.type, arg)
        out.append(coerce(e, want))
    return tuple(out)


def _copies(w: World, arg: ast.Expr) -> bool:
    """Say whether this is a card of which there are several, by its name or by `p.name`."""
    name = arg.id if isinstance(arg, ast.Ident) else arg.name.id if isinstance(arg, ast.Dot) else ""
    return any(t[0] in w.types for t in w.things.get(name, ()))


def _one_copy(w: World, p: ast.Param, arg: ast.Expr, s: Scope, earlier: dict[str, Expr], want: Type) -> Expr:
    """In a scenario a card is named as in an answer: the first copy that can be picked, or else the first one."""
    name = ast.Name("one copy", at=arg.at)
    one = ast.Ident(name.id, at=arg.at)
    first = ex.expr(w, ast.Quant("first", ast.Binder(name, arg, at=arg.at), one, at=arg.at), s, want)
    if p.binder is None or s.fixed:
        return first
    inner = s.child()
    inner.names["picked from"] = ex.expr(w, p.binder.source, Scope(me=s.me, it=s.it, names=earlier))
    if not isinstance(inner.names["picked from"].type, SetOf):
        return first
    among = ast.Binary("in", one, ast.Ident("picked from", at=arg.at), at=arg.at)
    picked = ast.Binder(name, arg, among, at=arg.at)
    there = ex.condition(w, ast.Quant("any", picked, None, at=arg.at), inner)
    found = ex.expr(w, ast.Quant("first", picked, one, at=arg.at), inner, want)
    return core.Cond(there, replace(found, type=want), coerce(first, want), type=want, at=arg.at)


def param_types(w: World, params: tuple[ast.Param, ...]) -> list[Type]:
    """Give the types of parameters; the source of each may speak of those before it."""
    s = Scope(me=Const(0, type=names.PLAYER))
    out: list[Type] = []
    for p in params:
        out.append(param_type(w, p, s))
        s.names[p.name.id] = w.local(p.name.id, out[-1])[1]
    return out


def param_type(w: World, p: ast.Param, s: Scope | None = None) -> Type:
    if p.type is not None:
        return w.cell_type(p.type)
    assert p.binder is not None
    return ranging.element_type(w, p.binder.source, s or Scope(me=Const(0, type=names.PLAYER)))


def call(w: World, a: ast.Call, s: Scope, hint: Type | None) -> Expr:
    if isinstance(a.of, ast.Dot):
        w.used.add(a.of.name.id)
        return member(w, ex.expr(w, a.of.of, s), a.of.name.id, a.args, a, s)
    assert isinstance(a.of, ast.Ident)  # RW1010 has refused everything else
    n = a.of.id
    w.used.add(n)
    if n in w.values:
        return call_value(w, n, a.args, a, s)
    builder = BUILT_INS.get(n)
    if builder is not None:
        w.note(a.of.at, "built in", n)
        return builder(w, a, s, hint)
    if n in w.effects or n in w.actions:
        raise mistake("RW2005", f"`{n}` is something to do, not a value.", a.at, advice.asked(w, n))
    if n in w.table:
        raise advice.square_brackets(n, a)
    if n in advice.FUNCTIONS:
        raise advice.function(n, a)
    if n in w.player and len(a.args) == 1 and "…" not in (who := advice.written(a.args[0])):
        new, said = f"{who}.{n}", f"`{n}` belongs to a player; only values take round brackets."
        raise mistake("RW2016", said, a.at, f"Write `{new}`.", fixes=(Fix(a.at, new),))
    raise unknown("RW2016", "value", n, [*w.values, *BUILT_INS], a.of.at)


def call_value(w: World, n: str, args: tuple[ast.Expr, ...], a: ast.Expr, s: Scope, outer: Scope | None = None) -> Expr:
    """Ask a rule value; the arguments are read in the outer scope when it is asked of another player."""
    from .verbs import settle_value

    entry = w.values[n]
    assert isinstance(entry.decl, ast.Value)
    w.note(_named(a), "value", n)
    func = settle_value(w, n, a.at)
    actual = arguments(w, entry.decl.params, args, a, outer or s)
    seat: tuple[Expr, ...] = (names.me(w, s, a.at),) if entry.me else ()
    return CallFunc(func.id, (*seat, *actual), type=func.type, at=a.at)


from .built_ins import BUILT_INS  # noqa: E402  (built-ins read expressions themselves)

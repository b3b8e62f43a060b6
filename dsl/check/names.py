"""Reading names: what a word, `x.y`, `m[k]` or `f(x)` refers to. Imported by `express` only."""

from __future__ import annotations

from dataclasses import dataclass

from .. import ast, core
from ..core import Binary, CallFunc, Const, Expr, Load, Num, Place, PlayerCount, Ref, SetOf, Type, Unary
from ..core.walk import replace
from ..diagnostics import Fix
from ..source import Span
from . import advice, geometry, ranging
from . import express as ex
from .mistakes import SILENT, mistake, remainder, unknown
from .types import FLAG, NOTHING, capital, coerce, fits, may_be_none, with_none, words
from .world import Scope, SlotInfo, World


@dataclass(slots=True)
class Target:
    """A slot of the state with the keys given so far."""

    info: SlotInfo
    keys: tuple[Expr, ...]
    at: Span

    @property
    def slot(self) -> int:
        return self.info.number

    @property
    def open_keys(self) -> int:
        own = 0 if self.info.owner == "table" else 1
        return own + len(self.info.shape.keys) - len(self.keys)

    @property
    def place(self) -> Place:
        return Place(self.slot, self.keys)


PLAYER = Ref(("Player",))


def players_set(w: World, at: Span) -> Expr:
    """All seats of this game, as a set."""
    key = ("players",)
    if key not in w.geometry:
        top = w.domain("Player").size
        data = [(1 << n) - 1 for n in range(top + 1)]
        w.geometry[key] = w.add_table("players", (Num(0, top),), SetOf(PLAYER), data, 0)
    return core.Lookup(w.geometry[key], (PlayerCount(type=Num(*w.program.players), at=at),), type=SetOf(PLAYER), at=at)


def me(w: World, s: Scope, at: Span) -> Expr:
    if s.me is None:
        raise advice.nobody(s, at)
    return s.me


# ------------------------------------------------------------------------------------------------ single words


def ident(w: World, a: ast.Ident, s: Scope, hint: Type | None) -> Expr:
    n = a.id
    w.used.add(n)
    if n in s.names:
        if w.notes is not None:
            w.notes.local(a.at, s.names[n])
        return replace(s.names[n], at=a.at)
    if n in s.broken or n in w.broken:
        raise SILENT
    built_in = _built_in(w, a, s)
    if built_in is not None:
        w.note(a.at, "built in", n)
        return built_in
    things = w.things.get(n, [])
    if hint is not None and len(things) > 0:
        wanted = hint.element if isinstance(hint, SetOf) else hint
        if isinstance(wanted, Ref):
            fitting = [t for t in things if t[0] in wanted.domains]
            if fitting:
                return thing(w, fitting[0], n, s, a.at)
    target = lvalue(w, a, s)
    if target is not None:
        return load(w, target)
    if n in w.values:
        return call_value(w, n, (), a, s)
    if n in w.rulings:
        w.note(a.at, "ruling", n)
        w.ruled.add((a.at.file, a.at.line))
        return replace(w.rulings[n], at=a.at)
    if len(things) == 1:
        return thing(w, things[0], n, s, a.at)
    if things:
        owners = " and ".join(sorted(t[0] for t in things))
        raise mistake(
            "RW2003",
            f"`{n}` is a name in {owners}.",
            a.at,
            f"Write `{things[0][0]}.{n}`, or the other one.",
            fixes=(Fix(a.at, f"{things[0][0]}.{n}"),),
        )
    for board in w.boards:  # a cell by its name: column letter and row
        if n in w.domain(board).ids:
            w.note(a.at, "type", board)
            return w.element(board, w.domain(board).ids.index(n), a.at)
    if n in w.player:
        raise advice.whose(s, n, a.at)
    if n in w.effects or n in w.actions:
        raise mistake("RW2005", f"`{n}` is something to do, not a value.", a.at, advice.asked(w, n))
    raise advice.unknown_name(w, s, n, a.at, hint)


def _built_in(w: World, a: ast.Ident, s: Scope) -> Expr | None:
    n, at = a.id, a.at
    if n == "me":
        return replace(me(w, s, at), at=at)
    if n == "it":
        if s.it is None:
            help = "`it` is the card a line stands on. Name the thing, or pick one with `choose`."
            raise mistake("RW2011", "There is no `it` here: the line belongs to no card or component.", at, help)
        return s.it
    if n in ("yes", "no"):
        return Const(int(n == "yes"), type=FLAG, at=at)
    if n == "none":
        return Const(-1, type=NOTHING, at=at)
    if n == "players":
        return players_set(w, at)
    if n == "others":
        one = Unary("bit", me(w, s, at), type=SetOf(PLAYER), at=at)
        return Binary("minus", players_set(w, at), one, type=SetOf(PLAYER), at=at)
    if n == "winners" and s.checks:
        return _winners(w, at)
    if n == "youngest":  # by convention of the table: the first seat
        return Const(0, type=PLAYER, at=at)
    return None


def _winners(w: World, at: Span) -> Expr:
    """Who would win if the game ended now: the ranks one after the other, for those still tied."""
    left = players_set(w, at)
    for rank in w.program.ranks:
        v, player = w.local("p", PLAYER)
        func = w.program.funcs[rank.func]
        reckoned: Expr = CallFunc(func.id, (player,), type=func.type, at=at)
        if isinstance(func.type, core.Flag):
            one, zero = Const(1, type=Num(1, 1)), Const(0, type=Num(0, 0))
            reckoned = core.Cond(reckoned, one, zero, type=Num(0, 1), at=at)
        left = core.Quant(rank.word, (core.Loop(v, core.FromSet(left)),), reckoned, type=SetOf(PLAYER), at=at)
    return left


def thing(w: World, found: tuple[str, int], name: str, s: Scope, at: Span) -> Expr:
    """A component or member by name; a component with several copies is the set of them."""
    domain, index = found
    w.note(at, "thing", domain, name)
    info = w.types.get(domain)
    if info is None:
        return w.element(domain, index, at)
    instance = next(i for i in info.instances if i.name == name)
    if info.per_player:
        owner = me(w, s, at)
        return _of_player(w, info.name, info.per_player, index, instance.copies, owner, at)
    if instance.copies == 1:
        return w.element(domain, index, at)
    return Const(((1 << instance.copies) - 1) << index, type=SetOf(Ref((domain,))), at=at)


def _of_player(w: World, domain: str, each: int, index: int, copies: int, owner: Expr, at: Span) -> Expr:
    seats = w.domain("Player").size
    if copies == 1:
        data = [p * each + index for p in range(seats)]
        table = w.add_table(f"{domain} {index} of player", (PLAYER,), Ref((domain,)), data, -1)
    else:
        data = [((1 << copies) - 1) << (p * each + index) for p in range(seats)]
        table = w.add_table(f"{domain} {index} of player", (PLAYER,), SetOf(Ref((domain,))), data, 0)
    return w.lookup(table, (owner,), at)


def type_ident(w: World, a: ast.TypeIdent, s: Scope, hint: Type | None) -> Expr:
    if a.id == "Player":
        return players_set(w, a.at)
    if a.id not in w.program.domains:
        raise advice.unknown_type(w, s, a.id, w.program.domains, a.at)
    info = w.types.get(a.id)
    if info is not None and info.per_player:
        each = info.per_player
        data = [((1 << each) - 1) << (p * each) for p in range(w.domain("Player").size)]
        key = ("mine", a.id)
        if key not in w.geometry:
            w.geometry[key] = w.add_table(f"{a.id} of player", (PLAYER,), SetOf(Ref((a.id,))), data, 0)
        return w.lookup(w.geometry[key], (me(w, s, a.at),), a.at)
    return w.full(a.id, a.at)


# ------------------------------------------------------------------------------------------------ slots


def lvalue(w: World, a: ast.Expr, s: Scope) -> Target | None:
    """Read an expression as a slot of the state with some keys, if it is one."""
    if isinstance(a, ast.Ident):
        info = w.table.get(a.id) if a.id not in s.names else None
        if info is None:
            return None
        w.note(a.at, "slot", "table", a.id)
        return Target(info, (), a.at)
    if isinstance(a, ast.Dot):
        if isinstance(a.of, ast.TypeIdent):
            return None
        n = a.name.id
        if n not in w.player and not any(n in t.slots for t in w.types.values()):
            return None
        of = ex.expr(w, a.of, s)
        if not isinstance(of.type, Ref):
            return None
        if "Player" in of.type.domains and n in w.player:
            w.note(a.name.at, "slot", "player", n)
            return Target(w.player[n], (coerce(of, with_none(PLAYER)),), a.at)
        for d in of.type.domains:
            if d in w.types and n in w.types[d].slots and w.types[d].slots[n].home == "state":
                w.note(a.name.at, "slot", d, n)
                return Target(w.types[d].slots[n], (coerce(of, Ref((d,), of.type.none)),), a.at)
        return None
    if isinstance(a, ast.Index):
        target = lvalue(w, a.of, s)
        if target is None:
            return None
        if len(a.keys) > target.open_keys:
            name, most = target.info.decl.name.id, len(target.info.shape.keys)
            help = f"Write `{name}[{', '.join('...' for _ in range(most))}]`." if most else f"Write `{name}` alone."
            raise mistake("RW3020", f"`{name}` has fewer keys than that.", a.at, help)
        given = len(target.keys) - (0 if target.info.owner == "table" else 1)
        keys = target.keys
        for k, want in zip(a.keys, target.info.shape.keys[given:], strict=False):
            e = ex.expr(w, k, s, want)
            if not fits(e.type, want):
                said = f"The key must be {words(want)}, but this is {words(e.type)}."
                raise mistake("RW3021", said, k.at, f"Name {words(want)} in the square brackets.")
            keys += (in_range(coerce(e, with_none(want)), want, k.at),)
        return Target(target.info, keys, a.at)
    return None


def in_range(e: Expr, want: Type, at: Span) -> Expr:
    """A number used as a key must lie in the key's range: say so to the lowering by its type, test it when unsure."""
    t = e.type
    if isinstance(want, Num) and isinstance(t, Num) and not (want.lo <= t.lo and t.hi <= want.hi):
        low, high = Const(want.lo, type=Num(want.lo, want.lo)), Const(want.hi, type=Num(want.hi, want.hi))
        inside = Binary("and", Binary("ge", e, low, type=FLAG), Binary("le", e, high, type=FLAG), type=FLAG)
        # outside the range there is nothing: the key is none there
        return core.Cond(
            inside,
            replace(e, type=want),
            Const(core.NONE_NUM, type=Num(0, -1, True)),
            type=replace(want, none=True),
            at=at,
        )
    return e


def load(w: World, t: Target) -> Expr:
    """Read a slot."""
    if t.open_keys:
        raise advice.no_key(t.info, t.at)
    shape = t.info.shape
    if shape.kind == "pile":
        return core.PileSet(t.place, type=SetOf(_ref(shape.type)), at=t.at)
    result: Type = with_none(shape.type) if shape.kind == "holder" else shape.type
    if any(may_be_none(k.type) for k in t.keys):
        result = with_none(result)
    return Load(t.slot, t.keys, type=result, at=t.at)


def _ref(t: Type) -> Ref:
    assert isinstance(t, Ref)
    return t


def place(w: World, a: ast.Expr, s: Scope) -> tuple[Place, Ref] | None:
    """Read an expression as a place, if it is one."""
    if isinstance(a, ast.Ident) and a.id == "box" and "box" not in s.names:
        return core.BOX, Ref(())
    t = lvalue(w, a, s)
    if t is None or t.info.shape.kind not in ("pile", "holder"):
        return None
    if t.open_keys:
        raise advice.no_key(t.info, a.at)
    return t.place, _ref(t.info.shape.type)


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
        return thing(w, found[0], n, s, a.at)
    if n == "size":
        w.note(a.name.at, "built in", n)
        return ranging.size(w, a.of, s, a.at)
    target = lvalue(w, a, s)
    if target is not None:
        return load(w, target)
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
        help = f"Ask one of them: `any x in … where x.{n} …`, `sum x in …: x.{n}`." if many else "Leave out the dot."
        raise mistake("RW2007", f"{capital(words(t))} has no `{n}`.", at, help)
    if "Player" in t.domains and n in w.values:
        if not w.values[n].me:
            raise mistake(
                "RW2008", f"`{n}` does not depend on a player.", at, f"Write `{n}` alone.", fixes=(Fix(at, n),)
            )
        inner = s.child()
        inner.me = coerce(of, PLAYER)
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
                        return _of_player(w, info.name, info.per_player, i.first, i.copies, coerce(of, PLAYER), at)
    owners = [d for d in t.domains if d in w.types and n in w.types[d].slots]
    if n in ("x", "y", "owner", "copies") and not owners:
        w.note(named, "built in", n)
    if len(t.domains) == 1 and t.domains[0] in w.boards and n in ("x", "y"):
        return geometry.coordinate(w, t.domains[0], n, of, at)
    if not owners and n == "owner" and t.domains[0] in w.types and w.types[t.domains[0]].per_player:
        each = w.types[t.domains[0]].per_player
        data = [c // each for c in range(w.domain(t.domains[0]).size)]
        return w.lookup(w.add_table(f"{t.domains[0]}.owner", (Ref(t.domains),), PLAYER, data, -1), (of,), at)
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
    seat: tuple[Expr, ...] = (me(w, s, a.at),) if entry.me else ()
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
    target = lvalue(w, a, s)
    if target is not None:
        return load(w, target)
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
                        in_range(coerce(ex.expr(w, k, s, want), with_none(want)), want, k.at)
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
    out = []
    for p, want, arg in zip(params, param_types(w, params), args, strict=True):
        e = ex.expr(w, arg, s, want)
        if not fits(e.type, want):
            raise advice.one_of_them(p, want, e.type, arg)
        out.append(coerce(e, want))
    return tuple(out)


def param_types(w: World, params: tuple[ast.Param, ...]) -> list[Type]:
    """Give the types of parameters; the source of each may speak of those before it."""
    s = Scope(me=Const(0, type=PLAYER))
    out: list[Type] = []
    for p in params:
        out.append(param_type(w, p, s))
        s.names[p.name.id] = w.local(p.name.id, out[-1])[1]
    return out


def param_type(w: World, p: ast.Param, s: Scope | None = None) -> Type:
    if p.type is not None:
        return w.cell_type(p.type)
    assert p.binder is not None
    return ranging.element_type(w, p.binder.source, s or Scope(me=Const(0, type=PLAYER)))


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
    raise unknown("RW2016", "value", n, [*w.values, *BUILT_INS], a.of.at)


def call_value(w: World, n: str, args: tuple[ast.Expr, ...], a: ast.Expr, s: Scope, outer: Scope | None = None) -> Expr:
    """Ask a rule value; the arguments are read in the outer scope when it is asked of another player."""
    from .verbs import settle_value

    entry = w.values[n]
    assert isinstance(entry.decl, ast.Value)
    w.note(_named(a), "value", n)
    func = settle_value(w, n, a.at)
    actual = arguments(w, entry.decl.params, args, a, outer or s)
    seat: tuple[Expr, ...] = (me(w, s, a.at),) if entry.me else ()
    return CallFunc(func.id, (*seat, *actual), type=func.type, at=a.at)


from .built_ins import BUILT_INS  # noqa: E402  (built-ins read expressions themselves)

"""What names refer to: things by name, slots of the state with their keys, places."""

from __future__ import annotations

from dataclasses import dataclass

from regelwerk.dsl import ast, core
from regelwerk.dsl.core import Binary, Const, Expr, Load, Num, Place, PlayerCount, Ref, SetOf, Type
from regelwerk.dsl.core.type_rules import FLAG, coerce, fits, may_be_none, with_none, words
from regelwerk.dsl.core.visitor import replace
from regelwerk.dsl.source import Span

from .. import advice
from ..context import Scope, SlotInfo, World
from ..errors import mistake
from . import read as ex


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
        return of_player(w, info.name, info.per_player, index, instance.copies, owner, at)
    if instance.copies == 1:
        return w.element(domain, index, at)
    return Const(((1 << instance.copies) - 1) << index, type=SetOf(Ref((domain,))), at=at)


def owner(w: World, domain: str, thing: Expr, at: Span) -> Expr:
    """Whose a thing of a type `per player` is."""
    each = w.types[domain].per_player
    data = [number // each for number in range(w.domain(domain).size)]
    return w.lookup(w.add_table(f"{domain}.owner", (Ref((domain,)),), PLAYER, data, -1), (thing,), at)


def of_player(w: World, domain: str, each: int, index: int, copies: int, owner: Expr, at: Span) -> Expr:
    seats = w.domain("Player").size
    if copies == 1:
        data = [p * each + index for p in range(seats)]
        table = w.add_table(f"{domain} {index} of player", (PLAYER,), Ref((domain,)), data, -1)
    else:
        data = [((1 << copies) - 1) << (p * each + index) for p in range(seats)]
        table = w.add_table(f"{domain} {index} of player", (PLAYER,), SetOf(Ref((domain,))), data, 0)
    return w.lookup(table, (owner,), at)


# ------------------------------------------------------------------------------------------------ slots


def lvalue(w: World, a: ast.Expr, s: Scope) -> Target | None:
    """Read an expression as a slot of the state with some keys, if it is one."""
    if isinstance(a, ast.Dot) and (one := advice.which_player(w, s, a)):
        raise one
    if isinstance(a, ast.Ident):
        if isinstance(local := s.names.get(a.id), Load) and local.slot in w.scratch:
            return Target(w.scratch[local.slot], local.keys, a.at)
        info = w.table.get(a.id) if local is None else None
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
            if target.info.shape.kind == "pile" and not most:
                help = f"What lies on top is `top({name})`; one of them is `first x in {name} where …: x`."
            key = target.info.shape.keys[0] if most == 1 else None
            column_and_row = [str(k.value) for k in a.keys if isinstance(k, ast.Number)]
            if isinstance(key, Ref) and key.domains[0] in w.boards and len(column_and_row) == len(a.keys) == 2:
                help = f"Write `{name}[cell({', '.join(column_and_row)})]`."
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


def whole_pile(w: World, a: ast.Expr, s: Scope) -> Target | None:
    """Read an expression as a pile of which every key is given, if it is one."""
    if isinstance(a, ast.Ident | ast.Dot | ast.Index):
        t = lvalue(w, a, s)
        if t is not None and t.info.shape.kind == "pile" and not t.open_keys:
            return t
    return None


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

"""All changes of a ruleset: one thing wrong in a clause that cites the ledger."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import chain

from .. import ast
from ..ast.visitor import Walk
from ..book.citations import RULE, role_of
from ..core.from_ast.expressions.boards import EIGHT
from . import variants
from .change import FIELD, OWN, Mutant, cited
from .code_changes import Code, run
from .variants import SIGHT, WHETHER, YES


def mutants(decls: Sequence[ast.Decl], kept: Iterable[str] | None = None) -> list[Mutant]:
    """List the changes of all clauses that cite something (or one of `kept`), in the order of the source."""
    finder = _Finder(decls)
    wanted = None if kept is None else frozenset(kept)
    found = chain.from_iterable(finder.declaration(n, d) for n, d in enumerate(decls) if role_of(d) == RULE)
    chosen = [m for m in found if m.ids and (wanted is None or wanted & set(m.ids))]
    chosen.sort(key=lambda m: (m.at, m.decl))
    return [replace(m, number=n) for n, m in enumerate(chosen, 1)]


class _Finder:
    def __init__(self, decls: Sequence[ast.Decl]) -> None:
        self.code = Code(decls)
        self.members = dict(zip(EIGHT, (*EIGHT[4:], *EIGHT[:4]), strict=True))  # side -> the opposite one
        self.first: dict[str, str] = {}  # kind -> its first member
        self.slots: dict[str, dict[str, ast.Slot]] = {}
        alike: dict[str, list[str]] = {}  # kind or type -> what there is of it
        for d in decls:
            match d:
                case ast.Kind():
                    alike.setdefault(d.name.id, []).extend(m.name.id for m in d.members)
                    if d.members:
                        self.first[d.name.id] = d.members[0].name.id
                case ast.Thing():
                    alike.setdefault(d.type.id, []).append(d.name.id)
                case ast.Rows():
                    alike.setdefault(d.type.id, []).extend(row.name.id for row in d.rows)
                case ast.TypeDecl():
                    self.slots.setdefault(d.name.id, {}).update({s.name.id: s for s in d.slots})
        for ids in alike.values():
            if len(ids) > 1:  # each is exchanged for the next one
                self.members |= dict(zip(ids, [*ids[1:], ids[0]], strict=True))

    def declaration(self, n: int, d: ast.Decl) -> Iterator[Mutant]:
        ids = cited(d, ())
        match d:
            case ast.Thing():
                slots_of = self.slots.get(d.type.id, {})
                for i, f in enumerate(d.fields):
                    yield from self.field(n, ("fields", i), f, ids, slots_of.get(f.name.id))
                for name in [s.name for s in slots_of.values() if _is_effect(s)]:
                    if name.id not in {f.name.id for f in d.fields}:
                        more = (*d.fields, variants.impossible(name, d.at))
                        what = f"`{name.id}` is never possible, instead of nothing"
                        yield Mutant(0, OWN, n, ("fields",), more, None, d.at, what, ids, sort=WHETHER)
            case ast.Rows():
                for i, row in enumerate(d.rows):
                    slots = [self.slots.get(d.type.id, {}).get(c.id) for c in d.columns]
                    for j, (value, slot) in enumerate(zip(row.values, slots, strict=False)):
                        walk: Walk = ("rows", i, "values", j)
                        if _is_code(slot):
                            yield from self.code.inside(n, walk, value, cited(row, ids))
                        else:
                            for v in variants.of_data((value,), self.members):
                                (new,), other = _one(v.new), _one(v.other)[0] if v.other else None
                                yield Mutant(0, OWN, n, walk, new, other, value.at, v.what, cited(row, ids), v.or_else)
            case ast.State() | ast.TypeDecl():
                for i, s in enumerate(d.slots):
                    yield from self.slot(n, ("slots", i), s, cited(s, ids), isinstance(d, ast.State))
            case ast.Board():
                for v in variants.of_size(d):
                    yield Mutant(0, OWN, n, (), v.new, None, d.at, v.what, ids)
            case ast.Game() | ast.Ruling() | ast.Resource():
                yield from self.heading(n, d, ids)
            case ast.Winner():
                for i, r in enumerate(d.ranks):
                    own = cited(r, ids)
                    for v in variants.of_expression(ast.Quant(r.word, _NOTHING, None, at=r.at)):
                        word = variants.QUANTIFIERS[r.word]
                        yield Mutant(0, OWN, n, ("ranks", i, "word"), word, None, r.at, v.what, own)
                    if len(d.ranks) > 1:
                        fewer = (*d.ranks[:i], *d.ranks[i + 1 :])
                        yield Mutant(0, OWN, n, ("ranks",), fewer, None, r.at, "left out", own, sort=WHETHER)
                    yield from self.code.inside(n, ("ranks", i, "value"), r.value, own)
            case ast.Value() | ast.Effect() | ast.Action() | ast.Proc() | ast.Scoring():
                if isinstance(d, ast.Action) and d.once is not None:
                    what = f"without `once per {d.once.id}`"
                    yield Mutant(0, OWN, n, ("once",), None, None, d.once.at, what, ids, sort=WHETHER)
                me = self.code.edges.has_me(d)
                if isinstance(d, ast.Action | ast.Effect) and d.body and me:
                    yield from self.code.extra(n, ("body",), d.body, ids, d)
                yield from self.code.parts(n, (), d, ids, me)

    def heading(self, n: int, d: ast.Game | ast.Ruling | ast.Resource, ids: tuple[str, ...]) -> Iterator[Mutant]:
        choices = {f.name.id: f.values or () for f in d.fields}.get("choices", ())
        named = [e.id for e in choices if isinstance(e, ast.Ident)]
        cycle = dict(zip(named, [*named[1:], *named[:1]], strict=True)) if len(named) > 1 else self.members
        for i, f in enumerate(d.fields):
            own, walk = cited(f, ids), ("fields", i, "values")
            if f.values is None:
                continue
            if isinstance(d, ast.Game) and f.name.id == "players":
                for v in variants.of_range(f.values[0]):
                    yield Mutant(0, OWN, n, (*walk, 0), v.new, None, f.at, v.what, own)
            if isinstance(d, ast.Ruling) and f.name.id == "default":
                for v in variants.of_data(f.values, cycle):
                    yield Mutant(0, OWN, n, walk, v.new, v.other, f.at, v.what, own, v.or_else)
            if isinstance(d, ast.Resource) and f.name.id in ("supply", "short"):
                fewer = (*d.fields[:i], *d.fields[i + 1 :])
                yield Mutant(0, OWN, n, ("fields",), fewer, None, f.at, f"without `{f.name.id}`", own)

    def slot(self, n: int, walk: Walk, s: ast.Slot, ids: tuple[str, ...], state: bool) -> Iterator[Mutant]:
        if s.force is not None:
            yield from self.code.inside(n, (*walk, "force"), s.force, ids, condition=True)
        to = (*walk, "default")
        if state or s.var:
            for v in variants.of_sight(s):
                yield Mutant(0, OWN, n, (*walk, "visibility"), v.new, None, s.at, v.what, ids, sort=SIGHT)
            yield from self.most(n, walk, s, ids)
        if s.default is not None:
            for v in variants.of_data(s.default, self.members):
                yield Mutant(0, OWN, n, to, v.new, v.other, s.at, v.what, ids, v.or_else)
            if isinstance(s.type, ast.PileType | ast.SetType | ast.HoldsType):
                yield Mutant(0, OWN, n, to, None, None, s.at, "empty at the start", ids)
        elif state:
            for what, start in self.starts(s):
                yield Mutant(0, OWN, n, to, (start,), None, s.at, what, ids)

    def starts(self, s: ast.Slot) -> Iterator[tuple[str, ast.Expr]]:
        """Tell how a slot that says nothing about its start could begin otherwise."""
        match s.type:
            case ast.NamedType(name="flag"):
                yield "yes at the start", YES
            case ast.SetType(element=ast.NamedType(name=name)) if name != "Player":
                yield "all of them at the start", ast.TypeIdent(name, at=s.at)
            case ast.RangeType(low=ast.Number(value=low)):
                yield f"{low + 1} at the start", ast.Number(low + 1, at=s.at)
            case ast.PerType(value=ast.RangeType(low=ast.Number(value=low)), keys=(ast.NamedType(name=key),)):
                if key in self.first:
                    more = ast.Number(low + 1, at=s.at)
                    start = ast.MapLit(((ast.Ident(self.first[key], at=s.at), more),), at=s.at)
                    yield f"{low + 1} at the start for {self.first[key]}", start

    def most(self, n: int, walk: Walk, s: ast.Slot, ids: tuple[str, ...]) -> Iterator[Mutant]:
        """Lower the end of the range of a slot."""
        of, below = (s.type.value, ("type", "value")) if isinstance(s.type, ast.PerType) else (s.type, ("type",))
        if isinstance(of, ast.RangeType) and isinstance(of.low, ast.Number) and isinstance(of.high, ast.Number):
            high = of.high.value
            if of.low.value < high:
                less = ast.Number(high - 1, at=of.high.at)
                what = f"to {high - 1} instead of {high}"
                yield Mutant(0, OWN, n, (*walk, *below, "high"), less, None, s.at, what, ids)

    def field(self, n: int, walk: Walk, f: ast.Field, ids: tuple[str, ...], slot: ast.Slot | None) -> Iterator[Mutant]:
        ids = cited(f, ids)
        if f.values is not None and not _is_code(slot):
            for v in variants.of_data(f.values, self.members):
                yield Mutant(0, OWN, n, (*walk, "values"), v.new, v.other, f.at, v.what, ids, v.or_else)
            return
        if f.values is not None and _is_effect(slot):
            nothing = replace(f, values=None, block=(ast.Step(None, ast.Nothing(at=f.at), at=f.at),))
            yield Mutant(0, FIELD, n, walk, nothing, None, f.at, "left out", ids, sort=WHETHER)
            lines = run(f)
            for i, v in self.code.edges.extra(lines):
                more = replace(f, values=None, block=(*lines[:i], v.new, *lines[i:]))
                yield Mutant(0, FIELD, n, walk, more, None, f.at, v.what, ids, sort=v.sort)
        elif _is_effect(slot) and f.block:
            yield from self.code.extra(n, (*walk, "block"), f.block, ids, f)
        yield from self.code.parts(n, walk, f, ids)


_NOTHING = ast.Binder(ast.Name("x"), ast.SetLit(()))


def _one(values: object) -> tuple[object, ...]:
    assert isinstance(values, tuple)
    return values


def _is_effect(slot: ast.Slot | None) -> bool:
    return slot is not None and isinstance(slot.type, ast.CodeType) and slot.type.result is None


def _is_code(slot: ast.Slot | None) -> bool:
    if slot is None:
        return False
    return isinstance(slot.type, ast.CodeType) or (isinstance(slot.type, ast.NamedType) and slot.type.name == "ability")

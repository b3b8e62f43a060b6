"""All changes of a ruleset: one thing wrong in a clause that cites the ledger."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import chain

from .. import ast
from ..ast.visitor import Walk, said
from ..book.citations import RULE, role_of
from ..core.from_ast.expressions.boards import EIGHT
from ..source import Span
from . import variants
from .variants import NO, YES, Variant

EXPRESSION, STEP, FIELD, OWN = "expression", "step", "field", "own"

_TYPES = (
    ast.NamedType, ast.RangeType, ast.UnionType, ast.SetType, ast.ListType, ast.PileType, ast.HoldsType, ast.PerType,
    ast.CodeType,
)  # fmt: skip
_LEFT_ALONE = (*_TYPES, ast.Name, ast.Text, ast.Say, ast.Marks)
_NOT_IN = {ast.Call: ("of",), ast.Case: ("patterns",), ast.Offer: ("actions",), ast.Amount: ("unit",)}
_CONDITIONS = {
    (ast.Needs, "cond"), (ast.If, "cond"), (ast.IfExpr, "cond"), (ast.Binder, "where"), (ast.Binder, "stop"),
    (ast.OptionLine, "when"), (ast.ChangeLine, "when"), (ast.Hook, "when"), (ast.Repeat, "until"), (ast.Slot, "force"),
}  # fmt: skip
_SWITCHED_OFF = {
    (ast.Needs, "cond"): ("left out", YES),
    (ast.OptionLine, "when"): ("left out", NO),
    (ast.ChangeLine, "when"): ("left out", NO),
    (ast.Hook, "when"): ("left out", NO),
}


@dataclass(frozen=True, slots=True)
class Mutant:
    """One change. `kind` tells how it can be planted: behind a condition, or only as a ruleset of its own."""

    number: int
    kind: str
    decl: int
    walk: Walk
    new: object
    other: object
    at: Span
    what: str
    ids: tuple[str, ...]  # what the clauses around it cite, innermost first
    or_else: str = ""  # what the other change is


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
        self.members = dict(zip(EIGHT, (*EIGHT[4:], *EIGHT[:4]), strict=True))  # side -> the opposite one
        self.first: dict[str, str] = {}  # kind -> its first member
        self.slots: dict[str, dict[str, ast.Slot]] = {}
        for d in decls:
            if isinstance(d, ast.Kind) and d.members:
                self.first[d.name.id] = d.members[0].name.id
            if isinstance(d, ast.Kind) and len(d.members) > 1:
                ids = [m.name.id for m in d.members]  # each is exchanged for the next one
                self.members |= dict(zip(ids, [*ids[1:], ids[0]], strict=True))
            elif isinstance(d, ast.TypeDecl):
                self.slots.setdefault(d.name.id, {}).update({s.name.id: s for s in d.slots})

    def declaration(self, n: int, d: ast.Decl) -> Iterator[Mutant]:
        ids = _ids(d, ())
        match d:
            case ast.Thing():
                slots_of = self.slots.get(d.type.id, {})
                for i, f in enumerate(d.fields):
                    yield from self.field(n, ("fields", i), f, ids, slots_of.get(f.name.id))
                for name in [s.name for s in slots_of.values() if _is_effect(s)]:
                    if name.id not in {f.name.id for f in d.fields}:
                        more = (*d.fields, variants.impossible(name, d.at))
                        what = f"`{name.id}` is never possible, instead of nothing"
                        yield Mutant(0, OWN, n, ("fields",), more, None, d.at, what, ids)
            case ast.Rows():
                for i, row in enumerate(d.rows):
                    slots = [self.slots.get(d.type.id, {}).get(c.id) for c in d.columns]
                    for j, (value, slot) in enumerate(zip(row.values, slots, strict=False)):
                        walk: Walk = ("rows", i, "values", j)
                        if _is_code(slot):
                            yield from self.inside(n, walk, value, _ids(row, ids))
                        else:
                            for v in variants.of_data((value,), self.members):
                                (new,), other = _one(v.new), _one(v.other)[0] if v.other else None
                                yield Mutant(0, OWN, n, walk, new, other, value.at, v.what, _ids(row, ids), v.or_else)
            case ast.State() | ast.TypeDecl():
                for i, s in enumerate(d.slots):
                    yield from self.slot(n, ("slots", i), s, _ids(s, ids), isinstance(d, ast.State))
            case ast.Board():
                for v in variants.of_size(d):
                    yield Mutant(0, OWN, n, (), v.new, None, d.at, v.what, ids)
            case ast.Game() | ast.Ruling() | ast.Resource():
                yield from self.heading(n, d, ids)
            case ast.Winner():
                for i, r in enumerate(d.ranks):
                    own = _ids(r, ids)
                    for v in variants.of_expression(ast.Quant(r.word, _NOTHING, None, at=r.at)):
                        word = variants.QUANTIFIERS[r.word]
                        yield Mutant(0, OWN, n, ("ranks", i, "word"), word, None, r.at, v.what, own)
                    if len(d.ranks) > 1:
                        fewer = (*d.ranks[:i], *d.ranks[i + 1 :])
                        yield Mutant(0, OWN, n, ("ranks",), fewer, None, r.at, "left out", own)
                    yield from self.inside(n, ("ranks", i, "value"), r.value, own)
            case ast.Value() | ast.Effect() | ast.Action() | ast.Proc() | ast.Scoring():
                if isinstance(d, ast.Action) and d.once is not None:
                    what = f"without `once per {d.once.id}`"
                    yield Mutant(0, OWN, n, ("once",), None, None, d.once.at, what, ids)
                yield from self.parts(n, (), d, ids)

    def heading(self, n: int, d: ast.Game | ast.Ruling | ast.Resource, ids: tuple[str, ...]) -> Iterator[Mutant]:
        choices = {f.name.id: f.values or () for f in d.fields}.get("choices", ())
        named = [e.id for e in choices if isinstance(e, ast.Ident)]
        cycle = dict(zip(named, [*named[1:], *named[:1]], strict=True)) if len(named) > 1 else {}
        for i, f in enumerate(d.fields):
            own, walk = _ids(f, ids), ("fields", i, "values")
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
            yield from self.inside(n, (*walk, "force"), s.force, ids, condition=True)
        to = (*walk, "default")
        if state or s.var:
            for v in variants.of_sight(s):
                yield Mutant(0, OWN, n, (*walk, "visibility"), v.new, None, s.at, v.what, ids)
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
        ids = _ids(f, ids)
        if f.values is not None and not _is_code(slot):
            for v in variants.of_data(f.values, self.members):
                yield Mutant(0, OWN, n, (*walk, "values"), v.new, v.other, f.at, v.what, ids, v.or_else)
            return
        if f.values is not None and _is_effect(slot):
            nothing = replace(f, values=None, block=(ast.Step(None, ast.Nothing(at=f.at), at=f.at),))
            yield Mutant(0, FIELD, n, walk, nothing, None, f.at, "left out", ids)
        yield from self.parts(n, walk, f, ids)

    def parts(self, n: int, walk: Walk, node: ast.Node, ids: tuple[str, ...]) -> Iterator[Mutant]:
        """Go on with the parts of a node."""
        skipped = _NOT_IN.get(type(node), ())
        for name in said(type(node)):
            if name in skipped:
                continue
            child, below, key = getattr(node, name), (*walk, name), (type(node), name)
            if key in _SWITCHED_OFF:
                what, new = _SWITCHED_OFF[key]
                yield Mutant(0, EXPRESSION, n, below, new, None, node.at, what, ids)
            if isinstance(node, ast.Hook) and name == "once" and node.once is not None:
                what = f"without `once per {node.once.id}`"
                yield Mutant(0, OWN, n, below, None, None, node.at, what, ids)
            if isinstance(node, ast.Hook) and name == "may" and node.may:
                yield Mutant(0, OWN, n, below, False, None, node.at, "compulsory", ids)
            if isinstance(node, ast.ScoreLine) and name == "value":
                yield Mutant(0, EXPRESSION, n, below, ast.Number(0, at=node.at), None, node.at, "left out", ids)
            yield from self.inside(n, below, child, ids, key in _CONDITIONS)

    def inside(
        self, n: int, walk: Walk, node: object, ids: tuple[str, ...], condition: bool = False
    ) -> Iterator[Mutant]:
        if isinstance(node, tuple) and not isinstance(node, Span):
            for i, child in enumerate(node):
                yield from self.inside(n, (*walk, i), child, ids)
        elif isinstance(node, ast.Node) and not isinstance(node, _LEFT_ALONE):
            ids = _ids(node, ids)
            found: Iterator[Variant] = iter(())
            kind = EXPRESSION
            if isinstance(node, ast.Step):
                do = node.do.body[0].do if isinstance(node.do, ast.May) else node.do
                named = isinstance(do, ast.Choose | ast.Draw)  # the lines below need the name
                found, kind = variants.of_step(node), OWN if named else STEP
            elif isinstance(node, ast.Expr):
                more = variants.of_condition(node) if condition else iter(())
                found = chain(variants.of_expression(node), more)
            for v in found:
                yield Mutant(0, kind, n, walk, v.new, v.other, node.at, v.what, ids, v.or_else)
            below = self.parts(n, walk, node, ids)
            # What is drawn from must stay fixed, or given results would be read otherwise.
            yield from (replace(m, kind=OWN) for m in below) if isinstance(node, ast.Draw) else below


_NOTHING = ast.Binder(ast.Name("x"), ast.SetLit(()))


def _ids(node: ast.Node, around: tuple[str, ...]) -> tuple[str, ...]:
    marks = getattr(node, "marks", None)
    own = tuple(c.id for c in marks.cites) if isinstance(marks, ast.Marks) else ()
    return tuple(dict.fromkeys((*own, *around)))


def _one(values: object) -> tuple[object, ...]:
    assert isinstance(values, tuple)
    return values


def _is_effect(slot: ast.Slot | None) -> bool:
    return slot is not None and isinstance(slot.type, ast.CodeType) and slot.type.result is None


def _is_code(slot: ast.Slot | None) -> bool:
    if slot is None:
        return False
    return isinstance(slot.type, ast.CodeType) or (isinstance(slot.type, ast.NamedType) and slot.type.name == "ability")

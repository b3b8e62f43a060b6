"""The names that a ruleset declares, and the words by which a sentence may mean them."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, field

from ... import ast
from ...ast.printer.expressions import expr as expression
from ...ast.visitor import walk
from .words import NUMBERS, stem

GENERIC = frozenset(["card", "tile", "piece", "token", "marker"])


@dataclass(frozen=True, slots=True)
class Thing:
    """Something that has a name: a slot of the table or of a player, a member, a type, a resource, an effect …"""

    sort: str  # number, flag, pile, holds, set, player, kind_slot, member, kind, type, row, resource, effect, value …
    name: str
    of: str = ""  # the type or kind it is made of
    owner: str = ""  # player, table, or the type whose field it is
    keys: tuple[str, ...] = ()
    high: int = 99  # of a row: 1 if there is only one
    low: int = 0
    hidden: str = ""
    title: str = ""
    plural: str = ""

    def at(self, who: str) -> str:
        """Write it, for one player."""
        return f"{who}.{self.name}" if self.owner == "player" else self.name


@dataclass(slots=True)
class Vocabulary:
    """What a ruleset declares."""

    things: list[Thing] = field(default_factory=list)
    index: dict[tuple[str, ...], list[Thing]] = field(default_factory=dict)
    winner: list[str] = field(default_factory=list)  # what decides who wins
    taken: set[str] = field(default_factory=set)  # every name
    decls: list[ast.Decl] = field(default_factory=list)
    seats: str = ""  # how many players there are

    def add(self, thing: Thing, *called: str) -> None:
        """Remember a thing under its name and other words."""
        self.things.append(thing)
        self.taken.add(thing.name)
        for words in (thing.name.replace("_", " "), *called):
            key = tuple(stem(str(NUMBERS.get(w, w))) for w in re.findall(r"[^\W_]+", words.lower()))
            if key and thing not in self.index.setdefault(key, []):
                self.index[key].append(thing)

    def all(self, sort: str, **wanted: str) -> list[Thing]:
        """Return the things of a sort with some features."""
        return [t for t in self.things if t.sort == sort and all(getattr(t, k) == v for k, v in wanted.items())]

    def types(self) -> list[str]:
        """Return the types whose components lie in piles, those that lie in most of them first."""
        piles = [t.of for t in self.things if t.sort in ("pile", "holds")]
        return sorted(dict.fromkeys(piles), key=lambda t: -piles.count(t))

    def field_of(self, type_: str, of: str) -> Thing | None:
        """Return the field of a type that holds members of a kind."""
        return next((t for t in self.things if t.owner == type_ and t.of == of), None)

    def usual(self, holder: str) -> str:
        """Return where the rules move what lies in a place for one: to whom, and to which of their places."""
        moves = (node for d in self.decls for node in walk(d, everything=True) if isinstance(node, ast.Move))
        own = (m.to.name.id for m in moves if getattr(m.what, "id", "") == holder and isinstance(m.to, ast.Dot))
        return next(own, "")

    def free(self, *names: str) -> str:
        """Return the first of some names that means nothing yet."""
        for name in names:
            if name not in self.taken:
                self.taken.add(name)
                return name
        return self.free(*(f"{name}_2" for name in names))


def vocabulary(decls: Iterable[ast.Decl]) -> Vocabulary:
    """Collect what is declared."""
    v = Vocabulary(decls=list(decls))
    for d in v.decls:
        _declared(v, d)
    return v


def _declared(v: Vocabulary, d: ast.Decl) -> None:
    match d:
        case ast.Game():
            v.seats = next((expression(f.values[0]) for f in d.fields if f.name.id == "players" and f.values), "")
        case ast.Kind():
            v.add(Thing("kind", d.name.id))
            for m in d.members:
                v.add(Thing("member", m.name.id, of=d.name.id), *_title(m.title))
        case ast.TypeDecl():
            v.add(Thing("type", d.name.id))
            for s in d.slots:
                _slot(v, s, d.name.id)
        case ast.Thing():
            copies = 99 if any(f.name.id == "copies" for f in d.fields) else 1
            v.add(Thing("row", d.name.id, of=d.type.id, high=copies), *_title(d.title))
        case ast.Rows():
            for r in d.rows:
                copies = 99 if any(c.id == "copies" for c in d.columns) else 1
                v.add(Thing("row", r.name.id, of=d.type.id, high=copies), *_title(r.title))
        case ast.State():
            for s in d.slots:
                _slot(v, s, d.owner)
        case ast.Resource():
            held = next((f.values[0] for f in d.fields if f.name.id == "held" and f.values), None)
            plural = d.plural.id if d.plural else d.name.id
            one = Thing("resource", d.name.id, of=expression(held) if held else "", plural=plural)
            v.add(one, plural, *_title(d.title))
        case ast.Value():
            if not d.params:
                of = getattr(d.type.element, "name", "") if isinstance(d.type, ast.SetType) else ""
                v.add(Thing("value", d.name.id, of=of))
        case ast.Effect() | ast.Action():
            with_ = tuple(_domain(p) for p in d.params)
            sort = "action" if isinstance(d, ast.Action) else "effect"
            v.add(Thing(sort, d.name.id, of="params" if d.params else "", keys=with_), *_title(d.title))
        case ast.Scoring():
            v.add(Thing("scoring", d.name.id))
        case ast.Winner():
            v.winner = [expression(rank.value) for rank in d.ranks]
        case _:
            pass


def _domain(p: ast.Param) -> str:
    """What something is done with."""
    return expression(p.binder.source) if p.binder is not None else getattr(p.type, "name", "")


def _title(title: ast.Text | None) -> list[str]:
    return [] if title is None else ["".join(part for part in title.parts if isinstance(part, str))]


def _slot(v: Vocabulary, s: ast.Slot, owner: str) -> None:
    written, keys = s.type, tuple[str, ...]()
    if isinstance(written, ast.PerType):
        keys, written = tuple(getattr(k, "name", "") for k in written.keys), written.value
    sort, of, high, low = "other", "", 99, 0
    match written:
        case ast.RangeType():
            sort = "number"
            high = getattr(written.high, "value", 99)
            low = 0 if isinstance(written.low, ast.Number) else -1
        case ast.PileType() | ast.HoldsType() | ast.SetType():
            sort = {"PileType": "pile", "HoldsType": "holds", "SetType": "set"}[type(written).__name__]
            of = getattr(written.element, "name", "")
        case ast.CodeType() if written.result is None and not written.params:
            sort = "code"
        case ast.UnionType():
            of = getattr(written.parts[0], "name", "")
        case ast.NamedType():
            of = written.name
        case _:
            pass
    if sort == "other":
        sort = {"flag": "flag", "number": "number", "Player": "player"}.get(of, "kept")
    v.add(Thing(sort, s.name.id, of, owner, keys, high if isinstance(high, int) else 99, low, s.visibility))

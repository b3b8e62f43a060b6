"""The declarations while they are amended, and finding the place that an address names."""

from __future__ import annotations

from dataclasses import dataclass

from .. import ast
from ..ast.printer.expressions import expr as written
from ..ast.tree import get, title
from ..ast.visitor import Walk
from ..source import Span
from . import messages
from .addresses import PARTS, Address, Place, adds_up, heads, places, spelled, tokens, worded
from .messages import Misfit

_TITLED = (ast.Row, ast.Thing, ast.Action, ast.Effect, ast.Resource)


@dataclass(frozen=True, slots=True)
class Target:
    """A place in one of the declarations; see `Place`."""

    decl: int
    walk: Walk
    form: str
    address: Address


def family(d: ast.Decl) -> str:
    """Names clash only inside a family: a resource is named after its kind, a scoring after its occasion."""
    return type(d).__name__ if isinstance(d, ast.Resource | ast.Scoring) else ""


class Book:
    """All declarations with an index of their names. Removed ones leave a hole, so that positions stay valid."""

    def __init__(self) -> None:
        self.decls: list[ast.Decl | None] = []
        self.heads: dict[str, list[tuple[int, Walk]]] = {}

    def add(self, d: ast.Decl) -> int:
        """Append a declaration and return its position."""
        self.decls.append(d)
        self._index(len(self.decls) - 1)
        return len(self.decls) - 1

    def put(self, i: int, d: ast.Decl | None) -> None:
        """Replace or remove a declaration."""
        old = self.decls[i]
        if old is not None:
            for name, _, _ in heads(old):
                self.heads[name] = [head for head in self.heads[name] if head[0] != i]
        self.decls[i] = d
        self._index(i)

    def _index(self, i: int) -> None:
        d = self.decls[i]
        for name, walk, _ in heads(d) if d is not None else ():
            self.heads.setdefault(name, []).append((i, walk))

    def decl(self, i: int) -> ast.Decl:
        d = self.decls[i]
        assert d is not None
        return d

    def clash(self, d: ast.Decl) -> tuple[str, Span, Span] | None:
        """Return a name of a new declaration that exists already, and both places."""
        for name, _, at in heads(d):
            for i, walk in self.heads.get(name, ()) if not adds_up(name) else ():
                other = self.decl(i)
                if family(other) == family(d):
                    return name, at, next(place for _, w, place in heads(other) if w == walk)
        return None

    def head(self, path: ast.Path) -> tuple[str, Address]:
        """Cut an address into the name of a declaration, row or slot, and the rest."""
        for n in range(len(path.parts), 0, -1):
            head = ".".join(path.parts[:n])
            for name in (head, f'"{head}"'):
                if self.heads.get(name):
                    return name, path.parts[n:]
        first = path.parts[0]
        known = [
            name.strip('"') for name, at in self.heads.items() if at and not name.startswith(("texts.", "display."))
        ]
        near = [name for name in self.heads if name.startswith(f"{first}.")]
        if near:  # `player.pursse`: the owner is known
            rest = ".".join(path.parts[1:])
            names = [n.removeprefix(f"{first}.") for n in near]
            raise Misfit(messages.unknown(rest, first, names, path.at))
        kept = path.parts[1:] if first in ("me", "players") and len(path.parts) > 1 else path.parts
        for owner in ("player", "table"):
            if self.heads.get(f"{owner}.{kept[0]}"):
                why = "what is kept is addressed by the block it is declared in"
                raise Misfit(messages.elsewhere(spelled(path.parts), spelled((owner, *kept)), path.at, why))
        if misfit := self._one_part_too_many(path) or self._by_title(path):
            raise misfit
        raise Misfit(messages.unknown(first, "", known, path.at, path.parts[1:]))

    def _by_title(self, path: ast.Path) -> Misfit | None:
        """`"Magpie".points`: what is printed on a card is not its name."""
        for d in filter(None, self.decls):
            named = d.rows if isinstance(d, ast.Rows) else (d,)
            for n in named:
                if isinstance(n, _TITLED) and n.title is not None and title(n.title) == path.parts[0]:
                    whole = spelled((n.name.id, *path.parts[1:]))
                    return Misfit(messages.elsewhere(spelled(path.parts), whole, path.at, "this is a title"))
        return None

    def _one_part_too_many(self, path: ast.Path) -> Misfit | None:
        """`Card.plum.points`, `action.take`, `old_fox.players`: a name stands by itself, and so does `game`."""
        first, *rest = path.parts
        if not rest:
            return None
        game = next((d for d in self.decls if isinstance(d, ast.Game)), None)
        if game is not None and first == game.name.id:
            new: Address = ("game", *rest)
        elif self.heads.get(rest[0]):
            new = tuple(rest)
        else:
            return None
        why = "the heading of the game is called `game`" if new[0] == "game" else "a name stands by itself"
        return Misfit(messages.elsewhere(spelled(path.parts), spelled(new), path.at, why))

    def find(self, path: ast.Path, *, whole: bool = False) -> Target:
        """Find the place of an address; with `whole`, a lone name is the declaration, not what it says."""
        head, rest = self.head(path)
        failed: Misfit | None = None
        for i, walk in self.heads[head]:
            d = self.decl(i)
            try:
                if rest:
                    place = _part(d, head, walk, rest, path.at)
                else:
                    place = Place((head,), walk, "whole") if whole else said(d, head, walk)
                return Target(i, place.walk, place.form, place.address)
            except Misfit as misfit:
                failed = failed or self._not_yet(d, head, rest, path.at) or misfit
        assert failed is not None
        typed = isinstance(self.decl(self.heads[head][0][0]), ast.TypeDecl)
        titled = self._by_title(path) if head.startswith('"') and rest else None
        raise (self._one_part_too_many(path) if typed else None) or titled or failed

    def _not_yet(self, d: ast.Decl, head: str, rest: Address, at: Span) -> Misfit | None:
        """A component without a field that its type has."""
        if not isinstance(d, ast.Thing | ast.Rows) or len(rest) != 1:
            return None
        types = (self.decl(i) for i, _ in self.heads.get(d.type.id, ()))
        slots = [s.name.id for t in types if isinstance(t, ast.TypeDecl) for s in t.slots]
        return Misfit(messages.not_yet(head, rest[0], at)) if rest[0] in slots else None


def said(d: ast.Decl, head: str, walk: Walk) -> Place:
    """What a lone name stands for in `change` and `include`."""
    node = get(d, walk)
    match node:
        case ast.Ruling():
            for i, f in enumerate(node.fields):
                if f.name.id == "default":
                    return Place((head, "default"), ("fields", i), "field")
        case ast.Value() if node.body is not None:
            return Place((head,), ("body",), "expr")
        case ast.Invariant():
            return Place((head,), ("cond",), "expr")
        case ast.Slot():
            return Place((head,), (*walk, "default"), "values")
        case ast.Kind():
            return Place((head,), ("members",), "members")
        case ast.TextLine():
            return Place((head,), (*walk, "text"), "text")
        case ast.Effect() | ast.Action() | ast.Proc():
            return Place((head,), ("body",), "body")
    return Place((head,), walk, "whole")


def _part(d: ast.Decl, head: str, walk: Walk, rest: Address, at: Span) -> Place:
    """Find a part; labels on the way to it may be left out as long as only one place remains."""
    own = [p for p in places(d) if p.address[0] == head and len(p.address) > 1]
    found = [p for p in own if p.address[1:] == rest] or [p for p in own if _leads(rest, p.address[1:])]
    if len(found) > 1:
        found = [p for p in found if _place(d, p).file != at.file] or found  # an overlay means what it has found
    if len(found) > 1:
        spots = (_place(d, p) for p in found)
        raise Misfit(messages.several(spelled((head, *rest)), at, spots))
    if found:
        return found[0]
    if line := _line(d, head, walk, rest, at) or _rank(d, rest, own):
        return line
    known = {p.address[-1] for p in own if p.address[-1] not in PARTS or len(p.address) == 2}
    known |= {p.address[-1] for p, _ in worded(d, head, walk)}
    if len(rest) > 1:
        inner = [p for p in own if _leads(rest[:-1], p.address[1:])]
        if inner:
            below = {p.address[-1] for p in own if p.address[: len(inner[0].address)] == inner[0].address} - {rest[-2]}
            raise Misfit(messages.unknown(rest[-1], spelled((head, *rest[:-1])), below, at))
    raise Misfit(messages.unknown(rest[0], head, known, at, rest[1:]))


def offers(d: ast.Decl, head: str, walk: Walk) -> list[Address]:
    """The addresses of the lines of a rule that offer actions."""
    found = [p for p, _ in worded(d, head, walk) if isinstance(get(d, p.walk).do, ast.Offer)]
    return [p.address for p in found]


def _line(d: ast.Decl, head: str, walk: Walk, rest: Address, at: Span) -> Place | None:
    """Find a line by its first words."""
    wanted = tokens(rest[-1])
    on_the_way = [(p, said) for p, said in worded(d, head, walk) if _in_order(rest[:-1], p.address[1:-1])]
    begun = [(p, said) for p, said in on_the_way if said[: len(wanted)] == wanted]
    begun = [(p, said) for p, said in begun if get(d, p.walk).label is None] or begun
    found = [(p, said) for p, said in begun if said == wanted] or begun
    found = [(p, said) for p, said in found if p.address[1:-1] == rest[:-1]] or found
    if len(found) > 1:
        found = [(p, said) for p, said in found if _place(d, p).file != at.file] or found
    if len(found) > 1:
        alike = all(said == found[0][1] for _, said in found)
        raise Misfit(messages.several(spelled((head, *rest)), at, (get(d, p.walk).at for p, _ in found), not alike))
    return found[0][0] if found else None


def _rank(d: ast.Decl, rest: Address, own: list[Place]) -> Place | None:
    """Find a line of `winner` by its words."""
    ranks = [p for p in own if isinstance(d, ast.Winner) and p.form == "line"]
    said = [tokens(f"{get(d, p.walk).word} {written(get(d, p.walk).value)}") for p in ranks]
    return next((p for p, words in zip(ranks, said, strict=True) if words == tokens(rest[-1])), None)


def _place(d: ast.Decl, p: Place) -> Span:
    at: Span = getattr(get(d, p.walk), "at", d.at)
    return at


def _in_order(parts: Address, address: Address) -> bool:
    way = iter(address)
    return all(part in way for part in parts)


def _leads(rest: Address, address: Address) -> bool:
    """Tell whether the parts stand in an address in this order and the last is its end."""
    if not rest or rest[-1] != address[-1]:
        return False
    if rest[-1] in PARTS and (len(rest) < 2 or len(address) < 2 or rest[-2] != address[-2]):
        return False
    return _in_order(rest[:-1], address[:-1])

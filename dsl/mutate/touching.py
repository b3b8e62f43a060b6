"""What a line may touch, as far as its names tell: enough to see that two lines cannot matter to each other.

Names stand for slots, places, effects and values alike, and lead on: a line touches what the effects and values it
names touch. What cannot be followed (scoring) is taken to touch anything.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from .. import ast
from ..ast.visitor import walk

_ASKING = ast.Choose | ast.ChooseOption | ast.May | ast.Offer | ast.Draw
_FAR = ast.Score
_LAID = frozenset({"at", "piece", "fits", "touches", "cells", "rim", "label"})  # what asks where pieces lie
_LEAVING = ast.End | ast.Give


class Touch(NamedTuple):
    """Names that are read and written; `asks` for a choice or chance, `leaves` the lines around, or goes `anywhere`."""

    reads: frozenset[str] = frozenset()
    writes: frozenset[str] = frozenset()
    asks: bool = False
    leaves: bool = False
    anywhere: bool = False

    def matters_to(self, other: Touch) -> bool:
        """Tell whether it may make a difference which of two lines comes first."""
        if (self.asks and other.asks) or self.leaves or other.leaves:
            return True
        if (self.anywhere and other.does_something) or (other.anywhere and self.does_something):
            return True
        return bool(self.writes & (other.reads | other.writes) or other.writes & self.reads)

    @property
    def does_something(self) -> bool:
        return bool(self.writes) or self.asks or self.anywhere


class Touching:
    """Finds out what lines of one ruleset touch."""

    def __init__(self, decls: Sequence[ast.Decl]) -> None:
        self._means: dict[str, list[object]] = {}  # what a name leads on to
        self._units: dict[str, frozenset[str]] = {}  # a unit -> the names its resource is held by
        self._known: dict[str, Touch] = {}
        self.tops: set[str] = set()  # piles of which some rule takes the top
        for d in decls:
            match d:
                case ast.Effect() | ast.Action() | ast.Value() | ast.Scoring():
                    self._lead(d.name, d)
                case ast.Thing():
                    for f in d.fields:
                        self._lead(f.name, f)
                case ast.Rows():
                    for row in d.rows:
                        for name, value in zip(d.columns, row.values, strict=False):
                            self._lead(name, value)
                case ast.Resource():
                    held = _names(d.fields)
                    self._units |= {name.id: held for name in (d.name, d.plural) if name is not None}
            if not isinstance(d, ast.Scenario | ast.Invariant):
                self._note(d)

    def of(self, *parts: object) -> Touch:
        """Tell what some nodes touch, and all they lead on to."""
        return self._together(self._one(node) for part in parts for node in walk(part, everything=True))

    def _lead(self, name: ast.Name, to: object) -> None:
        self._means.setdefault(name.id, []).append(to)

    def _note(self, d: ast.Decl) -> None:
        for node in walk(d, everything=True):
            if isinstance(node, ast.Hook):
                self._lead(node.name, node.body)
            elif isinstance(node, ast.ChangeLine):
                self._lead(node.name, node.to)
            elif isinstance(node, ast.Call) and isinstance(node.of, ast.Ident) and node.of.id == "top" and node.args:
                self.tops |= _names(node.args[0])

    def _one(self, node: object) -> Touch:
        match node:
            case ast.Ident(id=name) | ast.Name(id=name):
                return self._named(name)
            case ast.Assign():
                return Touch(writes=frozenset({_slot(node.target)}))
            case ast.Move():
                return Touch(writes=_names(node.what) | _names(node.to))
            case ast.Trade():
                amounts = [a for part in node.bundle.parts for a in part]
                units = _names([a.unit or a.amount for a in amounts])
                known = [self._units[u] for u in units if u in self._units]
                return Touch(frozenset({"me"}), units.union(*known), anywhere=not known)
            case ast.Lay(what=piece) | ast.Lift(what=piece):
                return Touch(writes=_LAID | _names(piece))
            case ast.Shuffle(place=slot) | ast.Reveal(target=slot):
                return Touch(writes=_names(slot))
            case _:
                asks, leaves = isinstance(node, _ASKING), isinstance(node, _LEAVING)
                return Touch(asks=asks, leaves=leaves, anywhere=isinstance(node, _FAR))

    def _named(self, name: str) -> Touch:
        known = self._known.get(name)
        if known is None:
            self._known[name] = Touch(frozenset({name}))  # whoever comes round again finds this
            below = self.of(*self._means.get(name, ()))
            known = self._known[name] = self._together((Touch(frozenset({name})), below))._replace(leaves=False)
        return known

    def _together(self, touches: Iterable[Touch]) -> Touch:
        reads: set[str] = set()
        writes: set[str] = set()
        asks = leaves = anywhere = False
        for t in touches:
            reads |= t.reads
            writes |= t.writes
            asks, leaves, anywhere = asks or t.asks, leaves or t.leaves, anywhere or t.anywhere
        return Touch(frozenset(reads), frozenset(writes), asks, leaves, anywhere)


def _names(part: object) -> frozenset[str]:
    many = part if isinstance(part, list) else [part]
    found = (n for each in many for n in walk(each, everything=True))
    return frozenset(n.id for n in found if isinstance(n, ast.Ident | ast.Name | ast.TypeIdent)) - {"me", "top", "box"}


def _slot(target: ast.Expr) -> str:
    """Name the slot that is written."""
    while isinstance(target, ast.Index | ast.Call):
        target = target.of
    return target.name.id if isinstance(target, ast.Dot) else target.id if isinstance(target, ast.Ident) else ""

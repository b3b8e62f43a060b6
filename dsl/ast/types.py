"""Written types."""

from __future__ import annotations

from dataclasses import dataclass

from .base import Name, Node
from .expressions import Binder, Expr


@dataclass(frozen=True, slots=True)
class NamedType(Node):
    """`flag`, `number`, `text`, `ability`, `none`, `Player`, a kind, a component type, a board."""

    name: str


@dataclass(frozen=True, slots=True)
class RangeType(Node):
    low: Expr
    high: Expr


@dataclass(frozen=True, slots=True)
class UnionType(Node):
    parts: tuple[Type, ...]  # two or more


@dataclass(frozen=True, slots=True)
class SetType(Node):
    element: Type


@dataclass(frozen=True, slots=True)
class ListType(Node):
    element: Type


@dataclass(frozen=True, slots=True)
class PileType(Node):
    element: Type


@dataclass(frozen=True, slots=True)
class HoldsType(Node):
    """`holds T`: a place for one component."""

    element: Type


@dataclass(frozen=True, slots=True)
class PerType(Node):
    """`V per K per L`: keys in the order written."""

    value: Type
    keys: tuple[Type, ...]


@dataclass(frozen=True, slots=True)
class Param(Node):
    """`a: T` (type) or `x in S where c` (binder); exactly one is set."""

    name: Name
    type: Type | None = None
    binder: Binder | None = None


@dataclass(frozen=True, slots=True)
class CodeType(Node):
    """`effect(a: T)` (result None), `flag(p: T)`, `number(p: T)` (result the answered type)."""

    params: tuple[Param, ...]
    result: Type | None


Type = NamedType | RangeType | UnionType | SetType | ListType | PileType | HoldsType | PerType | CodeType

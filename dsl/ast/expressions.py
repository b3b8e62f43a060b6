"""Written expressions."""

from __future__ import annotations

from dataclasses import dataclass

from .base import Name, Node


@dataclass(frozen=True, slots=True)
class Number(Node):
    value: int


@dataclass(frozen=True, slots=True)
class Ident(Node):
    """A small-letter name: local, slot, value, instance, kind member, `me`, `it`, `yes`, `no`, `none`, ..."""

    id: str


@dataclass(frozen=True, slots=True)
class TypeIdent(Node):
    """A capitalised name used as a value: the set of all its members."""

    id: str


@dataclass(frozen=True, slots=True)
class Text(Node):
    """A quoted text, cut into plain parts and the expressions between braces."""

    parts: tuple[str | Expr, ...]


@dataclass(frozen=True, slots=True)
class TextExpr(Node):
    """A quoted text in an expression (only compared in scenarios)."""

    text: Text


@dataclass(frozen=True, slots=True)
class Dot(Node):
    of: Expr
    name: Name


@dataclass(frozen=True, slots=True)
class Index(Node):
    of: Expr
    keys: tuple[Expr, ...]


@dataclass(frozen=True, slots=True)
class Call(Node):
    """`f(a, b)` or `x.f(a)`: `of` is an Ident or a Dot."""

    of: Expr
    args: tuple[Expr, ...]


@dataclass(frozen=True, slots=True)
class Unary(Node):
    op: str  # "-" or "not"
    of: Expr


@dataclass(frozen=True, slots=True)
class Binary(Node):
    """op: + - * / /up mod & = != < <= > >= in, not in, and, or, implies, .., at least, at most.

    `a / b rounded down` is "/", `a / b rounded up` is "/up"; `a but at least b` is "at least".
    """

    op: str
    left: Expr
    right: Expr


@dataclass(frozen=True, slots=True)
class IfExpr(Node):
    cond: Expr
    then: Expr
    other: Expr


@dataclass(frozen=True, slots=True)
class Binder(Node):
    """`x in S where c while d`: filter with c, stop at the first element for which d fails."""

    name: Name
    source: Expr
    where: Expr | None = None
    stop: Expr | None = None  # the condition after `while`


@dataclass(frozen=True, slots=True)
class Quant(Node):
    """word: sum max min most least first all (with a result) - any no count (result None)."""

    word: str
    binder: Binder
    result: Expr | None
    more: tuple[Binder, ...] = ()  # for each element of the first, and so on
    by: Expr | None = None  # of `first`: the one for which this is the least


@dataclass(frozen=True, slots=True)
class Pairing(Node):
    """`pairing a, b in S where c: e`."""

    first: Name
    binder: Binder
    result: Expr


@dataclass(frozen=True, slots=True)
class Comprehension(Node):
    """`[x in S, y in T where c: e]`; without a result, the (only) bound name itself."""

    binders: tuple[Binder, ...]
    result: Expr | None


@dataclass(frozen=True, slots=True)
class Reach(Node):
    start: Expr
    via: Name
    next: Expr


@dataclass(frozen=True, slots=True)
class Distance(Node):
    start: Expr
    goal: Expr
    via: Name
    next: Expr
    to: Name | None  # `cost y: COST`
    cost: Expr | None


@dataclass(frozen=True, slots=True)
class SetLit(Node):
    """`{a, b}`; `{}` is the empty set or the empty map."""

    items: tuple[Expr, ...]


@dataclass(frozen=True, slots=True)
class MapLit(Node):
    entries: tuple[tuple[Expr, Expr], ...]


Expr = (
    Number
    | Ident
    | TypeIdent
    | TextExpr
    | Dot
    | Index
    | Call
    | Unary
    | Binary
    | IfExpr
    | Quant
    | Pairing
    | Comprehension
    | Reach
    | Distance
    | SetLit
    | MapLit
)

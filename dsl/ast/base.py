"""What all nodes have: a place, marks, names, texts."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, fields
from functools import cache
from typing import Any

from ..source import NOWHERE, Span

Put = Callable[[object, object], None]


@dataclass(frozen=True, slots=True)
class Node:
    at: Span = field(default=NOWHERE, compare=False, kw_only=True)

    def __reduce__(self) -> tuple[Any, ...]:
        """Trees are kept and read again, tens of thousands of nodes at once: three times as fast as what dataclasses
        do by themselves."""
        kind = type(self)
        return made_again, (kind, *[getattr(self, f.name) for f in fields(kind)])


def made_again(kind: Any, *values: object) -> Any:
    """Make a node that was kept: these are its fields."""
    node = object.__new__(kind)
    for put, value in zip(_puts(kind), values, strict=True):
        put(node, value)
    return node


@cache
def _puts(kind: Any) -> tuple[Put, ...]:
    """Give what writes the fields of a class, which nobody else may."""
    return tuple(getattr(kind, f.name).__set__ for f in fields(kind))


@dataclass(frozen=True, slots=True)
class Marks(Node):
    """End-of-line marks: citations and the word `reconstructed`. Never part of a comparison of two trees."""

    cites: tuple[Cite, ...] = ()
    reconstructed: bool = False


@dataclass(frozen=True, slots=True)
class Cite(Node):
    id: str  # without the @


NO_MARKS = Marks()


@dataclass(frozen=True, slots=True)
class Name(Node):
    """A written name with its place, where a declaration introduces or mentions one."""

    id: str


@dataclass(frozen=True, slots=True)
class Decl(Node):
    """A top-level declaration. `doc` is the comment block right above it."""

    marks: Marks = field(default=NO_MARKS, compare=False, kw_only=True)
    doc: str = field(default="", compare=False, kw_only=True)

"""What all nodes have: a place, marks, names, texts."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from ..source import NOWHERE, Span

if TYPE_CHECKING:
    from .expressions import Expr


@dataclass(frozen=True, slots=True)
class Node:
    at: Span = field(default=NOWHERE, compare=False, kw_only=True)


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
class Text(Node):
    """A quoted text, cut into plain parts and the expressions between braces."""

    parts: tuple[str | Expr, ...]

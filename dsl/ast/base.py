"""What all nodes have: a place, marks, names, texts."""

from __future__ import annotations

from dataclasses import dataclass, field

from ..source import NOWHERE, Span


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
class Decl(Node):
    """A top-level declaration. `doc` is the comment block right above it."""

    marks: Marks = field(default=NO_MARKS, compare=False, kw_only=True)
    doc: str = field(default="", compare=False, kw_only=True)

"""Declarations of overlay files, and the file itself."""

from __future__ import annotations

from dataclasses import dataclass

from .base import Name, Node, Text
from .declarations import Check, Decl, Field, Path
from .effects import Block
from .expressions import Expr


@dataclass(frozen=True, slots=True)
class Overlay(Decl):
    """The header of an overlay file."""

    layer: str  # edition, erratum, expansion, variant, mod, house
    name: Name
    title: Text | None
    game: Name
    fields: tuple[Field, ...]


@dataclass(frozen=True, slots=True)
class Fragment(Node):
    """What stands in `from`, `to`, `was`: an expression list, or lines."""

    values: tuple[Expr, ...] | None = None
    block: Block | None = None


@dataclass(frozen=True, slots=True)
class Change(Decl):
    path: Path
    old: Fragment
    new: Fragment


@dataclass(frozen=True, slots=True)
class Remove(Decl):
    path: Path
    was: Fragment | None


@dataclass(frozen=True, slots=True)
class Insert(Decl):
    where: str  # before, after
    path: Path
    block: Block


@dataclass(frozen=True, slots=True)
class Include(Decl):
    values: tuple[Expr, ...]
    path: Path


@dataclass(frozen=True, slots=True)
class Supersedes(Decl):
    scenario: Text
    then: tuple[Check, ...]


@dataclass(frozen=True, slots=True)
class File(Node):
    """One parsed file. Declarations with a syntax error are missing here and reported."""

    name: str
    decls: tuple[Decl, ...]

"""Declarations of overlay files, and the file itself."""

from __future__ import annotations

from dataclasses import dataclass

from .base import Decl, Name, Node
from .declarations import Answer, Case, Check, Field, Path, Rank, ScoreLine, Slot
from .expressions import Expr, Text
from .statements import Block, OptionLine, Step


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
    """What stands in `from`, `to`, `was`: an expression list, or lines. Below a heading alone everything stays."""

    values: tuple[Expr, ...] | None = None
    block: Block | None = None
    side: str = ""  # of a line of `winner`, if it is named: most, least


@dataclass(frozen=True, slots=True)
class Add(Decl):
    """A part that was not there: a field, a title, a default, a limit; or further slots of a type."""

    path: Path
    new: Fragment | None
    slots: tuple[Slot, ...] = ()


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
    block: Block = ()
    lines: tuple[ScoreLine | Rank | OptionLine, ...] = ()  # instead of a block


@dataclass(frozen=True, slots=True)
class Include(Decl):
    values: tuple[Expr, ...]
    path: Path
    line: Case | None = None  # instead of values: `red is 2`, `"Fish" is 3 * fish`


@dataclass(frozen=True, slots=True)
class Except(Decl):
    """What comes instead while a condition holds; the rule itself stays as it is."""

    path: Path
    when: Expr
    old: Fragment
    new: Fragment


@dataclass(frozen=True, slots=True)
class Suspend(Decl):
    """A rule that is out of force while a condition holds; an action may tell why."""

    path: Path
    when: Expr
    reason: Text | None = None
    forbids: bool = False


@dataclass(frozen=True, slots=True)
class Confirm(Decl):
    """A rule that stays as it is, though another text has other words for it: only citations are added."""

    path: Path


@dataclass(frozen=True, slots=True)
class Settle(Decl):
    """What becomes of a place where others conflict: as one of them says, something else, or what was there."""

    path: Path
    by: Name | None
    new: Fragment | None


@dataclass(frozen=True, slots=True)
class Supersedes(Decl):
    """A scenario of the game that goes or ends otherwise; with neither, it is not told any more."""

    scenario: Text
    when: tuple[Step | Answer | Check, ...]
    then: tuple[Check, ...]


@dataclass(frozen=True, slots=True)
class File(Node):
    """One parsed file. Declarations with a syntax error are missing here and reported."""

    name: str
    decls: tuple[Decl, ...]

"""A ruleset as it is written, with its ledger: what commands look at that do not play."""

from __future__ import annotations

from dataclasses import dataclass

from regelwerk import RulesetError, library
from regelwerk.dsl import ast
from regelwerk.dsl.book.citations import edition_of, ledger_of
from regelwerk.dsl.book.ledger import Damaged, Ledger, find
from regelwerk.dsl.composing import Build
from regelwerk.dsl.overlays import Touch
from regelwerk.dsl.source import Source
from regelwerk.library import written

from .ruleset_options import Composing


@dataclass(frozen=True, slots=True)
class Read:
    """The declarations of a ruleset after composing, their texts, and the ledger they cite."""

    name: str
    decls: tuple[ast.Decl, ...]
    sources: dict[str, Source]
    ledger: Ledger | None
    edition: str
    touches: tuple[tuple[str, Touch], ...] = ()  # addresses, and which overlays do something there
    used: frozenset[str] = frozenset()  # overlays in use
    absent: frozenset[str] = frozenset()  # overlays of the game that are not


def read_ruleset(ruleset: str, how: Composing) -> Read:
    """Read a ruleset or end the command with its messages."""
    return as_read(written.composed(ruleset, how.overlays, dict(how.rulings)), ruleset)


def as_read(build: Build, ruleset: str) -> Read:
    """Give what was read on the way to something else."""
    if not build.files or any(d.is_error for d in build.diagnostics):
        raise RulesetError(build.diagnostics, build.sources.values())
    decls = build.files[0].decls
    name = ledger_of(decls)
    try:
        ledger = find(name, library.find(ruleset).path) if name else None
    except Damaged as damaged:
        raise library.Unknown(str(damaged)) from None
    game = next((d.name.id for d in decls if isinstance(d, ast.Game)), ruleset)
    edition = edition_of(build.written, ledger) if ledger else ""
    origin = build.composition.origin if build.composition is not None else {}
    touches = tuple((address, touch) for address, who in origin.items() for touch in who)
    used = frozenset(d.name.id for f in build.written for d in f.decls if isinstance(d, ast.Overlay))
    absent = frozenset(each.id for each in library.beside(library.find(ruleset))) - used
    return Read(game, decls, build.sources, ledger, edition, touches, used, absent)

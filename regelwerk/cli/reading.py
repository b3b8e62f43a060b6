"""A ruleset as it is written, with its ledger: what commands look at that do not play."""

from __future__ import annotations

from dataclasses import dataclass

from regelwerk import RulesetError, library
from regelwerk.dsl import ast
from regelwerk.dsl.check.citations import ledger_of
from regelwerk.dsl.citing import edition_of
from regelwerk.dsl.ledger import Damaged, Ledger, find
from regelwerk.dsl.source import Source

from .composing import Composing


@dataclass(frozen=True, slots=True)
class Read:
    """The declarations of a ruleset after composing, their texts, and the ledger they cite."""

    name: str
    decls: tuple[ast.Decl, ...]
    sources: dict[str, Source]
    ledger: Ledger | None
    edition: str


def read_ruleset(ruleset: str, how: Composing) -> Read:
    """Read a ruleset or end the command with its messages."""
    build = library.composed(ruleset, how.overlays, dict(how.rulings))
    if not build.files or any(d.is_error for d in build.diagnostics):
        raise RulesetError(build.diagnostics, build.sources.values())
    decls = build.files[0].decls
    name = ledger_of(decls)
    try:
        ledger = find(name, library.find(ruleset).path) if name else None
    except Damaged as damaged:
        raise library.Unknown(str(damaged)) from None
    game = next((d.name.id for d in decls if isinstance(d, ast.Game)), ruleset)
    return Read(game, decls, build.sources, ledger, edition_of(build.written, ledger) if ledger else "")

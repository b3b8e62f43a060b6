"""Citations: every `@ID` names a rule of the ledger that the ruleset names in its header."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import replace
from functools import partial

from regelwerk.dsl import ast
from regelwerk.dsl.ast.visitor import walk
from regelwerk.dsl.diagnostics import Diagnostic, Fix
from regelwerk.dsl.diagnostics.spelling import nearest

from ..from_ast.errors import warning
from ..from_ast.incremental import Memory


def unknown_citations(
    decls: Iterable[ast.Decl], known: Collection[str], memory: Memory | None = None
) -> list[Diagnostic]:
    """Report every citation that names no rule."""
    memory = memory or Memory()
    out = []
    for cite in (c for d in decls for c in memory.of("cites", d, partial(_cites, d))):
        if cite.id not in known:
            near = nearest(cite.id, known)
            help = f"Did you mean `@{near}`?" if near else "`regelwerk cite` shows the rules of a ledger."
            said = warning("RW6001", f"The ledger has no rule `{cite.id}`.", cite.at, help)
            out.append(replace(said, fixes=(Fix(cite.at, f"@{near}"),)) if near else said)
    return out


def _cites(d: ast.Decl) -> list[ast.Cite]:
    return [node for node in walk(d, everything=True) if isinstance(node, ast.Cite)]

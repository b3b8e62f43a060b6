"""Lines below a heading that nobody reads because they are misspelt: of `game`, `resource`, `ruling` and `display`."""

from __future__ import annotations

from collections.abc import Iterable

from regelwerk.dsl import ast
from regelwerk.dsl.diagnostics import Diagnostic, Fix
from regelwerk.dsl.diagnostics.spelling import nearest

from ..context import World
from ..errors import mistake
from .display import looks

# What is read; other lines are notes. Those with a message of their own when they are missing come first.
_KNOWN: dict[type, tuple[str, ...]] = {
    ast.Game: ("players", "language", "ledger"),
    ast.Resource: ("held", "supply", "short", "gain", "pay", "has"),
    ast.Ruling: ("default", "choices"),
}
_NEEDED = ("players", "held", "default")


def misspelt_lines(w: World, decls: Iterable[ast.Decl]) -> list[Diagnostic]:
    """Report lines that are almost one that is read."""
    out = []
    for d in decls:
        known = _KNOWN.get(type(d))
        if known is not None and isinstance(d, ast.Game | ast.Resource | ast.Ruling):
            for f in d.fields:
                near = nearest(f.name.id, known) if f.name.id not in known else None
                if near is not None and near not in _NEEDED:
                    said, fixes = f"Nobody reads a line `{f.name.id}` here.", (Fix(f.name.at, near),)
                    out.append(mistake("RW2049", said, f.name.at, f"Did you mean `{near}`?", fixes=fixes).diagnostic)
        elif isinstance(d, ast.Display):
            out += looks(w, d)
    return out

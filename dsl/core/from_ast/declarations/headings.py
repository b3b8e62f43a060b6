"""Lines below a heading, or values of theirs, that nobody reads: of `game`, `resource`, `ruling` and `display`."""

from __future__ import annotations

from collections.abc import Iterable

from regelwerk.dsl import ast
from regelwerk.dsl.diagnostics import Diagnostic, Fix
from regelwerk.dsl.diagnostics.spelling import nearest

from ..context import World
from ..errors import Mistake, mistake
from .display import looks

# What is read; other lines are notes. Those with a message of their own when they are missing come first.
_KNOWN: dict[type, tuple[str, ...]] = {
    ast.Game: ("players", "language", "ledger"),
    ast.Resource: ("held", "supply", "short", "gain", "pay", "has"),
    ast.Ruling: ("default", "choices"),
}
_NEEDED = ("players", "held", "default")
_ONE = ("language", "ledger", "held", "supply", "default")


def misspelt_lines(w: World, decls: Iterable[ast.Decl]) -> list[Diagnostic]:
    """Report lines that are almost one that is read, and values that nobody reads."""
    out = []
    for d in decls:
        known = _KNOWN.get(type(d))
        if known is not None and isinstance(d, ast.Game | ast.Resource | ast.Ruling):
            for f in d.fields:
                if f.name.id in _ONE and f.values and len(f.values) > 1:
                    out.append(one_value(f).diagnostic)
                near = nearest(f.name.id, known) if f.name.id not in known else None
                if near is not None and near not in _NEEDED:
                    said, fixes = f"Nobody reads a line `{f.name.id}` here.", (Fix(f.name.at, near),)
                    out.append(mistake("RW2049", said, f.name.at, f"Did you mean `{near}`?", fixes=fixes).diagnostic)
        elif isinstance(d, ast.Display):
            out += looks(w, d)
    return out


def one_value(f: ast.Field) -> Mistake:
    """`copies 2, 3`: a line with one value has several."""
    second = (f.values or ())[1]
    return mistake("RW3097", "One value is wanted here.", second.at, "Leave the others out.")

"""Lines below a heading that nobody reads because they are misspelt: of `game`, `resource`, `ruling` and `display`."""

from __future__ import annotations

from collections.abc import Iterable

from .. import ast
from ..diagnostics import Diagnostic, Fix
from ..diagnostics.spelling import distance, nearest
from .display import looks
from .mistakes import Mistake, mistake
from .world import World

# What is read; other lines are notes. Those with a message of their own when they are missing come first.
_KNOWN: dict[type, tuple[str, ...]] = {
    ast.Game: ("players", "language", "ledger"),
    ast.Resource: ("held", "supply", "short", "gain", "pay", "has"),
    ast.Ruling: ("default", "choices"),
}
_NEEDED = ("players", "held", "default")
_FAR = 2  # letters that may differ in a line that is missing otherwise: `holds`


def lost(code: str, said: str, wanted: str, fields: Iterable[ast.Field], otherwise: Mistake) -> Mistake:
    """A line that is missing: perhaps it is there and misspelt."""
    for f in fields:
        if nearest(f.name.id, [wanted]) or 0 < distance(f.name.id, wanted) <= _FAR:
            fixes = (Fix(f.name.at, wanted),)
            return mistake(code, said, f.name.at, f"Did you mean `{wanted}`?", fixes=fixes)
    return otherwise


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

"""Lines below a heading that nobody reads because they are misspelt: of `game`, `resource`, `ruling` and `display`."""

from __future__ import annotations

from collections.abc import Iterable

from .. import ast
from ..diagnostics import Diagnostic, Fix
from ..diagnostics.spelling import nearest
from .mistakes import Mistake, mistake, warning
from .world import World

# What is read; other lines are notes. Those with a message of their own when they are missing come first.
_KNOWN: dict[type, tuple[str, ...]] = {
    ast.Game: ("players", "language", "ledger"),
    ast.Resource: ("held", "supply", "short", "gain", "pay", "has"),
    ast.Ruling: ("default", "choices"),
}
_NEEDED = ("players", "held", "default")
_SHOWN = ("grid", "symbol")


def lost(code: str, said: str, wanted: str, fields: Iterable[ast.Field], otherwise: Mistake) -> Mistake:
    """A line that is missing: perhaps it is there and misspelt."""
    for f in fields:
        if nearest(f.name.id, [wanted]):
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
            out += _display(w, d)
    return out


def _display(w: World, d: ast.Display) -> Iterable[Diagnostic]:
    seats = (f"player_{n + 1}" for n in range(16))
    known = {*w.table, *w.player, *w.values, *w.things, *w.program.domains, "players", "player", "table", *seats}
    known |= {name for t in w.types.values() for name in t.slots}
    for line in d.lines:
        near = nearest(line.word.id, _SHOWN) if line.word.id not in _SHOWN else None
        if near is not None:
            yield warning("RW2062", f"No front end draws `{line.word.id}`.", line.word.at, f"Did you mean `{near}`?")
        for path in (*line.paths, *line.by):
            for part in path.parts:
                near = nearest(part, known) if part not in known else None
                if near is not None:
                    said = f"There is nothing called `{part}` to be drawn."
                    yield warning("RW2062", said, path.at, f"Did you mean `{near}`?")

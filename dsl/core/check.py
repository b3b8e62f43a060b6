"""The whole check: the declarations of a ruleset are read, then the whole program is looked at."""

from __future__ import annotations

from regelwerk.dsl import ast
from regelwerk.dsl.diagnostics import Diagnostic, sort_key

from . import Program
from .from_ast.context import DIAGONALS, World
from .from_ast.declarations.components import other_order, shorter_rows
from .from_ast.for_editors import Notes
from .from_ast.incremental import Memory
from .from_ast.program import read
from .from_ast.readers import READERS
from .lints.commuting import uncertain_orders
from .lints.empty_choices import empty_choices
from .lints.hidden import given_away
from .lints.late import late_requirements
from .lints.recursion import find_rings
from .lints.simultaneous import find_leaks
from .lints.suspicious import lint
from .lints.told import told_to_all
from .lints.unchanged import unchanged


def check(
    files: list[ast.File],
    *,
    with_scenarios: bool = True,
    broken: frozenset[str] = frozenset(),
    notes: Notes | None = None,
    memory: Memory | None = None,
) -> tuple[Program | None, list[Diagnostic]]:
    """Check the declarations of a ruleset. The program is None if there are errors. `notes` are filled for editors;
    `memory` is what the check before this one has left."""
    w = World(READERS)
    w.memory, w.once = memory or w.memory, memory is None
    w.memory.turn()
    w.notes = notes
    if notes is not None:
        notes.world = w
    w.broken |= broken
    decls = read(w, files, with_scenarios)
    w.diagnostics += find_rings(w.program, w.memory)
    w.diagnostics += lint(w)
    if not w.broken and not any(d.is_error for d in w.diagnostics):
        w.diagnostics += unchanged(w)  # what could not be read may change it
    w.diagnostics += empty_choices(w)
    w.diagnostics += uncertain_orders(w)
    w.diagnostics += given_away(w.program, w.memory)
    w.diagnostics += told_to_all(w.program)
    w.diagnostics += late_requirements(w.program, w.memory)
    if not any(d.is_error for d in w.diagnostics):
        w.diagnostics += find_leaks(w.program, w.memory)
    w.diagnostics += shorter_rows(w.diagnostics, decls)
    w.diagnostics = _without_echoes(other_order(w.diagnostics, decls), broken)
    w.diagnostics.sort(key=sort_key)
    w.program.var_count = w.fresh + 1
    failed = any(d.is_error for d in w.diagnostics)
    return (None if failed else w.program), w.diagnostics


# What may be said only because something else could not be read, and of what.
_ECHOES = {"RW4010": "game", "RW4020": "winner", "RW4021": "flow", "RW7001": "game"}
# Whether a value depends on a player, an effect gives something, or a sentence is translated, may be unread.
_PERHAPS = ("RW2008", "RW2060", "RW3073")
_HARDLY_MEANT = ("RW2050", "RW2051", "RW4052", "RW4055", "RW4057", "RW4058", "RW4062", "RW4063")


def _without_echoes(found: list[Diagnostic], broken: frozenset[str]) -> list[Diagnostic]:
    """One message per mistake: leave out what follows from declarations that could not be read, and, while there are
    errors, what is only hardly meant."""
    if any(d.code == "RW2001" and d.about == "Direction" for d in found):
        found = [d for d in found if not (d.code == "RW2002" and d.about in DIAGONALS)]
    if any(d.code == "RW4021" for d in found):
        found = [d for d in found if not (d.code == "RW2022" and d.about == "flow")]
    if "game" not in broken and any(d.code == "RW4010" for d in found):
        capital = [d for d in found if d.code == "RW1015" and d.fixes and d.fixes[0].text == "game"]
        return capital or [d for d in found if d.code == "RW4010"]  # a part of a game: what it lacks stands elsewhere
    if broken:
        found = [d for d in found if _ECHOES.get(d.code) not in broken and d.code not in _PERHAPS]
    if broken or any(d.is_error for d in found):
        found = [d for d in found if d.code not in _HARDLY_MEANT]
        found = [d for d in found if d.code not in _PERHAPS] or found  # up to a heading or a card with a mistake
    return found

"""Several cards may change one value at once: then the order must not matter, or the ruleset must say it (`stages`).

Changes commute if they are all additions, all clamps from the same side, or all set the same. Cards of which only one
can be in force (`while event = it`) never meet.
"""

from __future__ import annotations

from regelwerk.dsl import ast
from regelwerk.dsl.ast.visitor import walk
from regelwerk.dsl.diagnostics import Diagnostic, Label

from ..from_ast.context import AbilityLine, World
from ..from_ast.errors import warning


def uncertain_orders(w: World) -> list[Diagnostic]:
    """Report the first pair of changes of each value whose order would matter."""
    out = []
    for name, lines in w.abilities.changes.items():
        found = _clash(name, lines)
        if found is not None:
            one, other = found
            text = f"This and the change by {one.title} both bend `{name}`, and their order matters."
            help = f"Write `stages first, second` on `value {name}`, and `stage ...` on the abilities."
            out.append(
                warning("RW4059", text, other.line.at, help, (Label(one.line.at, f"the change by {one.title}"),))
            )
    return out


def _clash(name: str, lines: list[AbilityLine]) -> tuple[AbilityLine, AbilityLine] | None:
    for i, one in enumerate(lines):
        for other in lines[i + 1 :]:
            if one.stage == other.stage and not _exclusive(one, other) and not _commute(name, one, other):
                return one, other
    return None


def _exclusive(one: AbilityLine, other: AbilityLine) -> bool:
    """Only one component can be `= it`."""
    force = one.slot.force
    if one.slot is not other.slot or not isinstance(force, ast.Binary) or one.it == other.it:
        return False
    wanted = [force, force.left, force.right] if force.op == "and" else [force]
    return any(
        isinstance(c, ast.Binary)
        and c.op == "="
        and any(isinstance(x, ast.Ident) and x.id == "it" for x in (c.left, c.right))
        for c in wanted
    )


def _commute(name: str, one: AbilityLine, other: AbilityLine) -> bool:
    assert isinstance(one.line, ast.ChangeLine) and isinstance(other.line, ast.ChangeLine)
    first, second = _shape(name, one.line.to), _shape(name, other.line.to)
    return first is not None and first == second


def _shape(name: str, e: ast.Expr) -> object:
    """What kind of change this is; None: any kind."""
    if not any(isinstance(n, ast.Ident) and n.id == name for n in walk(e)):
        return ("set", e)
    if isinstance(e, ast.Binary):
        if isinstance(e.left, ast.Ident) and e.left.id == name:
            return "add" if e.op in ("+", "-") else e.op if e.op in ("at least", "at most") else None
        if e.op in ("at least", "at most") and _shape(name, e.left) == "add":
            return ("add", e.op, e.right)
    return None

"""One change of a ruleset."""

from __future__ import annotations

from dataclasses import dataclass

from .. import ast
from ..ast.visitor import Walk
from ..source import Span
from .variants import AMOUNT

EXPRESSION, STEP, FIELD, INSERT, OWN = "expression", "step", "field", "insert", "own"


@dataclass(frozen=True, slots=True)
class Mutant:
    """One change. `kind` tells how it can be planted: behind a condition, or only as a ruleset of its own."""

    number: int
    kind: str
    decl: int
    walk: Walk
    new: object  # of a line that is put in: where in its block, and the line
    other: object
    at: Span
    what: str
    ids: tuple[str, ...]  # what the clauses around it cite, innermost first
    or_else: str = ""  # what the other change is
    sort: str = AMOUNT  # what kind of mistake it is
    also: tuple[Walk, object] | None = None  # what becomes of another place at the same time


def cited(node: ast.Node, around: tuple[str, ...]) -> tuple[str, ...]:
    """Give what a node cites, and then what those around it do."""
    marks = getattr(node, "marks", None)
    own = tuple(c.id for c in marks.cites) if isinstance(marks, ast.Marks) else ()
    return tuple(dict.fromkeys((*own, *around)))

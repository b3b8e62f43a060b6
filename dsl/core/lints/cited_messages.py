"""The citation of a rule is part of every message about it: whoever corrects the rule looks it up in the book."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from regelwerk.dsl import ast
from regelwerk.dsl.ast.visitor import walk
from regelwerk.dsl.diagnostics import Diagnostic
from regelwerk.dsl.source import Span


def with_citations(found: list[Diagnostic], decls: Sequence[ast.Decl]) -> list[Diagnostic]:
    """Add to each message the citations of the innermost cited line around its place."""
    without = ("RW6", "RW401")  # about citations themselves; about a game as a whole
    return [d if d.cites or d.code.startswith(without) else replace(d, cites=_around(d.at, decls)) for d in found]


def _around(at: Span, decls: Sequence[ast.Decl]) -> tuple[str, ...]:
    best: tuple[int, tuple[str, ...]] | None = None
    for d in decls:
        if not _holds(d.at, at):
            continue
        for node in walk(d, everything=True):
            marks, around = getattr(node, "marks", None), getattr(node, "at", at)
            if isinstance(marks, ast.Marks) and marks.cites and _holds(around, at):
                lines = around.end_line - around.line
                if best is None or lines <= best[0]:
                    best = (lines, tuple(c.id for c in marks.cites))
    return best[1] if best else ()


def _holds(outer: Span, inner: Span) -> bool:
    return outer.file == inner.file and outer.line <= inner.line and inner.end_line <= outer.end_line

"""Carrying changes out: one alone, or many at once behind a switch that says which of them is in force."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Any

from .. import ast
from ..ast.tree import put
from ..ast.visitor import Walk, rebuilt
from ..source import Span
from .mutants import EXPRESSION, STEP, Mutant

SWITCH = "change_in_force"  # a slot of the table: the number of the change, 0 for none


def applied(decls: Sequence[ast.Decl], mutant: Mutant, other: bool = False) -> list[ast.Decl]:
    """Give the ruleset with one change."""
    out = list(decls)
    out[mutant.decl] = put(out[mutant.decl], mutant.walk, mutant.other if other else mutant.new)
    return out


def planted(decls: Sequence[ast.Decl], mutants: Iterable[Mutant], most: int) -> list[ast.Decl]:
    """Give the ruleset with all these changes; none is in force until the switch is set."""
    by_place: dict[int, dict[Walk, list[Mutant]]] = {}
    for m in mutants:
        by_place.setdefault(m.decl, {}).setdefault(m.walk, []).append(m)
    out = [_plant(d, by_place[n]) if n in by_place else d for n, d in enumerate(decls)]
    at = next(d.at for d in decls if isinstance(d, ast.Game))
    kind = ast.RangeType(ast.Number(0, at=at), ast.Number(max(most, 1), at=at), at=at)
    slot = ast.Slot(ast.Name(SWITCH, at=at), kind, None, False, "public", None, None, at=at)
    return [*out, ast.State("table", (slot,), at=at)]


def _plant(decl: Any, changes: dict[Walk, list[Mutant]]) -> Any:
    def change(new: Any, walk: Walk) -> Any:
        for m in changes.get(walk, ()):
            new = _switched(m, new)
        return new

    return rebuilt(decl, change)


def _switched(m: Mutant, old: Any) -> Any:
    at = m.at
    chosen = ast.Binary("=", ast.Ident(SWITCH, at=at), ast.Number(m.number, at=at), at=at)
    if m.kind == EXPRESSION:
        rest = ast.Ident("yes", at=at) if old is None else old
        return ast.IfExpr(chosen, _placed(m.new, at), rest, at=rest.at)
    if m.kind == STEP:
        assert isinstance(m.new, ast.Step)
        return ast.Step(None, ast.If(chosen, (m.new,), (old,), at=at), at=at)
    assert isinstance(m.new, ast.Field) and m.new.block is not None  # an effect of a component
    lines = old.block if old.block is not None else tuple(ast.Step(None, ast.Run(v, at=at), at=at) for v in old.values)
    choice = ast.Step(None, ast.If(chosen, m.new.block, lines, at=at), at=at)
    return replace(old, values=None, block=(choice,))


def _placed(new: Any, at: Span) -> Any:
    """Give a made-up expression the place of what it replaces."""
    return replace(new, at=at) if isinstance(new, ast.Ident | ast.Number) else new

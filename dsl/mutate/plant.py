"""Carrying changes out: one alone, or many at once behind a switch that says which of them is in force."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Any

from .. import ast
from ..ast.tree import get, put
from ..ast.visitor import Walk, rebuilt
from ..source import Span
from .change import EXPRESSION, INSERT, STEP, Mutant
from .code_changes import run

SWITCH = "change_in_force"  # a slot of the table: the number of the change, 0 for none


def applied(decls: Sequence[ast.Decl], mutant: Mutant, other: bool = False) -> list[ast.Decl]:
    """Give the ruleset with one change."""
    out = list(decls)
    changed, new = out[mutant.decl], mutant.other if other else mutant.new
    if mutant.kind == INSERT:
        new = _with_line(get(changed, mutant.walk), new)
    changed = put(changed, mutant.walk, new)
    out[mutant.decl] = changed if mutant.also is None else put(changed, *mutant.also)
    return out


def planted(decls: Sequence[ast.Decl], mutants: Iterable[Mutant], most: int) -> list[ast.Decl]:
    """Give the ruleset with all these changes; none is in force until the switch is set."""
    by_place: dict[int, dict[Walk, list[Mutant]]] = {}
    for m in mutants:
        by_place.setdefault(m.decl, {}).setdefault(m.walk, []).append(m)
        if m.also is not None:
            walk, new = m.also
            by_place[m.decl].setdefault(walk, []).append(replace(m, walk=walk, new=new, also=None))
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
    if m.kind == INSERT:
        i, line = _line(m.new)
        return _with_line(old, (i, ast.Step(None, ast.If(chosen, (line,), (), at=at), at=at)))
    assert isinstance(m.new, ast.Field) and m.new.block is not None  # an effect of a component
    choice = ast.Step(None, ast.If(chosen, m.new.block, run(old), at=at), at=at)
    return replace(old, values=None, block=(choice,))


def _line(new: object) -> tuple[int, ast.Step]:
    assert isinstance(new, tuple)
    i, line = new
    return i, line


def _with_line(block: ast.Block, new: object) -> ast.Block:
    i, line = _line(new)
    return (*block[:i], line, *block[i:])


def _placed(new: Any, at: Span) -> Any:
    """Give a made-up expression the place of what it replaces."""
    return replace(new, at=at) if isinstance(new, ast.Ident | ast.Number) else new

"""Mistakes that an overlay makes in the game: shown where the overlay is written, and where they come up."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from .. import ast
from ..ast.tree import get
from ..diagnostics import Diagnostic, Label
from ..source import Span
from . import messages
from .addresses import heads, spelled, worded

_MOST = 4  # places shown
_Op = (
    ast.Add | ast.Change | ast.Remove | ast.Insert | ast.Include | ast.Except | ast.Suspend | ast.Settle
)  # fmt: skip


def blamed(found: list[Diagnostic], decls: Sequence[ast.Decl], overlays: Sequence[ast.File]) -> list[Diagnostic]:
    """Gather what follows from a removal; show other mistakes at the line of the overlay that touches the place."""
    ours = {f.name for f in overlays}
    ops = [d for f in overlays for d in f.decls if isinstance(d, _Op)]
    if not overlays:
        return found
    gone = {op.path.parts[0]: op for op in ops if isinstance(op, ast.Remove) and len(op.path.parts) == 1}
    uses: dict[str, list[Diagnostic]] = {}
    out: list[Diagnostic] = []
    for d in found:
        if d.at.file in ours or not d.is_error:
            out.append(d)
        elif d.about in gone:
            uses.setdefault(d.about, []).append(d)
        else:
            out.append(_with_cause(d, decls, ops))
    for name, users in uses.items():
        at = [u.at for u in users]
        names = list(dict.fromkeys(_line(place, decls) for place in at))
        titles = [n.strip('"') for n in names if n.startswith('"')]
        rules = [n for n in names if n and not n.startswith('"')]
        said = messages.still_used(name, gone[name].path.at, at[:_MOST], len(at), rules, titles)
        out.append(replace(said, cites=_cites(gone[name])))
    return out


def _line(at: Span, decls: Sequence[ast.Decl]) -> str:
    """The address of the innermost line of a rule around a place, or the name of what it lies in."""
    d = _around(at, decls)
    if isinstance(d, ast.Effect | ast.Action | ast.Proc):
        lines = [p for p, _ in worded(d, heads(d)[0][0], ())]
        inner = [p for p in lines if get(d, p.walk).at.line <= at.line <= get(d, p.walk).at.end_line]
        if inner:
            return spelled(max(inner, key=lambda p: len(p.walk)).address)
    return _declared(at, decls)


def _cites(op: ast.Decl) -> tuple[str, ...]:
    return tuple(c.id for c in op.marks.cites)


def _with_cause(d: Diagnostic, decls: Sequence[ast.Decl], ops: Sequence[_Op]) -> Diagnostic:
    around = _declared(d.at, decls)
    said = set(re.findall(r"`(\w+)", d.message))
    near = [op for op in ops if f"{spelled(op.path.parts)}.".startswith(f"{around}.")] if around else []
    if around.startswith('"') and isinstance(_around(d.at, decls), ast.Scenario):
        way = f"The overlay can tell the scenario anew, or drop it: `supersedes {around}`."
        d = replace(d, help=way, fixes=())
    causes = near or [op for op in ops if set(op.path.parts) & said] or (list(ops) if len(ops) == 1 else [])
    if not causes:
        return d
    more = tuple(Label(op.path.at, "an overlay changes this, too") for op in causes[1:])
    there = Label(d.at, "this does not fit any more")
    return replace(d, at=causes[0].path.at, others=(there, *d.others, *more), fixes=(), cites=_cites(causes[0]))


def _declared(at: Span, decls: Sequence[ast.Decl]) -> str:
    """Name the declaration a place lies in, or the slot, row or scenario."""
    if (d := _around(at, decls)) is not None:
        inner = [name for name, _, place in heads(d) if place.line == at.line]
        return inner[0] if inner else heads(d)[0][0] if len(heads(d)) == 1 else ""
    return ""


def _around(at: Span, decls: Sequence[ast.Decl]) -> ast.Decl | None:
    return next((d for d in decls if d.at.file == at.file and d.at.line <= at.line <= d.at.end_line), None)

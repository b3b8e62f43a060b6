"""Mistakes that an overlay makes in the game: shown where the overlay is written, and where they come up."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from .. import ast
from ..diagnostics import Diagnostic, Label
from ..source import Span
from . import messages
from .addresses import heads, spelled

_MOST = 4  # places shown
_Op = (
    ast.Add | ast.Change | ast.Remove | ast.Insert | ast.Include | ast.Except | ast.Suspend | ast.Settle
)  # fmt: skip


def blamed(found: list[Diagnostic], decls: Sequence[ast.Decl], overlays: Sequence[ast.File]) -> list[Diagnostic]:
    """Gather what follows from a removal; show other mistakes at the line of the overlay that touches the place."""
    ours = {f.name for f in overlays}
    ops = [d for f in overlays for d in f.decls if isinstance(d, _Op)]
    if not ops:
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
        out.append(
            replace(messages.still_used(name, gone[name].path.at, at[:_MOST], len(at)), cites=_cites(gone[name]))
        )
    return out


def _cites(op: ast.Decl) -> tuple[str, ...]:
    return tuple(c.id for c in op.marks.cites)


def _with_cause(d: Diagnostic, decls: Sequence[ast.Decl], ops: Sequence[_Op]) -> Diagnostic:
    around = _declared(d.at, decls)
    said = set(re.findall(r"`(\w+)", d.message))
    near = [op for op in ops if f"{spelled(op.path.parts)}.".startswith(f"{around}.")] if around else []
    causes = near or [op for op in ops if set(op.path.parts) & said] or (list(ops) if len(ops) == 1 else [])
    if not causes:
        return d
    more = tuple(Label(op.path.at, "an overlay changes this, too") for op in causes[1:])
    there = Label(d.at, "this does not fit any more")
    return replace(d, at=causes[0].path.at, others=(there, *d.others, *more), fixes=(), cites=_cites(causes[0]))


def _declared(at: Span, decls: Sequence[ast.Decl]) -> str:
    """Name the declaration a place lies in, or the slot, row or scenario."""
    for d in decls:
        if d.at.file == at.file and d.at.line <= at.line <= d.at.end_line:
            inner = [name for name, _, place in heads(d) if place.line == at.line]
            return inner[0] if inner else heads(d)[0][0] if len(heads(d)) == 1 else ""
    return ""

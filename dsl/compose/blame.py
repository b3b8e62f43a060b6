"""Mistakes that an overlay makes in the game: shown where the overlay is written, not only where they come up."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from .. import ast
from ..diagnostics import Diagnostic, Label
from ..source import Span
from . import problems

_MOST = 4  # places shown
_Op = (
    ast.Add | ast.Change | ast.Remove | ast.Insert | ast.Include | ast.Except | ast.Suspend | ast.Settle
)  # fmt: skip


def blamed(found: list[Diagnostic], decls: Sequence[ast.Decl], overlays: Sequence[ast.File]) -> list[Diagnostic]:
    """Gather what follows from a removal; add to other mistakes the lines of overlays that touch the place."""
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
            replace(problems.still_used(name, gone[name].path.at, at[:_MOST], len(at)), cites=_cites(gone[name]))
        )
    return out


def _cites(op: ast.Decl) -> tuple[str, ...]:
    return tuple(c.id for c in op.marks.cites)


def _with_cause(d: Diagnostic, decls: Sequence[ast.Decl], ops: Sequence[_Op]) -> Diagnostic:
    around = _declared(d.at, decls)
    said = set(re.findall(r"`(\w+)", d.message))
    causes = [op for op in ops if op.path.parts[0] == around or set(op.path.parts) & said]
    labels = tuple(Label(op.path.at, "an overlay changes this here") for op in causes)
    return replace(d, others=(*d.others, *labels)) if labels else d


def _declared(at: Span, decls: Sequence[ast.Decl]) -> str:
    """Name the declaration a place lies in."""
    for d in decls:
        if d.at.file == at.file and d.at.line <= at.line <= d.at.end_line:
            name = getattr(d, "name", None)
            return name.id if isinstance(name, ast.Name) else ""
    return ""

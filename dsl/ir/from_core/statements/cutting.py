"""Statements one after another, some of which may stop: those are cut into blocks."""

from __future__ import annotations

from collections.abc import Sequence

from regelwerk.dsl.core import (
    Let,
    Run,
    Stmt,
)

from . import simple
from .frames import Frame


def write_all(f: Frame, stmts: Sequence[Stmt], checked: int = 0) -> None:
    """Write statements; the first `checked` of them are requirements that are known to hold."""
    for n, s in enumerate(stmts):
        if f.now is None:
            return
        if f.store.facts.splits(s):
            f.store.emitters.cuts[type(s)](f, s)
            continue
        if n >= checked:
            f.mark(f.store.facts.failing(s))
            f.moving(s)
        if isinstance(s, Let):
            f.assign(s.var, f.expr(s.value))
        elif isinstance(s, Run) and s.var is not None:
            simple.write(f, s)
            f.assign(s.var, f.env[s.var.id])
        else:
            simple.write(f, s)

"""Numbers in an overlay that lie outside a range of the game: at which address the overlay widens it."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from .. import ast
from ..ast.printer import fragment
from ..ast.tree import get
from ..diagnostics import Diagnostic
from ..source import Span
from .addresses import heads, places
from .verbs import present
from .working_copy import Target

WIDEN = "widen the range where it is declared."


def widening(found: Sequence[Diagnostic], decls: Sequence[ast.Decl], laid: Sequence[ast.File]) -> list[Diagnostic]:
    """Name the address of the range, with what stands there."""
    ops = {f.name: f.decls for f in laid}
    out = []
    for d in found:
        if d.code == "RW3095" and d.help.endswith(WIDEN) and d.at.file in ops:
            for address in _ranges(d.at, ops[d.at.file], decls):
                if range_ := _range(address, decls):
                    lines = f"and below it `from {range_}` and `to {_wide(d, range_)}`."
                    way = f"widen the range: `change {address}`, {lines}"
                    d = replace(d, help=d.help.removesuffix(WIDEN) + way)
                    break
        out.append(d)
    return out


def _wide(d: Diagnostic, range_: str) -> str:
    """The range with the number in it."""
    numbers = re.findall(r"-?\d+", f"{d.message.partition(' lies ')[0]} {range_}")
    return f"{min(map(int, numbers))}..{max(map(int, numbers))}" if len(numbers) == 3 else "…"


def _ranges(at: Span, ops: Sequence[ast.Decl], decls: Sequence[ast.Decl]) -> list[str]:
    """The ranges that a number at a place may have to keep to."""
    op = next((d for d in ops if d.at.line <= at.line <= d.at.end_line), None)
    match op:
        case ast.Include() | ast.Change() | ast.Add() | ast.Except():
            head, *rest = op.path.parts
            typed = [d.type.id for d in decls if isinstance(d, ast.Thing | ast.Rows) and head in _names(d)]
            return [".".join((name, *rest, "range")) for name in (*typed, head)]
        case ast.Thing():
            return [f"{op.type.id}.{f.name.id}.range" for f in op.fields if f.at.line <= at.line <= f.at.end_line]
        case ast.Rows():
            cells = [(c, v) for row in op.rows for c, v in zip(op.columns, row.values, strict=False)]
            return [f"{op.type.id}.{c.id}.range" for c, v in cells if v.at.line == at.line and v.at.column == at.column]
    return []


def _names(d: ast.Decl) -> list[str]:
    return [name for name, _, _ in heads(d)]


def _range(address: str, decls: Sequence[ast.Decl]) -> str:
    for d in decls:
        for p in places(d) if any(address.startswith(f"{name}.") for name in _names(d)) else ():
            if p.form == "range" and ".".join(p.address) == address and get(d, p.walk) is not None:
                there = present(d, Target(0, p.walk, p.form, p.address))
                return "" if there is None else fragment(there)
    return ""

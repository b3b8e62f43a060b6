"""Overlays of one layer without a declared order must not touch the same place, unless they say the same."""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import combinations

from .. import ast
from ..diagnostics import Diagnostic
from . import problems
from .book import Address, Book, Target, names
from .layers import Layer
from .problems import Misfit
from .tree import title

_GAP = "(between)"  # no name looks like this


@dataclass(slots=True)
class Footprint:
    """The places that an operation writes, includes values into, or only relies on."""

    op: ast.Decl
    touches: list[tuple[Address, str]]  # how: write, include, read


@dataclass(slots=True)
class Verdict:
    """Operations that conflict (by identity), and those that say the same as others."""

    dropped: set[int] = field(default_factory=set)
    agreed: dict[int, set[int]] = field(default_factory=dict)
    problems: list[Diagnostic] = field(default_factory=list)


def judge(book: Book, layers: list[Layer]) -> Verdict:
    """Compare every two unordered overlays of one layer, on what the layers below have made."""
    verdict = Verdict()
    prints = {layer.id: [footprint(book, op) for op in layer.ops] for layer in layers}
    for first, second in combinations(sorted(layers, key=lambda layer: layer.id), 2):
        if not first.unordered(second):
            continue
        for a in prints[first.id]:
            for b in prints[second.id]:
                shared = _overlap(a, b)
                if shared is None:
                    continue
                if _agree(a, b):
                    verdict.agreed.setdefault(id(a.op), set()).add(id(b.op))
                    verdict.agreed.setdefault(id(b.op), set()).add(id(a.op))
                    continue
                verdict.dropped |= {id(a.op), id(b.op)}
                place = ".".join(part for part in shared if not part.startswith(_GAP))
                verdict.problems.append(problems.conflict(place, second.id, b.op.at, first.id, a.op.at))
    return verdict


def footprint(book: Book, op: ast.Decl) -> Footprint:
    """Say which places an operation touches."""
    match op:
        case ast.Change() | ast.Remove():
            return Footprint(op, [(_address(book, op.path), "write")])
        case ast.Include():
            return Footprint(op, [(_address(book, op.path), "include")])
        case ast.Insert():
            target = _find(book, op.path)
            if target is None or target.form != "step":
                return Footprint(op, [(op.path.parts, "write")])
            new = [(address, "write") for address in (_gap(target, op.where), *labels(target, op))]
            return Footprint(op, [(target.address, "read"), *new])
        case ast.Supersedes():
            return Footprint(op, [((f'"{title(op.scenario)}"',), "write")])
        case _:
            return Footprint(op, [((name,), "write") for name, _, _ in names(op)])


def labels(t: Target, op: ast.Insert) -> list[Address]:
    """The addresses of inserted lines."""
    return [(*t.address[:-1], s.label.id) for s in op.block if s.label is not None]


def _gap(t: Target, where: str) -> Address:
    """After one step and before the next is the same gap."""
    last = t.walk[-1]
    assert isinstance(last, int)
    above = "/".join(str(key) for key in t.walk[:-1])
    return (t.address[0], f"{_GAP} {above} {last + (where == 'after')}")


def _find(book: Book, path: ast.Path) -> Target | None:
    try:
        return book.find(path)
    except Misfit:
        return None


def _address(book: Book, path: ast.Path) -> Address:
    # What an overlay of the same layer is going to add is known only by what is written.
    target = _find(book, path)
    return target.address if target is not None else path.parts


def _overlap(a: Footprint, b: Footprint) -> Address | None:
    for x, how in a.touches:
        for y, also in b.touches:
            n = min(len(x), len(y))
            if x[:n] == y[:n] and (how, also) not in (("read", "read"), ("include", "include")):
                return max(x, y, key=len)
    return None


def _agree(a: Footprint, b: Footprint) -> bool:
    if a.touches != b.touches:
        return False
    match a.op, b.op:
        case ast.Change(), ast.Change():
            return a.op.new == b.op.new
        case ast.Remove(), ast.Remove():
            return True
        case ast.Insert(), ast.Insert():
            return a.op.block == b.op.block
        case _:
            return a.op == b.op

"""Overlays of one layer without a declared order must not touch the same place, unless they say the same."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from itertools import combinations
from typing import NamedTuple

from .. import ast
from ..ast.tree import title
from ..ast.visitor import Walk
from ..diagnostics import Diagnostic
from ..source import Span
from . import messages as problems
from .addresses import Address, adds_up, heads, label, spelled
from .layers import Layer
from .messages import Misfit
from .verbs import line_name
from .working_copy import Book, Target

_GAP = "(between)"  # no name looks like this
# What two overlays may do at one place without an order: suspensions add up, and are put around exceptions.
_PEACEFUL = {frozenset(pair) for pair in (
    ("read",), ("include",), ("suspend",), ("suspend", "except"), ("read", "suspend"), ("read", "except"),
)}  # fmt: skip


class Spot(NamedTuple):
    """A place that an operation touches; `way` leads there, if it is there already. Lines without a label lie around
    others without being a part of their addresses, so both count."""

    address: Address
    how: str  # write, include, read, except, suspend
    way: Walk = ()


@dataclass(slots=True)
class Footprint:
    """The places that an operation writes, includes values into, or only relies on."""

    op: ast.Decl
    touches: list[Spot]


@dataclass(slots=True)
class Verdict:
    """Operations that conflict (by identity), those that say the same as others, and what has settled a conflict."""

    dropped: set[int] = field(default_factory=set)
    settled: set[int] = field(default_factory=set)
    agreed: dict[int, set[int]] = field(default_factory=dict)
    problems: list[Diagnostic] = field(default_factory=list)


Settles = Sequence[tuple[Layer, ast.Settle]]


def judge(book: Book, layers: list[Layer], settles: Settles = ()) -> Verdict:
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
                place = tuple(part for part in shared if not part.startswith(_GAP))
                chosen = _chosen(book, settles, (first.id, second.id), place)
                by = ""
                if chosen is not None:
                    verdict.settled.add(id(chosen))
                    by = chosen.by.id if chosen.by is not None else ""
                else:
                    expects = any(isinstance(op, ast.Change | ast.Remove | ast.Except) for op in (a.op, b.op))
                    found = problems.conflict(spelled(place), second.id, b.op.at, first.id, a.op.at, expects)
                    cites = dict.fromkeys(c.id for op in (b.op, a.op) for c in op.marks.cites)
                    verdict.problems.append(replace(found, cites=tuple(cites)))
                verdict.dropped |= {id(op) for who, op in ((first.id, a.op), (second.id, b.op)) if who != by}
    return verdict


def _chosen(book: Book, settles: Settles, parties: tuple[str, str], place: Address) -> ast.Settle | None:
    """Find what settles a conflict: an overlay that comes after both says what becomes of the place."""
    for layer, op in settles:
        if set(parties) <= layer.before and nested(_address(book, op.path), place):
            return op
    return None


def footprint(book: Book, op: ast.Decl) -> Footprint:
    """Say which places an operation touches."""
    match op:
        case ast.Change() | ast.Remove():
            return Footprint(op, [_spot(book, op.path, "write")])
        case ast.Settle():
            return Footprint(op, [_spot(book, op.path, "write")] if op.new is not None else [])
        case ast.Add() if op.slots:
            return Footprint(op, [Spot((*_address(book, op.path), s.name.id), "write") for s in op.slots])
        case ast.Add():
            owner = _address(book, replace(op.path, parts=op.path.parts[:-1])) if len(op.path.parts) > 1 else ()
            return Footprint(op, [Spot((*owner, op.path.parts[-1]), "write")])
        case ast.Include() if op.line is not None:
            return Footprint(op, [Spot((*_address(book, op.path), line_name(op.line)), "write")])
        case ast.Include():
            return Footprint(op, [_spot(book, op.path, "include")])
        case ast.Except():
            return Footprint(op, [_spot(book, op.path, "except")])
        case ast.Suspend():
            return Footprint(op, [_spot(book, op.path, "suspend")])
        case ast.Confirm():
            return Footprint(op, [_spot(book, op.path, "read")])
        case ast.Insert():
            target = _find(book, op.path)
            if target is None or target.form not in ("step", "line", "option"):
                return Footprint(op, [Spot(op.path.parts, "write")])
            new = [Spot(address, "write") for address in (_gap(target, op.where), *labels(target, op))]
            return Footprint(op, [_spot(book, op.path, "read"), *new])
        case ast.Supersedes():
            return Footprint(op, [Spot((f'"{title(op.scenario)}"',), "write")])
        case _:
            return Footprint(op, [Spot((name,), "write") for name, _, _ in heads(op) if not adds_up(name)])


def _spot(book: Book, path: ast.Path, how: str) -> Spot:
    t = _find(book, path)
    # What an overlay of the same layer is going to add is known only by what is written.
    return Spot(path.parts, how) if t is None else Spot(t.address, how, (t.decl, *t.walk))


def touched(decls: Iterable[ast.Decl], overlay: ast.File, address: Address) -> list[Span]:
    """Say where an overlay touches an address or a part of it."""
    book = Book()
    for d in decls:
        book.add(d)
    own = [op for op in overlay.decls if not isinstance(op, ast.Overlay)]
    prints = [footprint(book, op) for op in own]
    return [p.op.at for p in prints if any(nested(t.address, address) and t.how != "read" for t in p.touches)]


def labels(t: Target, op: ast.Insert) -> list[Address]:
    """The addresses of inserted lines."""
    named = [label(s) for s in op.block]
    named += [n.name.id for n in op.lines if isinstance(n, ast.OptionLine)]
    named += [title(n.title) for n in op.lines if isinstance(n, ast.ScoreLine)]
    return [(*t.address[:-1], name) for name in named if name]


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
    return _spot(book, path, "").address


def _overlap(a: Footprint, b: Footprint) -> Address | None:
    for x in a.touches:
        for y in b.touches:
            meet = nested(x.address, y.address) or (x.way and y.way and nested(x.way, y.way))
            if meet and frozenset((x.how, y.how)) not in _PEACEFUL:
                return max(x.address, y.address, key=len)
    return None


def nested(a: Walk, b: Walk) -> bool:
    """Tell whether one address is a part of the other, or the same."""
    n = min(len(a), len(b))
    return a[:n] == b[:n]


def _agree(a: Footprint, b: Footprint) -> bool:
    if a.touches != b.touches:
        return False
    match a.op, b.op:
        case ast.Change(), ast.Change():
            return a.op.new == b.op.new
        case ast.Remove(), ast.Remove():
            return None in (a.op.was, b.op.was) or a.op.was == b.op.was
        case ast.Insert(), ast.Insert():
            return a.op.block == b.op.block and a.op.lines == b.op.lines
        case _:
            return a.op == b.op

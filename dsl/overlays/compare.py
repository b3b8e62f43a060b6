"""What differs between two compositions, address by address."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from .. import ast
from ..ast.printer import declaration, fragment
from ..ast.tree import get, put
from ..ast.visitor import Walk
from ..source import Span
from . import verbs
from .addresses import Address, Place, heads, places, spelled
from .working_copy import Target, family, said


@dataclass(frozen=True, slots=True)
class Side:
    """What one of the two says at an address; `text` is empty where it says nothing."""

    text: str = ""
    cites: tuple[str, ...] = ()
    at: Span | None = None


@dataclass(frozen=True, slots=True)
class Difference:
    """An address at which two compositions differ."""

    address: str
    kind: str  # changed, added, removed
    old: Side
    new: Side


Heads = dict[tuple[str, str], tuple[ast.Decl, Walk]]


def differences(old: Sequence[ast.Decl], new: Sequence[ast.Decl]) -> list[Difference]:
    """List the addresses at which two compositions differ, in the order of the first, then what is only in the second.

    A part is named instead of what it is a part of. Citations and comments are no difference.
    """
    before, after = _heads(old), _heads(new)
    found: list[Difference] = []
    for key, (a, walk) in before.items():
        if key not in after:
            found.append(Difference(key[1], "removed", _whole(a, walk), Side()))
        elif get(a, walk) != get(after[key][0], after[key][1]):
            found += _parts(key[1], a, after[key][0])
    return found + [Difference(k[1], "added", Side(), _whole(*d)) for k, d in after.items() if k not in before]


def _heads(decls: Sequence[ast.Decl]) -> Heads:
    found: Heads = {}
    for d in decls:
        for name, walk, _ in heads(d):
            found.setdefault((family(d), name), (d, walk))
    return found


def _parts(head: str, a: ast.Decl, b: ast.Decl) -> Iterator[Difference]:
    first, second = ({p.address: p for p in places(d) if p.address[0] == head} for d in (a, b))
    told: list[Address] = []
    for address, p in first.items():
        q = second.get(address)
        if any(address[: len(outer)] == outer for outer in told):
            continue  # both texts are shown with all that is in them
        if q is None:
            if address[:-1] in second:  # the outermost that is gone
                yield Difference(spelled(address), "removed", _side(a, p), Side())
        elif get(a, p.walk) != get(b, q.walk) and _own(a, p, first, second) != _own(b, q, second, first):
            told.append(address)
            yield Difference(spelled(address), "changed", _side(a, _meant(a, p)), _side(b, _meant(b, q)))
    for address, q in second.items():
        inside = any(address[: len(outer)] == outer for outer in told)
        if address not in first and address[:-1] in first and not inside:
            yield Difference(spelled(address), "added", Side(), _side(b, q))


def _own(d: ast.Decl, p: Place, mine: dict[Address, Place], other: dict[Address, Place]) -> Any:
    """What a place says besides the parts with addresses of their own."""
    inner = [q for q in mine.values() if len(q.walk) > len(p.walk) and q.walk[: len(p.walk)] == p.walk]
    outer = [q for q in inner if not any(q is not r and q.walk[: len(r.walk)] == r.walk for r in inner)]
    for q in sorted(outer, key=lambda q: _order(q.walk), reverse=True):
        gone = q.address not in other and isinstance(q.walk[-1], int)
        if gone:
            items = get(d, q.walk[:-1])
            d = put(d, q.walk[:-1], (*items[: int(q.walk[-1])], *items[int(q.walk[-1]) + 1 :]))
        else:
            d = put(d, q.walk, ast.Name(spelled(q.address)) if q.address in other else None)
    return get(d, p.walk)


def _order(walk: Walk) -> tuple[tuple[str, int], ...]:
    return tuple(("", key) if isinstance(key, int) else (key, 0) for key in walk)


def _meant(d: ast.Decl, p: Place) -> Place:
    """A value as a whole is known by what it says."""
    return said(d, p.address[0], p.walk) if p.form == "whole" and len(p.address) == 1 else p


def _whole(d: ast.Decl, walk: Walk) -> Side:
    node = get(d, walk)
    lines = [line for line in declaration(d) if not walk or line.node is node]
    return Side("\n".join(line.text.strip() if walk else line.text for line in lines), _cites(d, walk), node.at)


def _side(d: ast.Decl, p: Place) -> Side:
    if p.form in ("whole", "members"):
        return _whole(d, () if p.form == "members" else p.walk)
    there = verbs.present(d, Target(0, p.walk, p.form, p.address))
    if there is None:
        node = get(d, p.walk)
        text = node.name.id if isinstance(node, ast.Member) else ""
        return Side(text, _cites(d, p.walk), getattr(node, "at", d.at))
    return Side(fragment(there), _cites(d, p.walk), there.at)


def _cites(d: ast.Decl, walk: Walk) -> tuple[str, ...]:
    """The citations of the innermost line around a place that has some."""
    for n in range(len(walk), -1, -1):
        node = get(d, walk[:n])
        found = getattr(node, "marks", None)
        if isinstance(found, ast.Marks) and found.cites:
            return tuple(c.id for c in found.cites)
    return ()

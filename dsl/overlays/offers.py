"""Where a game offers its actions: the line to which an overlay adds one of its own."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import replace

from .. import ast
from ..ast.tree import get, title
from ..ast.visitor import walk
from ..diagnostics import Diagnostic
from .addresses import Place, spelled, worded

Offering = ast.Effect | ast.Action | ast.Proc


def offering(decls: Iterable[ast.Decl]) -> tuple[Offering, str] | None:
    """Find a line that offers actions, best one with a label of its own, and its address."""
    found: list[tuple[bool, Offering, Place]] = []
    for d in decls:
        if isinstance(d, ast.Effect | ast.Action | ast.Proc) and d.name.id != "setup":
            steps = [(p, get(d, p.walk)) for p, _ in worded(d, d.name.id, ())]
            found += [(step.label is None, d, p) for p, step in steps if isinstance(step.do, ast.Offer)]
    if not found:
        return None
    _, holder, place = min(found, key=lambda each: each[0])
    return holder, spelled(place.address)


def not_offered(problems: Sequence[Diagnostic], decls: Sequence[ast.Decl], overlays: set[str]) -> list[Diagnostic]:
    """Say of an action that an overlay brings and nobody offers how an overlay offers it."""
    actions = {d.name.at: d.name.id for d in decls if isinstance(d, ast.Action) and d.at.file in overlays}
    new = [d for d in problems if d.code == "RW2050" and d.at in actions]
    place = offering(decls) if new else None
    if place is None:
        return list(problems)
    help = "Offer it in a line of its own, for example `include {name} into {place}`, or remove it."
    ways = {id(d): help.format(name=actions[d.at], place=place[1]) for d in new}
    return [replace(d, help=ways[id(d)]) if id(d) in ways else d for d in problems]


def only_told(found: Sequence[Diagnostic], written: Iterable[ast.File], decls: Sequence[ast.Decl]) -> list[Diagnostic]:
    """Leave out that nobody uses what only scenarios have used that are not told any more."""
    left = {title(d.title) for d in decls if isinstance(d, ast.Scenario)}
    gone = [d for f in written for d in f.decls if isinstance(d, ast.Scenario) and title(d.title) not in left]
    names = {n.id for d in gone for n in walk(d, everything=True) if isinstance(n, ast.Ident)}
    return [d for d in found if d.code != "RW2050" or not names & set(re.findall(r"`(\w+)`", d.message))]

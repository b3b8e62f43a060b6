"""Who acts where: which values and effects depend on an acting player."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields, is_dataclass

from .. import ast
from .world import World

_ACTS = (ast.Trade, ast.Choose, ast.ChooseOption, ast.May, ast.Offer)


def walk(node: object, everything: bool = False) -> Iterator[object]:
    """Every node below, itself included; bodies of `as p` (which have their own `me`) and marks only on request."""
    if isinstance(node, tuple):
        for n in node:
            yield from walk(n, everything)
    elif is_dataclass(node) and isinstance(node, ast.Node):
        yield node
        if isinstance(node, ast.As) and not everything:
            yield from walk(node.who)
            return
        for f in fields(node):
            if f.name != "at" and (everything or f.name != "marks"):
                yield from walk(getattr(node, f.name), everything)


def _mentions(node: object) -> tuple[bool, set[str]]:
    """Does it need `me` by itself, and which bare names does it call or read?"""
    direct, found, own = False, set(), set()
    for n in walk(node):
        if isinstance(n, ast.Binder | ast.Param | ast.Let | ast.LetFrom):
            own.add(n.name.id)
        if isinstance(n, _ACTS):
            direct = True
        if isinstance(n, ast.Ident):
            if n.id in ("me", "others"):
                direct = True
            found.add(n.id)
        if isinstance(n, ast.Run) and isinstance(n.call.of if isinstance(n.call, ast.Call) else n.call, ast.Dot):
            direct = True  # code on a card
        if isinstance(n, ast.LetFrom) and isinstance(n.call.of if isinstance(n.call, ast.Call) else n.call, ast.Dot):
            direct = True
    return direct, found - own


def settle_me(w: World, bent: set[str]) -> None:
    """Mark every value, effect and action that needs an acting player. `bent` are ability lines by what they bend."""
    per_player = {t.name for t in w.types.values() if t.per_player}
    own = {i.name for t in w.types.values() if t.per_player for i in t.instances}
    boards = any(t.decl.on is not None and w.boards[t.decl.on.id].per_player for t in w.types.values())
    own |= {n for n in ("piece", "label", "fits", "touches") if boards and n not in w.values}
    uses: dict[tuple[str, str], set[str]] = {}
    for group, table in (("value", w.values), ("effect", w.effects), ("action", w.actions)):
        for name, entry in table.items():
            d = entry.decl
            parts: object = (d.body, d.by, d.cases) if isinstance(d, ast.Value) else (d.body,)
            if isinstance(d, ast.Effect | ast.Action):
                parts = (d.body, d.params)
            direct, found = _mentions(parts)
            types = {n.id for n in walk(parts) if isinstance(n, ast.TypeIdent)}
            direct = direct or (boards and any(isinstance(n, ast.Lay) for n in walk(parts)))
            entry.me = direct or group == "action" or bool(types & per_player) or bool(found & own) or name in bent
            if name in ("setup", "flow"):  # nobody acts there yet: the lines that need somebody say so
                entry.me = False
                continue
            uses[group, name] = found
    changed = True
    while changed:
        changed = False
        for (group, name), found in uses.items():
            entry = {"value": w.values, "effect": w.effects, "action": w.actions}[group][name]
            if entry.me:
                continue
            if any(
                (n in w.values and w.values[n].me) or (n in w.effects and w.effects[n].me) or n in w.actions
                for n in found
            ):
                entry.me = changed = True

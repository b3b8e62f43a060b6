"""Who acts where: which values and effects depend on an acting player."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import partial

from regelwerk.dsl import ast
from regelwerk.dsl.ast.visitor import walk

from .context import World

_ACTS = (ast.Trade, ast.Choose, ast.ChooseOption, ast.May, ast.Offer)


@dataclass(slots=True)
class _Mentions:
    """What a body mentions: does it need `me` by itself, which bare names and types, does it lay pieces?"""

    direct: bool = False
    names: set[str] = field(default_factory=set)
    types: set[str] = field(default_factory=set)
    lays: bool = False


def _mentions(body: object) -> _Mentions:
    found, own = _Mentions(), set()
    for n in walk(body):
        if isinstance(n, ast.Ident):
            found.direct |= n.id in ("me", "others")
            found.names.add(n.id)
        elif isinstance(n, ast.TypeIdent):
            found.types.add(n.id)
        elif isinstance(n, ast.Binder | ast.Param | ast.Let | ast.Var):
            own.add(n.name.id)
        elif isinstance(n, _ACTS):
            found.direct = True
        elif isinstance(n, ast.Lay):
            found.lays = True
        elif isinstance(n, ast.Run | ast.LetFrom):
            if isinstance(n, ast.LetFrom):
                own.add(n.name.id)
            if isinstance(n.call.of if isinstance(n.call, ast.Call) else n.call, ast.Dot):
                found.direct = True  # code on a card
    found.names -= own
    return found


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
            said = w.memory.of("mentions", d, partial(_mentions, parts))
            names = said.names - {param.name.id for param in d.params} if isinstance(d, ast.Value) else said.names
            direct = said.direct or (boards and said.lays) or group == "action" or name in bent
            entry.me = direct or bool(said.types & per_player) or bool(names & own)
            if name in ("setup", "flow"):  # nobody acts there yet: the lines that need somebody say so
                entry.me = False
                continue
            uses[group, name] = names
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

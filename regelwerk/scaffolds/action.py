"""An action that a ruleset offers."""

from __future__ import annotations

from ..dsl import ast
from ..dsl.overlays.offers import Offering, offering
from .names import BadName
from .ruleset import Base, holding, overlay, scenario, superseded


def new_action(base: Base, name: str, title: str) -> str:
    """Write a mod with one action, and with the line that offers it."""
    found = offering(base.decls)
    if found is None:
        raise BadName(f"{base.given} has no line `offer ...` to which an action could be added.")
    holder, place = found
    action = action_text(base, holder, name, title)
    change = f"include {name} into {place}"
    seat = base.seats()[0]
    holds, failing = holding(base, name, [action, change], [f"can({seat}, {name})", f"not can({seat}, {name})"])
    checks = [scenario(base, f"{title}: at the beginning", holds[:1])] if holds else []
    return overlay(base, "mod", name, title, [action, change, *checks, *superseded(failing)])


def action_text(base: Base, holder: Offering, name: str, title: str) -> str:
    """Write an action: what it costs and what it does."""
    limit = f" once per {holder.name.id}" if isinstance(holder, ast.Effect) else ""
    lines = [
        "# Its sentence is what the player reads. It is offered only if it can be carried out to its end.",
        f'action {name} "{title}"{limit}',
    ]
    if unit := _unit(base):
        lines.append(f"  pay 1 {unit}  # what it costs")
    lines.append(f'  say "{{me}}: {title}"  # what it does: `gain ...`, `set ... to ...`, `move ... to ...`')
    return "\n".join(lines)


def _unit(base: Base) -> str:
    for d in base.decls:
        if isinstance(d, ast.Resource) and d.name.id[0].islower() and any(f.name.id == "held" for f in d.fields):
            return d.name.id
    return ""

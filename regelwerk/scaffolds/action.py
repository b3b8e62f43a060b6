"""An action that a ruleset offers."""

from __future__ import annotations

from ..dsl import ast
from ..dsl.compose.tree import nodes
from .names import BadName
from .ruleset import Base, holding, overlay, scenario, superseded

Offering = ast.Effect | ast.Action | ast.Proc


def new_action(base: Base, name: str, title: str) -> str:
    """Write a mod with one action, and with the line that offers it."""
    holder, label, offer = _offer(base)
    action = action_text(base, holder, name, title)
    change = _labelled(base, holder, label, offer, name) if label else _copied(base, holder, offer, name)
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


def _offer(base: Base) -> tuple[Offering, str, ast.Offer]:
    """Find a line that offers actions, best one with a label of its own."""
    found: list[tuple[bool, Offering, str, ast.Offer]] = []
    for d in base.decls:
        if not isinstance(d, ast.Effect | ast.Action | ast.Proc) or (isinstance(d, ast.Proc) and d.name.id == "setup"):
            continue
        for _, node in nodes(d):
            if isinstance(node, ast.Step) and isinstance(node.do, ast.Offer) and node.label is not None:
                found.append((False, d, node.label.id, node.do))
            elif isinstance(node, ast.Offer) and all(node is not offer for *_, offer in found):
                found.append((True, d, "", node))
    if not found:
        raise BadName(f"{base.given} has no line `offer ...` to which an action could be added.")
    _, holder, label, offer = min(found, key=lambda each: each[0])
    return holder, label, offer


def _labelled(base: Base, holder: Offering, label: str, offer: ast.Offer, name: str) -> str:
    line = base.said(offer.at)
    return "\n".join([f"change {holder.name.id}.{label}", f"  from  {line}", f"  to    {line}, {name}"])


def _copied(base: Base, holder: Offering, offer: ast.Offer, name: str) -> str:
    """Write the declaration anew that holds a line without a label."""
    source = base.sources[offer.at.file]
    end = offer.at.end_line - 1
    lines = list(source.lines)
    lines[end] = lines[end][: offer.at.end_column - 1] + f", {name}" + lines[end][offer.at.end_column - 1 :]
    copy = "\n".join(lines[holder.at.line - 1 : holder.at.end_line])
    told = "# The line that offers actions has no label, so what it stands in is written anew, with one action more.\n"
    return f"{told}remove {holder.name.id}\n\n{copy}"

"""A scenario for a ruleset: what holds at the beginning, ready to be made a question about a rule."""

from __future__ import annotations

from ..dsl import ast
from .ruleset import Base, holding, overlay, scenario

_MOST = 2  # lines of each sort


def new_scenario(base: Base, name: str, title: str) -> str:
    """Write a mod with one scenario."""
    top = "# A scenario of your own. If it is to stay, move it into the ruleset.\n"
    return overlay(base, "mod", name, title, [scenario_text(base, name, title)], top, "test")


def scenario_text(base: Base, name: str, title: str) -> str:
    """Write a scenario that holds."""
    seat = base.seats()[0]
    amounts, actions = _amounts(base, seat), _actions(base, seat)
    holds, _ = holding(base, name, [], [*amounts, *actions])
    lines = [line for line in amounts if line in holds][:_MOST] + [line for line in actions if line in holds][:_MOST]
    text = scenario(base, title, lines or ["players.size > 0"])
    told = (
        "# An example of the rules: `given` prepares the table, `when` lets things happen, `then` must hold.\n"
        f"#   given     set {seat}.... to 3\n"
        f"#   when      as {seat}: ...\n"
    )
    return told + text


def _amounts(base: Base, seat: str) -> list[str]:
    """List what the numbers of the table and the players may be at the beginning."""
    found = []
    for d in (d for d in base.decls if isinstance(d, ast.State)):
        for slot in d.slots:
            if isinstance(slot.type, ast.RangeType):
                place = f"{seat}.{slot.name.id}" if d.owner == "player" else slot.name.id
                value = base.said(slot.default[0].at) if slot.default else base.said(slot.type.low.at)
                found.append(f"{place} = {value}")
    return found[:8]


def _actions(base: Base, seat: str) -> list[str]:
    names = [d.name.id for d in base.decls if isinstance(d, ast.Action) and not d.params][:4]
    return [f"can({seat}, {name})" for name in names] + [f"not can({seat}, {name})" for name in names]

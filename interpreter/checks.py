"""Invariants: what must hold whenever an action is complete."""

from __future__ import annotations

from dataclasses import dataclass

from ..dsl import ir
from .context import Context, State
from .machine import Machine


@dataclass(frozen=True, slots=True)
class Violation:
    """An invariant that does not hold."""

    title: str
    cites: tuple[str, ...]
    at: tuple[str, int, int, int, int]


def at_check(machine: Machine, S: State) -> bool:
    """Tell whether no guarded unit is open: between actions, or at the end."""
    procs = machine.compiled.procs
    return not any(procs[proc].blocks[S[procs[proc].base]].unit for proc in machine.kit.frames(S))


def violations(machine: Machine, S: State, first: State, before: State) -> list[Violation]:
    """Evaluate every invariant on a state, looking back at two others."""
    X = Context()
    X.start, X.before = first, before
    found = []
    for check in machine.compiled.invariants:
        if not machine.engine.call(check.function, S, X, ()):
            at = machine.compiled.spans[check.span]
            found.append(Violation(check.title, tuple(check.cites), at))
    S[ir.TICKS] = first[ir.TICKS] = before[ir.TICKS] = 0
    return found

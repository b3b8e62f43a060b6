"""Invariants: what must hold whenever an action is complete."""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from regelwerk.dsl import ir

from ..engine.context import TABLE, Context, State
from ..engine.machine import Machine
from .history import Position, Step, run_step


@dataclass(frozen=True, slots=True)
class Violation:
    """An invariant that does not hold."""

    title: str
    cites: tuple[str, ...]
    at: tuple[str, int, int, int, int]


def at_check(machine: Machine, S: State) -> bool:
    """Tell whether the set-up is over and no guarded unit is open: between actions, or at the end."""
    procs = machine.compiled.procs
    active = machine.runtime.frames(S)
    if machine.compiled.setup in active:
        return False
    frames = [procs[proc] for proc in active]
    units = [proc.blocks[S[proc.base]].unit for proc in frames]
    if S[ir.ASK] and frames:  # the frame that asks stands at the block after its question, where the unit begins
        units[0] = _asking(frames[0], S[frames[0].base])
    return not any(units)


def _asking(proc: ir.Proc, then: int) -> int:
    """Give the unit in which the question stands that goes on with this block."""
    return next((b.unit for b in proc.blocks if b.term[0] == "ask" and b.term[2] == then), 0)


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


def set_up(machine: Machine, players: int, seed: int) -> State | None:
    """Give the table as it is when the set-up has ended; None if somebody has to decide something before."""
    S = machine.fresh(players, seed)
    if machine.compiled.setup >= 0:
        S[ir.TOP] = 0
        machine.runtime.enter(S, machine.compiled.setup, (), 0)
        machine.run(S, Context())
    return None if S[ir.ASK] else S


def set_up_by(machine: Machine, position: Position, step: Step, supplied: Sequence[Any]) -> State | None:
    """Give the table as it is when a step ends the set-up; None if it does not."""
    setup = machine.compiled.setup
    if setup not in machine.runtime.frames(position.S):
        return None
    alone = position.copy()
    alone.S[machine.compiled.procs[setup].base + ir.FRAME_CALLER] = 0  # it stops when the set-up is left
    X = Context()
    X.table, X.supplied = TABLE, deque(supplied)
    run_step(machine, alone, X, step)
    return None if alone.S[ir.TOP] else alone.S

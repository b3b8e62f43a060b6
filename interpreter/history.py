"""The course of a game: the steps taken, and how to get back to any of them.

A position is not copied at every step; it is kept now and then, and the steps since are played again.
"""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass, field
from typing import Any, Literal

from ..dsl import ir
from .context import TABLE, Context, State
from .errors import RuleError
from .machine import Machine
from .together import Together

EVERY = 64  # steps between two kept positions


@dataclass(slots=True)
class Step:
    """One move of the game from stop to stop."""

    kind: Literal["choose", "together", "call"]
    code: int = 0  # choose
    answers: dict[int, list[int]] = field(default_factory=dict)  # together: by seat
    proc: int = 0  # call
    args: list[int] = field(default_factory=list)
    supplied: list[Any] = field(default_factory=list)  # chance results from outside that it used up
    logged: int = 0  # length of the log before it


@dataclass(slots=True)
class Position:
    """A state, and the cells of a course of play set aside while an effect runs on its own."""

    S: State
    aside: State | None = None

    def copy(self) -> Position:
        return Position(self.S.copy(), self.aside)


def run_step(machine: Machine, position: Position, X: Context, step: Step) -> None:
    """Play one step. After an error the position is worthless."""
    S = position.S
    if step.kind == "choose":
        machine.take(S, X, step.code)
    elif step.kind == "together":
        _answer_together(machine, S, X, step)
    else:
        if position.aside is None:
            position.aside = machine.canonical(S)
        S[ir.ASK] = S[ir.OVER] = 0
        S[ir.WHO] = ir.NONE
        machine.kit.enter(S, step.proc, step.args, 0)
        machine.run(S, X)
    if position.aside is not None and not S[ir.TOP]:
        machine.put_back(S, position.aside)
        position.aside = None
    settle(machine, S, X)


def settle(machine: Machine, S: State, X: Context) -> None:
    """Go on past simultaneous decisions in which nobody has anything to decide."""
    while Together.stands(S) and Together(machine, S).complete:
        _answer_together(machine, S, X, Step("together"))


def _answer_together(machine: Machine, S: State, X: Context, step: Step) -> None:
    """Play the answers of all seats into the state, lowest seat first."""
    queue = deque(code for seat in sorted(step.answers) for code in step.answers[seat])

    def pick(options: list[int], site: int) -> int:
        if not queue or queue[0] not in options:
            asked = machine.compiled.sites[site]
            raise RuleError("option", "a secret answer does not fit any more", asked.span)
        return queue.popleft()

    X.pick = pick
    X.simultaneous = S[ir.TOP] - 1
    try:
        machine.run(S, X)
    finally:
        X.pick = None
        X.simultaneous = -1


class History:
    """All steps of a game from its start."""

    def __init__(self, machine: Machine, first: Position) -> None:
        self.machine = machine
        self.steps: list[Step] = []
        self._kept: list[tuple[int, Position]] = [(0, first.copy())]

    def copy(self) -> History:
        """Branch off: the past is shared, the future is not."""
        twin = History.__new__(History)
        twin.machine = self.machine
        twin.steps = self.steps.copy()
        twin._kept = self._kept.copy()
        return twin

    def add(self, step: Step, position: Position) -> None:
        """Note a step and the position after it."""
        self.steps.append(step)
        if len(self.steps) - self._kept[-1][0] >= EVERY:
            self._kept.append((len(self.steps), position.copy()))

    def position(self, count: int) -> Position:
        """Give the position after so many steps."""
        number, kept = next(entry for entry in reversed(self._kept) if entry[0] <= count)
        position = kept.copy()
        X = Context()
        X.table = TABLE
        for step in self.steps[number:count]:
            X.supplied = deque(step.supplied)
            run_step(self.machine, position, X, step)
        return position

    def cut(self, count: int) -> None:
        """Forget everything after so many steps."""
        del self.steps[count:]
        self._kept = [entry for entry in self._kept if entry[0] <= count]

"""The course of a game: the steps taken, and how to get back to any of them.

Moments form a chain backwards, so games that branch off share their past. A position is not copied at every
moment; it is kept now and then, and the steps since are played again.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, Literal
from weakref import ref

from regelwerk.dsl import ir

from ..engine.context import TABLE, Context, Event, State
from ..engine.machine import Machine
from ..engine.simultaneous import Simultaneous
from ..errors import RuleError
from .veils import NONE, Veils

EVERY = 64  # steps between two kept positions
NEAR = 4  # steps that are played again each time
FEW = 24  # positions kept because somebody went back to them


@dataclass(slots=True)
class Step:
    """One move of the game from stop to stop."""

    kind: Literal["choose", "together", "call"]
    code: int = 0  # choose
    answers: dict[int, list[int]] = field(default_factory=dict)  # together: by seat
    proc: int = 0  # call
    args: list[int] = field(default_factory=list)
    supplied: list[Any] = field(default_factory=list)  # chance results from outside that it used up


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
        machine.runtime.enter(S, step.proc, step.args, 0)
        machine.run(S, X)
    if position.aside is not None and not S[ir.TOP]:
        machine.put_back(S, position.aside)
        position.aside = None
    settle(machine, S, X)


def settle(machine: Machine, S: State, X: Context) -> None:
    """Go on past simultaneous decisions in which nobody has anything to decide."""
    while Simultaneous.stands(S) and Simultaneous(machine, S).complete:
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


class Moment:
    """A stop in the course of a game: the step that led there and what happened on the way."""

    __slots__ = (
        "__weakref__", "_events", "before", "dealt", "fresh", "heard", "kept", "known", "learnt", "logged", "number",
        "position", "step", "veils",
    )  # fmt: skip

    def __init__(
        self,
        before: Moment | None,
        step: Step | None,
        events: list[Event],
        position: Position | None,
        veils: Veils = NONE,
    ) -> None:
        self.before = before
        self.step = step  # None: the start
        self._events: list[Event] | Callable[[], list[Event]] = events
        self.fresh: State | None = None  # of the start: the state before the set-up
        self.dealt: tuple[int, frozenset[int]] | None = None  # for which seat, and the cells that it does not know
        self.heard: dict[int | None, int] = {}  # what each seat has been told of the log, once somebody has asked
        self.known: Position | None = None  # with who does not know what, once somebody has asked
        self.learnt: str | None = None  # why the step must not be taken back, once somebody has asked
        self.veils = veils  # what must not be told of the answers
        self.number: int = before.number + 1 if before else 0
        self.logged: int = before.logged + len(events) if before else len(events)  # length of the log up to here
        keep = position is not None and (before is None or self.number - before.kept >= EVERY)
        self.kept: int = self.number if keep or before is None else before.kept  # number of the last one kept
        self.position = position.copy() if keep and position else None

    @property
    def events(self) -> list[Event]:
        """What happened on the way."""
        if callable(self._events):
            self._events = self._events()
        return self._events

    def retell(self, logged: int, events: Callable[[], list[Event]]) -> None:
        """Let something else have happened, to be told when it is asked for."""
        self.logged, self._events = logged, events

    def chain(self) -> list[Moment]:
        """List all moments from the start to this one."""
        found = [self]
        while (before := found[-1].before) is not None:
            found.append(before)
        return found[::-1]

    def steps(self) -> list[Step]:
        """List all steps from the start to this moment."""
        return [moment.step for moment in self.chain() if moment.step is not None]

    def log(self) -> list[Event]:
        """List all events from the start to this moment."""
        return [event for moment in self.chain() for event in moment.events]

    def hidden(self) -> dict[int, dict[int, int]]:
        """Give by number of an event, and by element of the answer in it, the seats that must not be told."""
        found: dict[int, dict[int, int]] = {}
        for moment in self.chain():
            for veil in moment.veils.drawn:
                found.setdefault(veil.event, {})[veil.element] = veil.seats
            for veil in moment.veils.lifted:
                found[veil.event][veil.element] &= ~veil.seats
        return found

    def again(self, machine: Machine) -> Position:
        """Give the position at this moment."""
        steps: list[Step] = []
        moment, kept = self, self.position
        while kept is None:
            assert moment.step is not None
            assert moment.before is not None
            steps.append(moment.step)
            moment = moment.before
            kept = moment.position
        position = kept.copy()
        X = Context()
        X.table = TABLE
        for step in reversed(steps):
            X.supplied = deque(step.supplied)
            run_step(machine, position, X, step)
        if len(steps) > NEAR:
            self.position = position.copy()
            _forget_all_but_a_few(self)
        return position


_asked_for: deque[ref[Moment]] = deque()


def _forget_all_but_a_few(latest: Moment) -> None:
    """Who goes back to a moment comes by it again soon; how many of them are kept does not grow with the game."""
    _asked_for.append(ref(latest))
    if len(_asked_for) > FEW:
        oldest = _asked_for.popleft()()
        if oldest is not None and oldest is not latest and oldest.kept != oldest.number:
            oldest.position = None

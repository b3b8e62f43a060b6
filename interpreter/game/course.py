"""Taking steps: how a game begins and goes on, with everything written down that happens on the way."""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from ..engine.context import TABLE, Context, Event, State
from .history import Moment, Position, Step, run_step, settle
from .invariants import at_check
from .rules import Rules
from .veils import NONE, Veils, veils
from .wording import Words


@dataclass(frozen=True, slots=True)
class Stop:
    """Where a step has ended: the moment, what is offered if that is known, chance results that were not used."""

    moment: Moment
    options: list[int]
    left: tuple[Any, ...]


def begin(ruleset: Rules, words: Words, players: int, seed: int, supplied: Sequence[Any] = ()) -> tuple[Position, Stop]:
    """Run to the first decision; chance may come from outside from the beginning."""
    fresh = ruleset.machine.fresh(players, seed)
    position, stop = begin_at(ruleset, words, fresh.copy(), supplied)
    stop.moment.fresh = fresh
    return position, stop


def begin_at(ruleset: Rules, words: Words, S: State, supplied: Sequence[Any] = ()) -> tuple[Position, Stop]:
    """Run from a table that is laid out to the first decision."""
    machine = ruleset.machine
    left = deque(supplied)
    X, before = _listening(left), S.copy()
    machine.run(S, X)
    settle(machine, S, X)
    events = X.events or []
    position = Position(S)
    moment = Moment(None, None, events, position, _veiled(ruleset, words, before, S, events, None))
    return position, Stop(moment, X.options or [], tuple(left))


def go_on(ruleset: Rules, words: Words, past: Moment, position: Position, step: Step, supplied: Sequence[Any]) -> Stop:
    """Play a step from a moment; the position is changed, and after an error worthless."""
    left = deque(supplied)
    X = _listening(left)
    before = position.S.copy() if ruleset.onlookers.movables else position.S
    run_step(ruleset.machine, position, X, step)
    step.supplied = X.consumed
    events = X.events or []
    told = _veiled(ruleset, words, before, position.S, events, past)
    return Stop(Moment(past, step, events, position, told), X.options or [], tuple(left))


def _veiled(
    ruleset: Rules, words: Words, before: State, after: State, events: list[Event], past: Moment | None
) -> Veils:  # fmt: skip
    """Tell what must not be told of the answers in a step."""
    if not ruleset.onlookers.movables:
        return NONE
    first, so_far = (0, NONE) if past is None else (past.logged, past.veils)
    half_way = not at_check(ruleset.machine, after)
    return veils(ruleset.onlookers, words.offers, (before, after), events, first, so_far, half_way)


def _listening(supplied: deque[Any]) -> Context:
    """Begin a run whose events are written down."""
    X = Context()
    X.table, X.events, X.supplied = TABLE, [], supplied
    return X

"""What seats remember: who could not know what is in the cells now, followed through the course of a game.

A card that was looked at and put back is known until it can have moved; so is a number that can be worked out by
counting. Every step is run once more for this, when somebody wants to know, and never again.
"""

from __future__ import annotations

from collections import deque

from ...engine.context import TABLE, Context, State
from ...errors import RuleError
from ..history import Moment, Position, run_step, settle
from .labels import Marked, marked
from .taint_machine import BothMachines, TaintMachine
from .undoing import as_declared, secretive
from .undoing import settle as seen_by_all

MOST = 24  # steps that are looked back on for what an action keeps


def unknown_cells(ruleset: BothMachines, moment: Moment) -> dict[int, int]:
    """Give who does not know which cells at a moment; cells that are not listed everybody knows."""
    if not secretive(ruleset.compiled):
        return {}
    if moment.known is None:
        moment.known = _followed(ruleset, moment)
    S = moment.known.S
    assert isinstance(S, Marked)
    return S.unknown


def unseen_cells(ruleset: BothMachines, S: State) -> dict[int, int]:
    """Give who does not see which cells now."""
    return as_declared(ruleset.taint_machine, S) if secretive(ruleset.compiled) else {}


def worked_out(ruleset: BothMachines, moment: Moment, S: State) -> dict[int, int]:
    """Give who cannot know what the course of play has worked out, and in which cells it keeps that: followed since
    nothing of the kind was kept, or for so many steps."""
    if not secretive(ruleset.compiled) or not (kept := _keeps(ruleset, S)):
        return {}
    at, steps, machine = moment, list[Moment](), ruleset.taint_machine
    while (
        at.known is None
        and at.before is not None
        and len(steps) < MOST
        and _keeps(ruleset, at.again(ruleset.machine).S)
    ):
        steps.append(at)
        at = at.before
    if at.before is None:
        unknown_cells(ruleset, at)
    position = _copy(at.known) if at.known is not None else _as_seen(ruleset, machine, at)
    unknown = _taken(ruleset, position, steps).unknown
    return {cell: off for cell in kept if (off := unknown.get(cell, 0))}


def _keeps(ruleset: BothMachines, S: State) -> set[int]:
    """Give the cells of frames in which something may be kept that was worked out from what not everybody sees."""
    machine = ruleset.taint_machine
    return {cell for proc in machine.runtime.frames(S) for cell in machine.taint.finder.suspicious(proc)}


def _followed(ruleset: BothMachines, moment: Moment) -> Position:
    steps: list[Moment] = []
    at = moment
    while at.known is None and at.before is not None:
        steps.append(at)
        at = at.before
    position = _begun(ruleset, ruleset.taint_machine, at) if at.known is None else _copy(at.known)
    _taken(ruleset, position, steps)
    return position


def _taken(ruleset: BothMachines, position: Position, steps: list[Moment]) -> Marked:
    """Take steps, the last one first in the list, and note who comes to know what."""
    machine = ruleset.taint_machine
    for each in reversed(steps):
        assert each.step is not None
        X = _context()
        X.supplied = deque(each.step.supplied)
        machine.begin()
        try:
            run_step(machine, position, X, each.step)
        except RuleError:  # rather forget than tell
            seen = _as_seen(ruleset, machine, each)
            position.S, position.aside = seen.S, seen.aside
        assert isinstance(position.S, Marked)
        seen_by_all(machine, position.S)
    assert isinstance(position.S, Marked)
    return position.S


def _begun(ruleset: BothMachines, machine: TaintMachine, root: Moment) -> Position:
    """Follow the set-up; of a game that did not begin here only what is seen is known."""
    if root.fresh is None:
        return _as_dealt(_as_seen(ruleset, machine, root), root.dealt)
    S = marked(root.fresh, {})
    for _, off, cells in machine.taint.moving.hidden(S):
        for cell in cells:
            S.label(cell, off)  # what lies there is known, not in which order
    X = _context()
    machine.begin()
    try:
        machine.run(S, X)
        settle(machine, S, X)
    except RuleError:
        return _as_seen(ruleset, machine, root)
    seen_by_all(machine, S)
    return Position(S)


def _as_seen(ruleset: BothMachines, machine: TaintMachine, moment: Moment) -> Position:
    position = moment.again(ruleset.machine)
    return Position(marked(position.S, as_declared(machine, position.S)), position.aside)


def _as_dealt(position: Position, dealt: tuple[int, frozenset[int]] | None) -> Position:
    """Of a game dealt anew for a seat: what the seat knew then it knows; of others is known what they see."""
    if dealt is not None:
        (seat, cells), S = dealt, position.S
        assert isinstance(S, Marked)
        for cell in [*S.unknown]:
            S.label(cell, S.unknown[cell] & ~(1 << seat))
        for cell in cells:
            S.blur(cell, 1 << seat)
    return position


def _copy(position: Position) -> Position:
    return Position(position.S.copy(), position.aside)


def _context() -> Context:
    X = Context()
    X.table, X.events = TABLE, []
    return X

"""Would it tell a secret to take a step back? Not if nobody has learnt from it what was hidden before."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator

from regelwerk.dsl import ir

from ...engine.components import BOX
from ...engine.context import TABLE, Context, State
from ...errors import RuleError
from ..history import Moment, Position, run_step
from ..invariants import at_check
from ..sight.cells import indices, sees
from .labels import ENTRY, Marked, marked
from .taint_machine import BothMachines, TaintMachine

REVEALED = "something has been revealed since"
HINTED = "something hidden has had its effect since"


def told(ruleset: BothMachines, moment: Moment) -> str:
    """Tell what the last step has told, so that it must not be taken back; nothing if it may."""
    chances = ruleset.compiled.chances
    if any(e[0] == "chance" and (chances[e[1]].public or isinstance(e[3], list)) for e in moment.events):
        return "chance has spoken since"
    if moment.step and moment.step.kind == "together":
        return "secret answers have been played since"
    return learnt(ruleset, moment)


def learnt(ruleset: BothMachines, moment: Moment) -> str:
    """Tell why the last step must not be taken back, or nothing if it may: it is run once more, and looked at closely.

    So is what led to it since the last action was complete: what an action has worked out it keeps to itself."""
    if not secretive(ruleset.compiled):
        return ""
    if moment.learnt is None:
        moment.learnt = _learnt(ruleset, moment)
    return moment.learnt


def _learnt(ruleset: BothMachines, moment: Moment) -> str:
    machine, S = ruleset.taint_machine, _since_the_last_action(ruleset, moment)
    if S is None:
        return HINTED  # it went well when it was played: rather not
    if machine.taint.shown or any(seen(machine, S)):
        return REVEALED
    return HINTED if machine.taint.hinted | machine.taint.reason or _result(machine, S) else ""


def _since_the_last_action(ruleset: BothMachines, moment: Moment) -> Marked | None:
    """Run the steps since an action was complete once more, on what was seen then; None if that does not go well."""
    machine, moments = ruleset.taint_machine, [moment]
    while (before := moments[-1].before) is not None:
        position = before.again(ruleset.machine)
        if before.before is None or at_check(ruleset.machine, position.S):
            break
        moments.append(before)
    S = marked(position.S, as_declared(machine, position.S))
    where = Position(S, position.aside)
    try:
        for each in reversed(moments):
            settle(machine, S)
            assert each.step is not None
            X = Context()
            X.table, X.events, X.supplied = TABLE, [], deque(each.step.supplied)
            machine.begin()
            run_step(machine, where, X, each.step)
    except RuleError:
        return None
    return S


def secretive(compiled: ir.Compiled) -> bool:
    """Is there anything that not everybody sees?"""
    return any(slot.visibility != "public" for slot in compiled.slots)


def as_declared(machine: TaintMachine, S: State) -> dict[int, int]:
    """Say who does not see which cells, whatever they may remember."""
    found: dict[int, int] = {}
    everybody = range(S[ir.PLAYERS])
    for slot in machine.compiled.slots:
        if slot.kind == "cell" and slot.visibility != "public":
            for index, keys in indices(slot, S[ir.PLAYERS]):
                off = sum(1 << seat for seat in everybody if not sees(machine.compiled, S, seat, slot, index, keys))
                if off:
                    found[slot.addr + index * slot.stride] = off
    for movable, off, cells in machine.taint.moving.hidden(S):
        for cell in cells:
            found[cell] = off
            found[machine.runtime.places.loc[movable] + S[cell]] = off
    for number in machine.runtime.frames(S):
        proc = machine.compiled.procs[number]
        suspicious = machine.taint.finder.suspicious(number)
        for n, written in enumerate(proc.types):
            cell = proc.base + ir.FRAME_LOCALS + n
            named = [
                machine.onlookers.place(S, thing) for thing in machine.onlookers.named(machine.texts, written, S[cell])
            ]
            if any(place > BOX for place in named):
                for place in named:
                    found[cell] = found.get(cell, 0) | machine.onlookers.off(S, place)
            elif cell in suspicious:
                found[cell] = (1 << S[ir.PLAYERS]) - 1
    return {cell: off for cell, off in found.items() if off}


def seen(machine: TaintMachine, S: Marked) -> Iterator[tuple[int, int]]:
    """Give cells that hold something unknown to seats which see it: they come to know it."""
    for cell, off in S.unknown.items():
        slot = machine.slot_at(cell)
        if slot is None:
            continue
        index = (cell - slot.addr) // slot.stride
        keys = _keys(slot, index)
        if any(kind == "Player" and key >= S[ir.PLAYERS] for kind, key in zip(slot.keys, keys, strict=True)):
            continue
        on = sum(1 << s for s in bits(off) if sees(machine.compiled, S, s, slot, index, keys))
        if on:
            yield cell, on
    places = machine.runtime.places
    for place in range(1, len(places.addr)):
        lookers = machine.onlookers.on(S, place)
        for cell in machine.taint.moving.cells(S, place):
            if on := S.unknown.get(cell, 0) & lookers:
                yield cell, on


def _keys(slot: ir.Slot, index: int) -> tuple[int, ...]:
    """Give the keys of a cell by its place in the slot."""
    keys = []
    for size in reversed(slot.sizes):
        index, key = divmod(index, size)
        keys.append(key)
    return tuple(reversed(keys))


def settle(machine: TaintMachine, S: Marked) -> None:
    """Whoever sees something knows it; sizes of piles and where the course of play stands everybody knows."""
    for cell, on in [*seen(machine, S)]:
        S.label(cell, S.unknown[cell] & ~on)
    places, movables = machine.runtime.places, machine.onlookers.compiled.slots
    for place in range(1, len(places.addr)):
        if places.pile[place]:
            S.label(places.addr[place], 0)
        lookers = machine.onlookers.on(S, place)
        if lookers:
            loc = places.loc[movables[places.slot[place]].movable]
            for cell in machine.taint.moving.cells(S, place):
                S.label(loc + S[cell], S.unknown.get(loc + S[cell], 0) & ~lookers)
    for cell in (ir.CHOSEN, ir.RESULT, ENTRY):
        S.label(cell, 0)


def bits(mask: int) -> Iterator[int]:
    """List the seats of a mask."""
    return (n for n in range(mask.bit_length()) if mask >> n & 1)


def _result(machine: TaintMachine, S: Marked) -> int:
    """Tell who could learn something from the result, once the game is over."""
    seats = 0
    for rank in machine.compiled.ranks if S[ir.OVER] else ():
        for player in range(S[ir.PLAYERS]):
            seats |= getattr(machine.taint.call(rank.function, S, Context(), (player,)), "unknown", 0)
    return seats

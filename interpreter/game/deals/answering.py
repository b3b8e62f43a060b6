"""Numbers that a seat cannot know, given anew: others' secret answers as they could be, the rest as declared."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from regelwerk.dsl import ir

from ...engine.context import State
from ...engine.simultaneous import Branch, Simultaneous
from ...errors import RuleError
from ..history import Moment
from ..playing import Inside, Playing
from ..sight.cells import indices, owner_of, sees
from .pool import Pool

TRIES = 4
Draw = Callable[[int], int]


def answered_anew(
    game: Inside, S: State, seat: int, unknown: set[int], draw: Draw, known_then: Callable[[Moment], dict[int, int]]
) -> None:
    """Write into a state what a seat cannot know of numbers; `known_then` tells who did not know what at a moment."""
    cells = {cell: (slot, owner) for slot, cell, owner in hidden_cells(game, S, seat) if cell in unknown}
    if not cells:
        return
    told = _secretly(game, S, seat, set(cells), draw, known_then)
    for cell, (slot, _) in sorted(cells.items()):
        S[cell] = told[cell] if cell in told else anything(game, slot, cell, draw)


def hidden_cells(game: Playing, S: State, seat: int) -> Iterator[tuple[ir.Slot, int, int]]:
    """Give the cells with numbers that a seat does not see: slot, cell, whose it is."""
    compiled = game.ruleset.compiled
    for slot in compiled.slots:
        if slot.kind == "cell" and slot.visibility != "public":
            for index, keys in indices(slot, S[ir.PLAYERS]):
                if not sees(compiled, S, seat, slot, index, keys):
                    yield slot, slot.addr + index * slot.stride, owner_of(slot, keys)


def anything(game: Playing, slot: ir.Slot, cell: int, draw: Draw) -> int:
    """Give any number a slot may hold; of a set, the one with which it begins."""
    return game.ruleset.compiled.state[cell] if slot.bits else slot.lo + draw(slot.hi - slot.lo + 1)


def as_in_the_beginning(game: Playing, S: State, seat: int, unknown: set[int]) -> None:
    """Write into a state what the rules say of numbers before anything happens, where a seat cannot know them."""
    for _, cell, _ in hidden_cells(game, S, seat):
        if cell in unknown:
            S[cell] = game.ruleset.compiled.state[cell]


def _secretly(
    game: Inside, S: State, seat: int, wanted: set[int], draw: Draw, known_then: Callable[[Moment], dict[int, int]]
) -> dict[int, int]:
    """Let the others answer the last simultaneous decision again, in agreement with what has come out since."""
    chain = game.past.chain()
    last = max((n for n, moment in enumerate(chain) if moment.step and moment.step.kind == "together"), default=0)
    if not last:
        return {}
    start, end = chain[last - 1].again(game.machine).S, chain[last].again(game.machine).S
    then = {cell for cell, seats in known_then(chain[last - 1]).items() if seats >> seat & 1}
    try:
        together = Simultaneous(game.machine, _begun_anew(game, start, seat, then, draw))
    except RuleError:
        return {}
    written = game.ruleset.taint_machine.taint.finder.proc(together.body).slots
    found: dict[int, int] = {}
    for owner in together.branches:
        if owner == seat:
            continue
        mine = {
            slot.addr + index * slot.stride
            for number in written
            for slot in [game.ruleset.compiled.slots[number]]
            for index, keys in indices(slot, S[ir.PLAYERS])
            if owner_of(slot, keys) == owner
        }
        came_out = {cell: end[cell] for cell in mine - wanted}
        branch = _answered(together, owner, came_out, draw)
        if branch is not None:
            found |= {cell: branch.S[cell] for cell in mine & wanted}
    return found


def _begun_anew(game: Inside, start: State, seat: int, then: set[int], draw: Draw) -> State:
    """Give the state in which others began to answer with what the seat could not know dealt anew: what they
    could answer tells what they hold."""
    anew = start.copy()
    Pool(game.ruleset, start, seat, then).deal(anew, draw)
    for slot, cell, _ in hidden_cells(game, start, seat):
        if cell in then:
            anew[cell] = anything(game, slot, cell, draw)
    return anew


def _answered(together: Simultaneous, seat: int, known: dict[int, int], draw: Draw) -> Branch | None:
    """Answer at random for a seat, but nothing that would write into a known cell what is not there."""
    for _ in range(TRIES):
        together.replay(seat, ())
        while not (branch := together.branches[seat]).done:
            options = list(branch.options)
            while options:
                code = options.pop(draw(len(options)))
                try:
                    together.answer(seat, code)
                except RuleError:
                    continue
                after = together.branches[seat].S
                if all(after[cell] in (branch.S[cell], value) for cell, value in known.items()):
                    break
                together.branches[seat] = branch
            else:
                break
        if together.branches[seat].done:
            return together.branches[seat]
    return None

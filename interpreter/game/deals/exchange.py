"""The same game, had two components that nobody knows yet lain the other way round.

Whoever plays with real cards tells which one was turned over when it is: until then nothing can have depended on it, so
the whole course is played again with the two exchanged, from the start and in every shuffle.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from ...engine.components import BOX
from ...engine.context import State
from ..course import go_on
from ..history import Moment, Position
from ..knowledge.memory import unknown_cells
from ..playing import Inside
from ..saving.save import Restored, secrets_of


def nobody_knows(game: Inside) -> dict[tuple[int, int], int]:
    """Give the components that no seat can tell yet, and the places where they lie; the first on top come first."""
    everybody = (1 << game.players) - 1
    unknown = {cell for cell, seats in unknown_cells(game.ruleset, game.past).items() if seats == everybody}
    places, found = game.machine.kit.places, dict[tuple[int, int], int]()
    for run in game.ruleset.compiled.places:
        movable = game.ruleset.compiled.slots[run.slot].movable
        for place in range(run.first, run.first + run.count):
            for thing, cell in zip(places.contents(game.state, place), _cells(game, place), strict=True):
                if cell in unknown:
                    found[movable, thing] = place
    return found


def seen_now(game: Inside, movable: int, thing: int) -> int:
    """Give the seats (a mask) that know where a component lies."""
    places = game.machine.kit.places
    where = game.state[places.loc[movable] + thing]
    unknown = unknown_cells(game.ruleset, game.past)
    everybody = (1 << game.players) - 1
    if where <= BOX:
        return everybody & ~unknown.get(places.loc[movable] + thing, 0)
    at = places.contents(game.state, where).index(thing)
    return everybody & ~unknown.get(_cells(game, where)[at], 0)


def exchanged(game: Inside, movable: int, one: int, other: int) -> Restored:
    """Play a game again with two components exchanged from the start. Errors: whatever the rules refuse on the way."""
    other_of = {one: other, other: one}
    chain = game.past.chain()
    start = chain[0].again(game.machine)
    position = Position(_swapped(game, start.S, movable, other_of), start.aside)
    events = [(*event[:3], _told(event[3], other_of), *event[4:]) if event[0] == "chance" else event
              for event in chain[0].events]  # fmt: skip
    past = Moment(None, None, events, position, chain[0].veils)
    position = position.copy()
    for moment in chain[1:]:
        assert moment.step is not None
        results = [event[3] for event in moment.events if event[0] == "chance"]
        both = any(_told(result, other_of) is not result for result in results)  # a shuffle: say how, then
        step = moment.step
        if both:
            step = replace(step, supplied=[_told(result, other_of) for result in results])
        past = go_on(game.ruleset, game.words, past, position, step, step.supplied).moment
    first, before = (_swapped(game, S, movable, other_of) for S in (game._first, game._before))
    return Restored(
        game.seed, position, game.words, past, first, before, game.checks, tuple(game.supplied), secrets_of(game)
    )


def _told(result: Any, other_of: dict[int, int]) -> Any:
    """Exchange them in the order of a shuffle in which both are; anything else is about something else."""
    if isinstance(result, list) and all(thing in result for thing in other_of):
        return [other_of.get(thing, thing) for thing in result]
    return result


def _swapped(game: Inside, state: State, movable: int, other_of: dict[int, int]) -> State:
    compiled, places = game.ruleset.compiled, game.machine.kit.places
    S = state.copy()
    for run in compiled.places:
        if compiled.slots[run.slot].movable == movable:
            for place in range(run.first, run.first + run.count):
                at = places.addr[place]
                for cell in range(at + 1, at + 1 + state[at]) if places.pile[place] else (at,):
                    S[cell] = other_of.get(state[cell], state[cell])
    loc = places.loc[movable]
    for one, other in other_of.items():
        S[loc + one] = state[loc + other]
    return S


def _cells(game: Inside, place: int) -> list[int]:
    """Give the cells of a place, top first."""
    places = game.machine.kit.places
    at = places.addr[place]
    size = places.size(game.state, place)
    return list(range(at + size, at, -1)) if places.pile[place] else [at] * size

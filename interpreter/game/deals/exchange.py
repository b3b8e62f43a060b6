"""The same game, had two components that nobody knows yet lain the other way round.

Whoever plays with real cards tells which one was turned over when it is: until then nothing can have depended on it, so
the course is played again with the two exchanged, since they were last shuffled together.
"""

from __future__ import annotations

from dataclasses import replace

from ...engine.components import BOX
from ...engine.context import Event, State
from ..course import go_on
from ..history import Moment, Position
from ..knowledge.memory import unknown_cells
from ..playing import Inside
from ..saving.save import Restored, secrets_of


def nobody_knows(game: Inside) -> dict[tuple[int, int], int]:
    """Give the components that no seat can tell yet, and the places where they lie; the first on top come first."""
    everybody = (1 << game.players) - 1
    unknown = {cell for cell, seats in unknown_cells(game.ruleset, game.past).items() if seats == everybody}
    places, found = game.machine.runtime.places, dict[tuple[int, int], int]()
    for run in game.ruleset.compiled.places:
        movable = game.ruleset.compiled.slots[run.slot].movable
        for place in range(run.first, run.first + run.count):
            for thing, cell in zip(places.contents(game.state, place), _cells(game, place), strict=True):
                if cell in unknown:
                    found[movable, thing] = place
    return found


def seen_now(game: Inside, movable: int, thing: int) -> int:
    """Give the seats (a mask) that know where a component lies."""
    places = game.machine.runtime.places
    where = game.state[places.loc[movable] + thing]
    unknown = unknown_cells(game.ruleset, game.past)
    everybody = (1 << game.players) - 1
    if where <= BOX:
        return everybody & ~unknown.get(places.loc[movable] + thing, 0)
    at = places.contents(game.state, where).index(thing)
    return everybody & ~unknown.get(_cells(game, where)[at], 0)


def exchanged(game: Inside, movable: int, one: int, other: int) -> Restored:
    """Play a game again with two components exchanged since both were last shuffled, or from the start.

    Errors: whatever the rules refuse on the way.
    """
    other_of = {one: other, other: one}
    chain, started = game.past.chain(), False
    shuffled = [number for number, moment in enumerate(chain) if _last(game, moment, movable, other_of) >= 0]
    at = shuffled[-1] if shuffled else 0
    if at == 0:
        start, started = chain[0].again(game.machine), True
        position = Position(_swapped(game, start.S, movable, other_of), start.aside)
        events = [_relaid(game, event, movable, other_of) for event in chain[0].events]
        past = Moment(None, None, events, position, chain[0].veils)
        position = position.copy()
    else:
        past = chain[at - 1]
        position = past.again(game.machine)
    for moment in chain[max(at, 1) :]:
        assert moment.step is not None
        since = 0 if started else _last(game, moment, movable, other_of)
        started = True
        chances = [(n, event) for n, event in enumerate(moment.events) if event[0] == "chance"]
        new = [_relaid(game, event, movable, other_of) if n >= since else event for n, event in chances]
        step = moment.step
        if any(a != b for (_, a), b in zip(chances, new, strict=True)):
            step = replace(step, supplied=[event[3] for event in new])
        past = go_on(game.ruleset, game.words, past, position, step, step.supplied).moment
    first, before = (_swapped(game, S, movable, other_of) for S in (game._first, game._before))
    return Restored(
        game.seed, position, game.words, past, first, before, game.checks, tuple(game.supplied), secrets_of(game)
    )


def _last(game: Inside, moment: Moment, movable: int, other_of: dict[int, int]) -> int:
    """Find the last shuffle at a moment in which both are; -1 if there is none."""
    found = (
        n for n, event in enumerate(moment.events)
        if event[0] == "chance" and _of(game, event[1]) == movable and isinstance(event[3], list)
        and all(thing in event[3] for thing in other_of)
    )  # fmt: skip
    return max(found, default=-1)


def _relaid(game: Inside, event: Event, movable: int, other_of: dict[int, int]) -> Event:
    """Exchange them in the order of a shuffle of their type."""
    if event[0] != "chance" or not isinstance(event[3], list) or _of(game, event[1]) != movable:
        return event
    return (*event[:3], [other_of.get(thing, thing) for thing in event[3]], *event[4:])


def _of(game: Inside, site: int) -> int:
    """Give the type of what is shuffled at a site, -1 if none is."""
    compiled = game.ruleset.compiled
    name = compiled.chances[site].name.partition("/shuffle ")[2].rpartition(".")[2]
    return next((slot.movable for slot in compiled.slots if slot.name == name and slot.kind == "pile"), -1)


def _swapped(game: Inside, state: State, movable: int, other_of: dict[int, int]) -> State:
    compiled, places = game.ruleset.compiled, game.machine.runtime.places
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
    places = game.machine.runtime.places
    at = places.addr[place]
    size = places.size(game.state, place)
    return list(range(at + size, at, -1)) if places.pile[place] else [at] * size

"""What must not be told of an answer: a card picked from where not everybody looks, until it lies where they do.

An answer names things. A seat that could not see where such a thing lay is told that something was picked, not what,
unless it comes to see the thing before the action ends that was begun with it: put under a deck it stays unknown,
played to the table it is told. A thing that has been shuffled in between is not the one that was picked, for who looks
on.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from ..engine.context import Event, State
from .sight.onlookers import Onlookers, Thing

if TYPE_CHECKING:
    from .decisions import Offers


@dataclass(frozen=True, slots=True)
class Veil:
    """From which seats one thing of an answer is hidden: number of the event, which element of it, the seats."""

    event: int
    element: int
    seats: int
    thing: Thing
    place: int  # where it lay, at a stop


@dataclass(frozen=True, slots=True)
class Veils:
    """What a step adds: veils, those that are lifted by what it shows, and those that may still be."""

    drawn: tuple[Veil, ...] = ()
    lifted: tuple[Veil, ...] = ()
    open: tuple[Veil, ...] = ()


NONE = Veils()


def veils(
    onlookers: Onlookers, offers: Offers, states: tuple[State, State], events: Sequence[Event], first: int,
    before: Veils, half_way: bool,
) -> Veils:  # fmt: skip
    """Look at a step: the states before and after it, its events (the number of the first), what was open."""
    if not before.open and all(event[0] not in ("decision", "forced") for event in events):
        return NONE
    drawn = [*_drawn(onlookers, offers, states[0], events, first)]
    lifted = []
    left = []
    for veil in (*before.open, *drawn):
        since = events[max(0, veil.event - first) :]
        shown = (
            0
            if _shuffled(veil.thing, since)
            else veil.seats & onlookers.on(states[1], _place(onlookers, states[1], veil))
        )
        if shown:
            lifted.append(replace(veil, seats=shown))
        rest = veil.seats & ~shown
        if rest and half_way and _place(onlookers, states[1], veil) == veil.place:
            left.append(replace(veil, seats=rest))
    return Veils(tuple(drawn), tuple(lifted), tuple(left))


def _drawn(
    onlookers: Onlookers, offers: Offers, S: State, events: Sequence[Event], first: int
) -> Iterator[Veil]:  # fmt: skip
    for number, event in enumerate(events, first):
        if event[0] not in ("decision", "forced"):
            continue
        _, seat, site, code, _ = event
        for element, thing in enumerate(offers.things(site, code)):
            if thing is None:
                continue
            place = onlookers.place(S, thing)
            hidden = onlookers.off(S, place) & ~(1 << seat)
            if hidden:
                yield Veil(number, element, hidden, thing, place)


def _place(onlookers: Onlookers, S: State, veil: Veil) -> int:
    return onlookers.place(S, veil.thing)


def _shuffled(thing: Thing, events: Sequence[Event]) -> bool:
    """Was the thing shuffled? The event does not say of which type its things are: rather once too often."""
    return any(event[0] == "chance" and isinstance(event[3], list) and thing[1] in event[3] for event in events)

"""Which options of a decision pick a thing, so that it can be chosen where it lies."""

from __future__ import annotations

from typing import NamedTuple

from regelwerk.dsl import ir
from regelwerk.interpreter.engine.components import BOX
from regelwerk.interpreter.game.decisions import Decision
from regelwerk.interpreter.game.sight.cells import indices, owner_of, sees

from .details import PLAYER, Reader
from .values import picks


class Lying(NamedTuple):
    """A place: its slot, and the seat it belongs to (-1: none)."""

    address: str
    seat: int


class Picked(dict[tuple[str, str], list[int]]):
    """The numbers of options, counted from 1, by the type of what they pick and what it is called."""

    def __init__(self, viewer: int | None = None) -> None:
        super().__init__()
        self.viewer = viewer
        self._players: dict[int, list[int]] = {}  # that an option picks, too
        self._lying: dict[tuple[int, tuple[str, str]], set[Lying | None]] = {}  # where what an option picks lies

    def before(self, seat: int) -> Picked:
        """Leave those that may mean a thing before this seat: they pick the seat, too, or the viewer's own and no seat.
        Which of several seats is meant only the list of options says."""
        found = Picked(self.viewer)
        usual = [] if self.viewer is None else [self.viewer]
        for thing, numbers in self.items():
            if kept := [n for n in numbers if seat in self._players.get(n, usual)]:
                found[thing] = kept
        return found

    def at(self, address: str, seat: int | None) -> Picked:
        """Leave those that pick a thing where it lies: a copy of it elsewhere is not what they pick."""
        here, found = Lying(address, -1 if seat is None else seat), Picked(self.viewer)
        for thing, numbers in self.items():
            if kept := [n for n in numbers if not self._lying[n, thing].isdisjoint({here, None})]:
                found[thing] = kept
        return found

    def note(self, number: int, things: list[tuple[tuple[str, str], Lying | None]], players: list[int]) -> None:
        """Add an option with what it picks and where that lies, and the seats among that."""
        for thing, lying in things:
            if (number, thing) not in self._lying:
                self.setdefault(thing, []).append(number)
            self._lying.setdefault((number, thing), set()).add(lying)
        if players:
            self._players[number] = players


def picked_by(reader: Reader, asked: Decision | None) -> Picked:
    """List what the options of a decision pick."""
    found = Picked(reader.seat)
    for number, things in enumerate(picks(reader.game, asked), 1) if asked is not None else ():
        elements = (reader.texts.element(reader.texts.type(written), value) for written, value in things)
        known = list(dict.fromkeys((each[0].name, each[1]) for each in elements if each is not None))
        players = [n for domain, n in known if domain == PLAYER]
        found.note(
            number, [((domain, reader.ids(domain)[n]), _lying(reader, domain, n)) for domain, n in known], players
        )
    return found


def _lying(reader: Reader, kind: str, component: int) -> Lying | None:
    """Tell where one of several copies lies, if the seat sees into that place (None: it may lie anywhere)."""
    compiled, places, S = reader.compiled, reader.game.machine.runtime.places, reader.values.plain
    movable = next((n for n, each in enumerate(compiled.movables) if each.domain == kind), None)
    if movable is None or "#" not in reader.domains[kind].ids[component]:
        return None
    place = S[places.loc[movable] + component]
    if place <= BOX:
        return None
    slot = compiled.slots[places.slot[place]]
    keys = next(keys for index, keys in indices(slot, S[ir.PLAYERS]) if slot.place + index == place)
    if not sees(compiled, S, reader.seat, slot, place - slot.place, keys):
        return None
    return Lying(slot.address, owner_of(slot, keys))

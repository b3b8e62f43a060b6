"""Which options of a decision pick a thing, so that it can be chosen where it lies."""

from __future__ import annotations

from regelwerk.interpreter.game.decisions import Decision

from .details import PLAYER, Reader
from .values import picks


class Picked(dict[tuple[str, str], list[int]]):
    """The numbers of options, counted from 1, by the type of what they pick and what it is called."""

    def __init__(self, viewer: int | None = None) -> None:
        super().__init__()
        self.viewer = viewer
        self._players: dict[int, list[int]] = {}  # that an option picks, too

    def before(self, seat: int) -> Picked:
        """Leave those that may mean a thing before this seat: they pick the seat, too, or the viewer's own and no seat.
        Which of several seats is meant only the list of options says."""
        found = Picked(self.viewer)
        usual = [] if self.viewer is None else [self.viewer]
        for thing, numbers in self.items():
            if kept := [n for n in numbers if seat in self._players.get(n, usual)]:
                found[thing] = kept
        return found

    def note(self, number: int, things: list[tuple[str, str]], players: list[int]) -> None:
        """Add an option with what it picks, and the seats among that."""
        for thing in things:
            self.setdefault(thing, []).append(number)
        if players:
            self._players[number] = players


def picked_by(reader: Reader, asked: Decision | None) -> Picked:
    """List what the options of a decision pick."""
    found = Picked(reader.seat)
    for number, things in enumerate(picks(reader.game, asked), 1) if asked is not None else ():
        elements = (reader.texts.element(reader.texts.type(written), value) for written, value in things)
        known = list(dict.fromkeys((each[0].name, each[1]) for each in elements if each is not None))
        players = [n for domain, n in known if domain == PLAYER]
        found.note(number, [(domain, reader.ids(domain)[n]) for domain, n in known], players)
    return found

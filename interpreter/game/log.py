"""The log: what happened, in order, and who may know it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby
from typing import Any

from regelwerk.dsl import ir

from ..engine.context import Event
from ..texts.sentences import Texts
from .decisions import Offers
from .history import Moment

Entry = dict[str, Any]
SHOWN = "show"  # something was shown to one seat alone
REVEALED = "reveal"  # what was private or hidden has come out
TOLD = "told"  # an event that is kept only as one seat was told it: ("told", entry)


class Logs:
    """Turns events of the machine into entries for the outside."""

    def __init__(self, compiled: ir.Compiled, texts: Texts, offers: Offers) -> None:
        self.compiled = compiled
        self.texts = texts
        self.offers = offers

    def entry(self, event: Event) -> Entry:
        """Describe an event; `seen_by` is None for everybody, else a list of seats."""
        kind = event[0]
        if kind in ("decision", "forced"):
            _, seat, site, code, secret = event
            return {
                "kind": kind,
                "seat": seat,
                "site": self.compiled.sites[site].name,
                "option": self.offers.id(site, code),
                "text": self.offers.lasting_text(site, seat, code),
                "seen_by": [seat] if secret or self.compiled.sites[site].secret else None,
            }
        if kind == "chance":
            return self._chance(event)
        if kind == "say":
            return {"kind": kind, "text": self.texts.sentence(event[1], event[2]), "seen_by": None}
        if kind == "event":
            name = self.compiled.events[event[1]]
            if name == SHOWN:
                seat, text, *args = event[2]
                return {"kind": SHOWN, "seat": seat, "text": self.texts.sentence(text, args), "seen_by": [seat]}
            if name == REVEALED:
                return self._revealed(*event[2])
            return {"kind": kind, "name": name, "args": list(event[2]), "seen_by": None}
        if kind == TOLD:
            return {**event[1], "seen_by": None}
        return {"kind": kind, "text": event[1], "seen_by": None}

    def _revealed(self, slot: int, owner: int, text: int, *args: int) -> Entry:
        whose = {"seat": owner} if owner >= 0 else {}
        name = self.compiled.slots[slot].name
        return {"kind": REVEALED, **whose, "name": name, "text": self.texts.sentence(text, args), "seen_by": None}

    def _chance(self, event: Event) -> Entry:
        _, site, bound, result, supplied = event
        chance = self.compiled.chances[site]
        said = None
        if chance.type and not isinstance(result, list):
            said = self.texts.id(chance.type, result + chance.offset)
        return {
            "kind": "chance",
            "site": chance.name,
            "of": bound,
            "result": result,
            "means": said,
            "supplied": supplied,
            "seen_by": None if chance.public else [],
        }

    def told(self, past: Moment, seat: int | None, since: int = 0) -> Iterator[Entry]:
        """Describe what happened from an entry on as a seat may know it; None is somebody who only watches."""
        hidden, events = past.hidden(), past.log()
        for number in _told_in_order(events, seat)[since:]:
            yield self.entry_for(events[number], seat, hidden.get(number, {}))

    def entry_for(self, event: Event, seat: int | None, hidden: Mapping[int, int]) -> Entry:
        """Describe an event as a seat may know it; `hidden` are the elements of an answer and whom they are kept from.

        The end of a game changes nothing about that: what is shown then, the rules show."""
        if _at_once(event) and event[1] != seat:
            return {"kind": "decision", "seat": None, "site": None, "option": None, "text": None}
        entry = self.entry(event)
        seats = entry.pop("seen_by")
        if seats is not None and seat not in seats:
            for field in ("option", "text", "result", "means"):
                if field in entry:
                    entry[field] = None
            if entry["kind"] == "chance" and not isinstance(event[3], list):
                entry["of"] = None  # how many there were to draw from tells as much
            _as_if_asked(entry)
        elif event[0] in ("decision", "forced"):
            _, who, site, code, _ = event
            veils = [self._kept_from(hidden.get(n, 0), seat) for n in range(len(self.offers.things(site, code)))]
            entry["option"] = self.offers.told_id(site, code, veils)
            entry["text"] = self.offers.told_text(site, who, code, veils)
            if any(veils):
                _as_if_asked(entry)
        return entry

    @staticmethod
    def _kept_from(seats: int, seat: int | None) -> bool:
        """Who only watches knows what everybody knows."""
        return seats != 0 if seat is None else bool(seats >> seat & 1)


def _at_once(event: Event) -> bool:
    """Is it an answer of a simultaneous decision? Who was asked what in it, and how often, is told to nobody else."""
    return event[0] in ("decision", "forced") and bool(event[4])


def _told_in_order(events: Sequence[Event], seat: int | None) -> list[int]:
    """Number events in the order in which a seat is told of them: of answers given at once, the own ones first."""
    numbers = list(range(len(events)))
    at = 0
    for together, run in groupby(events, _at_once):
        first, at = at, at + len(list(run))
        if together:
            numbers[first:at] = sorted(numbers[first:at], key=lambda number: events[number][1] != seat)
    return numbers


def _as_if_asked(entry: Entry) -> None:
    """That only one thing could be picked tells what lies hidden: all the same, or only one."""
    if entry["kind"] == "forced":
        entry["kind"] = "decision"

"""The log: what happened, in order, and who may know it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from regelwerk.dsl import ir

from ..engine.context import Event
from ..texts.sentences import Texts
from .decisions import Offers
from .history import Moment

Entry = dict[str, Any]
SHOWN = "show"  # something was shown to one seat alone
ASIDE = "show aside"  # ... while all decide at once: nobody else learns that it was
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
            if name in (SHOWN, ASIDE):
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

    def told(self, past: Moment, seat: int | None) -> Iterator[tuple[int, Entry]]:
        """Describe what happened as a seat may know it, with its numbers in the whole log; None is somebody who only
        watches. What the seat is told nothing of is left out, and how much that was shows nowhere."""
        hidden = past.hidden()
        for number, event in enumerate(past.log()):
            if self.tells(event, seat):
                yield number, self.entry_for(event, seat, hidden.get(number, {}))

    def heard(self, past: Moment, seat: int | None) -> int:
        """Count what a seat is told of."""
        chain = [past]
        while seat not in chain[-1].heard and (before := chain[-1].before) is not None:
            chain.append(before)
        found = chain[-1].heard.get(seat, 0)
        for moment in reversed(chain):
            if seat not in moment.heard:
                found += sum(self.tells(event, seat) for event in moment.events)
                moment.heard[seat] = found
        return found

    def tells(self, event: Event, seat: int | None) -> bool:
        """Is a seat told of an event at all? Who was asked what in a simultaneous decision, and how often, others are
        not; nor is anybody of a draw that is closed, which may hang on what lies hidden."""
        match event:
            case ("decision" | "forced", who, _, _, at_once):
                return not at_once or who == seat
            case ("chance", site, _, result, _):
                return self.compiled.chances[site].public or isinstance(result, list)  # who shuffles does it openly
            case ("event", name, (who, *_)) if self.compiled.events[name] == ASIDE:
                return bool(who == seat)
        return True

    def entry_for(self, event: Event, seat: int | None, hidden: Mapping[int, int]) -> Entry:
        """Describe an event as a seat may know it; `hidden` are the elements of an answer and whom they are kept from.

        The end of a game changes nothing about that: what is shown then, the rules show."""
        entry = self.entry(event)
        seats = entry.pop("seen_by")
        if seats is not None and seat not in seats:
            for field in ("option", "text", "result", "means"):
                if field in entry:
                    entry[field] = None
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


def _as_if_asked(entry: Entry) -> None:
    """That only one thing could be picked tells what lies hidden: all the same, or only one."""
    if entry["kind"] == "forced":
        entry["kind"] = "decision"

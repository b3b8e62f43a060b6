"""The log: what happened, in order, and who may know it."""

from __future__ import annotations

from typing import Any

from ..dsl import ir
from .context import Event
from .decisions import Offers
from .texts import Texts

Entry = dict[str, Any]


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
                "seen_by": [seat] if secret else None,
            }
        if kind == "chance":
            return self._chance(event)
        if kind == "say":
            return {"kind": kind, "text": self.texts.sentence(event[1], event[2]), "seen_by": None}
        if kind == "event":
            name = self.compiled.events[event[1]]
            return {"kind": kind, "name": name, "args": list(event[2]), "seen_by": None}
        return {"kind": kind, "text": event[1], "seen_by": None}

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

    def entry_for(self, event: Event, seat: int | None, over: bool) -> Entry:
        """Describe an event as a seat may see it; None is somebody who only watches."""
        entry = self.entry(event)
        seats = entry.pop("seen_by")
        if seats is None or over or seat in seats:
            return entry
        for hidden in ("option", "text", "result", "means"):
            if hidden in entry:
                entry[hidden] = None
        return entry

"""What a seat may see, computed from the visibility of slots and nothing else."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from regelwerk.dsl import ir

from ..engine.components import Places
from ..engine.context import State
from ..texts.sentences import Texts
from .playing import Playing
from .rules import Rules
from .sight.cells import indices, sees
from .sight.onlookers import Aliases


class Eyes:
    """Reads a state with the eyes of one seat (None: somebody who only watches)."""

    def __init__(
        self, compiled: ir.Compiled, texts: Texts, places: Places, S: State, seat: int | None, aliases: Aliases
    ) -> None:
        self.compiled = compiled
        self.texts = texts
        self.places = places
        self.S = S
        self.seat = seat
        self.aliases = aliases

    def slots(self) -> dict[str, Any]:
        """Give all slots by address; maps are nested objects with the ids of their keys."""
        return {slot.address: self._slot(slot) for slot in self.compiled.slots if slot.shown}

    def _slot(self, slot: ir.Slot) -> Any:
        whole: Any = {}
        for index, keys in self._in_order(slot):
            value = self._cell(slot, index, sees(self.compiled, self.S, self.seat, slot, index, keys))
            if not keys:
                return value
            inner = whole
            names = [self._key(slot, i, key) for i, key in enumerate(keys)]
            for name in names[:-1]:
                inner = inner.setdefault(name, {})
            inner[names[-1]] = value
        return whole

    def _in_order(self, slot: ir.Slot) -> Iterable[tuple[int, tuple[int, ...]]]:
        """Give (index, keys) in the order of the keys; copies as the seat tells them apart, not by their numbers."""
        found = indices(slot, self.S[ir.PLAYERS])
        if self.aliases.onlookers.alike.isdisjoint(slot.keys):
            return found
        orders = [
            self.aliases.order(self.texts.domains[key]) if key in self.texts.domains else None for key in slot.keys
        ]
        ranks = [None if order is None else {n: rank for rank, n in enumerate(order)} for order in orders]
        return sorted(
            found, key=lambda at: [k if rank is None else rank[k] for k, rank in zip(at[1], ranks, strict=True)]
        )

    def _key(self, slot: ir.Slot, i: int, key: int) -> str:
        return self._id(slot.keys[i], key + (slot.offsets[i] if slot.offsets else 0))

    def _id(self, written: str, value: int) -> str:
        """Name a value; copies of a card have no numbers by which they could be recognised."""
        kind = self.texts.type(written)
        found = self.texts.element(kind, value) if kind.kind == "ref" else None
        return self.aliases.id(*found) if found else self.texts.id(written, value)

    def _cell(self, slot: ir.Slot, index: int, seen: bool) -> Any:
        if slot.kind == "cell":
            return self.value(slot.type, self.S[slot.addr + index * slot.stride]) if seen else None
        place = slot.place + index
        if not seen:
            return {"size": self.places.size(self.S, place)}
        contents = [self._id(slot.type, component) for component in self.places.contents(self.S, place)]
        if slot.kind == "pile":
            return contents
        return contents[0] if contents else None

    def value(self, written: str, value: int) -> Any:
        """Read a number as JSON."""
        kind = self.texts.type(written)
        if value == ir.NONE_NUM or (kind.kind == "ref" and value == ir.NONE):
            return None
        if kind.kind == "flag":
            return bool(value)
        if kind.kind == "set":
            inner = written.removeprefix("set ")
            return [self.value(inner, x) for x in self.texts.members(kind, value)]
        return value if kind.kind == "number" else self._id(written, value)

    def unseen_places(self) -> list[tuple[ir.Slot, int]]:
        """List the places the seat cannot look into: (slot, place)."""
        found = []
        for slot in self.compiled.slots:
            if slot.place < 0:
                continue
            for index, keys in indices(slot, self.S[ir.PLAYERS]):
                if not sees(self.compiled, self.S, self.seat, slot, index, keys):
                    found.append((slot, slot.place + index))
        return found


def eyes(ruleset: Rules, texts: Texts, S: State, seat: int | None) -> Eyes:
    aliases = Aliases(ruleset.onlookers, S, seat)
    return Eyes(ruleset.compiled, texts, ruleset.machine.runtime.places, S, seat, aliases)


def asked(game: Playing, seat: int | None) -> dict[str, Any]:
    """Give who has to decide what, as far as a seat may see it, as JSON."""
    own = next((d for d in game.decisions() if d.seat == seat), None)
    return {
        "over": game.over,
        "deciding": _deciding(game, seat),
        "decision": None
        if own is None
        else {
            "site": own.site,
            "question": own.question,
            "secret": own.secret,
            "options": [{"id": o.id, "text": o.text} for o in own.options],
        },
    }


def _deciding(game: Playing, seat: int | None) -> list[int]:
    """Give who has to decide, as far as a seat may know. Of those who answer at once and in secret nobody is told who
    has no choice, or has thought to the end: to others, all of them decide until it is over."""
    asked = [decision.seat for decision in game.decisions()]
    return [each for each in game.at_once or asked if each != seat or each in asked]


def view(game: Playing, seat: int | None) -> dict[str, Any]:
    """Give everything a seat may see, as JSON."""
    return {
        "ruleset": game.ruleset.name,
        "seat": seat,
        "players": game.players,
        "names": list(game.words.names),
        **asked(game, seat),
        "slots": eyes(game.ruleset, game.words.texts, game.seen_state(seat), seat).slots(),
    }

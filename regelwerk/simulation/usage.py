"""What is done in a game and which things are used: found in the ruleset, not named by anybody."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

from regelwerk import Ruleset
from regelwerk.dsl import ir
from regelwerk.interpreter.engine.context import Event, State
from regelwerk.interpreter.engine.option_codes import elements
from regelwerk.interpreter.game.decisions import plain

KEPT = 1 << 18  # answers of which it is remembered what they mean
CHOSEN, BOARD, BOX = "chosen", "board", "box"

Thing = tuple[str, str]  # type and name
Use = tuple[Thing, str]  # a thing, and where it came to, or that it was chosen


@dataclass(frozen=True, slots=True)
class Used:
    """What was done in a game, and which things were used for what."""

    actions: frozenset[str]
    things: frozenset[Use]


class UsageReader:
    """Tells what the answers of a game mean: which action is taken, which things are chosen."""

    def __init__(self, ruleset: Ruleset) -> None:
        self.compiled, self.texts = ruleset.compiled, ruleset.machine.texts
        self.things = self._things()
        self._at = self._sites()
        self.actions = list(dict.fromkeys(self._at.values()))
        self._means = lru_cache(KEPT)(self._meaning)

    def _things(self) -> dict[Thing, str]:
        """List the things that can be chosen or kept, copies taken together."""
        return {
            (domain.name, plain(id)): self.texts.title(domain.name, number)
            for domain in self.compiled.domains
            if domain.kind == "component"
            for number, id in reversed(list(enumerate(domain.ids)))
        }

    def _sites(self) -> dict[tuple[int, int], str]:
        """Name what can be done at each site: an action by its own name, else by where it is asked for."""
        return {
            (number, i): entry.name if site.kind == "offer" else f"{site.name.removeprefix('effect.')}: {entry.name}"
            for number, site in enumerate(self.compiled.sites)
            if site.kind != "choose"
            for i, entry in enumerate(site.entries)
        }

    def done(self, events: Sequence[Event]) -> tuple[Counter[str], Counter[Thing]]:
        """Count what was done, and which things were chosen."""
        done: Counter[str] = Counter()
        chosen: Counter[Thing] = Counter()
        for event in events:
            if event[0] in ("decision", "forced"):
                name, things = self._means(event[2], event[3])
                if name is not None:
                    done[name] += 1
                for thing in things:
                    chosen[thing] += 1
        return done, chosen

    def _meaning(self, site: int, code: int) -> tuple[str | None, list[Thing]]:
        """Tell what is done with an answer, and which things are chosen."""
        entries = self.compiled.sites[site].entries
        entry = entries[code % len(entries)]
        found = zip(entry.types, elements(entry, code // len(entries)), strict=True)
        things = [thing for kind, element in found if (thing := self.thing(kind, element)) is not None]
        return self._at.get((site, code % len(entries))), things

    def thing(self, kind: str, element: int) -> Thing | None:
        """Name an element of a type, if it is a component."""
        found = self.texts.element(self.texts.type(kind), element)
        if found is None or found[0].kind != "component":
            return None
        return found[0].name, plain(found[0].ids[found[1]])


class Whereabouts:
    """Tells where things are: in which places they lie, on the board, in which slots that name them."""

    def __init__(self, reader: UsageReader) -> None:
        self.reader, compiled = reader, reader.compiled
        owned = [(p, range(p.first, p.first + p.count)) for p in compiled.places]
        self._places = {number: compiled.slots[p.slot].address for p, numbers in owned for number in numbers}
        boards = {domain.name for domain in compiled.domains if domain.kind == "cell"}
        laid = {slot.owner: slot.addr for slot in compiled.slots if slot.name == "at" and slot.type in boards}
        self._movables = []
        for m in compiled.movables:
            loc = m.loc
            for domain in reader.texts.type(m.domain).domains:
                self._movables.append(([(domain.name, plain(id)) for id in domain.ids], loc, laid.get(domain.name)))
                loc += len(domain.ids)
        self._naming = [slot for slot in compiled.slots if slot.shown and slot.kind == "cell" and self._names(slot)]

    def _names(self, slot: ir.Slot) -> bool:
        return any(domain.kind == "component" for domain in self.reader.texts.type(slot.type).domains)

    @property
    def types(self) -> set[str]:
        """Name the types whose things can be used: they lie somewhere, are named by a slot, or can be chosen."""
        compiled = self.reader.compiled
        written = [kind for site in compiled.sites for entry in site.entries for kind in entry.types]
        written += [slot.type for slot in self._naming] + [movable.domain for movable in compiled.movables]
        return {domain.name for kind in written for domain in self.reader.texts.type(kind).domains}

    def of(self, S: State) -> set[Use]:
        """Name every thing with where it is."""
        return {*self._lying(S), *self._named(S)}

    def _lying(self, S: State) -> Iterator[Use]:
        for things, loc, at in self._movables:
            for i, thing in enumerate(things):
                laid = at is not None and S[at + i] != ir.NONE
                yield thing, BOARD if laid else self._places.get(S[loc + i], BOX)

    def _named(self, S: State) -> Iterator[Use]:
        for slot in self._naming:
            kind = self.reader.texts.type(slot.type)
            for i in range(math.prod(slot.sizes)):
                value = S[slot.addr + i * slot.stride]
                for element in self.reader.texts.members(kind, value) if slot.bits else (value,):
                    thing = self.reader.thing(slot.type, element)
                    if thing is not None:
                        yield thing, slot.address


class Watch:
    """Looks at one game after another: what is done in it, and what comes to where it was not at first."""

    def __init__(self, ruleset: Ruleset) -> None:
        self.reader = UsageReader(ruleset)
        self.whereabouts = Whereabouts(self.reader)
        self._first: set[Use] = set()
        self._seen: set[Use] = set()

    def things(self) -> list[Thing]:
        """List the things that can be used."""
        types = self.whereabouts.types
        domains = [d for d in self.reader.compiled.domains if d.kind == "component" and d.name in types]
        return list(dict.fromkeys((domain.name, plain(id)) for domain in domains for id in domain.ids))

    def named_by(self, thing: Thing) -> list[Thing]:
        """List the things that a thing names in what is printed on it."""
        domain = self.reader.texts.domains[thing[0]]
        number = next(i for i, id in enumerate(domain.ids) if plain(id) == thing[1])
        tables = self.reader.compiled.tables
        named = [self.reader.thing(trait.type, tables[trait.table][number]) for trait in domain.traits]
        return [thing for thing in named if thing is not None]

    def begin(self, S: State) -> None:
        """A game begins."""
        self._first, self._seen = self.whereabouts.of(S), set()

    def look(self, S: State) -> None:
        """Something was done."""
        self._seen |= self.whereabouts.of(S)

    def used(self, events: Sequence[Event]) -> Used:
        """Tell what was used in the game, by everything that happened."""
        done, chosen = self.reader.done(events)
        return Used(frozenset(done), frozenset(self._seen - self._first | {(thing, CHOSEN) for thing in chosen}))

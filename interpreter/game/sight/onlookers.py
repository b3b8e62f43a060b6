"""Who looks into which place, and what copies of one card are called where they must not be told apart.

A seat is a bit of a mask. The box is out of sight: what is put there from a hand is not shown to anybody.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from regelwerk.dsl import ir

from ...engine.components import BOX, Places
from ...engine.context import State
from ...engine.option_codes import elements
from .cells import declared_for

if TYPE_CHECKING:
    from ...texts.sentences import Texts, Type

Thing = tuple[int, int]  # a component: number of its movable type, and its own
ON_BOARD = -1  # in no pile and not in the box: laid on a board, where all see it
_COPY = re.compile(r"#\d+")


class Onlookers:
    """The sight of all seats on the places of a ruleset."""

    def __init__(self, compiled: ir.Compiled, places: Places) -> None:
        self.compiled = compiled
        self.places = places
        self._sight: list[tuple[int, int]] = [(0, -1)] * len(places.addr)  # seats, flag
        for slot in compiled.slots:
            if slot.place >= 0:
                self._look_at(slot)
        unseen = {slot.movable for slot in compiled.slots if slot.place >= 0 and slot.visibility != "public"}
        self.movables: dict[str, int] = {}
        self.before: dict[str, int] = {}  # how many of other types are counted before one, where several share places
        sizes = {domain.name: len(domain.ids) for domain in compiled.domains}
        for n in sorted(unseen):
            count = 0
            for name in compiled.movables[n].domains:
                self.movables[name], self.before[name] = n, count
                count += sizes.get(name, 0)
        self.alike = {
            d.name for d in compiled.domains if d.name in self.movables and 0 < len(set(d.designs)) < len(d.ids)
        }
        self.designs = {d.name: d.designs for d in compiled.domains if d.name in self.alike}  # the first copy of each
        self._at = [self._spot(movable.domain) for movable in compiled.movables]
        self._parts: dict[str, list[Thing]] = {}  # of what each part is one, if that can lie unseen
        for domain in compiled.domains:
            self._find_wholes(domain)
        keyed = {key for slot in compiled.slots if slot.shown for key in slot.keys}
        self.with_state = self.alike & keyed  # copies that differ by more than where they lie

    def _look_at(self, slot: ir.Slot) -> None:
        count = 1
        for size in slot.sizes:
            count *= size
        shelf = count // slot.sizes[0] if slot.sizes else 1
        flags = self.compiled.slots[slot.revealed].addr if slot.revealed >= 0 else -1
        for index in range(count):
            seats = declared_for(slot, (index // shelf,))
            self._sight[slot.place + index] = (seats, flags + index if flags >= 0 else -1)

    def _spot(self, domain: str) -> ir.Slot | None:
        """Give the slot that says where on a board a thing lies, if it can lie on one."""
        if all(slot.name != f"{domain} on" for slot in self.compiled.slots):
            return None
        return next(slot for slot in self.compiled.slots if slot.owner == domain and slot.name == "at")

    def _find_wholes(self, domain: ir.Domain) -> None:
        """A part lies where the thing lies that it is a part of, and parts of copies are no more told apart than
        these."""
        numbers, whole = [*range(len(domain.ids))], domain
        for _ in self.compiled.domains:
            trait = next((trait for trait in whole.traits if trait.name == whole.part_of), None)
            if trait is None:
                break
            numbers = [self.compiled.tables[trait.table][n] for n in numbers]
            whole = next(d for d in self.compiled.domains if d.name == trait.type)
        if whole is domain or whole.name not in self.movables:
            return
        self._parts[domain.name] = [self._thing(whole, n) for n in numbers]
        names = [unnumbered(id) for id in domain.ids]
        if whole.name in self.alike and len(set(names)) < len(names):
            self.alike.add(domain.name)
            self.designs[domain.name] = [names.index(name) for name in names]

    def lying(self, domain: ir.Domain, number: int) -> Thing | None:
        """Give the component that lies where something lies, itself or what it is a part of; None: it never lies
        unseen."""
        if domain.name in self._parts:
            return self._parts[domain.name][number]
        return self._thing(domain, number) if domain.name in self.movables else None

    def _thing(self, domain: ir.Domain, number: int) -> Thing:
        return self.movables[domain.name], self.before[domain.name] + number

    def instead(self, kind: Type, value: int, domain: ir.Domain, number: int, other: Thing) -> int:
        """Give what is to another component what a value of a kind is to the one it lies with: itself, or such a part
        of it. What the kind has no name for stays what it is."""
        if domain.name not in self._parts:
            start = 0
            for each in kind.domains:
                n = other[1] - self.before.get(each.name, 0)
                if self.movables.get(each.name) == other[0] and 0 <= n < len(each.ids):
                    return start + n
                start += len(each.ids)
            return value
        wholes = self._parts[domain.name]
        own, found = ([n for n, whole in enumerate(wholes) if whole == each] for each in (wholes[number], other))
        return value - number + found[own.index(number) % len(found)] if found else value

    def on(self, S: State, place: int) -> int:
        """Give the seats that look into a place."""
        everybody = (1 << S[ir.PLAYERS]) - 1
        if place == ON_BOARD:
            return everybody
        if place <= BOX:
            return 0
        seats, flag = self._sight[place]
        return everybody if flag >= 0 and S[flag] else seats & everybody

    def off(self, S: State, place: int) -> int:
        """Give the seats that do not look into a place."""
        return (1 << S[ir.PLAYERS]) - 1 & ~self.on(S, place)

    def place(self, S: State, thing: Thing) -> int:
        """Tell where a component lies."""
        movable, number = thing
        spot = self._at[movable]
        if spot is not None and S[spot.addr + number * spot.stride] >= 0:
            return ON_BOARD
        return S[self.places.loc[movable] + number]

    def things(self, texts: Texts, site: ir.Site, code: int) -> list[Thing | None]:
        """Give the components of an option that can lie unseen, one for each chosen element; of one that could be named
        wherever it lies, its name tells nothing."""
        entry = site.entries[code % len(site.entries)]
        chosen = elements(entry, code // len(site.entries))
        open_ = entry.open or [False] * len(chosen)
        named = zip(entry.types, chosen, open_, strict=True)
        return [None if named_so else self.thing(texts, written, x) for written, x, named_so in named]

    def thing(self, texts: Texts, written: str, value: int) -> Thing | None:
        """Give the component a value names, or of which it names a part, if it is one that can lie unseen."""
        kind = texts.type(written)
        found = texts.element(kind, value) if kind.kind == "ref" else None
        return None if found is None else self.lying(*found)

    def named(self, texts: Texts, written: str, value: int) -> list[Thing]:
        """Give the components a value names, or those of a set, if they can lie unseen."""
        kind = texts.type(written)
        elements = [value] if kind.kind != "set" else texts.members(kind, value) if kind.domains else []
        things = (self.thing(texts, written.removeprefix("set "), element) for element in elements)
        return [thing for thing in things if thing is not None]


def unnumbered(id: str) -> str:
    """Leave the number of a copy out of an id."""
    return _COPY.sub("", id)


def letters(number: int) -> str:
    """Count a, b ... z, aa, ab ..."""
    return (letters(number // 26 - 1) if number >= 26 else "") + chr(ord("a") + number % 26)


class Aliases:
    """What components are called for one seat in one position: copies are told apart only by what the seat sees."""

    def __init__(self, onlookers: Onlookers, S: State, seat: int | None) -> None:
        self.onlookers = onlookers
        self.S = S
        self.seat = seat
        self._known: dict[str, list[str]] = {}
        self._orders: dict[str, list[int]] = {}

    def id(self, domain: ir.Domain, number: int) -> str:
        """Name a component."""
        if domain.name not in self.onlookers.alike:
            return domain.ids[number]
        if domain.name not in self.onlookers.with_state:
            return unnumbered(domain.ids[number])
        if domain.name not in self._known:
            self._known[domain.name] = list(self._named(domain))
        return self._known[domain.name][number]

    def order(self, domain: ir.Domain) -> Sequence[int]:
        """Give the numbers of components; copies in an order in which their numbers do not show."""
        numbers = range(len(domain.ids))
        if domain.name not in self.onlookers.alike:
            return numbers
        if domain.name not in self._orders:
            designs = self.onlookers.designs[domain.name]
            self._orders[domain.name] = sorted(numbers, key=lambda n: (designs[n], self._looks(domain, n)))
        return self._orders[domain.name]

    def _named(self, domain: ir.Domain) -> Iterator[str]:
        looks = [self._looks(domain, number) for number in range(len(domain.ids))]
        designs = self.onlookers.designs[domain.name]
        for number, id in enumerate(domain.ids):
            same = [n for n, design in enumerate(designs) if design == designs[number]]
            rank = sorted(same, key=lambda n: looks[n]).index(number)
            yield unnumbered(id) + (f"#{letters(rank)}" if len(same) > 1 else "")

    def _place(self, domain: ir.Domain, number: int) -> int:
        thing = self.onlookers.lying(domain, number)
        assert thing is not None
        return self.onlookers.place(self.S, thing)

    def seen(self, domain: ir.Domain, number: int) -> bool:
        """Does the seat see where a component lies? Who only watches sees what all see."""
        on = self.onlookers.on(self.S, self._place(domain, number))
        return (self.seat is not None and bool(on >> self.seat & 1)) or on == (1 << self.S[ir.PLAYERS]) - 1

    def _looks(self, domain: ir.Domain, number: int) -> tuple[int, ...]:
        """Give everything by which the seat can tell a copy from another."""
        S, onlookers = self.S, self.onlookers
        place, seen = self._place(domain, number), self.seen(domain, number)
        state = [
            S[slot.addr + number * slot.stride]
            for slot in onlookers.compiled.slots
            if slot.keys == [domain.name] and slot.kind == "cell" and slot.visibility == "public" and slot.shown
        ]
        thing = onlookers.lying(domain, number)
        in_place = seen and place > BOX
        depth = onlookers.places.contents(S, place).index(thing[1]) if in_place and thing else 0
        return (*state, place if in_place else BOX, depth)

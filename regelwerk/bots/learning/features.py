"""What a seat sees when it decides, by names: what each option is and is about, and how things stand.

Nothing here knows a game. Of a thing named in an option count its name and its traits, and what is public about it; of
a cell, what lies there and where it leads; of the table, what lies open and what is the seat's own. Names mean the same
in all rulesets of a game. What comes of it is a feature_map for `interpreter.policies`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache
from itertools import product

from regelwerk.dsl import ir
from regelwerk.interpreter.engine.learning import policy
from regelwerk.interpreter.engine.learning.policy import Aspect, FeatureMap, Kind, Look, Onwards, Rows
from regelwerk.interpreter.engine.learning.rollouts import begins
from regelwerk.interpreter.engine.machine import Machine

MANY = 100  # things of one type that are still told apart by name
FAR = 12  # a number of the table with a longer way from lowest to highest is no news
STEPS = (0, 1, 2, 3, 4, 5, 7, 10, 15, 25, 40)  # numbers between two of them are alike
SHELVES = 64  # cells of one slot that a seat looks at one by one

Words = Callable[[int, int], Sequence[str]]  # seat, number of the thing -> words


@lru_cache(maxsize=8)
def feature_names(machine: Machine) -> FeatureNames:
    """Give the feature_names of a ruleset, made once."""
    return FeatureNames(machine)


class FeatureNames:
    """Reads decisions of one ruleset. Kinds, features and tokens (of how things stand) are numbers with names."""

    def __init__(self, machine: Machine) -> None:
        self.compiled, self.texts = machine.compiled, machine.texts
        compiled = self.compiled
        self.domains = {domain.name: domain for domain in compiled.domains}
        self.sites = {site.name: number for number, site in enumerate(compiled.sites)}
        self.kinds = [f"{site.name}/{entry.name}" for site in compiled.sites for entry in site.entries]
        self.features, self.tokens = Names(), Names()
        self._numbers: list[int] = []
        self._rowed: dict[tuple[int, ...], int] = {}
        shown = [s for s in compiled.slots if s.shown and (s.kind == "pile" or s.visibility != "hidden")]
        self._own = [s for s in shown if s.owner == "player" and _shelves(s) <= SHELVES]
        self._open = [s for s in shown if s.owner == "table" and not s.sizes and _news(s)]
        entries = [len(site.entries) for site in compiled.sites]
        after = tuple(self.tokens.number(f"after {kind}") for kind in self.kinds)
        looks = tuple(self._looks())
        kinds = tuple(self._kind(site, entry) for site in compiled.sites for entry in site.entries)
        self.feature_map = FeatureMap(
            entries=tuple(entries), firsts=tuple(sum(entries[:n]) for n in range(len(entries))),
            begins=tuple(begins(compiled)), kinds=kinds, looks=looks, after=after, numbers=tuple(self._numbers),
            features=len(self.features.names), tokens=len(self.tokens.names),
        )  # fmt: skip

    # ------------------------------------------------------------------ how things stand

    def _looks(self) -> Iterator[Look]:
        for slot in (*self._own, *self._open):
            own = slot.owner == "player"
            stride = _shelves(slot) * slot.stride if own else 0
            names = [self._names(key, size) for key, size in zip(slot.keys[1:], slot.sizes[1:], strict=True)]
            for number, shelf in enumerate(product(*names)):
                name = f"{slot.owner} {slot.name}" + (f"[{', '.join(shelf)}]" if shelf else "")
                yield from self._look(slot, name, slot.addr + number * slot.stride, stride)

    def _look(self, slot: ir.Slot, name: str, cell: int, stride: int) -> Iterator[Look]:
        """Look at one cell; where it names something, also at what is known of that."""
        itself = Look(cell, stride, slot.bits, -1, -1, 0, ir.NONE, NOTHING)
        if self._is_board(slot.type) and slot.kind == "cell":
            for lying in self._about(slot.type):
                there = itself._replace(on=lying.addr, rows=self._told(f"{name} {lying.name}", lying))
                yield there
                yield from self._known(f"{name} {lying.name}", lying.type, there)
            return
        yield itself._replace(rows=self._told(name, slot))
        if slot.owner == "player" and slot.kind != "pile" and not slot.bits:
            yield from self._known(name, slot.type, itself)

    def _known(self, name: str, type: str, there: Look) -> Iterator[Look]:
        """Look at what is public about a thing."""
        for slot in self.compiled.slots:
            place = self._is_board(slot.type) and slot.kind != "pile"
            if slot.keys == [type] and slot.shown and slot.visibility == "public" and not slot.bits and not place:
                rows = self._told(f"{name} {slot.name}", slot)
                yield there._replace(of=slot.addr, of_stride=slot.stride, rows=rows)

    def _told(self, name: str, slot: ir.Slot) -> Rows:
        """Give tokens for what a cell of a slot may hold."""
        if slot.kind == "pile" or slot.type == "number" or slot.bits:
            return self._rows(self.tokens, name, lambda seat, x: [str(_rounded(x))], range(-1, STEPS[-1] + 1))
        domain = self.domains.get(slot.type)
        highest = slot.hi if domain is None else len(domain.ids) - 1
        return self._rows(self.tokens, name, self._describing(slot.type), range(ir.NONE, highest + 1))

    def _names(self, key: str, size: int) -> list[str]:
        return self.domains[key].ids if key in self.domains else [str(n) for n in range(size)]

    def _about(self, type: str) -> list[ir.Slot]:
        """List what is public about each thing of a type, or lies on each cell of a board: other things."""
        return [
            slot
            for slot in self.compiled.slots
            if slot.keys == [type] and slot.stride == 1 and not slot.bits and slot.visibility == "public"
            and slot.type in self.domains and self.domains[slot.type].kind != "cell"
        ]  # fmt: skip

    # ------------------------------------------------------------------ options

    def _kind(self, site: ir.Site, entry: ir.Entry) -> Kind:
        name = f"{site.name}/{entry.name}"
        offsets = entry.offsets or [0] * len(entry.radix)
        fixed = [Aspect(policy.ALWAYS, self._rows(self.features, name, lambda seat, x: [""], range(1)))]
        for at, (type, radix, offset) in enumerate(zip(entry.types, entry.radix, offsets, strict=True)):
            words = self._placed(type) if self._is_board(type) else self._describing(type)
            if not self._is_board(type) or radix <= MANY:
                rows = self._rows(self.features, f"{name} {at}", words, range(offset, offset + min(radix, 4096)))
                fixed.append(Aspect(policy.ELEMENT, rows, at))
        onwards = self._onwards(entry, offsets)
        loose: list[Aspect] = []
        for at, (type, offset) in enumerate(zip(entry.types, offsets, strict=True)):
            loose += self._lying(f"{name} {at}", type, Aspect(policy.LYING, NOTHING, at, offset))
            if onwards is not None and (on := self._beyond(type)) is not None:
                there = Aspect(policy.LYING, NOTHING, at, offset, onwards._replace(beyond=on[0], ways=on[1]))
                loose += self._lying(f"{name} {at} onwards", type, there)
        loose.append(Aspect(policy.AGAIN, self._flag(f"{name} again")))
        return Kind(tuple(entry.radix), (*fixed, *loose), len(fixed))

    def _lying(self, name: str, type: str, there: Aspect) -> Iterator[Aspect]:
        """Tell what lies on a cell, whether it is what the seat stands on, and in which of its sets it is."""
        for slot in self._about(type):
            values = range(ir.NONE, len(self.domains[slot.type].ids) + 1)  # the last one: there is no such cell
            words = _or_nowhere(self._describing(slot.type), values[-1])
            rows = self._rows(self.features, f"{name} {slot.name}", words, values)
            there = there._replace(rows=rows, on=slot.addr)
            yield there
            for own in self._own:
                if len(own.sizes) == 1 and own.type == type and self._is_board(type) and own.kind == "cell":
                    flag = self._flag(f"{name} {slot.name} of {own.name}")
                    yield there._replace(form=policy.HERE, rows=flag, cell=own.addr, stride=own.stride)
                if len(own.sizes) == 1 and own.bits and own.type == f"set {slot.type}":
                    flag = self._flag(f"{name} {slot.name} in {own.name}")
                    yield there._replace(form=policy.HELD, rows=flag, cell=own.addr, stride=own.stride, bits=own.bits)

    def _onwards(self, entry: ir.Entry, offsets: Sequence[int]) -> Onwards | None:
        """Find the element of an option that tells a side of a cell."""
        for at, (type, radix, offset) in enumerate(zip(entry.types, entry.radix, offsets, strict=True)):
            for trait in [None, *self._traits(type)]:
                side = self.domains.get(type if trait is None else trait.type)
                if side is not None and side.kind == "side" and radix <= 4096:
                    elements = range(offset, offset + radix)
                    told = (x if trait is None or x < 0 else self._value(trait, x) for x in elements)
                    return Onwards(at, tuple(told), (), 0)
        return None

    def _beyond(self, type: str) -> tuple[tuple[int, ...], int] | None:
        domain = self.domains.get(type)
        if domain is None or domain.kind != "cell" or domain.go < 0:
            return None
        table = self.compiled.tables[domain.go]
        return tuple(table), (len(table) - 1) // len(domain.ids)

    # ------------------------------------------------------------------ words

    def _rows(self, names: Names, name: str, words: Words, values: range) -> Rows:
        """Give rows of numbers for values of something, seat by seat if they differ."""
        firsts = []
        seats = range(self.compiled.players[1])
        told = [[tuple(words(seat, x)) for x in values] for seat in seats]
        width = max(len(row) for row in told[0])
        for seat in seats:
            flat = tuple(
                number
                for row in told[seat]
                for number in (*(names.number(f"{name} {word}".strip()) for word in row), *[0] * (width - len(row)))
            )
            if flat not in self._rowed:
                self._rowed[flat] = len(self._numbers)
                self._numbers += flat
            firsts.append(self._rowed[flat])
        return Rows(tuple(firsts), len(values), width)

    def _flag(self, name: str) -> Rows:
        return self._rows(self.features, name, lambda seat, x: [""] if x else [], range(2))

    def _is_board(self, type: str) -> bool:
        return type in self.domains and self.domains[type].kind == "cell"

    def _placed(self, type: str) -> Words:
        """Name cells of a small board; boards look different from every side of the table."""
        return lambda seat, x: [f"{self.texts.id(type, x)} from seat {seat}"]

    def _describing(self, type: str) -> Words:
        """Say what something is to a seat: its traits, their traits, and its name unless very many are like it."""

        def words(seat: int, x: int) -> list[str]:
            found: list[str] = []
            for trait in self._traits(type) if x >= 0 else ():
                y = self._value(trait, x)
                found.append(f"{trait.name} {self._name(trait.type, y, seat)}")
                for inner in self._traits(trait.type) if y >= 0 else ():
                    found.append(f"{trait.name} {inner.name} {self._name(inner.type, self._value(inner, y), seat)}")
            if not found or len(self.domains[type].ids) <= MANY:
                found.append(self._name(type, x, seat))
            return found

        return words

    def _traits(self, type: str) -> list[ir.Trait]:
        domain = self.domains.get(type)
        return [] if domain is None else domain.traits

    def _value(self, trait: ir.Trait, x: int) -> int:
        return self.compiled.tables[trait.table][x]

    def _name(self, type: str, x: int, seat: int) -> str:
        if type in self.domains and x == ir.NONE:
            return "none"
        if type in self.domains and self.domains[type].kind == "player":
            return "me" if x == seat else "another"
        return self.texts.id(type, x)


NOTHING = Rows((), 1, 0)


class Names:
    """Numbers for names, in the order in which they come up; 0 is nothing."""

    def __init__(self) -> None:
        self.names: list[str] = [""]
        self._numbers: dict[str, int] = {}

    def number(self, name: str) -> int:
        found = self._numbers.get(name)
        if found is None:
            found = self._numbers[name] = len(self.names)
            self.names.append(name)
        return found


def _or_nowhere(words: Words, end: int) -> Words:
    return lambda seat, x: ["nowhere"] if x == end else words(seat, x)


def _shelves(slot: ir.Slot) -> int:
    """Count the cells, or piles, that each seat has of a slot."""
    found = 1
    for size in slot.sizes[1:]:
        found *= size
    return found


def _news(slot: ir.Slot) -> bool:
    return slot.kind != "cell" or slot.type != "number" or slot.hi - slot.lo <= FAR


def _rounded(x: int) -> int:
    return max((step for step in STEPS if step <= x), default=-1)

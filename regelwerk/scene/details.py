"""What a name behind `by` says about one thing: a field, a slot kept for it, what lies on it, or a value of the rules.

Everything comes from a seat's view, or is asked with its eyes: nothing hidden can show.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from copy import copy
from dataclasses import dataclass
from typing import Any

from regelwerk import Game
from regelwerk.dsl import ir
from regelwerk.interpreter.game.view import eyes

from .marks import Palette, together
from .model import Item, Mark
from .values import SeatValues

PLAYER = "Player"


@dataclass(frozen=True, slots=True)
class Source:
    """Where a name leads: exactly one of these is there. `lies` tells slots that hold things of the type."""

    name: str
    type: str  # of what is found, as in `ir`
    fixed: ir.Fixed | None = None
    slot: ir.Slot | None = None
    lies: bool = False
    value: ir.Named | None = None


def asked_with(value: ir.Named) -> list[str]:
    """Give what a value is asked with, me aside."""
    return value.types[1:] if value.me else value.types


def source(compiled: ir.Compiled, show: ir.Show, kind: str, path: str) -> Source | None:
    """Find what a name means for the things of a type; None if it means nothing for them."""
    owner, _, name = path.rpartition(".")
    for fixed in show.fields:
        if fixed.owner == kind and fixed.name == name:
            return Source(name, fixed.type, fixed=fixed)
    named = [slot for slot in compiled.slots if slot.shown and slot.name == name and owner in ("", slot.owner)]
    for slot in sorted(named, key=lambda slot: (slot.owner != kind, slot.owner not in ("player", "table"))):
        if kind in slot.keys:
            return Source(name, slot.type, slot=slot)
        if kind in slot.type.removeprefix("set ").split("|") and len(slot.keys) == 1:
            return Source(name, slot.keys[0], slot=slot, lies=True)
    for value in compiled.values:
        if value.name == name and sorted(asked_with(value)) in ([kind], sorted([kind, PLAYER])):
            return Source(name, value.type, value=value)
    return None


def in_order(seat: int | None, players: Iterable[int]) -> list[int]:
    """Give the players in the order in which what is theirs is shown: whoever looks comes first."""
    return sorted(players, key=lambda other: other != seat)


class Reader:
    """Reads one game with the eyes of one seat (None: somebody who only watches)."""

    def __init__(self, game: Game, seat: int | None) -> None:
        self.game = game
        self.seat = seat
        self.compiled = game.ruleset.compiled
        self.texts = game.words.texts
        self.palette = Palette(self.compiled, self.texts)
        self.slots: dict[str, Any] = game.view(seat)["slots"]
        self.values = SeatValues(game, seat)
        self.aliases = eyes(game.ruleset, self.texts, game.seen_state(seat), seat).aliases
        self._ids: dict[str, list[str]] = {}
        self.players = range(game.players)
        self.in_order = in_order(seat, self.players)
        domains = {domain.name: domain for domain in self.compiled.domains}
        self.domains = domains
        self.player_ids = domains[PLAYER].ids[: game.players] if PLAYER in domains else []

    def supposing(self, cells: Mapping[int, int]) -> Reader:
        """Read values of the rules as if cells of the state held something else."""
        twin = copy(self)
        twin.values = self.values.supposing(cells)
        return twin

    def seat_mark(self, seat: int) -> Mark:
        """Give the mark of a player, with the name."""
        return self.palette.seats[seat].model_copy(update={"title": self.texts.title(PLAYER, seat)})

    def ids(self, kind: str) -> list[str]:
        """List what the things of a type are called in this seat's view: copies that are alike share a name."""
        if kind not in self._ids:
            domain = self.domains[kind]
            self._ids[kind] = [self.aliases.id(domain, n) for n in range(len(domain.ids))]
        return self._ids[kind]

    def things(self, kind: str) -> list[tuple[int, str]]:
        """List the things of a type, each with its name; copies not by their numbers."""
        ids = self.ids(kind)
        return [(n, ids[n]) for n in self.aliases.order(self.domains[kind])]

    def element(self, kind: str, id: str) -> int:
        """Find a thing by its name in this seat's view; of copies that are alike, the first."""
        return self.ids(kind).index(id)

    def raw(self, found: Source, kind: str, element: int, me: int | None = None) -> Any:
        """Read what is said about a thing, as a view would tell it; per player and per kind as lists of pairs."""
        if found.fixed is not None:
            return self._fixed(found.fixed, element)
        if found.value is not None:
            return self._asked(found.value, kind, element, me)
        assert found.slot is not None
        id = self.ids(kind)[element]
        held = self.slots[found.slot.address]
        if found.lies:
            there = [key for key, at in held.items() if at == id or (isinstance(at, list) and id in at)]
            return [key for key in there if me is None or self._owned(found.type, key, me)]
        pairs = list(_leaves(held, found.slot.keys, kind, id, me=self._id(me)))
        return pairs[0][1] if len(pairs) == 1 and not pairs[0][0] else pairs

    def _owned(self, kind: str, id: str, seat: int) -> bool:
        """Tell whether a thing on a board that everybody has lies on this seat's."""
        owners = self.slots.get(f"{kind}.owner", {})
        return bool(owners.get(id, id) in (id, self.player_ids[seat])) if kind != PLAYER else id == self._id(seat)

    def _id(self, seat: int | None) -> str:
        return "" if seat is None else self.player_ids[seat]

    def _fixed(self, fixed: ir.Fixed, element: int) -> Any:
        if fixed.words:
            return self.texts.words(fixed.words[element])
        if fixed.rows >= 0:
            return [self._value(fixed.type, x) for x in self.compiled.lists[fixed.rows][element]]
        return self._value(fixed.type, self.compiled.tables[fixed.table][element])

    def _value(self, written: str, value: int) -> Any:
        kind = self.texts.type(written)
        if value == ir.NONE_NUM or (kind.kind == "ref" and value == ir.NONE):
            return None
        if kind.kind == "set":
            inner = written.removeprefix("set ")
            return [self._value(inner, x) for x in self.texts.members(kind, value)]
        if kind.kind == "flag":
            return bool(value)
        return value if kind.kind == "number" else self.texts.id(written, value)

    def _asked(self, value: ir.Named, kind: str, element: int, me: int | None) -> Any:
        types = asked_with(value)
        if PLAYER not in types or kind == PLAYER:
            found = self.values.ask(value, [element], me)
            return None if found is None else self._value(value.type, found)
        pairs = []
        for seat in self.players:
            found = self.values.ask(value, [seat if type_ == PLAYER else element for type_ in types], me)
            if found is not None:
                pairs.append(((f"{PLAYER} {self.player_ids[seat]}",), self._value(value.type, found)))
        return pairs

    def marks(self, found: Source, kind: str, element: int, me: int | None = None) -> list[Mark]:
        """Give the marks of what is said about a thing."""
        value = self.raw(found, kind, element, me)
        if value is None or value == []:
            return []
        if found.fixed is not None and found.fixed.words:
            return [Mark(text=value)] if value else []
        if isinstance(value, list) and value and isinstance(value[0], tuple):
            marks = (m for keys, inner in value for m in self.palette.marks(found.type, inner, self._prefix(keys)))
            return together(marks)
        return self.palette.marks(found.type, value)

    def _prefix(self, keys: Sequence[str]) -> Mark | None:
        """Give the mark of keys: whose it is, of which kind."""
        marks = [self.palette.mark(written, id) for written, _, id in (key.partition(" ") for key in keys)]
        if not marks:
            return None
        title = ", ".join(mark.title or mark.text for mark in marks)
        return Mark(text="".join(mark.text for mark in marks), colour=marks[0].colour, title=title)

    def item(self, found: Source, kind: str, element: int, label: str, me: int | None = None) -> Item | None:
        """Say something about a thing; None if there is nothing to say. A flag is said by its label alone."""
        marks = self.marks(found, kind, element, me)
        label = self.texts.words(label)
        title = self._words(found.name) if label and len(label.replace("#", "").strip()) == 1 else ""
        if found.type == "flag" and marks and label and marks == [Mark(text="■")]:
            return Item(marks=[Mark(text=label, title=title)])
        return Item(label=label, title=title, marks=marks) if marks else None

    def _words(self, name: str) -> str:
        """Say the name of something; nothing if it is only known in another language."""
        words = name.replace("_", " ")
        return self.texts.words(words) if not self.texts.language or self.texts.known(words) else ""

    def items(self, lines: Sequence[tuple[Source, str]], kind: str, element: int, me: int | None = None) -> list[Item]:
        """Say everything that is asked for about a thing."""
        found = (self.item(each, kind, element, label, me) for each, label in lines)
        return [item for item in found if item is not None]


def _leaves(held: Any, keys: Sequence[str], kind: str, id: str, me: str) -> Iterator[tuple[tuple[str, ...], Any]]:
    """Give what a slot holds for one key, by its other keys; of the slots of players only mine, if there is a me."""
    if not keys:
        yield (), held
        return
    first, rest = keys[0], keys[1:]
    if first == kind:
        if id in held:
            yield from _leaves(held[id], rest, "", id, me)
        return
    if first == PLAYER and me:
        yield from _leaves(held[me], rest, kind, id, me)
        return
    for key, inner in held.items():
        for others, value in _leaves(inner, rest, kind, id, me):
            yield (f"{first} {key}", *others), value

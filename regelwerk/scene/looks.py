"""What a ruleset says about its looks: the lines of `display` about maps of hexagons, seats and remarks, sorted."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from regelwerk.dsl import ir


@dataclass(frozen=True, slots=True)
class Item:
    """A slot to show, what to call it, and for racks what marks its rows."""

    slot: ir.Slot
    label: str
    by: tuple[ir.Slot, ...] = ()


@dataclass(frozen=True, slots=True)
class Remark:
    """What to say beside the options of an action."""

    action: str
    value: ir.Named
    text: str


@dataclass(slots=True)
class Looks:
    """The lines of `display`, sorted."""

    board: str = ""
    ways: list[ir.Named] = field(default_factory=list)  # (cell, side) -> flag
    marks: list[ir.Named] = field(default_factory=list)  # (cell) -> things
    stands: list[ir.Named] = field(default_factory=list)  # me -> side
    sides: list[ir.Named] = field(default_factory=list)  # (thing) -> side
    own: list[Item] = field(default_factory=list)
    others: list[Item] = field(default_factory=list)
    table: list[Item] = field(default_factory=list)
    racks: list[Item] = field(default_factory=list)
    remarks: list[Remark] = field(default_factory=list)

    def __bool__(self) -> bool:
        return bool(self.board or self.own or self.others or self.table)


def looks_of(compiled: ir.Compiled) -> Looks:
    """Read the lines of `display` that ask for a table of their own."""
    values = {value.name: value for value in compiled.values}
    kinds = {domain.name: domain.kind for domain in compiled.domains}
    slots = {("player", slot.name): slot for slot in compiled.slots if slot.shown and slot.each}
    slots |= {(slot.owner, slot.name): slot for slot in compiled.slots if slot.shown}
    hexagons = {domain.name for domain in compiled.domains if domain.shape == "hex"}
    looks = Looks()
    for show in compiled.shows:
        by = [values[name] for name in show.by if name in values]
        if show.word == "map" and show.paths and show.paths[0] in hexagons:
            looks.board = show.paths[0]
            for value in by:
                types = value.types[1:] if value.me else value.types
                if len(types) == 2:
                    looks.ways.append(value)
                elif kinds.get(value.type) == "side":
                    (looks.sides if types else looks.stands).append(value)
                else:
                    looks.marks.append(value)
        elif show.word == "remark" and by:
            looks.remarks += [Remark(path, value, show.text) for path in show.paths for value in by]
        elif show.word in ("own", "others", "table", "rack"):
            owner = "table" if show.word == "table" else "player"
            marks = tuple(slots[owner, name] for name in show.by if (owner, name) in slots)
            found = [slots[owner, path] for path in show.paths if (owner, path) in slots]
            label = show.text if len(found) == 1 else ""  # a text names one thing
            items = [Item(slot, label or slot.name.replace("_", " "), marks) for slot in found]
            getattr(looks, "racks" if show.word == "rack" else show.word).extend(items)
    return looks


def belonging(slot: ir.Slot, value: Any, seat: int, player: str) -> tuple[Any, list[str]]:
    """Give what of a slot belongs to a seat, also by way of things that every player has, and the keys of that."""
    if not slot.each:
        return value.get(player), slot.keys[1:]
    own = {id: of for id, of in value.items() if id.rpartition("@")[2].partition("#")[0] == str(seat + 1)}
    return own, slot.keys

"""What lies before the seats and on the table: as `own`, `others`, `table` and `rack` say, else everything."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from regelwerk.dsl import ir

from .details import PLAYER, Reader
from .looks import Item, Looks, belonging
from .model import Card, Held, Holding, Mark, Rack, RackRow, Square
from .picking import Picked

Drawn = Callable[[str, str], Square | None]  # of a type and an id: a tile as it would lie on the map


def everything(compiled: ir.Compiled, drawn: set[str]) -> Looks:
    """List all there is, where a ruleset does not say what is shown; `drawn` is on boards."""
    looks = Looks()
    for slot in compiled.slots:
        if slot.shown and slot.address not in drawn:
            item = Item(slot, slot.name.replace("_", " "))
            if slot.owner == "player" or slot.each:
                looks.own.append(item)
                looks.others.append(item)
            else:
                looks.table.append(item)
    return looks


def holdings(reader: Reader, looks: Looks, picked: Picked, drawn: Drawn) -> Iterator[Holding]:
    """Give what belongs to the table, then to the seat, then to the others in their order."""
    table = [held for item in looks.table if (held := _held(reader, item, None, picked, drawn))]
    if table:
        yield Holding(items=table)
    for seat in reader.in_order:
        items = looks.own if seat == reader.seat else looks.others
        yield Holding(
            title=reader.texts.title(PLAYER, seat),
            owner=seat,
            items=[held for item in items if (held := _held(reader, item, seat, picked, drawn))],
            racks=[_rack(reader, item, seat) for item in looks.racks],
            options=picked.get((PLAYER, reader.player_ids[seat]), []),
        )


def _held(reader: Reader, item: Item, seat: int | None, picked: Picked, drawn: Drawn) -> Held | None:
    """Say what a slot holds; None if there is nothing to say."""
    slot, keys, value = item.slot, item.slot.keys, reader.slots[item.slot.address]
    if seat is not None:
        value, keys = belonging(slot, value, seat, reader.player_ids[seat])
    label = reader.texts.words(item.label)
    if slot.each and seat is not None:
        marks = list(_of_things(reader, slot, value))
        return Held(label=label, marks=marks) if marks else None
    if keys and isinstance(value, dict):
        marks = list(_keyed(reader, slot, keys, value, None))
        return Held(label=label, marks=marks) if marks else None
    if value is None or value == [] or value is False or (isinstance(value, dict) and not value["size"]):
        return None
    if value is True:
        return Held(label=label)
    if isinstance(value, int):
        return Held(label=label, marks=[Mark(text=str(value))])
    kind = slot.type.removeprefix("set ")
    if slot.kind == "cell":
        return Held(label=label, marks=reader.palette.marks(kind, value, spelt=True))
    return Held(label=label, cards=list(_cards(reader, kind, value, picked.at(slot.address, seat), drawn)))


def _of_things(reader: Reader, slot: ir.Slot, value: Mapping[str, Any]) -> Iterator[Mark]:
    """Give the marks of a player's own things; they need no names where all are called the same."""
    names = {id: reader.palette.title(slot.keys[0], id) for id in value}
    for id, inner in value.items():
        alike = len(set(names.values())) == 1 and inner is not True
        yield from _keyed(reader, slot, slot.keys[1:], inner, None if alike else Mark(text=names[id]))


def _keyed(
    reader: Reader, slot: ir.Slot, keys: Sequence[str], value: Any, prefix: Mark | None
) -> Iterator[Mark]:  # fmt: skip
    """Give the marks of a slot by its keys; what is 0 or none is left out."""
    if not keys:
        shown = reader.palette.marks(slot.type, value, spelt=True)
        for mark in shown:
            if prefix is None or mark.text == "■":
                yield prefix or mark
            else:
                said = ", ".join(part for part in (prefix.title or prefix.text, mark.title) if part)
                apart = ": " if len(prefix.text) > 1 or len(mark.text) > 1 or prefix.text.isdecimal() else ""
                yield Mark(text=f"{prefix.text}{apart}{mark.text}", colour=prefix.colour, title=said, count=mark.count)
        return
    for key, inner in value.items():
        mark = reader.palette.mark(keys[0], key)
        if prefix is not None:
            mark = Mark(
                text=f"{prefix.text} {mark.text}", colour=mark.colour or prefix.colour,
                title=f"{prefix.title or prefix.text}, {mark.title or mark.text}",
            )  # fmt: skip
        yield from _keyed(reader, slot, keys[1:], inner, mark)


def _cards(reader: Reader, kind: str, value: Any, picked: Picked, drawn: Drawn) -> Iterator[Card]:
    if isinstance(value, dict):
        yield from (Card(id="", title="", face_down=True) for _ in range(value["size"]))
        return
    for id in [value] if isinstance(value, str) else value:
        symbol = reader.palette.symbol(kind, id)
        mark = Mark(text=symbol[0], colour=symbol[1]) if symbol else reader.palette.owner(id)
        options = next((found for one in kind.split("|") if (found := picked.get((one, id)))), [])
        title, picture = reader.palette.title(kind, id), reader.palette.picture(kind, id)
        yield Card(id=id, title=title, options=options, mark=mark, picture=picture, square=drawn(kind, id))


def _rack(reader: Reader, item: Item, seat: int) -> Rack:
    """Give the rows of a rack with a mark for each token; rows that are in the set behind `by` are closed."""
    slot, id = item.slot, reader.player_ids[seat]
    held = reader.slots[slot.address][id]
    closed = {key for by in item.by for key in reader.slots[by.address][id] or ()}
    rows = []
    for key, tokens in held.items():
        inner = tokens if isinstance(tokens, dict) else {key: tokens}
        kind = slot.keys[-1]
        marks = [reader.palette.mark(kind, one).model_copy(update={"count": n}) for one, n in inner.items() if n]
        title = reader.palette.title(slot.keys[1], key)
        rows.append(RackRow(id=key, title=title, marks=marks, room=slot.hi, closed=key in closed))
    return Rack(title=reader.texts.words(item.label), rows=rows)

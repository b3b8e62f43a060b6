"""Boards of cells with one thing on each: as a `grid` line says, else all that has to do with cells."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from regelwerk.dsl import ir

from .model import Cell, Grid, Mark
from .reading import PLAYER, Reader

SLANTED = "slanted"  # behind a line `grid`: the board is a rhombus of hexagons
Picked = Mapping[tuple[str, str], list[int]]


def boards(compiled: ir.Compiled) -> dict[str, list[ir.Slot]]:
    """Find the boards to draw and what is on them."""
    shown = [slot for slot in compiled.slots if slot.shown and len(slot.keys) == 1]
    found: dict[str, list[ir.Slot]] = {}
    for show in compiled.shows:
        if show.word == "grid" and show.paths:
            board = show.paths[0]
            by = {path.rpartition(".")[2] for path in show.by}
            on = [slot for slot in shown if slot.name in by and board in (slot.keys[0], slot.type)]
            found.setdefault(board, []).extend(on)
    kinds = {domain.name: domain.kind for domain in compiled.domains}
    for name in (domain.name for domain in compiled.domains if domain.width and domain.name not in found):
        pawns = [slot for slot in shown if slot.type == name and slot.name == "at"]
        pawns.sort(key=lambda slot: kinds[slot.keys[0]] != "player")  # pawns stand on what is laid
        if on := pawns + [slot for slot in shown if slot.keys == [name]]:
            found[name] = on
    return found


def on_boards(found: Mapping[str, list[ir.Slot]]) -> set[str]:
    """Give the addresses of what is drawn on boards, and how it is turned there."""
    at = {slot.address for slots in found.values() for slot in slots}
    return at | {f"{a.removesuffix('.at')}.turn" for a in at if a.endswith(".at")}


def own_boards(compiled: ir.Compiled) -> set[str]:
    """Give the boards of which every player has one."""
    return {slot.keys[1] for slot in compiled.slots if slot.name.endswith(" on") and slot.keys[1:]}


def grids(reader: Reader, found: Mapping[str, list[ir.Slot]], picked: Picked) -> Iterator[Grid]:
    """Give every board as a seat sees it; where every player has one, the seat's own."""
    own = own_boards(reader.compiled)
    slanted = {show.paths[0] for show in reader.compiled.shows if show.word == "grid" and show.style == SLANTED}
    for name, slots in found.items():
        board = reader.domains[name]
        owner = (reader.seat or 0) if name in own else None
        marks = _marks(reader, name, slots, owner)
        cells = [
            Cell(
                id=id, title=reader.texts.title(name, number), x=number % board.width, y=number // board.width,
                mark=marks.get(id), options=picked.get((name, id), []),
            )
            for number, id in enumerate(board.ids)
        ]  # fmt: skip
        lettered = board.ids[0] == "a1"  # cells are called a1 and not x0y0: rows count from 1
        yield Grid(
            shape="slanted" if name in slanted else "hex" if board.shape == "hex" else "square",
            owner=owner,
            columns=[board.ids[x][0] if lettered else str(x) for x in range(board.width)],
            rows=[str(y + 1 if lettered else y) for y in range(board.height)],
            cells=cells,
            growing=all(slot.type == name for slot in slots),
        )


def _marks(reader: Reader, name: str, slots: list[ir.Slot], owner: int | None) -> dict[str, Mark]:
    marks: dict[str, Mark] = {}
    for slot in slots:
        laid = slot.type == name  # its keys lie on the cells
        for key, value in reader.slots[slot.address].items():
            if not laid:
                shown = reader.palette.marks(slot.type, _top(value))
                if shown and key not in marks:
                    marks[key] = shown[0]
            elif value is not None and (owner is None or _owner(reader, slot, key) == reader.player_ids[owner]):
                marks.setdefault(value, reader.palette.mark(slot.keys[0], key))
    return marks


def _top(value: Any) -> Any:
    """Of a pile only the top shows."""
    return value[0] if isinstance(value, list) and value else value


def _owner(reader: Reader, slot: ir.Slot, key: str) -> Any:
    return key if slot.keys == [PLAYER] else reader.slots.get(f"{slot.keys[0]}.owner", {}).get(key)

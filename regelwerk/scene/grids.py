"""Boards of cells with one thing on each: as a `grid` line says, else all that has to do with cells."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from regelwerk.dsl import ir

from .details import PLAYER, Reader
from .model import Cell, Grid, Mark
from .picking import Picked

SLANTED = "slanted"  # behind a line `grid`: the board is a rhombus of hexagons


def boards(compiled: ir.Compiled) -> dict[str, list[ir.Slot]]:
    """Find the boards to draw and what is on them; what a line names first lies on top."""
    shown = [slot for slot in compiled.slots if slot.shown]
    found: dict[str, list[ir.Slot]] = {}
    for show in compiled.shows:
        if show.word == "grid" and show.paths:
            board = show.paths[0]
            by = [path.rpartition(".")[2] for path in show.by]
            on = [slot for slot in shown if slot.name in by and _lies(slot, board)]
            found.setdefault(board, []).extend(sorted(on, key=lambda slot: by.index(slot.name)))
    kinds = {domain.name: domain.kind for domain in compiled.domains}
    for name in (domain.name for domain in compiled.domains if domain.width and domain.name not in found):
        pawns = [slot for slot in shown if slot.type == name and slot.name == "at" and len(slot.keys) == 1]
        pawns.sort(key=lambda slot: kinds[slot.keys[0]] != "player")  # pawns stand on what is laid
        if on := pawns + [slot for slot in shown if slot.keys == [name]]:
            found[name] = on
    return found


def _lies(slot: ir.Slot, board: str) -> bool:
    """Is something kept for the cells of a board, by the table or by every player, or does it name a cell?"""
    return slot.keys == [board] or _each_own(slot, board) or (slot.type == board and len(slot.keys) == 1)


def _each_own(slot: ir.Slot, board: str) -> bool:
    return slot.keys == [PLAYER, board]


def on_boards(found: Mapping[str, list[ir.Slot]]) -> set[str]:
    """Give the addresses of what is drawn on boards, and how it is turned there."""
    at = {slot.address for slots in found.values() for slot in slots}
    return at | {f"{a.removesuffix('.at')}.turn" for a in at if a.endswith(".at")}


def own_boards(compiled: ir.Compiled, found: Mapping[str, list[ir.Slot]]) -> set[str]:
    """Give the boards of which every player has one: things are laid on it, or each keeps something for its cells."""
    laid = {slot.keys[1] for slot in compiled.slots if slot.name.endswith(" on") and slot.keys[1:]}
    return laid | {name for name, slots in found.items() if any(_each_own(slot, name) for slot in slots)}


def on_cells(
    name: str, on: Iterable[ir.Slot], slots: Mapping[str, Any], owner: str | None
) -> Iterator[tuple[str, str, Any]]:
    """Tell what lies on the cells of a board, of everyone's boards that of an owner: cell, type, and what there is."""
    for slot in on:
        held = slots[slot.address]
        if _each_own(slot, name):
            held = held.get(owner, {})
        for key, value in held.items():
            if slot.type != name or slot.keys[-1] == name:
                yield key, slot.type, value
            elif value is not None and (owner is None or _whose(slot, key, slots) == owner):
                yield value, slot.keys[0], key


def _whose(slot: ir.Slot, key: str, slots: Mapping[str, Any]) -> Any:
    return key if slot.keys == [PLAYER] else slots.get(f"{slot.keys[0]}.owner", {}).get(key)


def grids(reader: Reader, found: Mapping[str, list[ir.Slot]], picked: Picked) -> Iterator[Grid]:
    """Give every board as a seat sees it; where every player has one, the seat's own first."""
    own = own_boards(reader.compiled, found)
    slanted = {show.paths[0] for show in reader.compiled.shows if show.word == "grid" and show.style == SLANTED}
    for name, slots in found.items():
        board = reader.domains[name]
        lettered = board.ids[0] == "a1"  # cells are called a1 and not x0y0: rows count from 1
        for owner in reader.in_order if name in own else [None]:
            marks = _marks(reader, name, slots, owner)
            options = picked if owner is None else picked.before(owner)
            cells = [
                Cell(
                    id=id, title=reader.texts.title(name, number), x=number % board.width, y=number // board.width,
                    mark=marks.get(id), options=options.get((name, id), []),
                )
                for number, id in enumerate(board.ids)
            ]  # fmt: skip
            yield Grid(
                shape="slanted" if name in slanted else "hex" if board.shape == "hex" else "square",
                owner=owner,
                columns=[board.ids[x][0] if lettered else str(x) for x in range(board.width)],
                rows=[str(y + 1 if lettered else y) for y in range(board.height)],
                cells=cells,
                growing=all(slot.type == name for slot in slots),
            )


def _marks(reader: Reader, name: str, on: list[ir.Slot], owner: int | None) -> dict[str, Mark]:
    marks: dict[str, Mark] = {}
    whose = None if owner is None else reader.player_ids[owner]
    for cell, written, value in on_cells(name, on, reader.slots, whose):
        if cell not in marks and (shown := reader.palette.marks(written, _top(value))):
            marks[cell] = shown[0]
    return marks


def _top(value: Any) -> Any:
    """Of a pile only the top shows."""
    return value[0] if isinstance(value, list) and value else value

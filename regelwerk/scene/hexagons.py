"""Maps of hexagons: ground, places, paths and pawns."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from regelwerk.dsl import ir
from regelwerk.interpreter.game.decisions import Decision

from .details import PLAYER, Reader
from .looks import Looks
from .model import Hexagon, Hexes, Mark, Pawn, SidePick
from .values import picks

SIDES = 6


def hexes(reader: Reader, looks: Looks, asked: Decision | None) -> Hexes:
    """Give the hexagons on which something is to be seen."""
    board = reader.domains[looks.board]
    cells = {cell.id: cell for cell in _laid(reader, looks, board)}
    _pawns(reader, looks, board, cells)
    if asked is not None:
        _options(reader, looks, board, cells, asked)
    drawn = {(m.text, m.colour) for c in cells.values() for m in (*c.marks, *([c.ground] if c.ground else []))}
    legend = [mark for mark in _legend(reader, looks) if (mark.text, mark.colour) in drawn]
    found = sorted(cells.values(), key=lambda cell: (cell.y, cell.x))
    return Hexes(width=board.width, height=board.height, cells=found, legend=legend)


def _cell(reader: Reader, board: ir.Domain, number: int) -> Hexagon:
    y, x = divmod(number, board.width)
    return Hexagon(id=board.ids[number], title=reader.texts.title(board.name, number), x=x, y=y)


def _laid(reader: Reader, looks: Looks, board: ir.Domain) -> Iterator[Hexagon]:
    for number in range(len(board.ids)):
        cell = _cell(reader, board, number)
        for value in looks.marks:
            _mark(reader, cell, value, reader.values.ask(value, [number]))
        if cell.ground or cell.marks or cell.label:
            for value in looks.ways:
                cell.ways += [side for side in range(SIDES) if reader.values.ask(value, [number, side])]
            yield cell


def _mark(reader: Reader, cell: Hexagon, value: ir.Named, found: int | None) -> None:
    """Put what a value gives on a hexagon: of a thing its symbol as ground, without one its title; of several, all."""
    texts, palette = reader.texts, reader.palette
    kind = texts.type(value.type)
    if found is None or kind.kind not in ("ref", "set"):
        return
    if kind.kind == "set":
        inner = value.type.removeprefix("set ")
        cell.marks += [palette.mark(inner, texts.id(inner, x)) for x in texts.members(kind, found)]
    elif found != ir.NONE:
        id = texts.id(value.type, found)
        if cell.ground is None and palette.symbol(value.type, id) is not None:
            cell.ground = palette.mark(value.type, id)
        else:
            cell.label = texts.title(value.type, found)


def _pawns(reader: Reader, looks: Looks, board: ir.Domain, cells: dict[str, Hexagon]) -> None:
    for slot in reader.compiled.slots:
        if slot.keys != [PLAYER] or slot.type != board.name or slot.address not in reader.slots:
            continue
        for seat in reader.players:
            at = reader.slots[slot.address].get(reader.player_ids[seat])
            if at is not None:
                side = next((reader.values.ask(value, [], seat) for value in looks.stands), None)
                pawn = Pawn(mark=reader.seat_mark(seat), seat=seat, side=None if side is None or side < 0 else side)
                _at(reader, board, cells, board.ids.index(at)).pawns.append(pawn)


def _at(reader: Reader, board: ir.Domain, cells: dict[str, Hexagon], number: int) -> Hexagon:
    return cells.setdefault(board.ids[number], _cell(reader, board, number))


def _options(reader: Reader, looks: Looks, board: ir.Domain, cells: dict[str, Hexagon], asked: Decision) -> None:
    """Number the hexagons that options pick, or their sides."""
    for number, picked in enumerate(picks(reader.game, asked), 1):
        for element in (element for kind, element in picked if kind == board.name):
            cell, side = _at(reader, board, cells, element), _side(reader, looks, picked)
            if side is None:
                cell.options.append(number)
                continue
            known = next((each for each in cell.sides if each.side == side), None)
            if known is None:
                cell.sides.append(SidePick(side=side, options=[number]))
            else:
                known.options.append(number)


def _side(reader: Reader, looks: Looks, picked: Sequence[tuple[str, int]]) -> int | None:
    """Tell at which side of its hexagon an option is."""
    for value in looks.sides:
        for kind, element in picked:
            if value.types[-1] == kind and (side := reader.values.ask(value, [element])) is not None and side >= 0:
                return side
    return None


def _legend(reader: Reader, looks: Looks) -> Iterator[Mark]:
    """Explain the symbols that may be on the map."""
    for value in looks.marks:
        domain = reader.domains.get(value.type.removeprefix("set "))
        for id in domain.ids if domain else ():
            if reader.palette.symbol(value.type, id) is not None:
                mark = reader.palette.mark(value.type.removeprefix("set "), id)
                yield mark.model_copy(update={"title": mark.title or mark.text})

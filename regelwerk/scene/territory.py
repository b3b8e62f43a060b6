"""Maps of squares: tiles with their edges, roads, symbols and pieces; one for the table, or one for every player."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from regelwerk.dsl import ir

from .details import PLAYER, Reader, Source, asked_with
from .model import Item, Mark, Square, Squares
from .picking import Picked
from .plan import SquaresPlan

SIDES = 4


def squares(reader: Reader, plan: SquaresPlan, picked: Picked) -> Iterator[Squares]:
    """Give the maps of a board, that of the seat first."""
    if not plan.own:
        yield _map(reader, plan, None, picked)
        return
    for seat in reader.in_order:
        yield _map(reader, plan, seat, picked.before(seat))


def _map(reader: Reader, plan: SquaresPlan, owner: int | None, picked: Picked) -> Squares:
    board = reader.domains[plan.board]
    pawns = _pawns(reader, plan, owner)
    shown = [(found, label) for found, label in plan.shown if not _is_pawn(found)]
    values = [found.value for found, _ in shown if found.value is not None and PLAYER not in asked_with(found.value)]
    kept, seen = (plan.board, owner), len(values) == len(shown)
    empty = reader.values.empty(kept) if seen else frozenset[int]()  # most cells of a large board are
    cells, nothing = [], list[int]()
    for number, id in enumerate(board.ids):
        options = picked.get((plan.board, id), [])
        if number in empty and not options and id not in pawns:
            continue
        items = ((source, reader.item(source, plan.board, number, label, owner)) for source, label in shown)
        found = [(source, item) for source, item in items if item is not None]
        if not found:
            nothing.append(number)
        if found or options or id in pawns:
            y, x = divmod(number, board.width)
            cell = Square(id=id, title=reader.texts.title(plan.board, number), x=x, y=y, options=options)
            _fill(reader, cell, found)
            _border(reader, plan, cell, number, owner)
            cell.pawns = pawns.get(id, [])
            cells.append(cell)
    if seen and not empty:
        reader.values.keep_empty(kept, values, nothing, owner)
    legend: dict[str, Mark] = {}
    for cell in cells:
        for mark in (*([cell.ground] if cell.ground else []), *cell.sides, *cell.marks):
            if mark is not None and mark.title:
                legend.setdefault(mark.text, mark.model_copy(update={"count": 1}))
    title = reader.texts.words(plan.title)
    return Squares(
        title=title, owner=owner, width=board.width, height=board.height, cells=cells, legend=list(legend.values())
    )


def _border(reader: Reader, plan: SquaresPlan, cell: Square, number: int, owner: int | None) -> None:
    """Put roads and what stands on the edges on a cell."""
    for value in plan.ways:
        cell.ways += [side for side in range(SIDES) if reader.values.ask(value, [number, side], owner)]
    for value in plan.edges:
        each = (reader.values.ask(value, [number, side], owner) for side in range(SIDES))
        cell.sides = [_edge(reader, value.type, side) for side in each]


def about_to_lie(reader: Reader, plans: Sequence[SquaresPlan], kind: str, id: str) -> Square | None:
    """Draw a piece that lies nowhere yet as it would lie on its map; None if it has none."""
    pieces = ((one, reader.element(one, id)) for one in kind.split("|") if id in reader.ids(one))
    found = (_as_it_would_lie(reader, plan, one, piece) for one, piece in pieces for plan in plans)
    return next((cell for cell in found if cell is not None), None)


def _as_it_would_lie(reader: Reader, plan: SquaresPlan, kind: str, piece: int) -> Square | None:
    """What is shown of a cell is worked out from the rules, so they are asked about a table where the piece lies."""
    slots = {slot.address: slot for slot in reader.compiled.slots}
    at, on, turn, whose = (slots.get(f"{kind}.{name}") for name in ("at", "on", "turn", "owner"))
    if at is None or on is None or turn is None or at.type != plan.board or f"{kind}.part" in slots:
        return None
    owner = (reader.seat or 0) if plan.own else None
    size, first = on.sizes[-1], on.addr + (owner or 0) * on.sizes[-1]
    taken = reader.values.plain[first : first + size]
    number = next((cell for cell in range(size) if taken[cell] == ir.NONE), None)
    if number is None or reader.values.plain[at.addr + piece] != ir.NONE:
        return None
    lies = {at.addr + piece: number, turn.addr + piece: 0, first + number: piece}
    if owner is not None and whose is not None:
        lies[whose.addr + piece] = owner
    there = reader.supposing(lies)
    cell = Square(id="", title="", x=0, y=0)
    items = ((each, there.item(each, plan.board, number, label, owner)) for each, label in plan.shown if each.value)
    _fill(there, cell, [(each, item) for each, item in items if item is not None])
    _border(there, plan, cell, number, owner)
    return cell if cell.ways or cell.marks or cell.ground or any(cell.sides) else None


def _fill(reader: Reader, cell: Square, items: Iterable[tuple[Source, Item]]) -> None:
    """Put what is shown on a cell: of a thing its symbol as ground, without one its title; of several, all symbols."""
    for found, item in items:
        kind = reader.texts.type(found.type).kind
        if kind == "ref" and not found.lies:
            mark = item.marks[0]
            if mark.title and cell.ground is None:
                cell.ground = mark
            else:
                cell.label = mark.title or mark.text
        elif kind == "set" or found.lies:
            cell.marks += item.marks
        else:
            cell.items.append(item)


def _is_pawn(found: Source) -> bool:
    return found.lies and found.slot is not None and found.slot.keys == [PLAYER]


def _edge(reader: Reader, written: str, value: int | None) -> Mark | None:
    if value is None or value < 0:
        return None
    return reader.palette.mark(written, reader.texts.id(written, value))


def _pawns(reader: Reader, plan: SquaresPlan, owner: int | None) -> dict[str, list[Mark]]:
    """Find the players' pieces on the board: slots of players that hold a cell, if the map names them."""
    found: dict[str, list[Mark]] = {}
    for each, label in plan.shown:
        slot = each.slot
        if slot is None or not _is_pawn(each):
            continue
        for seat in reader.players if owner is None else [owner]:
            at = reader.slots[slot.address].get(reader.player_ids[seat])
            for id in at if isinstance(at, list) else [at] if isinstance(at, str) else []:
                mark = reader.seat_mark(seat)
                found.setdefault(id, []).append(mark.model_copy(update={"text": label}) if label else mark)
    return found

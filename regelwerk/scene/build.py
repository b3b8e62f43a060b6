"""A scene from a game: what a seat sees, in the parts that `display` asks for."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Any

from regelwerk import Game
from regelwerk.dsl import ir
from regelwerk.interpreter.game.decisions import Decision

from .details import PLAYER, Reader
from .grids import grids
from .hexagons import hexes
from .holdings import Drawn, holdings
from .marks import together
from .model import Card, Cards, Item, Mark, Part, Piece, Row, Scene, Seat, Sheet, Space, Supply, Track
from .network import graph
from .picking import Picked, picked_by
from .plan import Plan, SheetPlan, SlotPlan, plan_of
from .territory import about_to_lie, squares

MARKER = Mark(text="◆")


def scene(game: Game, seat: int | None, plan: Plan | None = None, asked: Decision | None = None) -> Scene:
    """Give what a seat sees. `asked` numbers the options of a decision of this seat; else the pending one does."""
    plan = plan_of(game.ruleset.compiled) if plan is None else plan
    reader = Reader(game, seat)
    if asked is None and seat is not None and not game.over:
        asked = next((d for d in game.decisions() if d.seat == seat), None)
    picked = picked_by(reader, asked)
    looks = plan.looks
    drawn = partial(about_to_lie, reader, plan.squares)
    parts: list[Part] = [graph(reader, each, picked) for each in plan.graphs]
    if looks.board:
        parts.append(hexes(reader, looks, asked))
    for each in plan.squares:
        parts += squares(reader, each, picked)
    if plan.boards:
        parts += grids(reader, plan.boards, picked)
    for track in plan.tracks:
        parts += _tracks(reader, track)
    for row in plan.rows:
        parts += _rows(reader, row, picked, drawn)
    if plan.supplies:
        parts.append(Supply(items=[item for each in plan.supplies for item in _supplies(reader, each)]))
    parts += [_sheet(reader, sheet, picked) for sheet in plan.sheets]
    parts += holdings(reader, looks, picked, drawn)
    return Scene(
        ruleset=game.ruleset.name,
        title=game.words.texts.words(game.ruleset.compiled.title),
        seat=seat,
        seats=[Seat(name=game.words.texts.title(PLAYER, n), mark=reader.seat_mark(n)) for n in reader.players],
        parts=parts,
    )


# ---------------------------------------------------------------- tracks


def _tracks(reader: Reader, plan: SlotPlan) -> Iterator[Track]:
    """Give a track, or one for each key of the slot that is not a player."""
    slot = plan.slot
    held, keys = reader.slots[slot.address], slot.keys
    others = keys[1:] if keys[:1] == [PLAYER] else keys
    if len(others) > 1:
        return
    title = reader.texts.words(plan.title)
    for n, key in enumerate(reader.domains[others[0]].ids if others and others[0] in reader.domains else [""]):
        pieces = [
            Piece(mark=reader.seat_mark(seat) if seat is not None else MARKER, space=space, seat=seat)
            for seat, value in _each_seat(reader, held, keys, key)
            if (space := _space(slot, plan.kind, reader, value)) is not None
        ]
        named = reader.palette.title(others[0], key) if key else title
        spaces = list(_spaces(reader, plan))
        if key and not plan.kind:  # each may be of another length, but no shorter than somebody has come
            ends = [end - slot.lo for found, _ in plan.shown if type(end := reader.raw(found, others[0], n)) is int]
            spaces = spaces[: max([*ends, *(piece.space for piece in pieces)]) + 1] if ends else spaces
        yield Track(title=named, spaces=spaces, pieces=pieces)


def _each_seat(reader: Reader, held: Any, keys: list[str], key: str) -> Iterator[tuple[int | None, Any]]:
    if keys[:1] == [PLAYER]:
        for seat in reader.players:
            value = held.get(reader.player_ids[seat])
            yield seat, value.get(key) if key and isinstance(value, dict) else value
    else:
        yield None, held.get(key) if key else held


def _space(slot: ir.Slot, kind: str, reader: Reader, value: Any) -> int | None:
    if value is None or isinstance(value, dict | list):
        return None
    return reader.element(kind, value) if kind else int(value) - slot.lo


def _spaces(reader: Reader, plan: SlotPlan) -> Iterator[Space]:
    if not plan.kind:
        yield from (Space(title=str(n)) for n in range(plan.slot.lo, plan.slot.hi + 1))
        return
    for element in range(len(reader.domains[plan.kind].ids)):
        items = reader.items(plan.shown, plan.kind, element)
        yield Space(title=reader.texts.title(plan.kind, element), items=items)


# ---------------------------------------------------------------- cards, supplies, sheets


def _rows(reader: Reader, plan: SlotPlan, picked: Picked, drawn: Drawn) -> Iterator[Cards]:
    """Give a row of cards; of players, one for each who has some, that of the seat first; of kinds, all in one row."""
    held, keys = reader.slots[plan.slot.address], plan.slot.keys
    title = reader.texts.words(plan.title)
    if keys[:1] != [PLAYER]:
        if cards := list(_cards(reader, plan, held, keys, picked.at(plan.slot.address, None), drawn)):
            yield Cards(title=title, cards=cards)
        return
    for seat in reader.in_order:
        here = picked.at(plan.slot.address, seat)
        if cards := list(_cards(reader, plan, held[reader.player_ids[seat]], keys[1:], here, drawn)):
            yield Cards(title=title, owner=seat, cards=cards)


def _cards(reader: Reader, plan: SlotPlan, held: Any, keys: list[str], picked: Picked, drawn: Drawn) -> Iterator[Card]:
    if keys:
        for key, inner in held.items():
            head = Item(marks=[Mark(text=reader.palette.title(keys[0], key))])
            for card in _cards(reader, plan, inner, keys[1:], picked, drawn):
                yield card.model_copy(update={"items": [head, *card.items]})
        return
    if isinstance(held, dict):
        yield from (Card(id="", title="", face_down=True) for _ in range(held["size"]))
        return
    for id in [held] if isinstance(held, str) else held or ():
        if not plan.kind:
            continue
        element = reader.element(plan.kind, id)
        symbol = reader.palette.symbol(plan.kind, id)
        yield Card(
            id=id,
            title=reader.palette.title(plan.kind, id),
            items=reader.items(plan.shown, plan.kind, element),
            options=picked.get((plan.kind, id), []),
            mark=Mark(text=symbol[0], colour=symbol[1]) if symbol else None,
            picture=reader.palette.picture(plan.kind, id),
            square=drawn(plan.kind, id),
        )


def _supplies(reader: Reader, plan: SlotPlan) -> Iterator[Item]:
    """Count what is left: of a pile its size, of a slot per player or kind everything."""
    yield Item(label=reader.texts.words(plan.title), marks=_left(reader, plan.slot, plan.slot.keys) or [Mark(text="0")])


def _left(reader: Reader, slot: ir.Slot, keys: list[str]) -> list[Mark]:
    def count(value: Any) -> int:
        if isinstance(value, dict):
            return int(value["size"])
        return len(value) if isinstance(value, list) else int(value or 0) if not isinstance(value, str) else 1

    held = reader.slots[slot.address]
    if not keys:
        return [Mark(text=str(n))] if (n := count(held)) else []
    if len(keys) > 1:
        pairs = ((reader.palette.mark(keys[0], k), inner) for k, inner in held.items())
        totals = [(mark, sum(map(count, inner.values()))) for mark, inner in pairs]
    else:
        totals = [(reader.palette.mark(keys[0], k), count(value)) for k, value in held.items()]
    return together(mark.model_copy(update={"count": n}) for mark, n in totals if n)


def _sheet(reader: Reader, plan: SheetPlan, picked: Picked) -> Sheet:
    rows = []
    for element, id in reader.things(plan.kind):
        cells = [reader.item(found, plan.kind, element, "") or Item(marks=[]) for found, _ in plan.columns]
        title = reader.texts.title(plan.kind, element)
        options = picked.get((plan.kind, id), []) if plan.kind != PLAYER else []  # seats are picked where they sit
        rows.append(Row(id=id, title=title, cells=cells, options=options))
    columns = [reader.texts.words(name) for _, name in plan.columns]
    return Sheet(title=reader.texts.words(plan.title), columns=columns, rows=rows)

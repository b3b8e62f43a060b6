"""The table of a game with much on it, as its `display` lines say: map, own things, others, in the room there is."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from rich.text import Text

from regelwerk import Game
from regelwerk.dsl import ir
from regelwerk.interpreter.game.decisions import Decision
from regelwerk.scene import Plan, scene
from regelwerk.scene.details import Reader
from regelwerk.scene.hexagons import hexes
from regelwerk.scene.looks import Item, Looks, belonging
from regelwerk.scene.model import Hexes
from regelwerk.scene.values import picks
from regelwerk.telling.directions import stands
from regelwerk.telling.speech import speak

from .excerpt import UNBOUND, goes_on
from .flowing import GAP, beside, flow
from .grids import EMPTY, Mark, title
from .hexmap import LARGE, SMALL, Hexagon, Hexagons, arrows, draw_map, drawn, hexagons, window
from .previews import previews, side_by_side
from .stage import BROAD, MORE, Stage
from .table import HIDDEN, NOTHING, Drawing

Slots = Mapping[str, Any]
Place = tuple[int, int]  # column, row
BESIDE = 34  # columns that the things beside a map need


@dataclass(slots=True)
class Tableau:
    """Draws one game for the seats that look at it."""

    drawing: Drawing
    looks: Looks
    plan: Plan

    def __bool__(self) -> bool:
        return bool(self.looks or self.plan)

    def lines(
        self, game: Game, seat: int | None, width: int, rows: int, before: Slots, asked: Decision | None
    ) -> list[Text]:
        """Draw the table in no more lines than there are, if that is possible."""
        slots = game.view(seat)["slots"]
        boards = [line for board in self.drawing.pictures(self.plan.boards, game, seat, width) for line in board]
        wide = max((line.cell_len for line in boards), default=-GAP) + GAP
        if wide + BESIDE > width:
            left = rows if rows >= UNBOUND else max(0, rows - len(boards))
            return [*boards, *self._rest(game, slots, seat, width, left, before, asked)]
        rest = self._rest(game, slots, seat, width - wide, rows, before, asked)
        return beside(boards, rest, wide)

    def _rest(
        self, game: Game, slots: Slots, seat: int | None, width: int, rows: int, before: Slots, asked: Decision | None
    ) -> list[Text]:
        """Draw all but the lines `grid`."""
        language = self.drawing.texts.language
        shown_scene = scene(game, seat, self.plan, asked)
        if self.plan and not self.looks.board:
            stage = Stage(
                shown_scene,
                lambda wide: self._own(game, slots, seat, wide, before),
                lambda wide: self._others(game, slots, seat, wide, before),
                speak(language, MORE),
                width >= BROAD,
                language,
            )
            return stage.lines(width, rows)
        below = self._others(game, slots, seat, width, before)
        if self.plan:  # rows, tracks and supplies beside a map of hexagons
            below += Stage(shown_scene, lambda wide: [], lambda wide: [], "").strips(width, 0)
        if not self.looks.board:
            return [*self._own(game, slots, seat, width, before), *below]
        found = next(part for part in shown_scene.parts if isinstance(part, Hexes))
        cells, middle = self._cells(found, slots, seat, before)
        room = max(7, rows - len(below))
        for part in (2 / 5, 1 / 2, 3 / 5):  # where what lies before the player is much, the map gives way
            side = max(BESIDE, int(width * part))
            large = width - side - GAP >= 6 * LARGE[0] and room >= 5 * LARGE[1]
            size = LARGE if large else SMALL
            shown = window(cells, middle, width - side - GAP, room - 1, size)
            picture = draw_map(cells, shown, size)
            wide = max(line.cell_len for line in picture)
            own = self._own(game, slots, seat, width - wide - GAP, before)
            if len(own) <= room:
                break
        above: list[Text] = []
        if shown.hidden and rows >= UNBOUND:  # above everything else it has the whole width
            shown = window(cells, middle, width, rows, SMALL)
            above, picture, wide = draw_map(cells, shown, SMALL), [], 0
            own = self._own(game, slots, seat, width, before)
        if shown.hidden:
            (above or picture)[-1] = Text(goes_on(language, shown.hidden, wide or width, rows), style="dim")
        legend = self._legend(found, width - wide - GAP)
        own += legend if len(own) + len(legend) <= max(len(picture), room) else []
        return [*above, *(beside(picture, own, wide + GAP) if picture else own), *below]

    def pieces(self, game: Game, asked: Decision, width: int) -> list[Text]:
        """Draw what is about to be laid, as the options of a decision would have it."""
        if not self.looks.board:
            return []
        board = self.drawing.texts.domains[self.looks.board]
        found = previews(game, asked, board.name, lambda g: hexagons(hexes(Reader(g, asked.seat), self.looks, None)))
        could = [Text(speak(self.drawing.texts.language, "It could lie like this:"), "dim")]
        return [*(could if found and not found[0][0] else []), *side_by_side(found, width)]

    def _legend(self, found: Hexes, width: int) -> list[Text]:
        """Explain the symbols on the map."""
        known = [Text.assemble(drawn(mark), (f" {mark.title}", "dim")) for mark in found.legend]
        return [Text(), *flow(known, width)]

    # ------------------------------------------------------------------ the map

    def _cells(self, found: Hexes, slots: Slots, seat: int | None, before: Slots) -> tuple[Hexagons, Place | None]:
        """Give the hexagons as they are drawn, and the one to look at first: that of the seat's pawn."""
        board, cells = self.drawing.texts.domains[self.looks.board], hexagons(found)
        for slot in self.drawing.compiled.slots:  # what was laid since the seat's last turn stands out
            if slot.type == board.name and slot.keys != ["Player"] and slot.address in before:
                for key, at in slots[slot.address].items():
                    if at is not None and before[slot.address].get(key) != at:
                        cells.setdefault(_place(board, at), Hexagon()).fresh = True
        pawns = [(pawn.seat, (cell.x, cell.y), pawn.side) for cell in found.cells for pawn in cell.pawns]
        for owner, place, side in sorted(pawns):
            cells[place].pawns.append((self.drawing.palette.marks[self._seat(owner)], side))
        middle = next((place for owner, place, _ in pawns if owner == seat), None)
        return cells, middle or (min(pawns)[1] if pawns else None)

    def arrows(self, game: Game, asked: Decision) -> dict[str, str]:
        """Show from the player's pawn where the hexagons of options lie that pick something else with them, by id."""
        board = self.drawing.texts.domains.get(self.looks.board)
        if board is None or (start := stands(game, asked.seat, board)) is None:
            return {}
        found = {}
        for option, picked in zip(asked.options, picks(game, asked), strict=True):
            cells = [element for kind, element in picked if kind == board.name]
            if len(cells) == 1 < len(picked):
                found[option.id] = arrows(start, divmod(cells[0], board.width)[::-1])
        return found

    # ------------------------------------------------------------------ what lies before the seats

    def _own(self, game: Game, slots: Slots, seat: int | None, width: int, before: Slots) -> list[Text]:
        lines = flow([self._item(item, slots, None, before) for item in self.looks.table], width)
        if seat is None:
            return lines
        items = [self._item(item, slots, seat, before) for item in self.looks.own]
        lines += flow([self.drawing.named(game, seat, always=True), *items], width)
        for item in self.looks.racks:
            lines += self._rack(item, slots, seat, width)
        return lines

    def _others(self, game: Game, slots: Slots, seat: int | None, width: int, before: Slots) -> list[Text]:
        lines = []
        for other in range(game.players):
            if other != seat:
                items = [self._item(item, slots, other, before) for item in self.looks.others]
                racks = [self._totals(item, slots, other) for item in self.looks.racks]
                lines += flow([self.drawing.named(game, other, always=True), *items, *racks], width)
        return lines

    def _seat(self, seat: int) -> str:
        return self.drawing.texts.domains["Player"].ids[seat]

    def _item(self, item: Item, slots: Slots, seat: int | None, before: Slots) -> Text | None:
        """Say what a slot holds; a number that has changed tells by how much."""
        slot, keys, texts = item.slot, item.slot.keys, self.drawing.texts
        label = texts.words(item.label)
        value, was = slots[slot.address], before.get(slot.address)
        holder = self._seat(seat) if seat is not None else ""
        if seat is not None:
            value, keys = belonging(slot, value, seat, holder)
            was = belonging(slot, was, seat, holder)[0] if was is not None else None
        hidden = isinstance(value, dict) and "size" in value and not keys
        said = str(value["size"]) if hidden and slot.kind == "pile" else self.drawing.said(slot, value, keys, holder)
        changed = bool(before) and was != value
        if said in (NOTHING, "no"):
            return Text(speak(texts.language, "no {label}", label=label), "bold") if changed else None
        text = Text.assemble((label, "dim"))
        if said != "yes":
            text.append(" ").append(speak(texts.language, said) if said == HIDDEN else said, "bold" if changed else "")
        if changed and not isinstance(value, list) and (now := _amount(value)) is not None:
            text.append(f" ({now - (_amount(was) or 0):+})", "bold")
        return text

    def _rows(self, item: Item, slots: Slots, seat: int) -> list[tuple[str, list[Mark], bool]]:
        """Give the rows of a rack: title, a mark for each token, and whether something marks the row."""
        slot, texts = item.slot, self.drawing.texts
        held = slots[slot.address][self._seat(seat)]
        marked = {id for by in item.by for id in slots[by.address][self._seat(seat)] or ()}
        rows = []
        for key, tokens in held.items():
            inner = tokens if isinstance(tokens, dict) else {key: tokens}
            kind = slot.keys[-1]
            marks = [self.drawing.palette.mark(kind, id) for id, count in inner.items() for _ in range(count or 0)]
            rows.append((title(texts, slot.keys[1], key), marks, key in marked))
        return rows

    def _rack(self, item: Item, slots: Slots, seat: int, width: int) -> list[Text]:
        rows = self._rows(item, slots, seat)
        wide = max(len(name) for name, _, _ in rows)
        items: list[Text | None] = []
        for name, marks, closed in rows:
            line = Text(name.ljust(wide) + " ", style="bold" if closed else "")
            for sign, style in marks:
                line.append(sign, style=style or None)
            line.append(EMPTY[0] * max(0, item.slot.hi - len(marks)), "dim")
            items.append(line.append(" ■" if closed else "  "))
        lines = flow(items, width)
        for line in lines:
            line.rstrip()
        return lines

    def _totals(self, item: Item, slots: Slots, seat: int) -> Text:
        totals = [f"{len(marks)}{'■' if closed else ''}" for _, marks, closed in self._rows(item, slots, seat)]
        return Text.assemble((self.drawing.texts.words(item.label), "dim"), " ", "/".join(totals))


def _place(board: ir.Domain, id: str) -> Place:
    number = board.ids.index(id)
    return number % board.width, number // board.width


def _amount(value: Any) -> int | None:
    """Count what can be counted: numbers and piles."""
    if isinstance(value, dict):
        return value.get("size")
    return value if type(value) is int else None

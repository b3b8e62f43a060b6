"""The table as one seat sees it. Everything drawn comes from `Game.view`, so nothing hidden can show."""

from __future__ import annotations

from typing import Any

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from regelwerk import Game
from regelwerk.dsl import ir

from .grids import EMPTY, Mark, Palette, draw_grid, title

Marks = dict[str, dict[str, Mark]]  # by board, by cell
LISTED = 6  # things of a pile named one by one


class Drawing:
    """Draws one game after every step; remembers the boards to point out what has changed."""

    def __init__(self, game: Game) -> None:
        self.compiled = game.ruleset.compiled
        self.texts = game.words.texts
        self.palette = Palette(self.compiled, self.texts)
        self.boards = _boards(self.compiled)
        self.on_boards = {slot.address for slots in self.boards.values() for slot in slots}
        self.last: Marks = {}

    def draw(self, game: Game, seat: int | None, width: int) -> RenderableType:
        """Draw the table."""
        slots = game.view(seat)["slots"]
        boards = [self._board(name, slots) for name in self.boards]
        seats = self._seats(game, slots, seat)
        facts = self._facts(slots)
        beside = [part for part in (facts, seats) if part is not None]
        if not boards:
            return Group(*beside)
        widest = max(line.cell_len for board in boards for line in board)
        pictures = [Text("\n").join(board) for board in boards]
        if not beside:
            return Group(*pictures)
        if widest + 34 > width:
            return Group(*pictures, *beside)
        both = Table.grid(padding=(0, 4, 0, 0))
        both.add_row(Group(*pictures), Group(*beside))
        return both

    def _board(self, name: str, slots: dict[str, Any]) -> list[Text]:
        domain = self.texts.domains[name]
        marks: dict[str, Mark] = {}
        for slot in self.boards[name]:
            for id, value in slots[slot.address].items():
                mark = self.palette.mark(slot.type, value)
                if mark != EMPTY and id not in marks:
                    marks[id] = mark
        before, self.last[name] = self.last.get(name, {}), marks
        return draw_grid(domain, marks, before)

    def _facts(self, slots: dict[str, Any]) -> Text | None:
        """List what belongs to the table and to components."""
        lines = []
        for slot in self.compiled.slots:
            if slot.owner == "player" or slot.address in self.on_boards or slot.address not in slots:
                continue
            said = self.said(slot, slots[slot.address], slot.keys)
            if slot.owner == "table" or said != "–":
                lines.append(Text.assemble((words(slot.name), "bold"), f"  {said}"))
        return Text("\n").join(lines) if lines else None

    def _seats(self, game: Game, slots: dict[str, Any], seat: int | None) -> Table | None:
        """Compare the seats: one row per slot, or one per seat if they are many."""
        shown = [s for s in self.compiled.slots if s.owner == "player" and s.address in slots]
        ids = self.texts.domains["Player"].ids[: game.players]
        cells = [
            [self.said(slot, slots[slot.address].get(id), slot.keys[1:]) for id in ids]
            for slot in shown
            if not _idle(slots[slot.address])
        ]
        heads = [words(slot.name) for slot in shown if not _idle(slots[slot.address])]
        if not cells:
            return None
        names = [self.named(game, other) for other in range(game.players)]
        table = Table(box=None, pad_edge=False, header_style="bold")
        table.add_column("")
        if game.players <= 4:
            for other, name in enumerate(names):
                table.add_column(name, style="bold" if other == seat else "")
            for head, row in zip(heads, cells, strict=True):
                table.add_row(head, *row)
        else:
            for head in heads:
                table.add_column(head)
            for other, name in enumerate(names):
                own = "bold" if other == seat else ""
                table.add_row(name, *(row[other] for row in cells), style=own)
        return table

    def named(self, game: Game, seat: int) -> Text:
        """Give the name of a seat, with its symbol if there is a board to look at."""
        name = Text(game.words.texts.title("Player", seat))
        symbol, style = self.palette.marks[self.texts.domains["Player"].ids[seat]]
        return Text.assemble((symbol, style), " ", name) if self.boards else name

    def said(self, slot: ir.Slot, value: Any, keys: list[str]) -> str:
        """Say what a slot holds."""
        if keys and isinstance(value, dict):
            parts = [(title(self.texts, keys[0], key), self.said(slot, v, keys[1:])) for key, v in value.items()]
            return ", ".join(f"{key} {said}" for key, said in parts if said not in ("–", "0", "no")) or "–"
        if isinstance(value, dict):
            size = value["size"]
            if slot.kind == "holder":
                return "(hidden)" if size else "–"
            return f"{size} face down" if size else "–"
        if isinstance(value, list):
            names = [title(self.texts, slot.type.removeprefix("set "), str(v)) for v in value]
            more = f" … ({len(names)})" if len(names) > LISTED else ""
            return ", ".join(names[:LISTED]) + more or "–"
        if value is None:
            return "–"
        if isinstance(value, bool):
            return "yes" if value else "no"
        return str(value) if isinstance(value, int) else title(self.texts, slot.type, value)


def words(name: str) -> str:
    """Turn an identifier into words."""
    return name.replace("_", " ")


def _idle(by_seat: dict[str, Any]) -> bool:
    """Is this a flag that nobody has?"""
    return all(value is False for value in by_seat.values())


def _boards(compiled: ir.Compiled) -> dict[str, list[ir.Slot]]:
    """Find the boards to draw and the slots on them: as the ruleset says, else all with a cell as only key."""
    shown = [slot for slot in compiled.slots if slot.shown]
    boards: dict[str, list[ir.Slot]] = {}
    for show in compiled.shows:
        if show.word == "grid" and show.paths:
            by = {path.rpartition(".")[2] for path in show.by}
            found = [slot for slot in shown if slot.name in by and slot.keys == show.paths[:1]]
            boards.setdefault(show.paths[0], []).extend(found)
    for domain in compiled.domains:
        if domain.kind == "cell" and domain.width and domain.name not in boards:
            found = [slot for slot in shown if slot.keys == [domain.name]]
            if found:
                boards[domain.name] = found
    return boards

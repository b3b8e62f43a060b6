"""The table as one seat sees it. Everything drawn comes from `Game.view`, so nothing hidden can show."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Any

from rich.console import Group, OverflowMethod, RenderableType
from rich.table import Table
from rich.text import Text

from regelwerk import Game
from regelwerk.dsl import ir
from regelwerk.interpreter.game.decisions import plain
from regelwerk.scene.details import in_order
from regelwerk.scene.grids import boards, on_boards, on_cells, own_boards
from regelwerk.scene.looks import belonging, looks_of
from regelwerk.telling.speech import speak

from .flowing import beside
from .grids import EMPTY, Mark, Palette, draw_grid, title

Marks = dict[tuple[str, int | None], dict[str, Mark]]  # by board and whose it is, by cell
NOTHING, HIDDEN = "–", "(hidden)"
EMPTY_WORDS = (NOTHING, HIDDEN, "0", "no")
APART = 3  # columns between boards
LISTED = 8  # things of a pile named one by one


class Drawing:
    """Draws one game after every step; remembers the boards to point out what has changed."""

    def __init__(self, game: Game, colour: bool = True) -> None:
        self.compiled = game.ruleset.compiled
        self.texts = game.words.texts
        self.palette = Palette(self.compiled, self.texts, colour)
        self.boards = boards(self.compiled)
        self.own_boards = own_boards(self.compiled, self.boards)
        self.on_boards = on_boards(self.boards)
        self.symbols = bool(self.boards or looks_of(self.compiled))  # they are explained beside the names of players
        self.last: Marks = {}
        self.fold: OverflowMethod = "fold"
        self.width = 80

    def draw(self, game: Game, seat: int | None, width: int, compact: bool = False) -> RenderableType:
        """Draw the table; compact means that nothing takes more than one line."""
        self.width = width
        self.fold = "ellipsis" if compact else "fold"
        slots = game.view(seat)["slots"]
        boards = self.pictures(self.boards, game, seat, width)
        seats = self._seats(game, slots, seat)
        facts = self._facts(slots)
        legend = self._legend(game) if self.boards and seats is None else None
        beside: list[RenderableType] = [part for part in (facts, seats, legend) if part is not None]
        if not boards:
            return Group(*beside)
        widest = max(line.cell_len for board in boards for line in board)
        pictures = [Text("\n").join(board) for board in boards]
        if not beside:
            return Group(*pictures)
        if widest + 34 > width:
            return Group(*pictures, *beside)
        both = Table.grid(padding=(0, 4, 0, 0))
        both.add_column(width=widest)
        both.add_row(Group(*pictures), Group(*beside))
        return both

    def pictures(self, names: Iterable[str], game: Game, seat: int | None, width: int) -> list[list[Text]]:
        """Draw boards, each in lines of its own; those of the players beside each other where there is room."""
        slots, found = game.view(seat)["slots"], []
        for name in names:
            if name not in self.own_boards:
                found.append(self._board(name, slots, None))
                continue
            row: list[Text] = []
            for owner in in_order(seat, range(game.players)):
                board = [self.named(game, owner, always=True), *self._board(name, slots, owner)]
                wide = max((line.cell_len for line in row), default=-APART) + APART
                if row and wide + max(line.cell_len for line in board) <= width:
                    row = beside(row, board, wide)
                else:
                    found += [row] if row else []
                    row = board
            found.append(row)
        return found

    def _board(self, name: str, slots: Mapping[str, Any], owner: int | None) -> list[Text]:
        domain, on = self.texts.domains[name], self.boards[name]
        marks: dict[str, Mark] = {}
        whose = None if owner is None else self.texts.domains["Player"].ids[owner]
        for cell, written, value in on_cells(name, on, slots, whose):
            if cell not in marks and (mark := self.palette.mark(written, value)) != EMPTY:
                marks[cell] = mark
        before = self.last.get((name, owner))
        self.last[name, owner] = marks
        return draw_grid(domain, marks, before, growing=all(slot.type == name for slot in on))

    def _legend(self, game: Game) -> Text:
        return Text("\n").join(self.named(game, seat) for seat in range(game.players))

    def _facts(self, slots: dict[str, Any]) -> Table | None:
        """List what belongs to the table and to components."""
        rows: dict[str, str] = {}
        for slot in self.compiled.slots:
            if slot.owner == "player" or slot.each or slot.address in self.on_boards or slot.address not in slots:
                continue
            said = self.said(slot, slots[slot.address], slot.keys)
            if said != NOTHING:
                rows[self.texts.words(words(slot.name))] = self._shown(said)
        table = Table.grid(padding=(0, 2, 0, 0))
        wide = max(map(len, rows), default=0)
        table.add_column(style="bold", width=wide)
        table.add_column(no_wrap=self.fold == "ellipsis", overflow=self.fold, max_width=max(10, self.width - wide - 4))
        for head, said in rows.items():
            table.add_row(head, said)
        return table if rows else None

    def _seats(self, game: Game, slots: dict[str, Any], seat: int | None) -> Table | None:
        """Compare the seats: one row per slot, or one per seat if they are many."""
        shown = [s for s in self.compiled.slots if (s.owner == "player" or s.each) and s.address in slots]
        shown = [s for s in shown if s.address not in self.on_boards or not (s.each or s.keys[1:])]
        ids = self.texts.domains["Player"].ids[: game.players]
        rows = {
            words(slot.name): [
                self.said(slot, *belonging(slot, slots[slot.address], n, id), id) for n, id in enumerate(ids)
            ]
            for slot in shown
        }
        rows = {
            self.texts.words(head): [self._shown(said) for said in row]
            for head, row in rows.items()
            if set(row) not in ({NOTHING}, {"no"})
        }
        if not rows:
            return None
        names = [self.named(game, other) for other in range(game.players)]
        table = Table(box=None, pad_edge=False, header_style="bold")
        table.add_column("", min_width=0 if game.players > 4 else max(map(len, rows)))
        share = max(8, (self.width - max(map(len, rows))) // game.players - 2)
        if game.players <= 4:
            for other, name in enumerate(names):
                own = "bold" if other == seat else ""
                one_line = self.fold == "ellipsis"
                table.add_column(
                    name, style=own, no_wrap=one_line, overflow=self.fold, max_width=share if one_line else None
                )
            for head, row in rows.items():
                table.add_row(head, *row)
        else:
            for head in rows:
                table.add_column(head, no_wrap=self.fold == "ellipsis", overflow=self.fold)
            for other, name in enumerate(names):
                own = "bold" if other == seat else ""
                table.add_row(name, *(row[other] for row in rows.values()), style=own)
        return table

    def _shown(self, said: str) -> str:
        """Say yes, no and what is hidden in the language of the game."""
        return speak(self.texts.language, said) if said in ("yes", "no", HIDDEN) else said

    def named(self, game: Game, seat: int, always: bool = False) -> Text:
        """Give the name of a seat, with its symbol if there is a board to look at."""
        name = Text(game.words.texts.title("Player", seat))
        symbol, style = self.palette.marks[self.texts.domains["Player"].ids[seat]]
        return Text.assemble((symbol, style), " ", name) if self.boards or always else name

    def said(self, slot: ir.Slot, value: Any, keys: list[str], holder: str = "") -> str:
        """Say what a slot holds; of things that belong to somebody else than its holder, whose they are."""
        if keys and isinstance(value, dict):
            return self._map(slot, value, keys, holder)
        if isinstance(value, dict):
            size = value["size"]
            if slot.kind == "holder":
                return HIDDEN if size else NOTHING
            return speak(self.texts.language, "{number} face down", number=size) if size else NOTHING
        if isinstance(value, list):
            return self._things(slot, value, holder)
        if value is None:
            return NOTHING
        if isinstance(value, bool):
            return "yes" if value else "no"
        return str(value) if isinstance(value, int) else title(self.texts, slot.type, value)

    def _things(self, slot: ir.Slot, value: list[Any], holder: str) -> str:
        """List what lies in a place; things that are all called the same are counted, a player's are sorted."""
        kind = slot.type.removeprefix("set ")
        domain = self.texts.domains.get(kind)
        if domain is not None and len(domain.ids) > 1 and slot.kind == "pile":
            if len({self.texts.title(kind, n) for n in range(len(domain.ids))}) == 1:
                counted = Counter(self._whose(str(id), holder) for id in value)
                return ", ".join(f"{whose}{n}" for whose, n in counted.items()) or NOTHING
            if slot.owner == "player":
                order = [plain(id) for id in domain.ids]
                value = sorted(value, key=lambda id: order.index(plain(id)))
        return _listed([self._whose(str(v), holder) + title(self.texts, kind, str(v)) for v in value])

    def _whose(self, id: str, holder: str) -> str:
        """Give the symbol of the player to whom a thing belongs, or the name where there are no symbols; with a gap."""
        seat = id.rpartition("@")[2]
        if "@" not in id or not seat.isdecimal():
            return ""
        owner = int(seat) - 1
        known = self.texts.domains["Player"].ids[owner]
        if known == holder:
            return ""
        return f"{self.palette.marks[known][0]} " if self.symbols else f"{self.texts.title('Player', owner)}: "

    def _map(self, slot: ir.Slot, value: dict[str, Any], keys: list[str], holder: str) -> str:
        parts = [(title(self.texts, keys[0], key), self.said(slot, v, keys[1:], holder)) for key, v in value.items()]
        if slot.each and len({key for key, _ in parts}) == 1 and slot.type != "flag":
            parts = [("", said) for _, said in parts]  # a player's own things that are all called the same
        hidden = sum(said == HIDDEN for _, said in parts)
        told = [
            key if said == "yes" else f"{key}: {said}" if key else said
            for key, said in parts
            if said not in EMPTY_WORDS
        ]
        return (
            ", ".join(told + [speak(self.texts.language, "{number} hidden", number=hidden)] * (hidden > 0)) or NOTHING
        )


def _listed(names: list[str]) -> str:
    """List things, equal ones together, and not too many."""
    if not names:
        return NOTHING
    together = [f"{n} × {name}" if n > 1 else name for name, n in Counter(names).items()]
    more = f" … ({len(names)})" if len(together) > LISTED else ""
    return ", ".join(together[:LISTED]) + more


def words(name: str) -> str:
    """Turn an identifier into words."""
    return name.replace("_", " ")

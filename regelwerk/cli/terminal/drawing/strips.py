"""Tracks, rows of cards, supplies and sheets as text."""

from __future__ import annotations

from collections.abc import Sequence

from rich.text import Text

from regelwerk.scene.model import Card, Cards, Mark, Sheet, Supply, Track

from .flowing import flow
from .grids import known
from .marking import NUMBER, item_text, items_text, mark_text, marks_text, numbered

BOXED = 5  # lines that a row of cards in boxes may take
NARROW, BROAD = 10, 26  # columns of a card


def draw_track(track: Track, width: int) -> list[Text]:
    """Draw a track: its spaces with pieces on them; long ones only around the pieces."""
    standing: dict[int, list[Mark]] = {}
    for piece in track.pieces:
        standing.setdefault(piece.space, []).append(piece.mark)
    spaces = [_space(track, n, standing.get(n, ())) for n in range(len(track.spaces))]
    head = Text(f"{track.title}  " if track.title else "", "bold")
    whole = Text.assemble(head, Text(" ").join(spaces))
    if whole.cell_len <= width:
        return [whole]
    last = len(spaces) - 1
    kept = sorted({0, last, *(n + by for n in standing for by in (-1, 0, 1) if 0 <= n + by <= last)})
    parts: list[Text | None] = [head]
    for i, n in enumerate(kept):
        parts.append(Text("…", "dim") if i and n > kept[i - 1] + 1 else None)
        parts.append(spaces[n])
    return flow(parts, width, gap=1)


def _space(track: Track, n: int, marks: Sequence[Mark]) -> Text:
    space = track.spaces[n]
    title = Text(space.title, "bold" if marks else "dim")
    if space.items:
        title = Text.assemble(title, (":", "dim"), items_text(space.items))
    return Text.assemble("[", *(mark_text(mark, "bold") for mark in marks), title, "]") if marks else title


def draw_cards(part: Cards, seats: Sequence[Mark], width: int, rows: int) -> list[Text]:
    """Draw a row of cards: in boxes where there is room, else behind each other."""
    head = Text()
    if part.owner is not None:
        head.append_text(mark_text(seats[part.owner])).append(" ")
    head.append(part.title, "bold")
    hidden = sum(card.face_down for card in part.cards)
    shown = [card for card in part.cards if not card.face_down]
    boxes = _boxes(shown, width) if rows >= BOXED and shown and not hidden else []
    if boxes and len(boxes) < rows:
        return [head, *boxes]
    items: list[Text | None] = [Text.assemble("[", _card(card), "]") for card in shown]
    return flow([head, *items, Text(f"? × {hidden}", "dim") if hidden else None], width)


def _card(card: Card) -> Text:
    text = Text()
    if number := numbered(card):
        text.append(number, NUMBER).append(" ")
    if card.mark is not None:
        text.append(card.mark.text, known(card.mark.colour)).append(" ")
    text.append(card.title)
    return Text.assemble(text, " ", items_text(card.items, ", ")) if card.items else text


def _boxes(cards: Sequence[Card], width: int) -> list[Text]:
    """Draw cards as boxes beside each other, if all of them fit into one row."""
    columns = []
    for card in cards:
        title = Text()
        if number := numbered(card):
            title.append(number, NUMBER).append(" ")
        if card.mark is not None:
            title.append(card.mark.text, known(card.mark.colour)).append(" ")
        lines = [title.append(card.title, "bold"), *(item_text(item) for item in card.items)]
        wide = max(NARROW, min(BROAD, max(line.cell_len for line in lines)))
        for line in lines:
            line.truncate(wide, overflow="ellipsis")
        columns.append((wide, lines))
    if sum(wide + 4 for wide, _ in columns) > width:
        return []
    deep = max(len(lines) for _, lines in columns)
    rows = [Text() for _ in range(deep + 2)]
    for wide, lines in columns:
        rows[0].append("┌" + "─" * (wide + 2) + "┐", "dim")
        for n in range(deep):
            line = lines[n] if n < len(lines) else Text()
            rows[n + 1].append("│ ", "dim").append_text(line).append(" " * (wide - line.cell_len))
            rows[n + 1].append(" │", "dim")
        rows[-1].append("└" + "─" * (wide + 2) + "┘", "dim")
    return rows


def draw_supply(part: Supply, width: int) -> list[Text]:
    """Draw how much is left of everything."""
    return flow([item_text(item) for item in part.items], width)


def draw_sheet(part: Sheet, width: int) -> list[Text]:
    """Draw a sheet as a table, or one row behind the other where it is too wide."""
    table = [[Text(part.title, "bold"), *(Text(column, "dim") for column in part.columns)]]
    for row in part.rows:
        if any(cell.marks for cell in row.cells) or row.options:
            name = Text.assemble((numbered(row), NUMBER), " " if numbered(row) else "", row.title)
            table.append([name, *(marks_text(cell.marks) for cell in row.cells)])
    if len(table) == 1:
        return []
    wide = [max(line[n].cell_len for line in table) for n in range(len(table[0]))]
    if sum(wide) + 2 * len(wide) > width:
        return flow([Text(" ").join(part for part in line if part) for line in table[1:]], width)
    lines = []
    for line in table:
        text = Text()
        for cell, columns in zip(line, wide, strict=True):
            text.append_text(cell).append(" " * (columns - cell.cell_len + 2))
        text.rstrip()
        lines.append(text)
    return lines

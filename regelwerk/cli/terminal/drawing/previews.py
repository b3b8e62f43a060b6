"""Pieces that are about to be laid, drawn before they are: turned in every way that can be chosen."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from typing import Any

from rich.text import Text

from regelwerk import Game
from regelwerk.interpreter.errors import Refused, RuleError
from regelwerk.interpreter.game.decisions import Decision, plain

from .hexmap import SMALL, Hexagons, draw_map, window

MOST = 12  # options looked through
FOLLOWED = 3  # decisions in a row until a piece lies
GAP = 3
Draw = Callable[[Game], Hexagons]


def previews(game: Game, asked: Decision, board: str, draw: Draw) -> list[tuple[int, Hexagons]]:
    """Give what options would add to the map, by their numbers; 0: how a piece could lie, once all is chosen."""
    site = next(s for s in game.ruleset.compiled.sites if s.name == asked.site)
    seen = _in_sight(game, asked.seat, board)
    if site.kind == "offer" or asked.secret or not seen or len(asked.options) > MOST:
        return []
    twin, before = game.determinize(asked.seat, 0), draw(game)  # dealt anew, so that nothing can be learnt from it
    laid = _laid(game, asked.seat, board)
    found = []
    for number, option in enumerate(asked.options, 1):
        after = twin.clone()
        try:
            after.choose(option.id, asked.seat)
            followed = _until_laid(after, asked.seat, board, seen, laid)
        except (RuleError, Refused):
            continue
        if followed is not None:
            added = {place: cell for place, cell in draw(after).items() if place not in before}
            if followed:
                return [(0, added)]
            found.append((number, added))
    return found


def _until_laid(game: Game, seat: int, board: str, pieces: set[str], before: Counter[str]) -> int | None:
    """Take first options until one more of these pieces lies; count them."""
    for count in range(FOLLOWED):
        if any(piece in pieces for piece in _laid(game, seat, board) - before):
            return count
        if game.over or (asked := game.decisions()[0]).seat != seat:
            return None
        game.choose(asked.options[0], seat)
    return None


def _laid(game: Game, seat: int, board: str) -> Counter[str]:
    slots = game.view(seat)["slots"]
    laid = (slots[s.address] for s in game.ruleset.compiled.slots if _lies(s, board) and s.address in slots)
    return Counter(plain(piece) for at in laid for piece, cell in at.items() if cell is not None)


def _lies(slot: Any, board: str) -> bool:
    return slot.type == board and len(slot.keys) == 1 and slot.keys != ["Player"]


def _in_sight(game: Game, seat: int, board: str) -> set[str]:
    """List the pieces that lie openly beside the map."""
    compiled, slots = game.ruleset.compiled, game.view(seat)["slots"]
    kinds = {slot.keys[0] for slot in compiled.slots if _lies(slot, board)}
    open_ = [slots[s.address] for s in compiled.slots if s.kind != "cell" and s.type in kinds and s.address in slots]
    return {plain(name) for name in _names(open_)}


def _names(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, list):
        for each in value:
            yield from _names(each)
    elif isinstance(value, dict) and "size" not in value:
        yield from _names(list(value.values()))


def side_by_side(pictures: Sequence[tuple[int, Hexagons]], width: int) -> list[Text]:
    """Draw pieces beside each other, each with its number."""
    lines: list[Text] = []
    row: list[Text] = []
    for number, cells in pictures:
        picture = _picture(number, cells)
        wide = max(line.cell_len for line in picture)
        used = max((line.cell_len for line in row), default=0)
        if row and used + GAP + wide > width:
            lines, row, used = lines + row, [], 0
        row += [Text() for _ in range(len(picture) - len(row))]
        for line, more in zip(row, picture, strict=False):
            line.append(" " * (used + GAP - line.cell_len if used else 0)).append_text(more)
    return lines + row


def _picture(number: int, cells: Hexagons) -> list[Text]:
    drawn = draw_map(cells, window(cells, None, 1000, 1000, SMALL), SMALL)
    blank = min(len(line.plain) - len(line.plain.lstrip()) for line in drawn if line.plain.strip())
    label = f"{number}) " if number else " "
    return [Text.assemble(label if i == 1 else " " * len(label), line[blank:]) for i, line in enumerate(drawn)]

"""Boards as text: squares in rows, hexagons staggered, only the part that is in use."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rich.text import Text

from regelwerk.dsl import ir
from regelwerk.interpreter.game.decisions import plain
from regelwerk.interpreter.texts.sentences import Texts
from regelwerk.scene.marks import SEATS, symbols_of

EMPTY = ("·", "dim")
MOST = 20  # columns or rows drawn of a board that is mostly empty
Mark = tuple[str, str]  # text, style


class Palette:
    """How things on a board look: the symbols of the ruleset, or the first letters of their titles."""

    def __init__(self, compiled: ir.Compiled, texts: Texts, colour: bool) -> None:
        self.texts = texts
        seats = [id for domain in compiled.domains if domain.kind == "player" for id in domain.ids]
        usual = {id: SEATS[seat % len(SEATS)].split() for seat, id in enumerate(seats)}
        self.marks: dict[str, Mark] = {
            id: (symbol, known(colour)) for id, (symbol, colour) in symbols_of(compiled).items()
        }
        drawn = [self.marks[id][0] for id in seats]
        for id in seats:  # without colours, seats must differ in their symbols
            if not colour and drawn.count(self.marks[id][0]) > 1:
                self.marks[id] = usual[id][0], ""

    def symbol(self, written: str, id: str) -> Mark | None:
        """Give the symbol of a thing: `town`, or `Terrain.town` where several are called so; copies share one."""
        names = (id, id.partition("#")[0])
        kind = written.removeprefix("set ")
        return next((self.marks[n] for name in names for n in (f"{kind}.{name}", name) if n in self.marks), None)

    def mark(self, written: str, value: Any) -> Mark:
        """Give the mark of a value as a view tells it."""
        if isinstance(value, list):  # a pile shows its top
            return self.mark(written, value[0]) if value else EMPTY
        if isinstance(value, dict):
            return ("?", "dim") if value.get("size") else EMPTY
        if value is None or value is False:
            return EMPTY
        if value is True:
            return "■", ""
        if isinstance(value, int):
            return (str(value), "") if value else EMPTY
        return self.symbol(written, value) or (title(self.texts, written, value)[:2], "")


def known(style: str) -> str:
    """Give a style that a terminal has; others are left out."""
    colours = {"black", "red", "green", "yellow", "blue", "magenta", "cyan", "white"}
    more = {"orange": "dark_orange", "brown": "orange4", "grey": "bright_black", "gray": "bright_black",
            "pink": "hot_pink", "purple": "purple", "bold": "bold", "dim": "dim"}  # fmt: skip
    return style if style in colours else more.get(style, "")


def title(texts: Texts, written: str, id: str) -> str:
    """Give the words for an id."""
    try:
        return texts.title(written, texts.value_of(written, id))
    except KeyError:  # one of several copies, which have no numbers for who looks on
        copies = (known for domain in texts.type(written).domains for known in domain.ids if plain(known) == plain(id))
        known = next(copies, None)
        return id if known is None else texts.title(written, texts.value_of(written, known))


def draw_grid(
    domain: ir.Domain, marks: Mapping[str, Mark], before: Mapping[str, Mark] | None, growing: bool = False
) -> list[Text]:
    """Draw a board line by line; what differs from `before` stands out. Of a growing board only the part in use."""
    columns, rows = _window(domain, marks, growing)
    wide = max([1, *(len(text) for text, _ in marks.values())]) + 1
    heads = [_column(domain, x) for x in columns]
    wide = max(wide, *(len(head) + 1 for head in heads))
    margin = len(_row(domain, rows[-1])) + 1
    half = wide // 2 if domain.shape == "hex" else 0
    lines = [Text(" " * margin + "".join(head.rjust(wide) for head in heads), style="dim")]
    for y in rows:
        line = Text(_row(domain, y).rjust(margin - 1) + " ", style="dim")
        line.append(" " * (half if y % 2 else 0))
        for x in columns:
            id = domain.ids[y * domain.width + x]
            text, style = marks.get(id, EMPTY)
            changed = before is not None and before.get(id, EMPTY) != (text, style)
            line.append(" " * (wide - len(text)))
            line.append(text, style=f"not dim {style}{' reverse' if changed else ''}" if style != "dim" else "dim")
        lines.append(line)
    return lines


def _column(domain: ir.Domain, x: int) -> str:
    return domain.ids[x][0] if _lettered(domain) else str(x)


def _row(domain: ir.Domain, y: int) -> str:
    return str(y + 1 if _lettered(domain) else y)


def _lettered(domain: ir.Domain) -> bool:
    """Are cells called a1 and not x0y0? Then rows count from 1."""
    return domain.ids[0] == "a1"


def _window(domain: ir.Domain, marks: Mapping[str, Mark], growing: bool) -> tuple[range, range]:
    """Give the columns and rows to draw: all, or those in use with one more around them."""
    if not growing and domain.width <= MOST and domain.height <= MOST:
        return range(domain.width), range(domain.height)
    used = [divmod(i, domain.width) for i, id in enumerate(domain.ids) if marks.get(id, EMPTY) != EMPTY]
    if not used:
        used = [(domain.height // 2, domain.width // 2)]
    ys, xs = [y for y, _ in used], [x for _, x in used]
    columns = range(max(0, min(xs) - 1), min(domain.width, max(xs) + 2))
    return columns, range(max(0, min(ys) - 1), min(domain.height, max(ys) + 2))

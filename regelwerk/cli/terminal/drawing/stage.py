"""The parts of a scene in the room there is: maps beside what lies before a player, rows and tracks below."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from rich.text import Text

from regelwerk.scene.model import Cards, Graph, Mark, Scene, Sheet, Squares, Supply, Track

from .excerpt import UNBOUND
from .flowing import GAP, beside, flow
from .graphmap import draw_graph, list_graph
from .marking import mark_text
from .squaremap import draw_squares, squares_fit
from .strips import draw_cards, draw_sheet, draw_supply, draw_track

SIDE = (34, 46)  # columns of what stands beside a map, at least and at most
BROAD = 110  # columns from which on a drawn map and the things beside it have room
MORE = "… t shows all"
TALL = 30  # lines from which on nothing has to be short

Own = Callable[[int], list[Text]]  # what lies before the seats, in so many columns


@dataclass(frozen=True, slots=True)
class Stage:
    """Sets the parts of one scene."""

    scene: Scene
    own: Own
    others: Own
    more: str  # says that there is more than shown
    broad: bool = True  # the terminal is wide
    language: str = ""

    @property
    def marks(self) -> list[Mark]:
        return [seat.mark for seat in self.scene.seats]

    def lines(self, width: int, rows: int) -> list[Text]:
        """Draw the scene in no more lines than there are, if that is possible."""
        pictures = [part for part in self.scene.parts if isinstance(part, Graph | Squares)]
        if not pictures:
            return self._cut([*self.strips(width, rows), *self.own(width), *self.others(width)], rows)
        first, rest = pictures[0], pictures[1:]
        if isinstance(first, Squares) and rows >= UNBOUND and not squares_fit(first, width - SIDE[0] - GAP):
            heads = [self._head(first)] if rest else []
            lines = [*heads, *self._above(first, width, rows), *self._legend(width)]
        elif isinstance(first, Squares) or width >= BROAD:
            lines = self._beside(first, rest, width, rows)
        else:
            lines = self._above(first, width, rows)
        left_out = False
        for part in rest:  # those that found no room beside the first
            drawn = [self._head(part), *self._picture(part, width, max(TALL, rows if rows >= UNBOUND else 0))]
            left_out |= len(lines) + len(drawn) > rows
            lines += drawn if len(lines) + len(drawn) <= rows else []
        if left_out and len(lines) < rows:
            lines.append(Text(self.more, "dim"))
        return self._cut(lines, rows)

    def _beside(self, part: Graph | Squares, rest: list[Graph | Squares], width: int, rows: int) -> list[Text]:
        """Set a map, and others that there is room for, beside what lies before the player."""
        side = max(SIDE[0], min(SIDE[1], width // 3))
        strips = self.strips(width, rows)
        if isinstance(part, Squares) and (lines := self._tight(part, bool(rest), width, rows, len(strips))):
            return lines
        room = max(12 if isinstance(part, Graph) else 9, rows - len(strips))
        several = isinstance(part, Squares) and bool(rest)
        picture = self._picture(part, width - side - GAP, room - several)
        if several:
            picture = [self._head(part), *picture]
        wide = width - side - GAP if isinstance(part, Graph) else max((line.cell_len for line in picture), default=0)
        for other in list(rest) if several else ():
            drawn = [self._head(other), *self._picture(other, width, room - 1, small=True)]
            more = max(line.cell_len for line in drawn)
            if wide + GAP + more + GAP + side <= width and len(drawn) <= room:
                picture = beside(picture, drawn, wide + GAP)
                wide += GAP + more
                rest.remove(other)
        right = [*self.own(width - wide - GAP), *self.others(width - wide - GAP)]
        if len(right) > room:
            right = self.own(width - wide - GAP)
            strips = [*self.others(width), *strips]
        lines = [*beside(picture, right, wide + GAP), *strips]
        legend = self._legend(width)
        return lines + (legend if len(lines) + len(legend) <= rows else [])

    def _tight(self, part: Squares, several: bool, width: int, rows: int, strips: int) -> list[Text]:
        """Set everything beside a map that would not fit above the strips; nothing if that does not help."""
        picture = draw_squares(part, width - SIDE[0] - GAP, rows - several, True, self.language)
        if len(picture) + several + strips <= rows:
            return []
        picture = [self._head(part), *picture] if several else picture
        wide = max(line.cell_len for line in picture)
        right = width - wide - GAP
        return beside(picture, [*self.own(right), *self.others(right), *self.strips(right, 0)], wide + GAP)

    def _legend(self, width: int) -> list[Text]:
        """Explain the symbols on maps of squares."""
        marks = {m.text: m for part in self.scene.parts if isinstance(part, Squares) for m in part.legend}
        return flow([Text.assemble(mark_text(mark), (f" {mark.title}", "dim")) for mark in marks.values()], width)

    def _above(self, part: Graph | Squares, width: int, rows: int) -> list[Text]:
        """Set a map above everything else."""
        below = [*self.own(width), *self.others(width), *self.strips(width, rows)]
        return [*self._picture(part, width, max(6, rows - len(below))), *below]

    def _picture(self, part: Graph | Squares, width: int, rows: int, small: bool = False) -> list[Text]:
        if isinstance(part, Squares):
            return draw_squares(part, width, rows, small, self.language)
        drawn_graph = None
        if width >= BROAD - SIDE[1] - GAP and (rows >= TALL or self.broad):  # lines that cross names say nothing
            drawn_graph = draw_graph(part, self.marks, width, min(rows, width * 2 // 5))  # not taller than a map is
        return drawn_graph if drawn_graph is not None else list_graph(part, self.marks, width, rows)

    def _head(self, part: Graph | Squares) -> Text:
        """Say whose map it is."""
        if isinstance(part, Squares) and part.owner is not None:
            seat = self.scene.seats[part.owner]
            return Text.assemble(mark_text(seat.mark), " ", (seat.name, "bold"))
        return Text(part.title, "bold")

    def strips(self, width: int, rows: int) -> list[Text]:
        """Draw tracks, rows of cards, supplies and sheets; cards in boxes only where there is much room."""
        deep = 8 if rows >= TALL else 0
        lines: list[Text] = []
        for part in self.scene.parts:
            if isinstance(part, Track):
                lines += draw_track(part, width)
            elif isinstance(part, Cards):
                lines += draw_cards(part, self.marks, width, deep)
            elif isinstance(part, Supply):
                lines += draw_supply(part, width)
            elif isinstance(part, Sheet):
                lines += draw_sheet(part, width)
        return lines

    def _cut(self, lines: Sequence[Text], rows: int) -> list[Text]:
        """Leave out what there is no room for, and say so."""
        if len(lines) <= rows:
            return list(lines)
        return [*lines[: max(1, rows - 1)], Text(self.more, "dim")]

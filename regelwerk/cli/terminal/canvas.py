"""A picture made of characters, and the part of a map that there is room for."""

from __future__ import annotations

from rich.text import Text


def cut(low: int, high: int, room: int, middle: int) -> range:
    """Give so many of low..high as there is room for, around the middle."""
    if high - low < room:
        return range(low, high + 1)
    first = max(low, min(middle - room // 2, high - room + 1))
    return range(first, first + room)


class Canvas:
    """Characters with styles, anywhere."""

    def __init__(self) -> None:
        self.signs: dict[tuple[int, int], tuple[str, str]] = {}

    def put(self, x: int, y: int, text: str, style: str = "") -> None:
        for i, sign in enumerate(text):
            self.signs[x + i, y] = sign, style

    def write(self, x: int, y: int, text: Text) -> None:
        """Put a text with its styles."""
        for i, sign in enumerate(text.plain):
            styles = [str(span.style) for span in text.spans if span.start <= i < span.end]
            self.put(x + i, y, sign, " ".join([str(text.style), *styles]).strip())

    def lines(self, width: int, height: int) -> list[Text]:
        """Give the picture line by line."""
        found = []
        for y in range(height):
            line = Text()
            for x in range(width):
                sign, style = self.signs.get((x, y), (" ", ""))
                line.append(sign, style=style or None)
            line.rstrip()
            found.append(line)
        return found

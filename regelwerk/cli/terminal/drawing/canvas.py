"""A picture made of characters."""

from __future__ import annotations

from rich.text import Text


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

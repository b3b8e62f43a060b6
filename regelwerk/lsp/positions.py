"""Places as editors count them: lines from 0, columns in the units of the chosen encoding (UTF-16 unless agreed)."""

from __future__ import annotations

from collections.abc import Sequence

from lsprotocol import types as lsp

from regelwerk.dsl.source import Span

START = lsp.Position(0, 0)


def units(text: str, encoding: str = "utf-16") -> int:
    """Count the units of a text in an encoding of the protocol."""
    if encoding == "utf-32":
        return len(text)
    return len(text.encode(encoding + "-le" if encoding == "utf-16" else encoding, "surrogatepass")) // (
        2 if encoding == "utf-16" else 1
    )


class Ruler:
    """Converts places of one text; anything outside of it is moved to the nearest place inside."""

    def __init__(self, lines: Sequence[str], encoding: str = "utf-16") -> None:
        self.lines = lines
        self.encoding = encoding

    def place(self, position: lsp.Position) -> tuple[int, int]:
        """Return line and column as spans count them, from 1."""
        line = min(max(position.line, 0), len(self.lines) - 1)
        text, left = self.lines[line], position.character
        if position.line > line:
            return line + 1, len(text) + 1
        for column, letter in enumerate(text):
            if left <= 0:
                return line + 1, column + 1
            left -= units(letter, self.encoding)
        return line + 1, len(text) + 1

    def offset(self, position: lsp.Position) -> int:
        """Return the number of characters before a place."""
        line, column = self.place(position)
        return sum(len(row) + 1 for row in self.lines[: line - 1]) + column - 1

    def position(self, line: int, column: int) -> lsp.Position:
        """Return a place, given as spans count it, as the editor counts it."""
        row = min(max(line, 1), len(self.lines))
        text = self.lines[row - 1]
        if line > row:
            column = len(text) + 1
        return lsp.Position(row - 1, units(text[: max(column - 1, 0)], self.encoding))

    def range(self, at: Span) -> lsp.Range:
        """Return a span as a range."""
        end = self.position(at.end_line, at.end_column)
        return lsp.Range(self.position(at.line, at.column), end)

    def everything(self) -> lsp.Range:
        """Return the range of the whole text."""
        return lsp.Range(START, self.position(len(self.lines), len(self.lines[-1]) + 1))

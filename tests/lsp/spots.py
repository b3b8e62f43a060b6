"""Places in a text, named by what stands there."""

from __future__ import annotations

from lsprotocol import types as lsp


def spot(text: str, around: str) -> lsp.Position:
    """Give the place of the `^` in a stretch of text; without one, its end. Columns in UTF-16 units."""
    before, _, after = around.partition("^") if "^" in around else (around, "", "")
    assert text.count(before + after) >= 1, f"{before + after!r} is not there"
    offset = text.index(before + after) + len(before)
    line = text.count("\n", 0, offset)
    row = text[text.rfind("\n", 0, offset) + 1 : offset]
    return lsp.Position(line, len(row.encode("utf-16-le")) // 2)

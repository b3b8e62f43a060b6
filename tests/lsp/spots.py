"""Places in a text, named by what stands there."""

from __future__ import annotations

import re

from lsprotocol import types as lsp


def offset(text: str, around: str) -> int:
    """Find the `^` in a stretch of text; without one, its end. Any number of blanks is as good as another."""
    before, _, after = around.partition("^") if "^" in around else (around, "", "")
    blanks = (re.sub(r"(?:\\ )+", " +", re.escape(part)) for part in (before, after))
    found = re.search("({})({})".format(*blanks), text)
    assert found is not None, f"{before + after!r} is not there"
    return found.end(1)


def position(text: str, at: int) -> lsp.Position:
    """Give an offset as an editor does; columns in UTF-16 units."""
    row = text[text.rfind("\n", 0, at) + 1 : at]
    return lsp.Position(text.count("\n", 0, at), len(row.encode("utf-16-le")) // 2)


def spot(text: str, around: str) -> lsp.Position:
    """Give the place of the `^` in a stretch of text."""
    return position(text, offset(text, around))

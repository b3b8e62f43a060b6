"""Texts set behind each other and beside each other."""

from __future__ import annotations

from collections.abc import Sequence

from rich.console import Console
from rich.text import Text

GAP = 2


def flow(items: Sequence[Text | None], width: int, gap: int = GAP) -> list[Text]:
    """Set things behind each other, with a gap, in as few lines as possible."""
    lines: list[Text] = []
    for item in items:
        if item is None:
            continue
        if lines and lines[-1].cell_len + gap + len(item.plain.rstrip()) <= width:
            lines[-1] = Text.assemble(lines[-1], " " * gap, item)
        else:
            lines += item.wrap(Console(width=width), max(10, width))
    return lines


def beside(left: Sequence[Text], right: Sequence[Text], width: int) -> list[Text]:
    """Set lines beside each other; the left ones get so many columns."""
    lines = []
    for i in range(max(len(left), len(right))):
        line = left[i].copy() if i < len(left) else Text()
        if i < len(right):
            line.append(" " * (width - line.cell_len))
            line.append_text(right[i])
        lines.append(line)
    return lines

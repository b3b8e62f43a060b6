"""Rows as text: one column per key, for a terminal."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from benchmarks.timing import Row

HIDDEN = {"goals"}  # shown in the table of goals


def shown(value: Any) -> str:
    """Write a number as people read it; a spread as its median and limits."""
    if isinstance(value, dict):
        return f"{shown(value['median'])} ({shown(value['low'])}..{shown(value['high'])})"
    if isinstance(value, bool):
        return "met" if value else "MISSED"
    if isinstance(value, int):
        return f"{value:,}" if abs(value) >= 10_000 else str(value)
    if isinstance(value, float):
        return f"{value:,.0f}" if abs(value) >= 100 else f"{value:.3g}"
    return "" if value is None else str(value)


def cells(rows: Sequence[Row]) -> list[list[str]]:
    """Give a heading and a line per row; what no row has is no column."""
    keys = list(dict.fromkeys(key for row in rows for key in row if key not in HIDDEN))
    return [[key.replace("_", " ") for key in keys], *[[shown(row.get(key)) for key in keys] for row in rows]]


def table(rows: Sequence[Row]) -> str:
    """Write rows under their keys."""
    if not rows:
        return "(not measured)"
    lines = cells(rows)
    widths = [max(len(line[i]) for line in lines) for i in range(len(lines[0]))]
    return "\n".join(
        "  ".join(word.ljust(width) for word, width in zip(line, widths, strict=True)).rstrip() for line in lines
    )

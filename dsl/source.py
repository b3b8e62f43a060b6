"""Source text and places in it."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple


class Span(NamedTuple):
    """A stretch of a source file; lines and columns count from 1, the end column is exclusive."""

    file: str
    line: int
    column: int
    end_line: int
    end_column: int

    def to(self, other: Span) -> Span:
        """Return the stretch from the start of this span to the end of another."""
        return Span(self.file, self.line, self.column, other.end_line, other.end_column)


def sources_of(path: Path) -> list[Path]:
    """The files of a ruleset: the file itself, or every `.regel` file in a folder."""
    return sorted(path.rglob("*.regel")) if path.is_dir() else [path]


NOWHERE = Span("", 0, 0, 0, 0)


@dataclass(frozen=True, slots=True)
class Source:
    """One file: the name it is shown under, and its text."""

    name: str
    text: str
    lines: list[str] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "lines", self.text.split("\n"))

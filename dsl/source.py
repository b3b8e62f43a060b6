"""Source text and places in it."""

from __future__ import annotations

import hashlib
import os
import re
from dataclasses import dataclass, field
from pathlib import Path, PurePath
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


LAYERS = ("edition", "erratum", "expansion", "variant", "mod", "house")  # of overlays, in this order
_OVERLAY = re.compile(rf"\ufeff?(?:[ \t]*(?:#.*)?\r?\n)*(?:{'|'.join(LAYERS)})\b")


def files_of(path: Path) -> list[Path]:
    """The file itself, or every `.regel` file in a folder, overlays included; folders nobody may open have none."""
    if not path.is_dir():
        return [path]
    return sorted(Path(at, name) for at, _, names in os.walk(path) for name in names if name.endswith(".regel"))


def sources_of(path: Path) -> list[Path]:
    """The files of a ruleset: the file itself, or those of a folder that neither begin as an overlay does nor belong
    to one that has a folder of its own."""
    if not path.is_dir():
        return [path]
    files = files_of(path)
    headings = {file for file in files if is_overlay(file)}
    return [f for f in files if f not in headings and not any(belongs(str(f), str(h)) for h in headings)]


def belongs(name: str, heading: str) -> bool:
    """Tell whether a file is part of the overlay whose heading stands in another one: that is called like its folder,
    as in `modules/warehouse/warehouse.regel`, and the file lies in that folder or below it."""
    at = PurePath(heading)
    return at.stem == at.parent.name and name != heading and PurePath(name).is_relative_to(at.parent)


def parts_of(heading: Path) -> list[Path]:
    """The files of an overlay: the one with its heading, then what else is in its folder."""
    near = files_of(heading.parent) if heading.stem == heading.parent.name else []
    return [heading, *(file for file in near if file != heading and not is_overlay(file))]


def is_overlay(file: Path) -> bool:
    """Tell whether a file begins with the heading of an overlay."""
    try:
        return begins_as_overlay(file.read_text(encoding="utf-8", errors="replace"))
    except OSError:
        return False


def begins_as_overlay(text: str) -> bool:
    """Tell whether a text begins with the heading of an overlay."""
    return _OVERLAY.match(text) is not None


def fingerprint(text: str) -> str:
    """Give the fingerprint of a source text; how its lines end does not count."""
    return hashlib.sha256(text.replace("\r\n", "\n").encode()).hexdigest()


# Characters that steer a terminal or turn a line of text round: nobody reads them, so nobody may write them.
UNSEEN = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069]")

NOWHERE = Span("", 0, 0, 0, 0)


@dataclass(frozen=True, slots=True)
class Source:
    """One file: the name it is shown under, and its text."""

    name: str
    text: str
    entries: tuple[str, ...] = ()  # of the ledger, if this is only the part of the file that cites them
    whole: str = field(default="", repr=False, compare=False)  # the text of the file, if this is only a part of it
    lines: list[str] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "lines", self.text.split("\n"))
        object.__setattr__(self, "whole", self.whole or self.text)

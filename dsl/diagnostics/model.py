"""What a message consists of."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from ..source import Span
from .codes import TITLES


class Severity(Enum):
    ERROR = "error"
    WARNING = "warning"


@dataclass(frozen=True, slots=True)
class Label:
    """A place and what is to be said about it there."""

    at: Span
    text: str = ""


@dataclass(frozen=True, slots=True)
class Fix:
    """Replace the text of a span; `safe` fixes may be applied unseen."""

    at: Span
    text: str
    safe: bool = False


@dataclass(frozen=True, slots=True)
class Diagnostic:
    """One mistake, said once: what is wrong, where, and the way out."""

    code: str  # one of codes.TITLES
    message: str
    at: Span
    help: str = ""
    severity: Severity = Severity.ERROR
    others: tuple[Label, ...] = ()
    fixes: tuple[Fix, ...] = ()
    cites: tuple[str, ...] = ()
    about: str = ""  # the name that is unknown: an overlay may have taken it away

    @property
    def title(self) -> str:
        """What kind of mistake it is, in a few words."""
        return TITLES.get(self.code, "")

    @property
    def is_error(self) -> bool:
        return self.severity is Severity.ERROR


def sort_key(d: Diagnostic) -> tuple[str, int, int, str]:
    """Order of messages: by file, then place, then code."""
    return (d.at.file, d.at.line, d.at.column, d.code)

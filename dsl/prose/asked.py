"""Questions in words inside a line of the language: behind `if`, `needs`, `repeat until` and `when`."""

from __future__ import annotations

import re
from dataclasses import dataclass

from .lexicon.german import english, german
from .lexicon.words import words
from .parts.conditions import condition, negated
from .parts.nouns import Scene

_LINE = re.compile(
    r' *(?P<head>(?:else )?if|needs|repeat until|may(?: "[^"]*")? when|[a-z_]\w* "[^"]*" when'
    r"|until|while|when|unless) +"
    r'(?P<asked>[^:"]*?)(?P<after> *(?:(?<=\S):.*|:| else ".*"| at most \d+)?)$'
)
_OTHER = {"until": "repeat until", "while": "repeat until", "when": "if", "unless": "if"}  # words of no line
_SIGNS = re.compile(r"[/=<>+*@#\[\]{}%&|\\^~(]|^(?:not )?[\w.]+$")
_JOINED = re.compile(r" +(and|or) +(?!more\b|less\b|fewer\b|higher\b|lower\b|greater\b|better\b)")


@dataclass(frozen=True, slots=True)
class Question:
    """Where a question stands in its line, and what is to be written instead."""

    begin: int
    end: int
    head: str
    asked: str

    def read(self, scene: Scene) -> tuple[list[str], str] | None:
        """Read those parts of it that are in words; the words, and what is written instead of all of it."""
        parts = (
            _JOINED.split(self.asked) if any(_SIGNS.search(p) for p in _JOINED.split(self.asked)[::2]) else [self.asked]
        )
        said: list[str] = []
        for n, part in enumerate(parts[::2]):
            if not _SIGNS.search(part):
                found = words(english(part) if german(part) else part)
                said += found
                new = condition(scene, found)
                joined = len(parts) > 1 and re.match(r"(?:any|no|all|count|first)\b", new)
                parts[2 * n] = f"({new})" if joined else new
        if not said:
            return None
        asked = " ".join(parts)
        if self.head in ("while", "unless"):
            asked = negated(asked)
        return said, f"{_OTHER.get(self.head, self.head)} {asked}"


def question(text: str) -> Question | None:
    """Find the question of a line, if a part of it is in words."""
    found = _LINE.match(text)
    if found is None or len(found["asked"].split()) < 2 or re.search(r",|\botherwise\b", found["asked"]):
        return None
    if all(_SIGNS.search(part) for part in _JOINED.split(found["asked"])[::2]):
        return None
    return Question(found.start("head"), found.end("asked"), found["head"], found["asked"])

"""Games that were left: found again, offered at the start, and gone on with as they were played."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Any

from pydantic import ValidationError

from regelwerk import library
from regelwerk.interpreter.errors import Refused
from regelwerk.interpreter.game.schema import TableNote
from regelwerk.telling.speech import Say

from ..ruleset_options import Composing
from .saving import games, read_game, resuming

MOST = 5  # games offered


@dataclass(frozen=True, slots=True)
class Left:
    """A game that was left."""

    path: Path
    data: dict[str, Any]
    when: float

    def said(self, say: Say) -> str:
        """Say in a line what it was like."""
        names = self.data.get("names") or []
        entries = [entry for entry in self.data.get("entries") or () if isinstance(entry, dict)]
        decided = sum(entry.get("kind") == "decision" for entry in entries) + self._in_secret()
        who = ", ".join(str(name) for name in names) or say("{number} players", number=self.data.get("players", "?"))
        said = say("{who}; {number} decisions, {when}", who=who, number=decided,
                   when=datetime.fromtimestamp(self.when).strftime("%Y-%m-%d %H:%M"))  # fmt: skip
        title = note_of(self.data).scenario
        return say("{said}; from the scenario “{title}”", said=said, title=title) if title else said

    def _in_secret(self) -> int:
        """Count what has been answered in secret and not played yet."""
        secrets = self.data.get("secrets")
        answers = secrets.get("answers") if isinstance(secrets, dict) else None
        return sum(len(each) for each in answers.values() if isinstance(each, list)) if isinstance(answers, dict) else 0


def left(name: str) -> list[Left]:
    """List the games of a ruleset that were left, the last one first; what cannot be read is passed over."""
    root, found = games(), []
    for path in root.glob("*.json") if root is not None and root.is_dir() else ():
        with suppress(Refused, OSError, ValueError):
            data = read_game(path)
            if data.get("ruleset") == name:
                found.append(Left(path, data, path.stat().st_mtime))
    return sorted(found, key=lambda each: (-each.when, each.path.name))


def note_of(data: dict[str, Any]) -> TableNote:
    """Read who sat at the table; nothing if it is not said, or not in a way that can be read."""
    try:
        return TableNote.model_validate(data.get("table") or {})
    except ValidationError:
        return TableNote()


def offered(name: str, say: Say, read: Callable[[str], str]) -> Path | None:
    """Offer to go on with a game that was left; None: a new one is wanted."""
    found = left(name)[:MOST]
    if not found:
        return None
    print(say("There are games that were left:"))
    for number, each in enumerate(found, 1):
        print(f" {number}) {each.said(say)}")
        note = note_of(each.data)
        print(f"    {resuming(note.ruleset or name, note.model_dump(), each.path)}")
    while True:
        typed = read(say("Enter begins a new game, a number goes on with that one > ")).strip()
        if not typed:
            return None
        if typed.isdecimal() and 1 <= int(typed[:3]) <= len(found):
            return found[int(typed[:3]) - 1].path
        print(
            say(
                "There is no option {typed}: they are numbered {first} to {last}.",
                typed=typed,
                first=1,
                last=len(found),
            )
        )


def as_played(ruleset: str, how: Composing, data: dict[str, Any]) -> tuple[str, Composing]:
    """Put the rules together as the game was played, as far as the command does not say otherwise."""
    note = note_of(data)
    language = how.language or note.language
    if how.overlays or how.rulings or "@" in ruleset or not note.ruleset or not _same(ruleset, note.ruleset):
        return ruleset, Composing(how.overlays, how.rulings, language, how.edition)
    return note.ruleset, Composing(tuple(note.overlays), tuple(note.rulings.items()), language, how.edition)


def _same(one: str, other: str) -> bool:
    """Tell whether two names mean the same ruleset, whatever edition."""
    try:
        return library.find(one.partition("@")[0]).path == library.find(other.partition("@")[0]).path
    except library.Unknown:
        return False

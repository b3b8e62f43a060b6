"""Ledgers: what a rulebook says, entry by entry, so that rules can cite it.

A ledger is `ledger/NAME.json` beside a ruleset or above it. It is read whole and kept until the file changes.
"""

from __future__ import annotations

import json
import re
from collections.abc import Collection, Mapping
from dataclasses import dataclass, field, fields
from functools import lru_cache
from pathlib import Path

FORMAT = "regelwerk/ledger/1"
QUESTIONS = frozenset({"gap", "ambiguity", "divergence", "contradiction"})


@dataclass(frozen=True, slots=True)
class Entry:
    """One statement of a rulebook, or one question it leaves open."""

    id: str
    area: str
    kind: str
    says: str
    where: str = ""
    edition: str = ""  # the only edition that has it
    module: str = ""  # the overlay that brings it; without a file of that name, or with none, it belongs to the game
    weight: str = ""
    check: str = ""  # how one would notice
    unobservable: str = ""  # why no test can notice
    ruling: str = ""
    why: str = ""
    default: str = ""
    note: str = ""
    links: tuple[str, ...] = ()
    replaced: tuple[str, ...] = ()  # overlays with which it no longer holds
    constraints: tuple[str, ...] = ()
    alternatives: tuple[str, ...] = ()
    given: tuple[str, ...] = ()
    when: tuple[str, ...] = ()
    then: tuple[str, ...] = ()
    texts: Mapping[str, str] = field(default_factory=dict)  # what each edition says

    @property
    def is_question(self) -> bool:
        return self.kind in QUESTIONS


@dataclass(frozen=True, slots=True)
class Ledger:
    """All entries of one game in the order of its rulebook; `edition` is the one a ruleset follows by itself."""

    name: str
    title: str
    edition: str
    entries: Mapping[str, Entry]

    def counted(
        self, edition: str = "", used: Collection[str] = frozenset(), absent: Collection[str] = frozenset()
    ) -> list[Entry]:
        """List the statements of an edition that hold with the overlays in use; questions are not among them.

        `absent` are the overlays of the game that are not in use: what only they bring is left out. A ledger may write
        their names with hyphens, as a command line may.
        """
        own = edition or self.edition
        stated = [e for e in self.entries.values() if not e.is_question and e.edition in ("", own)]
        return [e for e in stated if _id(e.module) not in absent and not any(_id(name) in used for name in e.replaced)]

    @property
    def editions(self) -> frozenset[str]:
        return frozenset({self.edition, *(e.edition for e in self.entries.values())} - {""})


class Damaged(ValueError):
    """A ledger cannot be read; the text says why."""


_NAME = re.compile(r"[\w-]{1,80}")


def _id(name: str) -> str:
    return name.replace("-", "_")


def find(name: str, near: Path) -> Ledger | None:
    """Find a ledger beside a ruleset or above it; None if there is none. A name is no path: it leads nowhere else."""
    if not _NAME.fullmatch(name):
        return None
    for folder in (near, near.parent, near.parent.parent):
        path = folder / "ledger" / f"{name}.json"
        try:
            stamp = path.stat()
        except OSError:
            continue
        return _read(path, stamp.st_mtime_ns, stamp.st_size)
    return None


def read(path: Path) -> Ledger:
    """Read one ledger."""
    stamp = path.stat()
    return _read(path, stamp.st_mtime_ns, stamp.st_size)


_TEXTS = frozenset(f.name for f in fields(Entry) if f.type == "str")
_LISTS = frozenset(f.name for f in fields(Entry) if f.type == "tuple[str, ...]")
_NEEDED = ("id", "area", "kind", "says")


@lru_cache(maxsize=8)
def _read(path: Path, changed: int, size: int) -> Ledger:
    try:
        data = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise Damaged(f"The ledger {path.name} cannot be read: {error}.") from None
    if not isinstance(data, dict) or data.get("format") != FORMAT or not isinstance(data.get("entries"), list):
        raise Damaged(f"The ledger {path.name} is not of the format `{FORMAT}`.")
    entries: dict[str, Entry] = {}
    for number, each in enumerate(data["entries"], 1):
        entry = _entry(path, number, each)
        if entry.id in entries:
            raise Damaged(f"The ledger {path.name} has `{entry.id}` twice.")
        entries[entry.id] = entry
    words = {key: str(data.get(key, "")) for key in ("title", "edition")}
    return Ledger(path.stem, words["title"] or path.stem, words["edition"], entries)


def _entry(path: Path, number: int, data: object) -> Entry:
    if not isinstance(data, dict) or any(not isinstance(data.get(key), str) for key in _NEEDED):
        raise Damaged(f"Entry {number} of the ledger {path.name} needs the texts {', '.join(_NEEDED)}.")
    made: dict[str, object] = {}
    for key, value in data.items():
        if key in _TEXTS and isinstance(value, str):
            made[key] = value
        elif key in _LISTS and isinstance(value, list) and all(isinstance(v, str) for v in value):
            made[key] = tuple(value)
        elif key == "texts" and isinstance(value, dict) and all(isinstance(v, str) for v in value.values()):
            made[key] = value
        else:
            raise Damaged(f"`{key}` of {data['id']} in the ledger {path.name} is unknown or no text.")
    return Entry(**made)  # type: ignore[arg-type]

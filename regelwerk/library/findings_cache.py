"""What a check has found, kept on this machine: whoever checks the same texts again is told the same at once.

What is kept carries a seal of this user (see `storage/sealed`). It depends on the texts, the ledgers and what was asked
for, and on everything that reads, plays or words something; so a new version of any of it begins anew.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import NamedTuple

from regelwerk import dsl, interpreter
from regelwerk.dsl.diagnostics import Diagnostic
from regelwerk.dsl.source import Source
from regelwerk.interpreter.engine.cache import text_of
from regelwerk.storage import pickled

from .finding import find
from .ready import key_of
from .sources import texts


class Findings(NamedTuple):
    """The messages about a ruleset, a note below them, and whether it can be played."""

    messages: list[Diagnostic]
    note: str
    sound: bool


class Asked(NamedTuple):
    """A check that is asked for: its texts, and the name under which its findings are kept; none if they are not."""

    sources: list[Source]
    name: str

    def known(self) -> Findings | None:
        """Give what was found before."""
        return pickled.read(self.name, Findings) if self.name else None

    def keep(self, found: Findings) -> None:
        """Keep what was found now."""
        if self.name:
            pickled.write(self.name, found)


def asked(name: str, overlays: Sequence[str], rulings: Mapping[str, str], *how: object) -> Asked:
    """Name a check; `how` is whatever else its findings depend on."""
    place = find(name)
    read = texts(place, overlays)
    key = "" if read.problems else f"{key_of(place, read, rulings)}-{_version()}-{how}"
    folded = hashlib.sha256(key.encode("utf-8", "surrogatepass")).hexdigest()
    return Asked([*read.base, *read.overlays], f"found-{folded}" if key else "")


@cache
def _version() -> str:
    folders = [Path(part.__file__ or "").parent for part in (dsl, interpreter)]
    folders.append(Path(__file__).parents[1] / "simulation")  # it plays; nothing here may call it
    return text_of(*(f for folder in folders for f in folder.rglob("*.*") if f.suffix in (".py", ".toml", ".lark")))

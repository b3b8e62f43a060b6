"""Overlays that were added: kept in the user's own folder, each with a note of what it was when it came."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

from regelwerk.dsl.source import fingerprint
from regelwerk.storage import folders

ID = re.compile(r"[a-z_][a-z0-9_]{0,63}")  # of games and overlays that are kept


class Unfit(Exception):
    """A pack or overlay that cannot be used; the text says why."""


def folder() -> Path:
    """Give the folder in which added overlays are kept."""
    root = folders.data()
    if root is None:
        raise Unfit("There is no folder for what you add: set HOME, or XDG_DATA_HOME to a whole path.")
    return root / "overlays"


def kept(game: str = "") -> list[tuple[str, Path]]:
    """List the added overlays as game and file, of one game or of all."""
    if folders.data() is None:
        return []
    root = folder()
    games = [game] if game else sorted(p.name for p in root.iterdir() if p.is_dir()) if root.is_dir() else []
    return [(g, p) for g in games if ID.fullmatch(g) for p in sorted((root / g).glob("*.regel"))]


def note_of(path: Path) -> dict[str, Any]:
    """Read what was noted about an added overlay; nothing if the note is gone or damaged."""
    try:
        data = json.loads(path.with_suffix(".json").read_text(encoding="utf-8"))
    except (OSError, ValueError, RecursionError):
        return {}
    return data if isinstance(data, dict) else {}


def untouched(path: Path) -> bool:
    """Tell whether an added overlay is still what was added."""
    try:
        return bool(note_of(path).get("hash") == fingerprint(path.read_bytes().decode("utf-8")))
    except (OSError, UnicodeDecodeError):
        return False


def forget(path: Path) -> None:
    """Take an overlay out of the folder."""
    path.unlink(missing_ok=True)
    path.with_suffix(".json").unlink(missing_ok=True)

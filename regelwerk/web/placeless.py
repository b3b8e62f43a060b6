"""What leaves the server names no folder of its machine: files have their own names only."""

from __future__ import annotations

import re
from collections.abc import Iterable
from pathlib import PurePath
from typing import Any

# A path from the root of a disk, whoever has put it into a sentence; spaces are part of known names only.
_FOLDERS = re.compile(r"(?<![\w.:/\\])(?:/(?:[^\s/\"'`“”]+/)+|[A-Za-z]:[\\/](?:[^\s/\\\"'`“”]+[\\/])*)")


def placeless(said: Any, known: Iterable[str] = ()) -> Any:
    """Give data without folders; `known` are names of files as they may stand in it."""
    names = sorted({name for name in known if PurePath(name).name != name}, key=len, reverse=True)
    return _without(said, [(name, PurePath(name).name) for name in names])


def _without(said: Any, names: list[tuple[str, str]]) -> Any:
    match said:
        case str():
            for name, own in names:
                said = said.replace(name, own)
            return _FOLDERS.sub("", said)
        case dict():
            return {key: _without(value, names) for key, value in said.items()}
        case list() | tuple():
            return [_without(each, names) for each in said]
    return said

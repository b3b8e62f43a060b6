"""The folders of this user, as the platform wants them. Nothing is made here: whoever writes makes its folder."""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path

import platformdirs

VARIABLE = "REGELWERK_CACHE"
OFF = "off"
NAME = "regelwerk"


def cache() -> Path | None:
    """Give the folder for what can be made again; None: none is wanted, or there is nowhere to put one."""
    named = os.environ.get(VARIABLE)
    if named == OFF:
        return None
    if named:
        return Path(named)
    with suppress(RuntimeError, OSError):
        return _absolute(platformdirs.user_cache_path(NAME, appauthor=False))
    return None


def data() -> Path | None:
    """Give the folder for what belongs to this user."""
    with suppress(RuntimeError, OSError):
        return _absolute(platformdirs.user_data_path(NAME, appauthor=False))
    return None


def _absolute(path: Path) -> Path | None:
    return path if path.is_absolute() else None

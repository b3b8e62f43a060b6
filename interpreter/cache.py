"""Compiled rulesets and modules kept on this machine, so that they are compiled once.

A file may hold native code, so it is only ever read from the folder of this user. It carries its own fingerprint: one
that was cut off, changed or written by something else is not used and written anew. Whatever goes wrong with the
folder, play goes on without it."""

from __future__ import annotations

import hashlib
import os
import platform
import sys
import tempfile
from contextlib import suppress
from pathlib import Path

VARIABLE = "REGELWERK_CACHE"
OFF = "off"
MOST = 200  # files kept


def folder() -> Path | None:
    """Give the folder; None: none is wanted, or there is nowhere to put one."""
    named = os.environ.get(VARIABLE)
    if named == OFF:
        return None
    if named:
        return Path(named)
    with suppress(RuntimeError, OSError):
        if sys.platform == "win32" and (local := os.environ.get("LOCALAPPDATA")):
            return Path(local) / "regelwerk" / "cache"
        if sys.platform == "darwin":
            return Path.home() / "Library" / "Caches" / "regelwerk"
        return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "regelwerk"
    return None


def processor() -> str:
    """Name the processor: native code made for one may not run on another."""
    features = ""
    with suppress(OSError), open("/proc/cpuinfo", encoding="utf-8", errors="replace") as info:
        features = next((line for line in info if line.startswith(("flags", "Features"))), "")
    return f"{sys.platform} {platform.machine()} {platform.processor()} {features}"


def holds(key: str) -> bool:
    """Tell whether something is kept under a key."""
    where = folder()
    return where is not None and (where / f"{key}.module").is_file()


def text_of(*files: Path) -> str:
    """Name the version of a part of the program: its own text, so that no change can be forgotten."""
    found = hashlib.sha256()
    for file in sorted(files):
        found.update(file.read_bytes())
    return found.hexdigest()


def read(key: str) -> bytes | None:
    """Give what was kept under a key, if it is whole."""
    where = folder()
    if where is None:
        return None
    try:
        found = (where / f"{key}.module").read_bytes()
    except (OSError, ValueError):
        return None
    mark, content = found[:32], found[32:]
    return content if hashlib.sha256(key.encode() + content).digest() == mark else None


def write(key: str, content: bytes) -> None:
    """Keep something under a key: written aside and then put in place at once; if that fails, it is not kept."""
    where = folder()
    if where is None:
        return
    aside = ""
    try:
        where.mkdir(parents=True, exist_ok=True, mode=0o700)
        handle, aside = tempfile.mkstemp(dir=where, suffix=".part")
        with os.fdopen(handle, "wb") as file:
            file.write(hashlib.sha256(key.encode() + content).digest() + content)
        os.replace(aside, where / f"{key}.module")
        _tidy(where)
    except (OSError, ValueError):
        with suppress(OSError):
            os.unlink(aside)


def _tidy(where: Path) -> None:
    """Throw away what has not been written for longest, and what others have left half-written."""
    files = sorted(where.glob("*.module"), key=lambda file: file.stat().st_mtime)
    for file in files[:-MOST]:
        file.unlink()
    for part in sorted(where.glob("*.part"), key=lambda file: file.stat().st_mtime)[:-8]:
        part.unlink()

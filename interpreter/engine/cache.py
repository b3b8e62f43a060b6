"""What the names of kept modules say: everything they depend on, the text of the machine and the processor included.

Where and how they are kept is a matter of `storage.sealed`."""

from __future__ import annotations

import hashlib
import platform
import sys
from contextlib import suppress
from functools import lru_cache
from pathlib import Path

from regelwerk.storage.folders import VARIABLE
from regelwerk.storage.sealed import holds, read, write


def processor() -> str:
    """Name the processor: native code made for one may not run on another."""
    features = ""
    with suppress(OSError), open("/proc/cpuinfo", encoding="utf-8", errors="replace") as info:
        features = next((line for line in info if line.startswith(("flags", "Features"))), "")
    return f"{sys.platform} {platform.machine()} {platform.processor()} {features}"


def text_of(*files: Path) -> str:
    """Name the version of a part of the program: its own text, so that no change can be forgotten."""
    found = hashlib.sha256()
    for file in sorted(files):
        found.update(file.read_bytes())
    return found.hexdigest()


@lru_cache(maxsize=1)
def writer() -> str:
    """Name the version of the machine, which writes everything that is kept but compiled rulesets."""
    return text_of(*Path(__file__).parents[1].rglob("*.py"))


__all__ = ["VARIABLE", "holds", "processor", "read", "text_of", "write", "writer"]

"""Pictures beside a ruleset: `picture THING "name.svg"` means the file of that name in a folder `pictures`."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

NAMED = re.compile(r'^ +picture +[^"\n]*"([^"\n]*\.svg)"', re.MULTILINE)
_NAME = re.compile(r"(?:[\w-]{1,80}/)?[\w-]{1,80}\.svg")
LARGEST = 200_000  # bytes of a file that is opened at all


def find(name: str, *near: Path) -> Path | None:
    """Find a picture beside a ruleset or above it; None if there is none. A name leads nowhere else."""
    return next(_found(name, near), None) if _NAME.fullmatch(name) else None


def _found(name: str, near: tuple[Path, ...]) -> Iterator[Path]:
    for folder in (folder for each in near for folder in (each, each.parent, each.parent.parent)):
        path = folder / "pictures" / name
        try:
            inside = path.resolve().is_relative_to((folder / "pictures").resolve())
            if inside and path.is_file() and path.stat().st_size <= LARGEST:
                yield path
        except OSError:
            continue


def named_in(text: str) -> list[str]:
    """List the files of pictures that a text of a ruleset names."""
    return NAMED.findall(text)

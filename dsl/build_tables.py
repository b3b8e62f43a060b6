"""The parser's tables: built from grammar.lark once, kept in the user's cache folder, loaded once a process.

Building takes half a second, loading a twentieth. A cache that cannot be used is no cache, never an error.
"""

from __future__ import annotations

import hashlib
import os
import platform
import sys
from functools import lru_cache
from pathlib import Path
from uuid import uuid4

import lark
from lark import Lark, Token, Tree

from .layout import Layout

_STARTS = ["item", "expression", "statement"]


class _Placed:
    """Tell which parts count for the place of a tree: line ends and marks do not."""

    def __call__(self, piece: object) -> bool:
        if isinstance(piece, Token):
            return piece.type not in ("_NL", "_INDENT", "_DEDENT")
        return not (isinstance(piece, Tree) and piece.data == "marks")

    def __repr__(self) -> str:  # part of the key of the cached tables
        return "placed"


class _CacheFile(str):
    """A file name that says the same for every file: lark makes it part of the key of the cached tables."""

    __slots__ = ()

    def __str__(self) -> str:
        return "tables"


@lru_cache(maxsize=1)
def grammar() -> Lark:
    """Return the parser."""
    text = Path(__file__).with_name("grammar.lark").read_text(encoding="utf-8")
    return load(text, cache_folder())


def load(text: str, folder: Path | None) -> Lark:
    """Load the tables of a grammar from a folder, or build them and leave them there."""
    if folder is None:
        return build(text)
    version = (text, lark.__version__, sys.version_info[:2])
    key = hashlib.sha256(repr(version).encode()).hexdigest()[:16]
    for kept in _kept(folder, key):
        return build(text, cache=_CacheFile(kept))
    fresh = folder / f"{uuid4().hex}.tmp"
    try:
        folder.mkdir(parents=True, exist_ok=True)
        parser = build(text, cache=_CacheFile(fresh))
        _keep(fresh, folder, key)
    except OSError:
        return build(text)
    return parser


def build(text: str, *, cache: str | bool = False, strict: bool = False) -> Lark:
    """Build the parser, or load it from `cache` if that file has its tables."""
    return Lark(
        text,
        parser="lalr",
        lexer="contextual",
        postlex=Layout(),
        start=_STARTS,
        maybe_placeholders=True,
        propagate_positions=_Placed(),
        cache=cache,
        strict=strict,
    )


def _kept(folder: Path, key: str) -> list[Path]:
    """Return the cached tables whose content is still what their name says."""
    try:
        return [f for f in folder.glob(f"tables-{key}-*.bin") if f.stem.endswith(_digest(f))]
    except OSError:
        return []


def _keep(fresh: Path, folder: Path, key: str) -> None:
    if not fresh.exists():
        return
    kept = folder / f"tables-{key}-{_digest(fresh)}.bin"
    os.replace(fresh, kept)
    for old in folder.glob("tables-*.bin"):
        if old != kept:
            old.unlink(missing_ok=True)


def _digest(file: Path) -> str:
    return hashlib.sha256(file.read_bytes()).hexdigest()[:16]


def cache_folder() -> Path | None:
    """Return where this user's programs keep what can be made again."""
    try:
        home = Path.home()
    except RuntimeError:
        return None
    match platform.system():
        case "Windows":
            base = Path(os.environ.get("LOCALAPPDATA") or home / "AppData" / "Local")
        case "Darwin":
            base = home / "Library" / "Caches"
        case _:
            base = Path(os.environ.get("XDG_CACHE_HOME") or home / ".cache")
    return base / "regelwerk"

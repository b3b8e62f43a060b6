"""What is kept to be faster: compiled rulesets, parser tables, generated and native code.

Such files are believed, and some of them are run. So each carries a seal that only this user can make: a keyed digest
of its name and content, with a key that lies apart from the cache and that nobody else can read. What was cut off,
changed, or put there by somebody else is not used and is written anew. Whatever goes wrong, work goes on without it;
with `REGELWERK_CACHE=off` nothing is read and nothing is written, the key included."""

from __future__ import annotations

import hashlib
import hmac
import os
import secrets
import stat
from contextlib import suppress
from pathlib import Path

from . import folders
from .files import write_whole

KEY = "seal.key"
SIZE = 32  # of a key, and of a seal
MOST = 200  # files kept


def holds(name: str) -> bool:
    """Tell whether something is kept under a name."""
    where = folders.cache()
    try:
        return where is not None and (where / f"{name}.module").is_file()
    except (OSError, ValueError):
        return False


def read(name: str) -> bytes | None:
    """Give what was kept under a name, if it is whole and was kept by this user."""
    where = folders.cache()
    if where is None:
        return None
    try:
        found = (where / f"{name}.module").read_bytes()
    except (OSError, ValueError):
        return None
    key = _key()
    content = found[SIZE:]
    return content if key and hmac.compare_digest(_seal(key, name, content), found[:SIZE]) else None


def write(name: str, content: bytes) -> None:
    """Keep something under a name; if that fails, it is not kept."""
    where = folders.cache()
    if where is None:
        return
    key = _key() or _new_key()
    if key is None:
        return
    with suppress(OSError, ValueError):
        where.mkdir(parents=True, exist_ok=True, mode=0o700)
        write_whole(where / f"{name}.module", _seal(key, name, content) + content, durable=False)
        _tidy(where)


def _seal(key: bytes, name: str, content: bytes) -> bytes:
    made = hashlib.blake2b(len(name).to_bytes(4, "little") + name.encode(), key=key, digest_size=SIZE)
    made.update(content)
    return made.digest()


def _key() -> bytes | None:
    """Read the key, if it is one that only this user can have written and read."""
    root = folders.data()
    if root is None:
        return None
    try:
        with open(root / KEY, "rb") as file:
            about = os.fstat(file.fileno())
            found = file.read(SIZE + 1)
    except (OSError, ValueError):
        return None
    foreign = hasattr(os, "geteuid") and (about.st_uid != os.geteuid() or about.st_mode & 0o077)
    return found if len(found) == SIZE and stat.S_ISREG(about.st_mode) and not foreign else None


def _new_key() -> bytes | None:
    root = folders.data()
    if root is None:
        return None
    with suppress(OSError, ValueError):
        root.mkdir(parents=True, exist_ok=True, mode=0o700)
        write_whole(root / KEY, secrets.token_bytes(SIZE))
    return _key()  # another process may have made one at the same time; the last one counts


def _tidy(where: Path) -> None:
    """Throw away what has not been written for longest, and what others have left half-written."""
    files = sorted(where.glob("*.module"), key=lambda file: file.stat().st_mtime)
    for file in files[:-MOST]:
        file.unlink(missing_ok=True)
    for part in sorted(where.glob(".*.new"), key=lambda file: file.stat().st_mtime)[:-8]:
        part.unlink(missing_ok=True)

"""Write files whole: a crash leaves the old file or the new one, and nothing is overwritten by accident."""

from __future__ import annotations

import os
import tempfile
from contextlib import suppress
from pathlib import Path


def write_whole(path: Path, content: bytes, *, durable: bool = True, like: bool = False) -> None:
    """Put a content in the place of a file at one stroke: into a new file beside it, onto the disk, then in its place.

    Not `durable`: it may be gone after a power cut, for what can be made again. `like`: with the permissions of the
    file that was there; otherwise for its owner only."""
    handle, aside = tempfile.mkstemp(prefix=f".{path.name[:40]}.", suffix=".new", dir=path.parent)
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(content)
            if durable:
                file.flush()
                os.fsync(file.fileno())
        if like:
            with suppress(OSError):
                os.chmod(aside, path.stat().st_mode & 0o7777)
        os.replace(aside, path)
    except BaseException:
        Path(aside).unlink(missing_ok=True)
        raise
    if durable:
        _sync_folder(path.parent)


def _sync_folder(folder: Path) -> None:
    """Bring the new name onto the disk, too, where folders can be synchronised."""
    if not hasattr(os, "O_DIRECTORY"):
        return
    with suppress(OSError):  # some file systems refuse it; the file itself is on the disk
        handle = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)


def replace_file(path: Path, text: str) -> None:
    """Put a new text in the place of a file; a link stays a link, permissions stay."""
    write_whole(path.resolve(), text.encode(), like=True)


def write_new(path: Path, text: str) -> None:
    """Write a file that does not exist yet; raise FileExistsError if it does."""
    with open(path, "xb") as file:
        file.write(text.encode())

"""Write files whole: half a file is never seen, and nothing is overwritten by accident."""

from __future__ import annotations

import contextlib
import os
import tempfile
from pathlib import Path


def replace_file(path: Path, text: str) -> None:
    """Put a new text in the place of a file at one stroke; a link stays a link, permissions stay."""
    path = path.resolve()
    handle, name = tempfile.mkstemp(prefix=f".{path.name}.", suffix=".new", dir=path.parent)
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(text.encode())
            file.flush()
            os.fsync(file.fileno())
        with contextlib.suppress(OSError):
            os.chmod(name, path.stat().st_mode & 0o7777)
        os.replace(name, path)
    except BaseException:
        Path(name).unlink(missing_ok=True)
        raise


def write_new(path: Path, text: str) -> None:
    """Write a file that does not exist yet; raise FileExistsError if it does."""
    with open(path, "xb") as file:
        file.write(text.encode())

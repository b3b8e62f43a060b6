"""Files as they are on disk: bytes to text, and what is wrong with those that are no text."""

from __future__ import annotations

from pathlib import Path

from ..diagnostics import Diagnostic
from ..source import Source, Span
from . import indentation_errors as errors


def read_source(path: str | Path, name: str = "") -> tuple[Source, list[Diagnostic]]:
    """Read a file as it is on disk; `name` is what messages call it."""
    shown = name or str(path)
    try:
        data = Path(path).read_bytes()
    except OSError as error:
        return Source(shown, ""), [errors.unreadable(shown, error.strerror or type(error).__name__)]
    return decoded(data, shown)


def decoded(data: bytes, shown: str) -> tuple[Source, list[Diagnostic]]:
    """Read the bytes of a file that messages call `shown`."""
    if data.startswith((b"\xff\xfe", b"\xfe\xff")):
        text = data.decode("utf-16", errors="replace").removeprefix("\ufeff")
        return Source(shown, text), [errors.not_utf8(Span(shown, 1, 1, 1, 1), "UTF-16")]
    if b"\0" in data:
        return Source(shown, ""), [errors.no_text(shown)]
    if b"\n" not in data:  # lines that end as on an old Macintosh
        data = data.replace(b"\r", b"\n")
    try:
        return Source(shown, data.decode()), []
    except UnicodeDecodeError as error:
        before = data[: error.start].decode()
        line, column = before.count("\n") + 1, len(before) - before.rfind("\n")
        at = Span(shown, line, column, line, column + 1)
        return Source(shown, data.decode("cp1252", errors="replace")), [errors.not_utf8(at)]

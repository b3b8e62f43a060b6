"""The first moments of the command: Ctrl-C while everything is still being loaded ends it without a traceback."""

from __future__ import annotations

import sys
from pathlib import PurePath
from types import TracebackType

_usual = sys.excepthook


def quietly() -> None:
    """Say one line instead of a traceback on Ctrl-C, if this program is the command."""
    name = sys.argv[0] if sys.argv else ""
    if PurePath(name).stem == "regelwerk" or (name == "-m" and "regelwerk" in sys.orig_argv):
        sys.excepthook = _said


def _said(kind: type[BaseException], error: BaseException, trace: TracebackType | None) -> None:
    if issubclass(kind, KeyboardInterrupt):
        print("\nStopped.", file=sys.stderr)
    else:
        _usual(kind, error, trace)

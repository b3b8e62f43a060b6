"""Libraries that are extras: there, or a sentence that says how to get them."""

from __future__ import annotations

from importlib import import_module
from typing import Any

from regelwerk.interpreter.errors import Refused


def required(library: str, extra: str) -> Any:
    """Give a library; without it, say what to install."""
    try:
        return import_module(library)
    except ImportError as missing:
        name = library.partition(".")[0]
        raise Refused(f"this needs {name} (pip install 'regelwerk[{extra}]')") from missing

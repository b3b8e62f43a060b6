"""Values kept under the seal of this user (see `sealed`), so that they can be taken as they are."""

from __future__ import annotations

import pickle
from typing import TypeVar

from . import sealed
from .collecting import no_collection

T = TypeVar("T")


def read(name: str, kind: type[T]) -> T | None:
    """Give a value that was kept under a name, if it is there, whole, and of this kind."""
    content = sealed.read(name)
    if content is None:
        return None
    try:
        with no_collection():
            found = pickle.loads(content)
    except (ArithmeticError, AttributeError, EOFError, ImportError, LookupError, TypeError, ValueError):
        return None  # kept by another installation
    except pickle.PickleError:
        return None
    return found if isinstance(found, kind) else None


def write(name: str, value: object) -> None:
    """Keep a value under a name."""
    sealed.write(name, pickle.dumps(value, pickle.HIGHEST_PROTOCOL))

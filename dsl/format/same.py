"""Compare two readings: everything but the places must be equal, citations included."""

from __future__ import annotations

from dataclasses import fields, is_dataclass


def same(left: object, right: object) -> bool:
    """Say whether two trees say the same."""
    if type(left) is not type(right):
        return False
    if isinstance(left, tuple | list):
        assert isinstance(right, tuple | list)
        return len(left) == len(right) and all(map(same, left, right))
    if is_dataclass(left):
        names = (f.name for f in fields(left) if f.name not in ("at", "doc"))
        return all(same(getattr(left, name), getattr(right, name)) for name in names)
    return left == right

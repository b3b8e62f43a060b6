"""Compare two readings: everything but the places must be equal, citations included."""

from __future__ import annotations

from ..ast.visitor import field_names


def same(left: object, right: object) -> bool:
    """Say whether two trees say the same."""
    if type(left) is not type(right):
        return False
    if isinstance(left, tuple | list):
        assert isinstance(right, tuple | list)
        return len(left) == len(right) and all(map(same, left, right))
    if names := field_names(type(left)):
        return all(same(getattr(left, name), getattr(right, name)) for name in names if name not in ("at", "doc"))
    return left == right

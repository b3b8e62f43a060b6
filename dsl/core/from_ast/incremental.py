"""What one check may take over from the one before it, while somebody edits a ruleset.

Answers about a part of a tree alone hold as long as the part is the very same object: a session moves and replaces only
what was edited.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

T = TypeVar("T")
Read = tuple[int, int | None, int]  # table, index (None: is every entry something), what was found


class Memory:
    """Kept from check to check; forgets what the last one did not ask for."""

    def __init__(self) -> None:
        self.before: dict[tuple[str, int], tuple[object, Any]] = {}
        self.now: dict[tuple[str, int], tuple[object, Any]] = {}
        self.outline: object = None  # of all that scenarios refer to (`reuse`)
        self.same = False  # is it as it was?
        self.trail = 0  # what the scenarios before have added

    def turn(self) -> None:
        """Begin another check."""
        self.before, self.now = self.now, {}
        self.same, self.trail = False, 0

    def of(self, question: str, part: object, answer: Callable[[], T]) -> T:
        """Give the answer to a question that depends on a part alone, working it out once."""
        key = (question, id(part))
        known = self.now.get(key) or self.before.get(key)
        if known is None or known[0] is not part:
            known = (part, answer())
        self.now[key] = known
        found: T = known[1]
        return found

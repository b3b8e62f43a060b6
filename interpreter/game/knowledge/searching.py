"""Searches (shortest ways, best pairs) on numbers that carry who does not know them.

A search compares plain numbers and calls functions of the ruleset as it goes. So its operands are stripped, and while
it runs every function it calls is watched: whoever does not know what one of them gave does not know the result.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Protocol

from ...engine.context import Context, State
from ...engine.reference.operations import Registers, Value
from .labels import mark, unknown


class Caller(Protocol):
    """Who calls functions of a ruleset, and who cannot know why this is being done."""

    reason: int

    def call(self, function: int, S: State, X: Context, args: Sequence[int]) -> int: ...


def watched(caller: Caller, parts: list[Value], search: Callable[..., Value], *operands: Any) -> Value:
    """Bind a search: whoever cannot know a part of it, or what its functions depend on, cannot know its result."""
    plain = search(*(_stripped(operand) for operand in operands))

    def value(S: State, R: Registers, X: Context) -> int:
        seats = felt = 0
        for part in parts:
            seats |= unknown(part(S, R, X))
        reason, calling = caller.reason, caller.call

        def call(function: int, S: State, X: Context, args: Sequence[int]) -> int:
            nonlocal felt
            found = calling(function, S, X, args)
            felt |= unknown(found)
            return int(found)

        caller.call = call  # type: ignore[method-assign]
        try:
            found = plain(S, R, X)
        finally:
            caller.call = calling  # type: ignore[method-assign]
        seats |= caller.reason & ~reason | felt
        caller.reason = reason
        return mark(int(found), seats)

    return value


def _stripped(operand: Any) -> Any:
    """Let an operand give plain numbers."""
    if isinstance(operand, list):
        return [_stripped(each) for each in operand]
    if not callable(operand):
        return operand
    value: Value = operand
    return lambda S, R, X: int(value(S, R, X))

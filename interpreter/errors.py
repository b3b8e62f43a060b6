"""What can go wrong while a game runs, and the two signals of a trial."""

from __future__ import annotations

from typing import Any

# What stands in the way of an action like a requirement, and the number that stands for it instead of a sentence.
STUMBLES = {"range": -2, "none": -3, "division": -4, "place": -5}


class RuleError(Exception):
    """The rules do something they must not do; the step that did it never happened.

    Kinds: range, none, division, fail, work, option, depth, requirement, chance, place, internal.
    """

    def __init__(self, kind: str, message: str, span: int = 0, text: int = -1, args: tuple[int, ...] = ()):
        super().__init__(message)
        self.kind = kind
        self.message = message
        self.span = span
        self.text = text  # a sentence of the ruleset instead of `message`
        self.args_of_text = args
        self.at: tuple[str, int, int, int, int] = ("", 0, 0, 0, 0)

    def __str__(self) -> str:
        file, line, column, _, _ = self.at
        return f"{file}:{line}:{column}: {self.message}" if file else self.message

    def __reduce__(self) -> tuple[Any, ...]:
        """Travel between processes with everything."""
        return RuleError, (self.kind, self.message, self.span, self.text, self.args_of_text), {"at": self.at}

    def key(self) -> tuple[str, str, int]:
        """Give what two engines must agree on."""
        return self.kind, self.message, self.span


class Unmet(Exception):
    """A requirement does not hold. `ticks` is the work done so far."""

    def __init__(self, text: int, args: tuple[int, ...], span: int, ticks: int):
        super().__init__("a requirement is not met")
        self.text = text
        self.args_of_text = args
        self.span = span
        self.ticks = ticks


class Reached(Exception):
    """A trial got as far as it had to. `ticks` is the work done so far."""

    def __init__(self, ticks: int):
        super().__init__("the trial succeeded")
        self.ticks = ticks


class Refused(Exception):
    """A request from outside that cannot be granted: no such option, another ruleset, nothing to undo."""

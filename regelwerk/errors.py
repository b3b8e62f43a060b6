"""What can go wrong: in a ruleset, in naming one, in a game, with an answer."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from .dsl.diagnostics import Diagnostic
from .dsl.source import Source
from .interpreter.errors import Refused, RuleError
from .library.finding import Unknown

__all__ = ["Refused", "RuleError", "RulesetError", "Unknown"]


class RulesetError(Exception):
    """A ruleset has errors; `diagnostics` are all messages, `sources` the texts they speak of."""

    def __init__(self, diagnostics: Sequence[Diagnostic], sources: Iterable[Source] = ()) -> None:
        self.diagnostics = list(diagnostics)
        self.sources = list(sources)
        errors = [d for d in self.diagnostics if d.is_error]
        first = f"{errors[0].at.file}:{errors[0].at.line}: {errors[0].message}" if errors else "nothing was compiled"
        super().__init__(first + (f" (and {len(errors) - 1} more)" if len(errors) > 1 else ""))

    def __reduce__(self) -> tuple[type[RulesetError], tuple[list[Diagnostic], list[Source]]]:
        """Travel between processes with everything; the sentence is made anew."""
        return RulesetError, (self.diagnostics, self.sources)


def __dir__() -> list[str]:
    return sorted(__all__)

"""Messages for what the grammar does not understand."""

from __future__ import annotations

from lark.exceptions import UnexpectedInput

from .diagnostics import Diagnostic
from .source import Span


def explain(error: UnexpectedInput, file: str) -> Diagnostic:
    """Say in a designer's words why a declaration could not be read."""
    at = Span(file, error.line, error.column, error.line, error.column + 1)
    return Diagnostic("RW1001", "This is not understood here.", at)

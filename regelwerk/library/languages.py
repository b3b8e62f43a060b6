"""Languages that a compiled ruleset speaks."""

from __future__ import annotations

from regelwerk.dsl import ir

from .finding import Unknown


def spoken(compiled: ir.Compiled, language: str) -> None:
    """Refuse a language in which a ruleset has no texts; none is its own."""
    known = sorted({*compiled.translations, *compiled.titles})
    if language and language not in known:
        there = f"There are: {', '.join(known)}." if known else "It has texts in its own language only."
        raise Unknown(f"{compiled.title} has no texts in {language}. {there}")

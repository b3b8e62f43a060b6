"""Rulesets that stand in a test, ready to be played; if one does not compile, what is wrong is said at once."""

from __future__ import annotations

from regelwerk.dsl import ir
from regelwerk.dsl.pipeline import compile_sources
from regelwerk.dsl.source import Source
from regelwerk.interpreter.engine.context import Limits
from regelwerk.interpreter.engine.machine import EngineName
from regelwerk.interpreter.game.game import Ruleset


def compiled_from(text: str) -> ir.Compiled:
    """Compile a text of rules."""
    build = compile_sources([Source("test.regel", text)])
    assert build.compiled is not None, [f"{d.at.line}: {d.code} {d.message}" for d in build.diagnostics]
    return build.compiled


def ruleset_of(text: str, engine: EngineName = "auto", limits: Limits | None = None, *, language: str = "") -> Ruleset:
    """Compile a text of rules, to be played."""
    return Ruleset(compiled_from(text), engine, limits, language=language)

"""Checking a ruleset and playing it, for whoever wants the messages of both."""

from __future__ import annotations

from regelwerk.dsl import ast, ir
from regelwerk.dsl.composing import Build
from regelwerk.interpreter.engine.machine import EngineName
from regelwerk.interpreter.texts.sentences import untranslated
from regelwerk.library.findings_cache import Findings
from regelwerk.simulation.playtest import playtested
from regelwerk.telling.beforehand import Beforehand

from .ruleset_options import Composing
from .screen import plural
from .watching.rechecking import Rechecking

__all__ = ["Rechecking", "findings"]

SHOWN = 5  # texts without a translation


def _speechless(build: Build, compiled: ir.Compiled, language: str) -> str:
    """Say what a language has no words for."""
    layers = build.composition.layers if build.composition is not None else []
    decls = [d for file in build.files for d in file.decls]
    decls += [d for layer in layers for d in (layer.header, *layer.ops) if isinstance(d, ast.Overlay | ast.Texts)]
    missing = list(dict.fromkeys([*Beforehand(decls).unsaid(language), *untranslated(compiled, language)]))
    if not missing:
        return ""
    shown = ", ".join(f"“{words}”" for words in missing[:SHOWN])
    more = f" and {len(missing) - SHOWN} more" if len(missing) > SHOWN else ""
    return f"{plural(len(missing), 'text')} without words in {language}: {shown}{more}."


def findings(ruleset: str, how: Composing, games: int, engine: EngineName) -> Findings:
    """Check a ruleset, and play it."""
    build = how.built(ruleset, testing=bool(how.language))  # words are looked for in all there is
    found, note = build.diagnostics, ""
    if games and build.compiled is not None:
        seen = playtested(build, games, engine)
        found, note = seen.messages, seen.note
    if how.language and build.compiled is not None:
        note = "\n".join(filter(None, (note, _speechless(build, build.compiled, how.language))))
    return Findings(found, note, build.compiled is not None)

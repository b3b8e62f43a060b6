"""The rulesets of the page about `display`, and games of them."""

from __future__ import annotations

from functools import cache

from regelwerk.dsl.pipeline import compile_sources
from regelwerk.dsl.source import Source
from regelwerk.interpreter.game.game import Ruleset
from tests.docs.pages import REFERENCE, blocks


@cache
def text(name: str) -> str:
    """Give a ruleset of the page by the name of its game."""
    page = REFERENCE / "display.md"
    return next(block.text for block in blocks(page, "regel") if block.text.startswith(f"game {name} "))


def made(source: str, language: str = "") -> Ruleset:
    """Compile a ruleset."""
    build = compile_sources([Source("example.regel", source)])
    assert build.compiled is not None, build.diagnostics
    return Ruleset(build.compiled, language=language)


@cache
def ruleset(name: str) -> Ruleset:
    return made(text(name))

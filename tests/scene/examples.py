"""The rulesets of the page about `display`, and games of them."""

from __future__ import annotations

from functools import cache

from regelwerk.interpreter.game.game import Ruleset
from tests.docs.pages import REFERENCE, blocks
from tests.rules import ruleset_of


@cache
def text(name: str) -> str:
    """Give a ruleset of the page by the name of its game."""
    page = REFERENCE / "display.md"
    return next(block.text for block in blocks(page, "regel") if block.text.startswith(f"game {name} "))


def made(source: str, language: str = "") -> Ruleset:
    """Compile a ruleset."""
    return ruleset_of(source, language=language)


@cache
def ruleset(name: str) -> Ruleset:
    return made(text(name))

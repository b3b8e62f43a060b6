"""Regelwerk: board-game rules as data.

A rulebook is written in a small declarative language, compiled by `regelwerk.dsl` and played by
`regelwerk.interpreter`.

    import regelwerk

    game = regelwerk.load("connect-four").new_game(players=2, seed=7)
    while not game.over:
        game.choose(game.decision().options[0])
    print(game.result)
"""

from __future__ import annotations

from .starting import quietly

quietly()  # before the rest is loaded

# ruff: noqa: E402
from collections.abc import Iterable, Mapping, Sequence
from os import PathLike, fspath
from typing import TYPE_CHECKING, Any

from . import library
from .dsl.diagnostics import Diagnostic
from .dsl.source import Source

if TYPE_CHECKING:
    from .interpreter.game import Game
    from .interpreter.machine import EngineName
    from .interpreter.ruleset import Ruleset

__version__ = "0.1.0"
__all__ = ["Diagnostic", "Game", "Ruleset", "RulesetError", "check", "load"]

Name = str | PathLike[str]


def __getattr__(name: str) -> Any:
    # The machine is loaded when somebody plays: `regelwerk check` and `list` start without it.
    if name in ("Game", "Ruleset"):
        from . import interpreter

        return getattr(interpreter, name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


class RulesetError(Exception):
    """A ruleset has errors; `diagnostics` are all messages, `sources` the texts they speak of."""

    def __init__(self, diagnostics: Sequence[Diagnostic], sources: Iterable[Source] = ()) -> None:
        self.diagnostics = list(diagnostics)
        self.sources = list(sources)
        errors = [d for d in self.diagnostics if d.is_error]
        first = f"{errors[0].at.file}:{errors[0].at.line}: {errors[0].message}" if errors else "nothing was compiled"
        super().__init__(first + (f" (and {len(errors) - 1} more)" if len(errors) > 1 else ""))


def load(
    ruleset: Name,
    overlays: Sequence[Name] = (),
    rulings: Mapping[str, str] | None = None,
    engine: EngineName = "auto",
    language: str = "",
) -> Ruleset:
    """Load a bundled ruleset by name (`name@edition` too) or any other by path, ready to play; `rulings` decide open
    questions by name or ledger id, `language` is one that the ruleset has texts in."""
    build = library.ready(fspath(ruleset), [fspath(each) for each in overlays], rulings)
    if build.compiled is None:
        raise RulesetError(build.diagnostics, build.sources.values())
    if language:
        library.spoken(build.compiled, language)
    from .interpreter.ruleset import Ruleset

    return Ruleset(build.compiled, engine, language=language)


def check(ruleset: Name, overlays: Sequence[Name] = (), rulings: Mapping[str, str] | None = None) -> list[Diagnostic]:
    """Give all messages about a ruleset, errors and warnings."""
    return library.build(fspath(ruleset), [fspath(each) for each in overlays], rulings).diagnostics

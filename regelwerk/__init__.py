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

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from . import bots, errors
    from .api import check, load, rulesets
    from .dsl.diagnostics import Diagnostic
    from .errors import RulesetError
    from .interpreter.engine.scores import Result
    from .interpreter.game.decisions import Decision, Option
    from .interpreter.game.game import Game, Ruleset

__version__ = "0.1.0"
__all__ = [
    "Decision", "Diagnostic", "Game", "Option", "Result", "Ruleset", "RulesetError", "bots", "check", "errors", "load",
    "rulesets",
]  # fmt: skip

# What is offered here is loaded when it is first asked for: the command starts at once, and a program that only plays
# never loads the compiler.
_FROM = {
    "Decision": "interpreter.game.decisions", "Diagnostic": "dsl.diagnostics", "Game": "interpreter.game.game",
    "Option": "interpreter.game.decisions", "Result": "interpreter.engine.scores",
    "Ruleset": "interpreter.game.game", "RulesetError": "errors", "check": "api", "load": "api", "rulesets": "api",
}  # fmt: skip


def __getattr__(name: str) -> Any:
    if name in ("bots", "errors"):
        return import_module(f".{name}", __name__)
    if name not in _FROM:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    found = getattr(import_module(f".{_FROM[name]}", __name__), name)
    globals()[name] = found
    return found


def __dir__() -> list[str]:
    return sorted([*__all__, *(name for name in globals() if name.startswith("__"))])

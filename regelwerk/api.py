"""The functions of the package: rulesets by name or path, checked, and ready to play."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from os import PathLike, fspath
from typing import get_args

from .dsl.diagnostics import Diagnostic
from .errors import RulesetError
from .interpreter.engine.machine import EngineName
from .interpreter.game.game import Ruleset
from .library.finding import Entry, entries
from .library.ready import ready

Name = str | PathLike[str]


def rulesets() -> list[Entry]:
    """List the bundled rulesets, each with its name, title and numbers of players.

    >>> [entry.name for entry in rulesets() if entry.players == (2, 10)]
    ['pig']
    """
    return entries()


def load(
    ruleset: Name,
    overlays: Sequence[Name] = (),
    rulings: Mapping[str, str] | None = None,
    engine: EngineName = "auto",
    language: str = "",
) -> Ruleset:
    """Load a ruleset, ready to play.

    Arguments: `ruleset` is the name of a bundled one (`name@edition` too) or a path; `overlays` are put on top, by name
    or path; `rulings` decide open questions, by name or ledger id; `language` is one that the ruleset has texts in;
    `engine` is `auto`, `python`, `reference` or `wasm`.

    Errors: `errors.RulesetError` if the rules have mistakes, `errors.Unknown` if there is no such ruleset, overlay,
    ruling or language.

    >>> load("pig").new_game(players=2, seed=7).decision().options[0].text
    'Roll the die'
    """
    if engine not in get_args(EngineName):
        raise ValueError(f"there is no engine {engine!r}: {', '.join(get_args(EngineName))}")
    build = ready(*_named(ruleset, overlays, rulings), language)
    if build.compiled is None:
        raise RulesetError(build.diagnostics, build.sources.values())
    return Ruleset(build.compiled, engine, language=language)


def check(ruleset: Name, overlays: Sequence[Name] = (), rulings: Mapping[str, str] | None = None) -> list[Diagnostic]:
    """Give all messages about a ruleset, errors and warnings; the arguments are those of `load`.

    Errors: `errors.Unknown` if there is no such ruleset, overlay or ruling.

    >>> check("pig")
    []
    """
    from .library.building import build  # for a fast start: who only plays needs no compiler

    return build(*_named(ruleset, overlays, rulings)).diagnostics


def _named(
    ruleset: Name, overlays: Sequence[Name], rulings: Mapping[str, str] | None
) -> tuple[str, list[str], Mapping[str, str] | None]:
    """Give names and paths as texts; refuse what is neither."""
    if isinstance(overlays, str | PathLike):
        raise TypeError(f"overlays are a list: [{fspath(overlays)!r}]")
    if rulings is not None and not isinstance(rulings, Mapping):
        raise TypeError(f"rulings are a mapping of names to answers, not {rulings!r}")
    names = [fspath(each) if isinstance(each, PathLike) else each for each in (ruleset, *overlays)]
    for each in names:
        if not isinstance(each, str) or not each:
            raise TypeError(f"a ruleset or overlay is named by a text or a path, not {each!r}")
    return names[0], names[1:], rulings

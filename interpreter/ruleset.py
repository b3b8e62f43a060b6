"""A ruleset ready to play: the compiled data, the machine for it, and its fingerprint."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any

from ..dsl import ir
from .context import Limits
from .decisions import Offers
from .logs import Logs
from .machine import EngineName, Machine
from .texts import Texts

if TYPE_CHECKING:
    from .game import Game

_WORDS = ("translations", "titles", "shows")  # do not decide how the game runs


class Ruleset:
    """A compiled ruleset with the machine that runs it: games of it are begun and loaded here."""

    def __init__(
        self, compiled: ir.Compiled, engine: EngineName = "auto", limits: Limits | None = None, language: str = ""
    ) -> None:
        self.compiled = compiled
        self.language = language  # what its games speak
        self.machine = Machine(compiled, engine, limits)
        if language:
            self.machine.texts = Texts(compiled, language)

    @property
    def name(self) -> str:
        return self.compiled.name

    @cached_property
    def hash(self) -> str:
        """Give the fingerprint of everything that decides how the game runs."""
        data = self.compiled.model_dump(mode="json", exclude={*_WORDS, "spans", "scenarios", "parts"})
        return hashlib.sha256(json.dumps(data, sort_keys=True).encode()).hexdigest()

    @cached_property
    def lock(self) -> str:
        """Give the fingerprint of what the ruleset is made of: texts, overlays, rulings."""
        parts = [part.model_dump() for part in self.compiled.parts]
        return hashlib.sha256(json.dumps(parts, sort_keys=True).encode()).hexdigest()

    def new_game(self, players: int, seed: int, names: Sequence[str] | None = None, checks: bool = False) -> Game:
        """Start a game and run to the first decision."""
        from .game import Game

        return Game.begin(self, players, seed, names, checks)

    def load(self, saved: dict[str, Any]) -> Game:
        """Go on with a saved game."""
        from .saving import load

        return load(self, saved)


class Words:
    """Everything that turns numbers into words, for one set of seat names and one language."""

    def __init__(self, ruleset: Ruleset, names: Sequence[str], language: str | None = None) -> None:
        self.names = tuple(names)
        self.language = ruleset.language if language is None else language
        self.texts = Texts(ruleset.compiled, self.language, self.names)
        self.offers = Offers(ruleset.compiled, self.texts, ruleset.machine.reference)
        self.logs = Logs(ruleset.compiled, self.texts, self.offers)

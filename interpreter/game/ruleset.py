"""A ruleset ready to play: the compiled data, the machine for it, and its fingerprint."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence
from functools import cached_property
from secrets import randbits
from typing import TYPE_CHECKING, Any

from regelwerk.dsl import ir

from ..engine.context import Limits
from ..engine.machine import EngineName, Machine
from ..texts.sentences import Texts
from .decisions import Offers
from .log import Logs
from .onlookers import Onlookers

if TYPE_CHECKING:
    from .game import Game
    from .knowledge.machine import WatchingMachine

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
        self.onlookers = Onlookers(compiled, self.machine.kit.places)

    def __repr__(self) -> str:
        low, high = self.compiled.players
        return f"<Ruleset {self.name}: {self.compiled.title}, {low} to {high} players>"

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle what it is made of; the machine is made anew."""
        return Ruleset, (self.compiled, self.machine.engine_name, self.machine.limits, self.language)

    @property
    def name(self) -> str:
        return self.compiled.name

    @cached_property
    def watching(self) -> WatchingMachine:
        """The machine on which is noted what seats could learn, made when it is first wanted."""
        from .knowledge.machine import WatchingMachine

        return WatchingMachine(self.compiled, self.machine.limits)

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

    def new_game(
        self, players: int, seed: int | None = None, names: Sequence[str] | None = None, checks: bool = False,
        supplied: Sequence[Any] = (),
    ) -> Game:  # fmt: skip
        """Start a game and run to the first decision.

        Arguments: `players` as many as the game allows; `seed` decides all chance, None: one that nobody can foretell;
        `names` of the seats; with `checks`, invariants are looked at after every action; `supplied` are the first
        chance results, as for `Game.supply`. Errors: `ValueError` for a number of players that the game is not for,
        `RuleError` if the rules break off.
        """
        from .game import Game

        return Game.begin(self, players, randbits(63) if seed is None else seed, names, checks, supplied)

    def load(self, saved: dict[str, Any]) -> Game:
        """Go on with a saved game."""
        from .save import load

        return load(self, saved)


class Words:
    """Everything that turns numbers into words, for one set of seat names and one language."""

    def __init__(self, ruleset: Ruleset, names: Sequence[str], language: str | None = None) -> None:
        self.names = tuple(names)
        self.language = ruleset.language if language is None else language
        self.texts = Texts(ruleset.compiled, self.language, self.names)
        self.offers = Offers(ruleset.compiled, self.texts, ruleset.machine.reference, ruleset.onlookers)
        self.logs = Logs(ruleset.compiled, self.texts, self.offers)

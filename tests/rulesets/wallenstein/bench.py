"""One compiled laboratory, and a table on which effects are run one by one."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

import regelwerk
from regelwerk import Game

LABORATORY = Path(__file__).with_name("laboratory.regel")
COMPOSITIONS: dict[str, tuple[str, ...]] = {
    "base": (),
    "court": ("emperors_court",),
    "landsknechte": ("landsknechte",),
    "both": ("emperors_court", "landsknechte"),
}


@cache
def laboratory() -> regelwerk.Ruleset:
    """Compile the game with the laboratory."""
    return regelwerk.load("wallenstein", [LABORATORY])


@cache
def composed(name: str, language: str = "") -> regelwerk.Ruleset:
    """Compile one of the four compositions."""
    return regelwerk.load("wallenstein", list(COMPOSITIONS[name]), language=language)


class Bench:
    """A game on which effects are run by name, before the first county is taken."""

    def __init__(self, players: int = 3, seed: int = 1) -> None:
        self.game: Game = laboratory().new_game(players=players, seed=seed)

    def run(self, effect: str, *args: int | str, seat: int = 0) -> None:
        """Run an effect; whatever it asks is asked next."""
        self.game.call(effect, seat, args)

    def table(self, slot: str) -> Any:
        return self.game.view(None)["slots"][f"table.{slot}"]

    def county(self, slot: str, name: str) -> Any:
        return self.game.view(None)["slots"][f"County.{slot}"][name]

    def player(self, slot: str, seat: int = 0) -> Any:
        return self.game.view(seat)["slots"][f"player.{slot}"][f"player_{seat + 1}"]

    def owner(self, county: str) -> int | None:
        """Name the seat that has a county's card."""
        held = self.game.view(None)["slots"]["player.cards"]
        return next((i for i, cards in enumerate(held.values()) if county in cards), None)

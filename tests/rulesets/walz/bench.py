"""One compiled laboratory, and a table on which effects are run one by one."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

import regelwerk
from regelwerk import Game

LABORATORY = Path(__file__).with_name("laboratory.regel")
SEGMENTS = {
    "k_and_k": ("orange", "black"),
    "experience": ("red",),
    "sociability": ("blue",),
    "luck": ("green",),
    "knowledge": ("yellow",),
}
WORTH = {"k_and_k": 2, "experience": 3, "sociability": 4, "luck": 5, "knowledge": 6}
COLOURS = ("orange", "black", "red", "blue", "green", "yellow")


@cache
def laboratory() -> regelwerk.Ruleset:
    """Compile the game with the laboratory."""
    return regelwerk.load("auf-der-walz", [LABORATORY])


class Bench:
    """A game on which effects are run by name."""

    def __init__(self, players: int = 2, seed: int = 1, names: list[str] | None = None) -> None:
        self.game: Game = laboratory().new_game(players=players, seed=seed, names=names)
        self.run("lab_begin")

    def run(self, effect: str, *args: int | str, seat: int = 0) -> None:
        """Run an effect; whatever it asks is asked next."""
        self.game.call(effect, seat, args)

    def answer(self, option: str) -> None:
        """Answer what is asked now."""
        self.game.choose(option, self.game.decisions()[0].seat)

    def asked(self) -> str:
        """Name the place in the rules at which somebody has to decide."""
        return self.game.decisions()[0].site

    def options(self) -> list[str]:
        return [o.id for o in self.game.decisions()[0].options]

    def table(self, slot: str) -> Any:
        return self.game.view(None)["slots"][f"table.{slot}"]

    def player(self, slot: str, seat: int = 0) -> Any:
        """Read what a player has, with the eyes of that player."""
        return self.game.view(seat)["slots"][f"player.{slot}"][f"player_{seat + 1}"]

    def tally(self, seat: int = 0) -> Mapping[str, Mapping[str, int]]:
        found: Mapping[str, Mapping[str, int]] = self.player("tally", seat)
        return {s: {c: n for c, n in held.items() if n} for s, held in found.items()}

"""A whole small game."""

from __future__ import annotations

import re
from importlib import resources

from .names import SEATS, BadName

_PLAYERS = re.compile(r"(\d{1,2})(?:\.\.(\d{1,2}))?")


def new_game(name: str, title: str, players: str) -> str:
    """Write a game of that name for so many players: `3` or `2..4`."""
    m = _PLAYERS.fullmatch(players.replace(" ", ""))
    low, high = (int(m[1]), int(m[2] or m[1])) if m else (0, 0)
    if not 1 <= low <= high <= len(SEATS):
        raise BadName(f"{players!r} is no number of players: write 3 or 2..4, up to {len(SEATS)}.")
    text = resources.files(__package__).joinpath("game.regel").read_text(encoding="utf-8")
    text = text.replace("My game", title).replace("my_game", name)
    text = text.replace("  players   2..4", f"  players   {low}" + (f"..{high}" if high > low else ""))
    return text.replace("seats ann, bob", f"seats {', '.join(SEATS[:low])}")

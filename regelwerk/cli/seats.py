"""Who sits where: `--seats human,sensible` and `--bots sensible,random`."""

from __future__ import annotations

from difflib import get_close_matches

import click

from regelwerk.bots import BOTS
from regelwerk.bots.learning.experience import brought

HUMAN = "human"


def named_seats(text: str, people: bool) -> list[str]:
    """Read who is named; a word that is no player is a wrong use."""
    known = [HUMAN, *BOTS] if people else list(BOTS)
    named = [word.strip().lower() for word in text.split(",") if word.strip()]
    for word in named:
        if word not in known:
            near = get_close_matches(word, known, n=1)
            hint = f" Did you mean {near[0]}?" if near else f" There are: {', '.join(known)}."
            raise click.UsageError(f"Nobody who plays is called {word}.{hint}")
    return named


def opponent(name: str) -> str:
    """Name the bot that plays if nobody is named: the quick one where the game comes with experience."""
    return "eager" if brought(name) is not None else "random"


def seated(named: list[str], count: int, rest: str = "random") -> list[str]:
    """Fill the seats that nobody is named for."""
    if len(named) > count:
        raise click.UsageError(f"{len(named)} seats are named, but {count} play. Say how many with --players.")
    return named + [rest] * (count - len(named))

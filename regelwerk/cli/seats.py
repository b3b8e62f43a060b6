"""Who sits where: `--seats human,sensible` and `--bots sensible,random`."""

from __future__ import annotations

from collections.abc import Sequence

import click

from regelwerk.bots import BOTS, maker
from regelwerk.bots.by_name import offered
from regelwerk.errors import Refused

from .screen import sentence

HUMAN = "human"


def named_seats(text: str, people: bool) -> list[str]:
    """Read who is named; a word that is no player is a wrong use."""
    named = [word if ":" in word else word.lower() for each in text.split(",") if (word := each.strip())]
    for word in named:
        if people and word == HUMAN:
            continue
        try:
            maker(word, besides=[HUMAN] if people else [])
        except Refused as refused:
            raise click.UsageError(sentence(str(refused))) from None
    return named


def there(named: Sequence[str]) -> list[str]:
    """Give who sat at a table that was kept. What a file names is not imported: chance sits there instead."""
    known = (HUMAN, *BOTS, *offered())
    return [kind if kind in known else "random" for kind in named]


def seated(named: list[str], count: int, rest: str = "random") -> list[str]:
    """Fill the seats that nobody is named for."""
    if len(named) > count:
        raise click.UsageError(f"{len(named)} seats are named, but {count} play. Say how many with --players.")
    return named + [rest] * (count - len(named))

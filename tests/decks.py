"""How rulesets of tests about secrets begin: a game with cards that are worth something."""

from __future__ import annotations

NUMBERS = ("one", "two", "three", "four", "five", "six", "seven", "eight")


def numbered(name: str, title: str, players: str = "2", cards: int = 6) -> str:
    """Begin a game with so many cards, one of each, worth 1, 2, 3 and so on."""
    rows = "".join(f"  {number}: {n}\n" for n, number in enumerate(NUMBERS[:cards], 1))
    return _begun(name, title, players) + "rows Card: worth\n" + rows


def low_and_high(name: str, title: str, players: str = "2") -> str:
    """Begin a game with four low cards and four high ones that nobody can tell apart."""
    return _begun(name, title, players) + "rows Card: worth, copies\n  low:  1, 4\n  high: 8, 4\n"


def _begun(name: str, title: str, players: str) -> str:
    return f'game {name} "{title}"\n  language  1\n  players   {players}\n\ntype Card\n  worth     0..9\n'

"""What a game says to a program that asks for what cannot be: whose turn it is, what is offered, which seats play.

In a game with secrets nobody is told what is offered to another seat: it may tell what that seat holds.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ..errors import Refused
from .decisions import Decision
from .knowledge.undoing import secretive
from .playing import Playing

SHOWN = 8  # options that are named


def beginning(players: Any, seed: Any, names: Sequence[str] | None) -> None:
    """Refuse what no game can begin with."""
    for word, number in (("players", players), ("seed", seed)):
        if number is not None:
            a_number(word, number)
    if isinstance(names, str) or not all(isinstance(name, str) for name in names or []):
        raise TypeError(f"names must be a list of texts, not {names!r}")
    if names is not None and len(names) > players:
        raise ValueError(f"{len(names)} names are given, but {players} play")


def a_number(word: str, number: Any) -> None:
    """Refuse what is not a whole number; True is none."""
    if not isinstance(number, int) or isinstance(number, bool):
        raise TypeError(f"{word} must be a whole number, not {number!r}")


def some_results(results: Any) -> None:
    """Refuse what is no list of chance results."""
    if isinstance(results, str) or not isinstance(results, Sequence):
        raise TypeError(f"results must be a list, not {results!r}")


def a_seat(game: Playing, seat: Any) -> None:
    """Refuse what is no seat of a game; None is somebody who only watches."""
    if seat is not None and (not isinstance(seat, int) or isinstance(seat, bool) or not 0 <= seat < game.players):
        raise Refused(f"there is no seat {seat!r}: seats are 0 to {game.players - 1}, and None only watches")


def not_deciding(game: Playing, seat: int | None) -> Refused:
    """Say why there is not one decision for a seat, or for anybody."""
    a_seat(game, seat)
    if game.over:
        return Refused("the game is over: nobody has to decide")
    asked = game.decisions()
    unsettled = game.waiting()
    if (seat is None and not asked) or seat in unsettled:
        calls = " and ".join(f"`game.commit({each})`" for each in unsettled if seat in (None, each))
        if calls:
            return Refused(f"what was answered in secret is not final: {calls} is missing; `game.revise` takes it back")
    if seat is None:
        seats = ", ".join(str(decision.seat) for decision in asked)
        return Refused(f"several seats decide at once: say which of {seats}" if seats else "nobody has to decide")
    open_to_all = not secretive(game.ruleset.compiled) and not any(decision.secret for decision in asked)
    turns = [f"{_name(game, each.seat)} decides{f': {_options(each)}' * open_to_all}" for each in asked]
    if game.at_once:  # who of them has no choice is told to nobody else
        turns = [f"{_name(game, each)} decides" for each in game.at_once if each != seat]
    return Refused(f"{_name(game, seat)} has nothing to decide now; {'; '.join(turns) or 'nobody has'}")


def not_offered(game: Playing, decision: Decision, answer: object) -> Refused:
    """Say what is offered instead."""
    said = getattr(answer, "id", answer)
    return Refused(f"{said} is not offered to {_name(game, decision.seat)}, but {_options(decision)}")


def _name(game: Playing, seat: int) -> str:
    return f"{game.words.texts.title('Player', seat)} (seat {seat})"


def _options(decision: Decision) -> str:
    ids = [option.id for option in decision.options]
    return ", ".join(ids[:SHOWN]) + (f" and {len(ids) - SHOWN} more" if len(ids) > SHOWN else "")

"""The end of a game, and score sheets, as data and in words."""

from __future__ import annotations

from typing import Any

from regelwerk import Game
from regelwerk.interpreter.engine.scores import Sheet

from .speech import speaker


def verdict(game: Game) -> str:
    """Say who has won a game that is over."""
    result = game.result
    assert result is not None
    say, names = speaker(game), [game.words.texts.title("Player", seat) for seat in range(game.players)]
    winners = [names[seat] for seat in result.winners]
    if len(winners) == 1:
        return say("{winner} wins.", winner=winners[0])
    if len(winners) == game.players:
        return say("A draw.")
    return say("{winners} share the victory.", winners=", ".join(winners))


def columns(game: Game) -> list[str]:
    """Name what the places of a game that is over go by: the score, and what breaks ties."""
    result = game.result
    assert result is not None
    say, ranks = speaker(game), len(result.values[0])
    return [say("Score"), *(say("Tie-break {number}", number=i) for i in range(1, ranks))] if ranks else []


def sheets_data(game: Game) -> list[dict[str, Any]]:
    """Give the score sheets that have been filled in, with titles in the language of the game."""
    return [sheet_data(game, sheet) for sheet in game.scores]


def sheet_data(game: Game, sheet: Sheet) -> dict[str, Any]:
    """Give a score sheet, with titles in the language of the game."""
    words = game.words.texts.words
    return {
        "name": sheet.name,
        "title": words(sheet.name.replace("_", " ")),
        "lines": [{"title": words(line.title), "points": list(line.points)} for line in sheet.lines],
        "totals": list(sheet.totals),
    }


def result_data(game: Game) -> dict[str, Any] | None:
    """Give the result for programs."""
    if game.result is None:
        return None
    return {
        "winners": list(game.result.winners),
        "places": [list(place) for place in game.result.places],
        "values": [list(row) for row in game.result.values],
        "scores": [
            {
                "name": sheet.name,
                "lines": [{"title": line.title, "points": list(line.points)} for line in sheet.lines],
                "totals": list(sheet.totals),
            }
            for sheet in game.scores
        ],
    }

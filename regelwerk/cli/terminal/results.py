"""The end of a game: places, and where the points come from."""

from __future__ import annotations

from typing import Any

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from regelwerk import Game
from regelwerk.interpreter.engine.scores import Sheet

from .speech import speaker


def _table(*headings: str) -> Table:
    table = Table(box=None, pad_edge=False, header_style="bold")
    for i, heading in enumerate(headings):
        table.add_column(heading, justify="right" if i else "left")
    return table


def _names(game: Game) -> list[str]:
    return [game.words.texts.title("Player", seat) for seat in range(game.players)]


def result_table(game: Game) -> RenderableType:
    """Draw the result of a game that is over; who has won stands last, where a small screen still shows it."""
    result = game.result
    assert result is not None
    say, names = speaker(game), _names(game)
    winners = [names[seat] for seat in result.winners]
    alone = len(winners) == 1
    if alone:
        said = say("{winner} wins.", winner=winners[0])
    elif len(winners) == game.players:
        said = say("A draw.")
    else:
        said = say("{winners} share the victory.", winners=", ".join(winners))
    headline = Text(said, style="bold")
    ranks = len(result.values[0])
    table = _table(
        "", *([say("Score"), *(say("Tie-break {number}", number=i) for i in range(1, ranks))] if ranks else [])
    )
    for number, place in enumerate(result.places, 1):
        for seat in place:
            table.add_row(f"{number}. {names[seat]}", *(str(value) for value in result.values[seat]))
    sheets = [part for sheet in game.scores for part in (_sheet(game, names, sheet), "")]
    return Group(*sheets, headline, table)


def _sheet(game: Game, names: list[str], sheet: Sheet) -> RenderableType:
    words = game.words.texts.words
    title = words(sheet.name.replace("_", " "))
    table = _table(title[:1].upper() + title[1:], *names)
    for line in sheet.lines:
        table.add_row(words(line.title), *(str(points) for points in line.points))
    if len(sheet.lines) > 1:
        table.add_row(speaker(game)("Total"), *(str(total) for total in sheet.totals), style="bold")
    return table


def scored(game: Game) -> list[RenderableType]:
    """Draw the score sheets that the last step of a game has filled in."""
    compiled = game.ruleset.compiled
    events = [event[2] for event in game.past.events if event[0] == "event" and compiled.events[event[1]] == "score"]
    filled = dict.fromkeys(args[0] for args in events)
    return [part for number in filled for part in ("", _sheet(game, _names(game), game.scores[number]))]


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

"""The end of a game: places, and where the points come from."""

from __future__ import annotations

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from regelwerk import Game
from regelwerk.interpreter.engine.scores import Sheet
from regelwerk.telling.results import columns, verdict
from regelwerk.telling.speech import speaker


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
    names = _names(game)
    headline = Text(verdict(game), style="bold")
    table = _table("", *columns(game))
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

"""Hexagons that have no name, said by where they are."""

from __future__ import annotations

from dataclasses import replace

from regelwerk import Game
from regelwerk.dsl import ir
from regelwerk.interpreter.game.decisions import Decision
from regelwerk.interpreter.texts.squares import bearing
from regelwerk.scene.looks import Looks
from regelwerk.scene.values import picks


def directed(game: Game, asked: Decision, looks: Looks) -> Decision:
    """Say hexagons that have no name by where they are, seen from the player's pawn."""
    texts = game.words.texts
    board = texts.domains.get(looks.board)
    if board is None or (start := stands(game, asked.seat, board)) is None:
        return asked
    options = []
    for option, picked in zip(asked.options, picks(game, asked), strict=True):
        if [kind for kind, _ in picked] == [board.name] and option.text == texts.title(board.name, picked[0][1]):
            way = bearing(start, divmod(picked[0][1], board.width)[::-1])
            titles = ((n, texts.title("HexSide", side)) for side, n in way)
            said = ", ".join(f"{n} × {title}" if n > 1 else title for n, title in titles)
            option = replace(option, text=said or option.text)
        options.append(option)
    return replace(asked, options=tuple(options))


def stands(game: Game, seat: int, board: ir.Domain) -> tuple[int, int] | None:
    """Give the column and row of the hexagon on which a player's pawn stands."""
    slots, id = game.view(seat)["slots"], game.words.texts.domains["Player"].ids[seat]
    for slot in game.ruleset.compiled.slots:
        if slot.keys == ["Player"] and slot.type == board.name and (at := slots.get(slot.address, {}).get(id)):
            return divmod(board.ids.index(at), board.width)[::-1]
    return None

"""The classics agree with OpenSpiel move for move: same player, same options, same chance, same end."""

from __future__ import annotations

import re
from collections.abc import Callable
from random import Random
from typing import Any

import pytest

from regelwerk.interpreter.game.game import Game
from tests.amounts import quick_part_of
from tests.oracle.library import ruleset

pyspiel = pytest.importorskip("pyspiel")
pytestmark = pytest.mark.oracle

Action = Callable[[Game, str], int]


def slot(game: Game, name: str) -> list[int]:
    """Read the cells of a slot."""
    found = next(s for s in game.ruleset.compiled.slots if s.name == name)
    count = 1
    for size in found.sizes:
        count *= size
    return game.state[found.addr : found.addr + count * found.stride]


def square(name: str, width: int) -> int:
    """Number a cell row by row: `b1` is 1."""
    return ord(name[0]) - ord("a") + width * (int(name[1:]) - 1)


def words(option: str) -> list[str]:
    return re.findall(r"\w+", option)


def marked(width: int) -> Action:
    return lambda game, option: square(words(option)[1], width)


def dropped(game: Game, option: str) -> int:
    return int(words(option)[1])


def stepped(game: Game, option: str) -> int:
    """Number a step as OpenSpiel does: square, direction (0-2 down, 3-5 up), capture or not."""
    _, start, way = words(option)
    seat, source = game.decision().seat, square(start, 8)
    side = ("left_ahead", "ahead", "right_ahead").index(way)
    target = source + (8 if seat == 0 else -8) + side - 1
    return (source * 6 + side + 3 * seat) * 2 + (slot(game, "piece")[target] == 1 - seat)


def won(game: Game) -> list[float]:
    """Give 1 to the winner, -1 to the loser, 0 to both in a draw."""
    assert game.result is not None
    if len(game.result.winners) > 1:
        return [0.0, 0.0]
    return [1.0, -1.0] if game.result.winners == (0,) else [-1.0, 1.0]


def pair(game: Game, state: Any, action: Action) -> dict[int, str]:
    """Compare who decides and what is offered; map OpenSpiel's actions to our options."""
    decision = game.decision()
    assert decision.seat == state.current_player()
    options = {action(game, option.id): option.id for option in decision.options}
    assert len(options) == len(decision.options)
    assert sorted(options) == state.legal_actions()
    return options


@pytest.mark.parametrize(
    ("name", "theirs", "action", "games"),
    [
        ("tic_tac_toe", "tic_tac_toe", marked(3), 1000),
        ("connect_four", "connect_four", dropped, 500),
        ("breakthrough", "breakthrough(rows=8,columns=8)", stepped, 100),
        ("hex", "hex(board_size=11)", marked(11), 40),
    ],
)
def test_a_game_without_chance(name: str, theirs: str, action: Action, games: int) -> None:
    oracle = pyspiel.load_game(theirs)
    random = Random(7)
    for seed in range(quick_part_of(games)):
        game, state = ruleset(name).new_game(2, seed), oracle.new_initial_state()
        while not state.is_terminal():
            assert not game.over
            options = pair(game, state, action)
            chosen = random.choice(sorted(options))
            game.choose(options[chosen])
            state.apply_action(chosen)
        assert game.over
        assert won(game) == state.returns()


def test_leduc_poker_with_the_same_cards() -> None:
    oracle = pyspiel.load_game("leduc_poker")
    random = Random(7)
    names = ("fold", "call", "raise")
    for seed in range(1000):
        game, state = ruleset("leduc_poker").new_game(2, seed), oracle.new_initial_state()
        for card in slot(game, "hand"):
            state.apply_action(card)
        deck = slot(game, "deck")
        board = deck[deck[0]]  # the size, then the cards, the top last
        while not state.is_terminal():
            if state.is_chance_node():
                assert slot(game, "board") == [board]
                state.apply_action(board)
                continue
            options = pair(game, state, lambda game, option: names.index(option))
            chosen = random.choice(sorted(options))
            game.choose(options[chosen])
            state.apply_action(chosen)
        assert game.over
        assert slot(game, "chips") == state.returns()


@pytest.mark.parametrize("players", [2, 3, 10])
def test_pig_with_the_same_dice(players: int) -> None:
    oracle = pyspiel.load_game(f"pig(players={players},winscore=100,horizon=1000000)")
    random = Random(players)
    names = ("roll", "hold")
    for seed in range(200 // players):
        game, state = ruleset("pig").new_game(players, seed), oracle.new_initial_state()
        while not state.is_terminal():
            options = pair(game, state, lambda game, option: names.index(option))
            # Rolling mostly: otherwise nobody gets anywhere.
            chosen = 0 if 0 in options and random.random() < 0.75 else 1
            state.apply_action(chosen)
            if state.is_chance_node():
                die = random.randrange(6)
                game.supply([die])
                state.apply_action(die)
            game.choose(options[chosen])
            assert not game.supplied
        assert game.over
        assert game.result is not None
        assert [1.0 if seat in game.result.winners else -1.0 for seat in range(players)] == [
            1.0 if value > 0 else -1.0 for value in state.returns()
        ]

"""Random playouts through OpenSpiel's Python API: games written in C++, and tic-tac-toe written in Python.

Needs the extra `oracle`. Run as a script, it prints the figures as JSON.
"""

from collections.abc import Callable
from importlib import import_module
from random import Random
from typing import Any

import pyspiel

from benchmarks.baselines.playouts import Figures, measure, print_as_json
from benchmarks.timing import Played, Way

import_module("open_spiel.python.games")  # registers the games written in Python

# Name in our tables -> (system, name in OpenSpiel).
PEERS = {
    "tic_tac_toe": ("OpenSpiel C++ from Python", "tic_tac_toe"),
    "connect_four": ("OpenSpiel C++ from Python", "connect_four"),
    "breakthrough": ("OpenSpiel C++ from Python", "breakthrough(rows=8,columns=8)"),
    "hex": ("OpenSpiel C++ from Python", "hex(board_size=11)"),
    "leduc_poker": ("OpenSpiel C++ from Python", "leduc_poker"),
    "python_tic_tac_toe": ("OpenSpiel Python", "python_tic_tac_toe"),
}


def random_playout(state: Any, random: Callable[[], float]) -> tuple[int, int]:
    """Play at random to the end; return the numbers of decisions and of chance events."""
    decisions = chances = 0
    while not state.is_terminal():
        if state.is_chance_node():
            state.apply_action(_drawn(state.chance_outcomes(), random()))
            chances += 1
        else:
            actions = state.legal_actions()
            state.apply_action(actions[int(random() * len(actions))])
            decisions += 1
    return decisions, chances


def _drawn(outcomes: list[tuple[int, float]], point: float) -> int:
    for outcome, probability in outcomes:
        point -= probability
        if point < 0:
            return outcome
    return outcomes[-1][0]


def measure_peer(name: str, seconds: float = 2.0, repeats: int = 3) -> Figures:
    """Measure one game by its name in `PEERS`."""
    system, loaded = PEERS[name]
    game = pyspiel.load_game(loaded)
    random = Random(1).random
    return measure(system, name, lambda number: random_playout(game.new_initial_state(), random), seconds, repeats)


def ways(game: str) -> list[Way]:
    """Give the ways to play a game, in C++ and in Python."""
    return [_way(name) for name in (game, f"python_{game}") if name in PEERS]


def _way(name: str) -> Way:
    system, loaded = PEERS[name]
    game = pyspiel.load_game(loaded)
    random = Random(1).random
    return Played(system, lambda numbers: sum(random_playout(game.new_initial_state(), random)[0] for _ in numbers))


def measure_peers(seconds: float = 2.0, repeats: int = 3) -> list[Figures]:
    """Measure every game."""
    return [measure_peer(name, seconds, repeats) for name in PEERS]


if __name__ == "__main__":
    print_as_json(measure_peers, __doc__)

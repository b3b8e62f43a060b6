"""Uniformly random playouts and how to count them per second of CPU time.

Run as a script, it prints the figures of the baselines as JSON.
"""

import argparse
import json
import os
import statistics
import time
from collections.abc import Callable
from dataclasses import asdict, dataclass
from itertools import count
from random import Random
from typing import Any, Protocol, Self, TypeVar

from benchmarks.baselines.breakthrough import Breakthrough
from benchmarks.baselines.connect_four import ConnectFour
from benchmarks.baselines.dice_game import HouseNumber
from benchmarks.baselines.pcg32 import PCG32
from benchmarks.baselines.tic_tac_toe import TicTacToe

M = TypeVar("M")


class Game(Protocol[M]):
    """What every baseline offers."""

    @property
    def over(self) -> bool: ...
    def legal(self) -> list[M]: ...
    def play(self, move: M, /) -> None: ...
    def returns(self) -> list[int]: ...
    def clone(self) -> Self: ...


@dataclass(frozen=True)
class Figures:
    """Medians over the repeats, per second of CPU time."""

    system: str
    game: str
    playouts_per_second: float
    decisions_per_second: float
    decisions_per_playout: float
    chance_per_second: float
    repeats: list[float]  # playouts per second, sorted
    cpu_per_wall: float
    load: float | None  # of the machine, over the last minute; Windows keeps no count


# One playout: takes its number, returns its decisions and chance events (0 where they are not counted).
Playout = Callable[[int], tuple[int, int]]


def measure(system: str, game: str, playout: Playout, seconds: float = 2.0, repeats: int = 3) -> Figures:
    """Repeat playouts for some seconds of CPU time after a warm-up; several times over."""
    number = count()
    rates: list[tuple[float, float, float]] = []
    decisions = playouts = 0
    cpu_total = wall_total = 0.0
    _until(seconds / 4, playout, number)
    for _ in range(repeats):
        wall = time.perf_counter()
        done, made, chances, cpu = _until(seconds, playout, number)
        wall_total += time.perf_counter() - wall
        cpu_total += cpu
        playouts += done
        decisions += made
        rates.append((done / cpu, made / cpu, chances / cpu))
    return Figures(
        system=system,
        game=game,
        playouts_per_second=round(statistics.median(r[0] for r in rates), 1),
        decisions_per_second=round(statistics.median(r[1] for r in rates), 1),
        decisions_per_playout=round(decisions / playouts, 2),
        chance_per_second=round(statistics.median(r[2] for r in rates), 1),
        repeats=sorted(round(r[0], 1) for r in rates),
        cpu_per_wall=round(cpu_total / wall_total, 2),
        load=round(os.getloadavg()[0], 2) if hasattr(os, "getloadavg") else None,
    )


def _until(seconds: float, playout: Playout, number: "count[int]") -> tuple[int, int, int, float]:
    done = decisions = chances = 0
    start = time.process_time()
    while (cpu := time.process_time() - start) < seconds:
        made, drawn = playout(next(number))
        done += 1
        decisions += made
        chances += drawn
    return done, decisions, chances, cpu


def random_playout(game: Game[M], random: Callable[[], float]) -> int:
    """Play legal moves at random to the end; return how many."""
    made = 0
    while not game.over:
        moves = game.legal()
        game.play(moves[int(random() * len(moves))])
        made += 1
    return made


# Name -> a new game with the given number; the number seeds the dice.
BASELINES: dict[str, Callable[[int], Game[Any]]] = {
    "tic_tac_toe": lambda number: TicTacToe(),
    "connect_four": lambda number: ConnectFour(),
    "breakthrough": lambda number: Breakthrough(),
    "house_number_2p": lambda number: HouseNumber(players=2, dice=PCG32(number)),
    "house_number_3p": lambda number: HouseNumber(players=3, dice=PCG32(number)),
    "house_number_4p": lambda number: HouseNumber(players=4, dice=PCG32(number)),
}


def measure_baseline(name: str, seconds: float = 2.0, repeats: int = 3) -> Figures:
    """Measure one baseline by its name."""
    new_game = BASELINES[name]
    random = Random(1).random

    def playout(number: int) -> tuple[int, int]:
        return random_playout(new_game(number), random), 0

    return measure("hand-written Python", name, playout, seconds, repeats)


def measure_baselines(seconds: float = 2.0, repeats: int = 3) -> list[Figures]:
    """Measure every baseline."""
    return [measure_baseline(name, seconds, repeats) for name in BASELINES]


def print_as_json(measure_all: Callable[[float, int], list[Figures]], description: str | None) -> None:
    """Be the main program of a module that measures something."""
    parser = argparse.ArgumentParser(description=description)
    parser.add_argument("--seconds", type=float, default=2.0, help="CPU time of each repeat")
    parser.add_argument("--repeats", type=int, default=3)
    wanted = parser.parse_args()
    print(json.dumps([asdict(figures) for figures in measure_all(wanted.seconds, wanted.repeats)], indent=2))


if __name__ == "__main__":
    print_as_json(measure_baselines, __doc__)

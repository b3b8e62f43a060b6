"""How rates are taken: what is compared runs in turn, again and again, so that a busy machine slows all of it."""

from __future__ import annotations

import statistics
import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

Row = dict[str, Any]
LONGEST = 4096  # games asked for at once


@dataclass(frozen=True, slots=True)
class Rate:
    playouts: float  # per second
    decisions: float  # per playout


class Way(Protocol):
    """One way to play a game at random."""

    name: str

    def rate(self, seconds: float, first: int) -> Rate: ...


class Played:
    """A way that runs in this process: `play` takes the numbers of games and gives how many decisions they had."""

    def __init__(self, name: str, play: Callable[[Sequence[int]], int], many: bool = False) -> None:
        self.name = name
        self.play = play
        self.many = many  # more games at once are faster

    def rate(self, seconds: float, first: int) -> Rate:
        """Play for some seconds of CPU time, at least one game."""
        number, made, size = first, 0, 1
        start = time.process_time()
        while (cpu := time.process_time() - start) < seconds or number == first:
            made += self.play(range(number, number + size))
            number += size
            if self.many and size < LONGEST and cpu < seconds / 4:
                size *= 2
        done = number - first
        return Rate(done / cpu, made / done)


def side_by_side(ways: Sequence[Way], seconds: float, repeats: int) -> list[list[Rate]]:
    """Measure several ways in turn; a list of rates for each."""
    for way in ways:
        progress(f"{way.name}, warming up")
        way.rate(seconds / 4, 0)
    found: list[list[Rate]] = [[] for _ in ways]
    for n in range(repeats):
        for way, rates in zip(ways, found, strict=True):
            progress(f"{way.name}, {n + 1} of {repeats}")
            rates.append(way.rate(seconds, 1000 * n))
    return found


def spread(values: Sequence[float]) -> Row:
    """Give the median and how far the values lie apart."""
    return {"median": statistics.median(values), "low": min(values), "high": max(values)}


def ratios(ours: Sequence[Rate], theirs: Sequence[Rate]) -> Row:
    """Compare round by round."""
    return spread([a.playouts / b.playouts for a, b in zip(ours, theirs, strict=True)])


def per_go(work: Callable[[], Any], repeats: int) -> list[float]:
    """Time some short work, in seconds of CPU time for one go, several times."""
    count = 1
    while cpu(work, count) < 0.02:
        count *= 4
    return [cpu(work, count) / count for _ in range(repeats)]


def cpu(work: Callable[[], Any], count: int = 1) -> float:
    """CPU time of some work."""
    start = time.process_time()
    for _ in range(count):
        work()
    return time.process_time() - start


_section = ""


def section(name: str) -> None:
    """Say what is being measured from now on."""
    global _section
    _section = name


def progress(text: str) -> None:
    """Tell on a terminal how far the run is; one line that is written over."""
    if sys.stderr.isatty():
        line = f"{_section}: {text}" if text else ""
        print(f"\r\x1b[K{line[:100]}", end="", file=sys.stderr, flush=True)

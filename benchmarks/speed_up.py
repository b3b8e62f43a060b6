"""What more processes bring, by the clock on the wall: `python -m benchmarks.speed_up`, under three minutes on a quiet
machine of two cores. On one that others use at the same time the figures say nothing about the engine.

The same games are played by one process and by several, in turn; each time includes starting Python and workers. What
all processes together took beyond the one is told for each game; so is what a task costs that does nothing."""

from __future__ import annotations

import argparse
import os
import resource
import statistics
import subprocess
import sys
import time
from collections.abc import Callable, Sequence

from regelwerk.simulation.workers import Crew, in_order

ROUNDS = 3
EMPTY = 100_000  # tasks that do nothing
PLAYED = (
    ("leduc-poker", "400000"),
    ("pig", "600", "--bots", "random"),
    ("auf-der-walz", "24", "--players", "3", "--bots", "eager"),
)


def begin(given: int) -> int:
    return given


def nothing(desk: int, task: int) -> int:
    return desk


def taken(run: Callable[[], object]) -> tuple[float, float]:
    """Tell how long something takes by the clock, and how long all processors that are busy with it."""
    start, before = time.perf_counter(), _processors()
    run()
    return time.perf_counter() - start, _processors() - before


def _processors() -> float:
    both = (resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))
    return sum(each.ru_utime + each.ru_stime for each in both)


def simulated(game: str, games: str, options: Sequence[str], jobs: int) -> None:
    command = ["simulate", game, "--games", games, *options, "--jobs", str(jobs)]
    subprocess.run([sys.executable, "-m", "regelwerk", *command], check=True, stdout=subprocess.DEVNULL)


def main() -> None:
    """Print a table."""
    parser = argparse.ArgumentParser(description="What more processes bring.")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    jobs = parser.parse_args().jobs
    print(f"load before: {os.getloadavg()[0]:.1f}; {jobs} processes against one, {ROUNDS} times in turn\n")
    print("| game | games | one, s | several, s | speed-up | (each time) | more work per game, µs |")
    print("|---|---:|---:|---:|---:|---|---:|")
    for game, games, *options in PLAYED:
        simulated(game, "1", options, 1)  # compiled, and kept
        rounds = [
            [taken(lambda n=n: simulated(game, games, options, n)) for n in (1, jobs)]  # type: ignore[misc]  # noqa: B023
            for _ in range(ROUNDS)
        ]
        ratios = [a[0] / b[0] for a, b in rounds]
        clocks = [statistics.median(clock for clock, _ in times) for times in zip(*rounds, strict=True)]
        more = statistics.median((b[1] - a[1]) / int(games) for a, b in rounds)
        cells = [game, games, *(f"{clock:.2f}" for clock in clocks), f"{statistics.median(ratios):.2f}"]
        print("| " + " | ".join([*cells, ", ".join(f"{ratio:.2f}" for ratio in ratios), f"{1e6 * more:,.1f}"]) + " |")
    empty = taken(lambda: sum(in_order(begin, 0, nothing, range(EMPTY), Crew(jobs))))
    clock, work = (1e6 * each / EMPTY for each in empty)
    print(f"\nA task that does nothing: {clock:.1f} µs by the clock, {work:.1f} of processors")
    print(f"load after: {os.getloadavg()[0]:.1f}")


if __name__ == "__main__":
    main()

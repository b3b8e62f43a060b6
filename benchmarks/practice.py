"""Practise a game at length and write down what was learnt: the experience that comes with the game.

python -m benchmarks.practice auf-der-walz --players 3 --games 6000 --output rulesets/auf_der_walz/experience.json

Where practice leads depends on what is tried first, so several begin; the best of them goes on.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path

import regelwerk
from regelwerk.bots.practice import Practice

TOLD = 250  # games from one line to the next
NO_END = 10**9  # decisions
APART = 1 << 32  # between the seeds of two beginners


def practised(practice: Practice, games: int) -> float:
    """Practise so many games, and tell on the way how the last ones ended; give the mean score of the last."""
    mean = 0.0

    def played(part: float) -> None:
        nonlocal mean
        ends = practice.ends
        if ends and (len(ends) % TOLD == 0 or part == 1):
            last = [sum(end) / len(end) for end in ends[-TOLD:]]
            mean = sum(last) / len(last)
            print(f"{len(ends)} games: {mean:.2f}", file=sys.stderr, flush=True)

    practice.run(games, NO_END, played)
    return mean


def main(args: Sequence[str] | None = None) -> None:
    """Let beginners practise, and the best of them go on."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("ruleset")
    parser.add_argument("--players", type=int, required=True)
    parser.add_argument("--games", type=int, default=6000, help="for each beginner a third of it, for the best all")
    parser.add_argument("--beginners", type=int, default=3)
    parser.add_argument("--curious", type=float, default=0.0, help="how much news count to the end, from 0 to 1")
    parser.add_argument("--output", type=Path, required=True)
    wanted = parser.parse_args(args)
    machine = regelwerk.load(wanted.ruleset).machine
    found = []
    for number in range(wanted.beginners):
        practice = Practice(machine, wanted.players, seed=number * APART, curious=wanted.curious)
        found.append((practised(practice, wanted.games // 3), -number, practice.written()))
    best, seed = max(found, key=lambda one: one[:2])[2], wanted.beginners * APART
    practice = Practice(machine, wanted.players, best, seed, wanted.curious)
    practised(practice, wanted.games)
    wanted.output.write_text(practice.written().model_dump_json(indent=0) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()

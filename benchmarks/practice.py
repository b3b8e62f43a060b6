"""Practise a game at length and write down what was learnt: the experience that comes with the game.

python -m benchmarks.practice auf-der-walz --players 3 --games 6000 --output rulesets/experience/auf_der_walz.json

Where practice leads depends on what is tried first, so several begin; the best of them goes on. With `--go-on FILE`
nobody begins: those who know what stands in the file practise further. `--curious 0.8,0.5,0.3` divides the games: in
each part news count so much instead of points. That finds what pays only together with other things, such as a ride.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path

import regelwerk
from regelwerk.bots.learning.policy_file import Written
from regelwerk.bots.learning.self_play import Practice

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
    parser.add_argument("--curious", default="0", help="how much news count to the end, from 0 to 1, part by part")
    parser.add_argument("--go-on", type=Path, help="what is known already, instead of beginners")
    parser.add_argument("--output", type=Path, required=True)
    wanted = parser.parse_args(args)
    machine, parts = regelwerk.load(wanted.ruleset).machine, [float(part) for part in wanted.curious.split(",")]
    if wanted.go_on is not None:
        best = Written.model_validate_json(wanted.go_on.read_text(encoding="utf-8"))
    else:
        found = []
        for number in range(wanted.beginners):
            practice = Practice(machine, wanted.players, seed=number * APART, curious=parts[0])
            found.append((practised(practice, wanted.games // 3), -number, practice.written()))
        best = max(found, key=lambda one: one[:2])[2]
    for number, curious in enumerate(parts):
        practice = Practice(machine, wanted.players, best, (wanted.beginners + number) * APART, curious)
        practised(practice, wanted.games // len(parts))
        best = practice.written()
    wanted.output.write_text(best.model_dump_json(indent=0) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()

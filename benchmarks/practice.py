"""Practise a game at length and write down what was learnt: the experience that comes with the game.

python -m benchmarks.practice auf-der-walz --players 3 --games 3000 --output rulesets/auf_der_walz/experience.json
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


def main(args: Sequence[str] | None = None) -> None:
    """Practise, and tell on the way how the last games ended."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("ruleset")
    parser.add_argument("--players", type=int, required=True)
    parser.add_argument("--games", type=int, default=3000)
    parser.add_argument("--output", type=Path, required=True)
    wanted = parser.parse_args(args)
    practice = Practice(regelwerk.load(wanted.ruleset).machine, wanted.players)

    def played(part: float) -> None:
        ends = practice.ends
        if len(ends) % TOLD == 0 or part == 1:
            last = [sum(end) / len(end) for end in ends[-TOLD:]]
            print(f"{len(ends)} games: {sum(last) / len(last):.2f}", file=sys.stderr, flush=True)

    practice.run(wanted.games, NO_END, played)
    wanted.output.write_text(practice.written().model_dump_json(indent=0) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()

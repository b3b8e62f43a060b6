"""Seeded games by the rules with and without an overlay: do they go on, and do they end otherwise?"""

from __future__ import annotations

import time
from dataclasses import dataclass, field

from regelwerk.overlay_report import Validated
from regelwerk.simulation.games import Course, game_seed, play_fast, record

from ..progress import progress_bar
from ..reports.shrink import Shrinker

LIMIT = 5000  # decisions of a game


@dataclass(slots=True)
class Play:
    """Seeded games under the new rules: how many, and how some broke. True: under the old rules, too."""

    games: int = 0
    paired: int = 0  # games that were played by the old rules, too
    otherwise: int = 0  # of those, how many ended otherwise
    broken: list[tuple[Course, bool]] = field(default_factory=list)

    @property
    def wrong(self) -> bool:
        return any(not too for _, too in self.broken)


def played(done: Validated, games: int, seconds: float) -> Play:

    assert done.new is not None and done.old is not None
    new, old = done.new, done.old
    low, high = new.compiled.players
    low_old, high_old = old.compiled.players
    end, play = time.monotonic() + seconds, Play()
    broken: dict[str, tuple[Course, bool]] = {}
    with progress_bar() as progress:
        for index in progress.track(range(games), description="seeded games"):
            if time.monotonic() > end:
                break
            players, seed = low + index % (high - low + 1), game_seed(0, index)
            course = record(new, players, seed, LIMIT, checks=True)
            play.games += 1
            fits = low_old <= players <= high_old
            if fits:
                play.paired += 1
                play.otherwise += play_fast(old, players, index, seed, LIMIT) != play_fast(
                    new, players, index, seed, LIMIT
                )
            if course is None or course.failure.key in broken:
                continue
            before = record(old, players, seed, LIMIT, checks=True) if fits else None
            too = before is not None and before.failure.key == course.failure.key
            broken[course.failure.key] = (Shrinker(new, course, True, min(seconds, 8.0)).shrink(), too)
    play.broken = list(broken.values())
    return play

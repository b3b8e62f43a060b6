"""How games of Auf der Walz go with bots: which of the eight actions occur, which cities are laid, what scores points.

    python -m benchmarks.walz --bots sensible,sensible,sensible --games 20
    python -m benchmarks.walz --bots sensible,only:work_for --games 10

`only:ACTION` is somebody with one idea: the action is taken whenever it is offered, else the eager bot decides.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from typing import Any

import regelwerk
from regelwerk.bots import BOTS, Bot, EagerBot, answer
from regelwerk.interpreter.game.decisions import Decision, Option
from regelwerk.interpreter.game.game import Game
from regelwerk.simulation.games import game_seed

CITIES = ("bilshofen", "driestein", "hemmburg", "krinn", "maasberg", "neustadt", "sellm")
EIGHT = {
    "foot_it": "footing it",
    "scout_land": "scouting out",
    "scout_city": "scouting out",
    "stop_at": "inn",
    "stay_at": "hostel",
    "visit": "town hall",
    "work_for": "work",
    "relax_at": "leisure time",
}
RIDE = "carriage"  # stepping onto the space does not count, only the ride


class OnlyBot:
    """Takes one action whenever it can; decides all else as the eager bot does."""

    def __init__(self, action: str, seed: int, seat: int) -> None:
        self.action = action
        self.otherwise = EagerBot(seed, seat)

    def choose(self, game: Game, decision: Decision) -> Option:
        liked = tuple(option for option in decision.options if action_of(option) == self.action)
        return self.otherwise.choose(game, replace(decision, options=liked) if liked else decision)


@dataclass
class Course:
    """What happened in one game."""

    seed: int
    scores: list[int]
    winners: list[int]
    decisions: int = 0
    actions: Counter[str] = field(default_factory=Counter)
    cities: list[str] = field(default_factory=list)
    tiles: int = 0
    lines: list[Counter[str]] = field(default_factory=list)  # points of each seat by line of the score sheets


@cache
def rules() -> regelwerk.Ruleset:
    """Load the ruleset, once."""
    return regelwerk.load("auf-der-walz")


def action_of(option: Option) -> str:
    return option.id.partition("(")[0]


def seated(kind: str, seed: int, seat: int) -> Bot:
    """Put a bot on a seat."""
    name, _, action = kind.partition(":")
    return OnlyBot(action, seed, seat) if action else BOTS[name](seed, seat)


def played(kinds: Sequence[str], seed: int) -> Course:
    """Play a game and note what happens."""
    game = rules().new_game(len(kinds), seed)
    bots = [seated(kind, seed, seat) for seat, kind in enumerate(kinds)]
    course = Course(seed, [], [], lines=[Counter() for _ in kinds])
    clock = next(slot.addr for slot in game.ruleset.compiled.slots if slot.name == "year_number")
    year = game.state[clock]
    while not game.over:
        decision = game.decisions()[0]
        option = bots[decision.seat].choose(game, decision)
        course.decisions += 1
        if decision.site == "effect.use_carriage/choose t" and option.id in CITIES:
            course.actions[RIDE] += 1
        elif decision.site == "effect.turn/offer":
            course.actions[EIGHT.get(action_of(option), action_of(option))] += 1
        answer(game, decision, option)
        if (now := game.state[clock]) != year:
            year = now
            _note(course, game, "year_end")
    _note(course, game, "final")
    lie = game.view(None)["slots"]["Tile.at"]
    course.cities = [city for city in CITIES if lie[city]]
    course.tiles = sum(1 for tile, at in lie.items() if at and tile.startswith(("meadow", "forest", "field")))
    assert game.result is not None
    course.scores = [row[0] for row in game.result.values]
    course.winners = list(game.result.winners)
    return course


def _note(course: Course, game: Game, sheet: str) -> None:
    for line in next(s for s in game.scores if s.name == sheet).lines:
        for seat, points in enumerate(line.points):
            course.lines[seat][f"{sheet}: {line.title}"] += points


def summary(kinds: Sequence[str], courses: Sequence[Course]) -> dict[str, Any]:
    """Add games up: in how many each action occurred and each city was laid, and mean points."""
    games = len(courses)
    seats = range(len(kinds))
    wins = [sum((seat in c.winners) / len(c.winners) for c in courses) for seat in seats]
    return {
        "bots": list(kinds),
        "games": games,
        "wins": [round(won, 2) for won in wins],
        "scores": [round(sum(c.scores[seat] for c in courses) / games, 1) for seat in seats],
        "games with": {
            name: sum(c.actions[name] > 0 for c in courses) for name in [*dict.fromkeys(EIGHT.values()), RIDE]
        },
        "times a game": {
            name: round(sum(c.actions[name] for c in courses) / games, 1)
            for name in sorted({a for c in courses for a in c.actions})
        },
        "games with city": {city: sum(city in c.cities for c in courses) for city in CITIES},
        "cities a game": round(sum(len(c.cities) for c in courses) / games, 2),
        "tiles a game": round(sum(c.tiles for c in courses) / games, 1),
        "points a game": [
            {title: round(sum(c.lines[seat][title] for c in courses) / games, 1) for title in courses[0].lines[seat]}
            for seat in seats
        ],
    }


def main(args: Sequence[str] | None = None) -> None:
    """Play games and print what happened as JSON; a line about each on the way."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--bots", default="sensible,sensible,sensible")
    parser.add_argument("--games", type=int, default=10)
    parser.add_argument("--seed", type=int, default=0)
    wanted = parser.parse_args(args)
    kinds = wanted.bots.split(",")
    courses = []
    for index in range(wanted.games):
        course = played(kinds, game_seed(wanted.seed, index))
        courses.append(course)
        print(index, course.scores, course.cities, dict(course.actions), file=sys.stderr, flush=True)
    print(json.dumps(summary(kinds, courses), indent=1))


if __name__ == "__main__":
    main()

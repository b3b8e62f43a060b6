"""Seeded games by the rules with and without an overlay: do they go on, and do they end otherwise?"""

from __future__ import annotations

import time
from collections.abc import Collection
from dataclasses import dataclass, field

from regelwerk.bots.by_name import maker
from regelwerk.bots.learning.experience import opponent
from regelwerk.interpreter.errors import RuleError
from regelwerk.interpreter.game.game import Ruleset
from regelwerk.overlay_report import Validated
from regelwerk.simulation.games import Course, game_seed, play_fast, record
from regelwerk.simulation.usage import BOX, Thing, Watch

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
    watched: int = 0  # games in which somebody looked out for what is new
    idle: list[str] = field(default_factory=list)  # titles of new things that never came into play in them

    @property
    def wrong(self) -> bool:
        return any(not too for _, too in self.broken)


def played(done: Validated, games: int, seconds: float) -> Play:
    """Play games at random by both rules, and look out for what is new in games of the best players there are."""
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
    if games:
        _look_out(new, [thing for thing in Watch(new).things() if thing not in Watch(old).things()], play, end)
    return play


def _dealt(where: Collection[Collection[str]]) -> bool:
    """Tell whether the set-up takes something out of the box in some games and leaves it there in others."""
    return any(BOX not in spots for spots in where) and any(BOX in spots for spots in where)


def _look_out(rules: Ruleset, fresh: list[Thing], play: Play, end: float) -> None:
    """Play until everything new has been used: eagerly where the game comes with experience, for random play seldom
    gets to anything. Nothing is hidden from these players; what they know does not matter here."""
    watch, kind, unused = Watch(rules), maker(opponent(rules.compiled.name)), set(fresh)
    low, high = rules.compiled.players
    lay: dict[tuple[Thing, int], set[frozenset[str]]] = {}  # where it is at the first decision, by number of players
    while unused and play.watched < play.games and (time.monotonic() < end or not play.watched):
        players, seed = low + play.watched % (high - low + 1), game_seed(1, play.watched)
        play.watched += 1
        game, bots = rules.new_game(players, seed), [kind(seed, seat) for seat in range(players)]
        watch.begin(game.state)
        spots: dict[Thing, set[str]] = {}
        for thing, spot in watch.whereabouts.of(game.state):
            spots.setdefault(thing, set()).add(spot)
        for thing in unused:
            lay.setdefault((thing, players), set()).add(frozenset(spots.get(thing, ())))
        unused -= {thing for (thing, _), where in lay.items() if _dealt(where)}
        try:
            for _ in range(LIMIT):
                if game.over or not game.decisions():
                    break
                decision = game.decisions()[0]
                game.choose(bots[decision.seat].choose(game, decision), decision.seat)
                for seat in game.waiting():
                    game.commit(seat)
                watch.look(game.state)
        except RuleError:
            pass  # what breaks is told by the games above
        unused -= {thing for thing, _ in watch.used(game.past.log()).things}
    play.idle = [watch.reader.things[thing] for thing in fresh if thing in unused]

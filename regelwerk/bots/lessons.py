"""Getting to know a game: how long it takes; of a long one with scores, what actions bring and what things are worth.

The first games are played at random, the next ones by the habits and with the eyes gained from those before.
"""

from __future__ import annotations

from functools import lru_cache

from regelwerk.interpreter.context import State
from regelwerk.interpreter.machine import Machine

from .appraisal import Appraisal
from .habits import Habits
from .promise import Promise, Sample, Vector
from .worlds import played

LONG = 100  # decisions of a long game
LOOKS = 3  # games played to see how long they take
ROUNDS, GAMES = 4, 20  # of lessons
CURIOUS = 0.1  # how often anything is tried in lessons after the first ones
WATCHED = 7  # decisions from one look at the things to the next
KEPT = 0.5  # how much earlier lessons count


@lru_cache(maxsize=8)
def known(machine: Machine, players: int) -> tuple[Appraisal, Habits]:
    """Give what can be known of a game; it is a long one if the appraisal promises something."""
    appraisal, habits = Appraisal(machine), Habits(machine.compiled)
    looks = [played(machine, players, look, habits) for look in range(LOOKS)]
    if not machine.compiled.scorings or max(look.made for look in looks) <= LONG:
        return appraisal, habits
    promise = Promise(machine.compiled)
    samples: list[list[Sample]] = []
    for number in range(ROUNDS):
        fresh = Habits(machine.compiled)
        seeds = range(number * GAMES, (number + 1) * GAMES)
        samples.append(
            [sample for seed in seeds for sample in _lesson(appraisal, players, seed, habits, fresh, promise)]
        )
        promise.learn([sample for past in samples[-3:] for sample in past])
        appraisal.promise = promise
        fresh.add(habits, KEPT)
        fresh.settle()
        habits = fresh
    return appraisal, habits


def _lesson(
    appraisal: Appraisal, players: int, seed: int, habits: Habits, fresh: Habits, promise: Promise
) -> list[Sample]:
    """Play a game by habit; new habits take their lesson from it."""
    first = appraisal.promise is None
    seen: list[tuple[int, Vector, float]] = []

    def look(S: State, seat: int) -> float:
        had, stood = promise.had(S, seat), appraisal.standing(S.copy())[seat]
        seen.append((seat, had, stood))
        return stood if first else stood + promise.of(had)

    walk = played(appraisal.machine, players, seed, habits, look, 1.0 if first else CURIOUS)
    end = appraisal.standing(walk.S.copy())
    fresh.time([deed[:2] for deed in walk.deeds])
    for seat in range(players):
        fresh.learn([deed[1:] for deed in walk.deeds if deed[0] == seat], end[seat])
    return [
        Sample(had, 1 - i / len(seen), end[seat] - stood)
        for i, (seat, had, stood) in enumerate(seen)
        if (i + seed) % WATCHED == 0
    ]

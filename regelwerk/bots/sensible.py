"""A bot that thinks ahead: it tries each option on copies of the game in which everything its seat cannot know is
dealt anew, plays on, and takes the option after which things stand best on average.

All options are tried in the same worlds with the same luck, so that a difference comes from the option; after each
round the worse half is dropped (sequential halving).
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from regelwerk.interpreter.context import State
from regelwerk.interpreter.decisions import Decision, Option
from regelwerk.interpreter.errors import RuleError
from regelwerk.interpreter.game import Game
from regelwerk.interpreter.machine import Machine

from .appraisal import Appraisal, ahead
from .dice import Dice
from .habits import Habits
from .promise import Promise, Vector
from .worlds import World, played

WORK = 4_000_000  # cells of the state times decisions: large tables are thought through less often
DECISIONS = 500, 1500  # played for one choice, at least and at most
HORIZON = 24  # decisions after which a playout of a long game is broken off
LONG = 100  # decisions of a long game
LOOKS = 3  # games played to see how long they take
LESSONS = 30  # games played to learn what things are worth


class SensibleBot:
    """Plays for the result, and for the scores as long as the end is far away."""

    def __init__(self, seed: int, seat: int) -> None:
        self.dice = Dice(seed, f"sensible bot {seat}")
        self.mind: Mind | None = None

    def choose(self, game: Game, decision: Decision) -> Option:
        """Pick an option."""
        if len(decision.options) == 1:
            return decision.options[0]
        mind = self.mind = self.mind or Mind.of(game)
        mind.habits.fade()
        sums = dict.fromkeys(range(len(decision.options)), 0.0)
        rounds = (len(sums) - 1).bit_length()
        for _ in range(rounds):
            left = mind.budget // rounds
            while left > 0:
                world = World(game, decision, self.dice.below(2**31))
                for number in sums:
                    worth, made = mind.tried(world, decision.options[number])
                    sums[number] += worth
                    left -= made + 1
            best = sorted(sums, key=lambda number: -sums[number])
            sums = {number: sums[number] for number in sorted(best[: (len(best) + 1) // 2])}
        return decision.options[max(sums, key=lambda number: sums[number])]


@dataclass(frozen=True, slots=True)
class Mind:
    """What a bot knows of a game."""

    appraisal: Appraisal
    habits: Habits
    budget: int  # decisions to play for one choice
    horizon: int  # decisions of a playout; 0: to the end of the game

    @classmethod
    def of(cls, game: Game) -> Mind:
        """Get to know a game."""
        lo, hi = DECISIONS
        appraisal, horizon = known(game.machine, game.players)
        return cls(appraisal, Habits(game.machine.compiled), max(lo, min(hi, WORK // len(game.state))), horizon)

    def tried(self, world: World, option: Option) -> tuple[float, int]:
        """Try an option in a world: what it is worth, and how many decisions that took."""
        try:
            player = world.tried(option, self.habits, self.horizon)
            worth = self.appraisal.worth(player.S)
        except RuleError:
            return 0.0, 0  # the rules break there
        self.habits.learn(player.taken, worth)
        return worth[world.decision.seat], player.made


@lru_cache(maxsize=8)
def known(machine: Machine, players: int) -> tuple[Appraisal, int]:
    """Look how long a game takes; of a long one, learn what the scores on the way promise. Gives the horizon, too."""
    appraisal, strange = Appraisal(machine), Habits(machine.compiled)
    if max(played(machine, players, look, strange, 0).made for look in range(LOOKS)) <= LONG:
        return appraisal, 0
    ends = [played(machine, players, look, strange, HORIZON).S for look in range(LOOKS)]
    if all(set(appraisal.worth(S)) == {0.5} for S in ends):
        return appraisal, 0
    samples: list[tuple[Vector, float]] = []
    promise, habits = Promise(machine.compiled), Habits(machine.compiled)
    for lesson in range(LESSONS):
        seen: list[tuple[list[Vector], list[float]]] = []

        def watch(S: State, seen: list[tuple[list[Vector], list[float]]] = seen) -> None:
            seen.append((promise.leads(S), ahead(appraisal.standing(S.copy()))))

        player = played(machine, players, lesson, habits, 0, watch)
        final = ahead(appraisal.standing(player.S.copy()))
        habits.learn(player.taken, appraisal.worth(player.S))
        samples += [
            (lead, end - now) for leads, stood in seen for lead, now, end in zip(leads, stood, final, strict=True)
        ]
    promise.learn(samples)
    appraisal.promise = promise
    return appraisal, HORIZON

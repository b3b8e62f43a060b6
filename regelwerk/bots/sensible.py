"""A bot that thinks ahead: it tries its options on copies of the game in which everything its seat cannot know is dealt
anew, plays on, and takes the option after which things stood best among those it came back to often.

What it has found out about the rest of its turn it keeps as long as nobody else has done anything, nor chance.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

from regelwerk.interpreter.decisions import Decision, Option
from regelwerk.interpreter.errors import RuleError
from regelwerk.interpreter.game import Game
from regelwerk.interpreter.history import Moment

from .appraisal import Appraisal
from .dice import Dice
from .habits import Habits, Recent, recent
from .lessons import known
from .tree import Node
from .worlds import Walk, World

DECISIONS = 1500  # played for one choice
HORIZON = 2  # own turns after which a playout of a long game is broken off
GOES_ON = 2  # a decision that goes on with a turn thought through before takes so many times less
WORLDS = 200_000  # divided by the cells of the state: ways hidden things may lie that are looked at in a long game
KEPT = 0.2  # how much of what was found out counts at the next decision


class SensibleBot:
    """Plays for the result, and for the scores as long as the end is far away."""

    def __init__(self, seed: int, seat: int) -> None:
        self.dice = Dice(seed, f"sensible bot {seat}")
        self.mind: Mind | None = None
        self.before: Recent = recent()
        self.root = Node(seat)
        self.past: Moment | None = None  # when it decided last

    def choose(self, game: Game, decision: Decision) -> Option:
        """Pick an option."""
        if len(decision.options) == 1:
            return decision.options[0]
        mind = self.mind = self.mind or Mind.of(game)
        root = self.root
        chance = any(event[0] == "chance" for event in game.past.events)
        if self.past is None or game.past.before is not self.past or chance or decision.secret:
            root = Node(decision.seat)
            left = mind.budget
        else:
            root.fade(KEPT)
            left = mind.budget // GOES_ON
        self.past = game.past
        search = Search(mind, decision, root, self.before, mind.sites[decision.site])
        worlds: list[World] = []
        tries = 0
        while left > 0:
            if tries < mind.worlds or not mind.horizon:
                worlds.append(World(game, decision, self.dice.below(2**31)))
            left -= 1 + search.playout(worlds[tries % len(worlds)])
            tries += 1
        number = search.best()
        deed = search.site, decision.options[number].code
        self.before.append(deed)
        self.root = root.after.get(deed) or Node(decision.seat)
        return decision.options[number]


class Search:
    """Thinking about one decision."""

    def __init__(self, mind: Mind, decision: Decision, root: Node, before: Recent, site: int) -> None:
        self.mind = mind
        self.decision = decision
        self.root = root
        self.before = before
        self.site = site
        self.codes = [option.code for option in decision.options]
        self.weights = mind.habits.inclinations(self.codes, site, before)
        self.sums = [0.0, 0.0, 0.0]  # of results: how many, sum, sum of squares

    @property
    def spread(self) -> float:
        count, total, squares = self.sums
        return math.sqrt(max(1e-6, squares / count - (total / count) ** 2)) if count > 3 else 0.1

    def playout(self, world: World) -> int:
        """Try an option in a world; give how many decisions that took."""
        mind, seat = self.mind, self.decision.seat
        number = self.root.select(self.codes, self.site, self.weights, self.spread)
        dice = Dice(world.seed + int(self.sums[0]), "playout")
        walk = Walk(world.start(number, dice), mind.habits, dice, seat, mind.horizon)
        walk.before[seat] = self.before.copy()
        walk.spread = self.spread
        walk.before[seat].append((self.site, self.codes[number]))
        walk.step(self.root, seat, (self.site, self.codes[number]))
        try:
            world.tried(walk, number)
            worth = mind.appraisal.worth(walk.S)
        except RuleError:
            worth = [0.0] * world.twin.players  # the rules break there
        walk.learn(worth)
        for i in range(3):
            self.sums[i] += worth[seat] ** i
        return walk.made

    def best(self) -> int:
        """Give the number of the best option among those tried often enough."""
        found = [self.root.after.get((self.site, code)) for code in self.codes]
        most = max(node.count for node in found if node is not None)

        def mean(number: int) -> float:
            node = found[number]
            return node.total / node.count if node is not None and 2 * node.count >= most else -1.0

        return max(range(len(found)), key=mean)


@dataclass(frozen=True, slots=True)
class Mind:
    """What a bot knows of a game."""

    appraisal: Appraisal
    habits: Habits
    sites: dict[str, int]
    worlds: int  # to look at before they are looked at again
    budget: int  # decisions to play for one choice
    horizon: int  # own turns of a playout; 0: to the end of the game

    @classmethod
    def of(cls, game: Game) -> Mind:
        """Get to know a game."""
        appraisal, habits = known(game.machine, game.players)
        horizon = HORIZON if appraisal.promise is not None else 0
        sites = {site.name: number for number, site in enumerate(game.ruleset.compiled.sites)}
        return cls(appraisal, habits, sites, 1 + WORLDS // len(game.state), DECISIONS, horizon)

"""A bot that thinks ahead: it tries its options on copies of the game in which everything its seat cannot know is dealt
anew, plays on, and leaves out the worse half of them again and again, until one is left.

What it has found out about the rest of its turn it keeps as long as nobody else has done anything, nor chance.
"""

from __future__ import annotations

import math
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from regelwerk.interpreter.decisions import Decision, Option
from regelwerk.interpreter.errors import RuleError
from regelwerk.interpreter.game import Game
from regelwerk.interpreter.history import Moment
from regelwerk.interpreter.walks import ANYBODY, BY_WEIGHT, MEMORY, NOBODY, Deed

from .dice import Dice
from .hunches import Hunches
from .lessons import Known, known
from .tree import Node

DECISIONS = 12_000  # played for one choice ...
TRIES = 600  # ... in so many playouts at most
SLOWLY = 8  # times less where nothing runs in WebAssembly
HORIZON = 4  # own turns after which a playout of a long game is broken off
GOES_ON = 2  # a decision that goes on with a turn thought through before takes so many times less
WORLDS = 250_000  # divided by the cells of the state: ways hidden things may lie that are looked at
MOST = 48  # options that are thought about; of more, those one leans to
KEPT = 0.2  # how much of what was found out counts at the next decision


class SensibleBot:
    """Plays for the result, and for the scores as long as the end is far away."""

    def __init__(self, seed: int, seat: int) -> None:
        self.dice = Dice(seed, f"sensible bot {seat}")
        self.mind: Mind | None = None
        self.hunches: Hunches | None = None
        self.before = deque[int](maxlen=MEMORY)  # keys of what it did
        self.root = Node(seat)
        self.past: Moment | None = None  # when it decided last

    def choose(self, game: Game, decision: Decision) -> Option:
        """Pick an option."""
        if len(decision.options) == 1:
            return decision.options[0]
        mind = self.mind = self.mind or Mind.of(game)
        root = self.root
        chance = any(event[0] == "chance" for event in game.past.events)
        left = mind.budget
        if self.past is None or game.past.before is not self.past or chance or decision.secret:
            root = Node(decision.seat)
        else:
            root.fade(KEPT)
            left //= GOES_ON
        self.past = game.past
        hunches = self.hunches = self.hunches or Hunches(mind.known)
        search = Search(mind, decision, root, self.before, hunches)
        number = search.halved(left, lambda: World(game, decision, self.dice.below(2**31), mind), self.dice)
        hunches.rest(search.mean)
        code = decision.options[number].code
        self.before.append(mind.known.leanings.key(search.site, code))
        self.root = root.after.get((search.site, code)) or Node(decision.seat)
        return decision.options[number]


@dataclass(frozen=True, slots=True)
class Mind:
    """What a bot knows of a game."""

    known: Known
    sites: dict[str, int]
    worlds: int  # to look at before they are looked at again
    budget: int  # decisions to play for one choice
    horizon: int  # own turns of a playout; 0: to the end of the game

    @classmethod
    def of(cls, game: Game) -> Mind:
        """Get to know a game."""
        found = known(game.machine, game.players)
        horizon = HORIZON if found.appraisal.promise is not None else 0
        sites = {site.name: number for number, site in enumerate(game.ruleset.compiled.sites)}
        budget = DECISIONS if game.machine.fast is not None else DECISIONS // SLOWLY
        return cls(found, sites, min(TRIES, 1 + WORLDS // len(game.state)), budget, horizon)


class World:
    """One way the hidden things may lie."""

    def __init__(self, game: Game, decision: Decision, seed: int, mind: Mind) -> None:
        self.decision, self.walk = decision, mind.known.walk
        self.twin = game.determinize(decision.seat, seed)
        self._position = None if decision.secret else self.walk.position(self.twin.state)

    def position(self, number: int, seed: int) -> Any:
        """Give the position to play on from: a secret answer is given already."""
        return self.walk.position(self._answered(number, seed).state) if self.decision.secret else self._position

    def _answered(self, number: int, seed: int) -> Game:
        """Give a secret answer; the rest of it, and the others, are answered at random."""
        game, dice = self.twin.clone(), Dice(seed, "others")
        game.choose(self.decision.options[number].id, self.decision.seat)
        while any(decision.secret for decision in game.decisions()) or game.waiting():
            for seat in game.waiting():
                game.commit(seat)
            for decision in game.decisions()[:1]:
                if decision.secret:
                    game.choose(decision.options[dice.below(len(decision.options))], decision.seat)
        return game


class Search:
    """Thinking about one decision."""

    def __init__(self, mind: Mind, decision: Decision, root: Node, before: deque[int], hunches: Hunches) -> None:
        self.mind, self.decision, self.root, self.before, self.hunches = mind, decision, root, before, hunches
        self.site = mind.sites[decision.site]
        self.codes = [option.code for option in decision.options]
        leanings = mind.known.leanings
        self.weights = [leanings.weight(self.site, code, before) for code in self.codes]
        self.until = decision.seat if mind.horizon else ANYBODY  # whose decisions the tree holds
        self.sums = [0.0, 0.0, 0.0]  # of results: how many, sum, sum of squares

    @property
    def mean(self) -> float:
        return self.sums[1] / max(1.0, self.sums[0])

    @property
    def spread(self) -> float:
        count, total, squares = self.sums
        return math.sqrt(max(1e-6, squares / count - (total / count) ** 2)) if count > 3 else 0.1

    def halved(self, budget: int, world: Callable[[], World], dice: Dice) -> int:
        """Give the number of the best option: all are tried alike, then the better half of them, and so on.

        In one sweep all of them meet the same hidden things and the same chance.
        """
        left = sorted(range(len(self.codes)), key=lambda n: -self.weights[n])[:MOST]
        rounds = max(1, (len(left) - 1).bit_length())
        worlds: list[World] = []
        sweep = 0
        for _ in range(rounds):
            made, tries = budget // rounds, TRIES // rounds
            while made > 0 and tries > 0:
                if sweep < self.mind.worlds:
                    worlds.append(world())
                seed = dice.below(2**31)
                for number in left:
                    made -= 1 + self.playout(worlds[sweep % len(worlds)], seed, number)
                tries -= len(left)
                sweep += 1
                if self.mind.horizon:
                    self.hunches.follow(self.mean, self.spread)
            left = sorted(left, key=self._turned_out, reverse=True)[: (len(left) + 1) // 2]
        return left[0]

    def _turned_out(self, number: int) -> float:
        node = self.root.after[self.site, self.codes[number]]
        return node.total / node.count

    def playout(self, world: World, seed: int, number: int) -> int:
        """Try an option in a world; give how many decisions that took."""
        seat, walk, before = self.decision.seat, self.mind.known.walk, self.before.copy()
        path = [self._after(self.root, seat, (self.site, self.codes[number]), before)]
        try:
            walk.begin(world.position(number, seed), seed, seat, self.mind.horizon, self.before)
            answer = BY_WEIGHT if self.decision.secret else self.codes[number]
            while True:
                leaf = not path[-1].count
                walk.on(answer, NOBODY if leaf else self.until)
                if not walk.found:
                    break
                answer = self._select(path[-1], before)
                path.append(self._after(path[-1], walk.who, (walk.site, answer), before))
            worth = self.mind.known.appraisal.worth(walk)
            made = walk.made
        except RuleError:
            worth, made = [0.0] * world.twin.players, 1  # the rules break there
        else:
            self.hunches.note((deed for who, deed in walk.deeds() if who == seat), worth[seat])
        for node in path:
            node.total += worth[node.seat]
            node.count += 1
        for i in range(3):
            self.sums[i] += worth[seat] ** i
        return made

    def _select(self, node: Node, before: deque[int]) -> int:
        """Give the option to try where the walk stands."""
        walk, leanings = self.mind.known.walk, self.mind.known.leanings
        recent = before if walk.who == self.decision.seat else deque[int]()
        weights = [leanings.weight(walk.site, code, recent) for code in walk.found]
        return walk.found[node.select(walk.found, walk.site, weights, self.spread)]

    def _after(self, node: Node, who: int, deed: Deed, before: deque[int]) -> Node:
        """Give the node after an option; where the tree ends, it grows."""
        if who == self.decision.seat:
            before.append(self.mind.known.leanings.key(*deed))
        return node.after.setdefault(deed, Node(who))

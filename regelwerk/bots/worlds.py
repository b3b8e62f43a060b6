"""Copies of a game on which a seat may try things out: they look to it as the game does, the rest is dealt anew."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress

from regelwerk.dsl import ir
from regelwerk.interpreter.context import Context, State
from regelwerk.interpreter.decisions import Decision
from regelwerk.interpreter.errors import RuleError
from regelwerk.interpreter.game import Game
from regelwerk.interpreter.machine import Machine

from .dice import Dice
from .habits import Deed, Habits, Recent, recent
from .tree import Node

Look = Callable[[State, int], float]  # how a seat stands
MOST = 5_000  # decisions of a playout that does not come to an end


class Enough(Exception):
    """A playout has gone far enough."""


class Walk:
    """Answers for all seats in one playout: first what is worth trying, by the tree, then by habit."""

    def __init__(self, S: State, habits: Habits, dice: Dice, seat: int = ir.NONE, horizon: int = 0) -> None:
        self.S = S
        self.habits = habits
        self.dice = dice
        self.seat = seat  # who thinks
        self.horizon = horizon  # turns of that seat; 0: to the end of the game
        self.node: Node | None = None  # where in the tree
        self.path: list[Node] = []  # through the tree
        self.spread = 0.0
        self.curious = 0.0  # how often any action is taken
        self.before: dict[int, Recent] = {}
        self.made = self.turns = 0
        self._turn = seat
        self.look: Look | None = None
        self.deeds: list[tuple[int, Deed, bool, float]] = []  # seat, what, done before?, how it stood
        self._back: tuple[list[int] | None, Node | None] = None, None

    def pick(self, found: list[int], site: int) -> int:
        """Answer a decision."""
        return found[0] if len(found) == 1 else found[self.name(found, site)]

    def name(self, found: list[int], site: int) -> int:
        """Name the option to try; asked again with the same list if that one cannot be carried out."""
        who = self.S[ir.WHO]
        before = self.before.get(who)
        if before is None:
            before = self.before[who] = recent()
        if found is self._back[0]:
            self._undo(before)
        else:
            self._count(who, site)
        self._back = found, self.node
        number = self._chosen(found, site, who, before)
        deed = site, found[number]
        if self.look is not None:
            self.deeds.append((who, deed, deed in before, self.look(self.S, who)))
        before.append(deed)
        return number

    def _count(self, who: int, site: int) -> None:
        self.made += 1
        if self.made > MOST:
            raise Enough
        if self.habits.begins(site):
            if self.horizon and who != self.seat and self._turn == self.seat:
                self.turns += 1
                if self.turns == self.horizon:
                    raise Enough
            self._turn = who

    def _undo(self, before: Recent) -> None:
        """Forget an option that could not be carried out."""
        before.pop()
        if self.look is not None:
            self.deeds.pop()
        node = self._back[1]
        if node is not None and node is not self.node:
            gone = self.path.pop()
            if not gone.count:
                node.after = {deed: after for deed, after in node.after.items() if after is not gone}
        self.node = node

    def _chosen(self, found: list[int], site: int, who: int, before: Recent) -> int:
        node, habits = self.node, self.habits
        if self.horizon and who != self.seat:
            return habits.hurry(found, site, self.dice.random())
        if self.curious and self.dice.random() < self.curious:
            return habits.wander(found, site, self.dice.random())
        if node is None:
            return habits.pick(found, site, before, self.dice.random())
        number = node.select(found, site, habits.inclinations(found, site, before), self.spread)
        self.step(node, who, (site, found[number]))
        return number

    def step(self, node: Node, who: int, deed: Deed) -> None:
        """Go on in the tree; where it ends, it grows by one node."""
        after = self.node = node.after.get(deed)
        if after is None:
            after = node.after[deed] = Node(who)
        self.path.append(after)

    def learn(self, worth: list[float]) -> None:
        """Tell the tree where this led."""
        for node in self.path:
            node.total += worth[node.seat]
            node.count += 1


class World:
    """One way the hidden things may lie and chance may fall."""

    def __init__(self, game: Game, decision: Decision, seed: int) -> None:
        self.decision = decision
        self.seed = seed
        self.twin = game.determinize(decision.seat, seed)
        self.machine = game.machine

    def tried(self, walk: Walk, number: int) -> None:
        """Take an option and play on."""
        code = self.decision.options[number].code
        X = _listening_to(walk)
        with suppress(Enough):
            if not self.decision.secret:
                self.machine.take(walk.S, X, code)
            elif walk.S[ir.ASK]:
                self.machine.take(walk.S, X, walk.pick(self.machine.options(walk.S, Context()), walk.S[ir.ASK] - 1))
            elif not walk.S[ir.OVER]:
                self.machine.run(walk.S, X)

    def start(self, number: int, dice: Dice) -> State:
        """Give the state to play on from: a secret answer is given already."""
        return self._answered(number, dice) if self.decision.secret else self.twin.state.copy()

    def _answered(self, number: int, dice: Dice) -> State:
        """Give a secret answer; the rest of it, and the others, are answered at random."""
        game = self.twin.clone()
        game.choose(self.decision.options[number].id, self.decision.seat)
        while any(decision.secret for decision in game.decisions()) or game.waiting():
            for seat in game.waiting():
                game.commit(seat)
            for decision in game.decisions()[:1]:
                if decision.secret:
                    game.choose(decision.options[dice.below(len(decision.options))], decision.seat)
        return game.state


def _listening_to(walk: Walk) -> Context:
    X = Context()
    X.pick, X.hasty = walk.pick, walk.name
    return X


def played(
    machine: Machine, players: int, seed: int, habits: Habits, look: Look | None = None, curious: float = 0.0
) -> Walk:
    """Play a game from its beginning by habit."""
    walk = Walk(machine.fresh(players, seed), habits, Dice(seed, "lesson"))
    walk.look = look
    walk.curious = curious
    with suppress(Enough, RuleError):
        machine.run(walk.S, _listening_to(walk))
    return walk

"""One game that is played by numbers: who is asked, what can be said, what came of it. The adapters share it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from copy import copy
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from regelwerk import Game, Result, Ruleset, load
from regelwerk.api import Name
from regelwerk.bots import answer
from regelwerk.interpreter.errors import Refused

from .actions import Actions, Saying
from .observations import Observer

Reward = Literal["win", "margin"] | Callable[[Result], Sequence[float]]


def opened(ruleset: Ruleset | Name) -> Ruleset:
    """Take a ruleset, or load one by name or path."""
    return ruleset if isinstance(ruleset, Ruleset) else load(ruleset)


def seats_of(ruleset: Ruleset, players: int | None) -> int:
    """Give the number of players; the fewest possible if none is wanted."""
    return ruleset.compiled.players[0] if players is None else players


def rewarded(ruleset: Ruleset, result: Result, reward: Reward) -> list[float]:
    """Tell what a result is worth to each seat; all together 0, unless somebody reckons otherwise.

    `win`: 1 for the only winner and -1 for the others between them; a victory that is shared counts in shares.
    `margin`: what seats are ranked by first, less the mean of all."""
    seats = len(result.values)
    if callable(reward):
        return [float(x) for x in reward(result)]
    if reward == "win":
        if seats == 1:
            return [1.0]
        share = (seats / len(result.winners) - 1) / (seats - 1)
        return [share if seat in result.winners else -1 / (seats - 1) for seat in range(seats)]
    if not ruleset.compiled.ranks or not result.values[0]:
        return [0.0] * seats
    sign = 1 if ruleset.compiled.ranks[0].word == "most" else -1
    mean = sum(row[0] for row in result.values) / seats
    return [sign * (row[0] - mean) for row in result.values]


class Table:
    """A game in progress."""

    def __init__(self, observer: Observer, reward: Reward, begun: int | Game) -> None:
        """Begin a game with a seed, or take one that was begun."""
        self.observer, self.reward = observer, reward
        self.ruleset = observer.ruleset
        self.play(self.ruleset.new_game(observer.players, begun) if isinstance(begun, int) else begun)

    def __deepcopy__(self, memo: Any) -> Table:
        twin = Table(self.observer, self.reward, self.game.clone())
        twin._saying = {seat: copy(saying) for seat, saying in self._saying.items()}
        return twin

    def play(self, game: Game) -> None:
        """Go on with a game."""
        self.game = game
        self._saying: dict[int, Saying] = {}

    @property
    def actions(self) -> Actions:
        return self.observer.actions

    @property
    def asked(self) -> list[int]:
        """List the seats that have to decide."""
        return [decision.seat for decision in self.game.decisions()]

    def saying(self, seat: int) -> Saying:
        """Give what a seat has said of its option so far."""
        if seat not in self._saying:
            decision = self.game.decision(seat)
            codes = [option.code for option in decision.options]
            self._saying[seat] = Saying(self.actions, self.game.machine.site(decision.site), codes)
        return self._saying[seat]

    def mask(self, seat: int) -> NDArray[np.int8]:
        """Mark what a seat can say now; nothing if it is not asked."""
        return self.saying(seat).mask() if seat in self.asked else np.zeros(len(self.actions), np.int8)

    def observe(self, seat: int) -> NDArray[np.int32]:
        """Give what a seat sees."""
        return self.observer.observe(self.game, seat, self.saying(seat).said if seat in self.asked else ())

    def options(self, seat: int) -> NDArray[np.int32]:
        """Give a row of features for every option of a seat."""
        if seat not in self.asked:
            return self.actions.rows(0, ())
        decision = self.game.decision(seat)
        return self.actions.rows(self.game.machine.site(decision.site), [option.code for option in decision.options])

    def say(self, seat: int, number: int) -> bool:
        """Say a number for a seat; True if that was an answer."""
        if seat not in self.asked:
            raise Refused(f"seat {seat + 1} has nothing to decide")
        if not 0 <= int(number) < len(self.actions):
            raise Refused(f"there is no action {number}: they are 0 to {len(self.actions) - 1}")
        code = self.saying(seat).say(int(number))
        if code is None:
            return False
        decision = self.game.decision(seat)
        option = decision.option(code)
        assert option is not None
        answer(self.game, decision, option)
        if decision.secret:
            self._saying.pop(seat, None)
            if not self.game.waiting():
                self._saying.clear()
        else:
            self._saying.clear()
        return True

    @property
    def rewards(self) -> list[float]:
        """Tell what the end of the game is worth to each seat."""
        result = self.game.result
        if result is None:
            return [0.0] * self.observer.players
        return rewarded(self.ruleset, result, self.reward)

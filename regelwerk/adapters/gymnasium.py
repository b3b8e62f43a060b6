"""One seat of a ruleset as an environment of Gymnasium (extra `gymnasium`); bots play the others."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from regelwerk import Ruleset
from regelwerk.api import Name
from regelwerk.bots import BOTS, answer, consult
from regelwerk.interpreter.errors import Refused

from .extras import required
from .observations import Observer
from .table import Reward, Table, opened, seats_of

_gym = required("gymnasium", "gymnasium")


class SeatEnv(_gym.Env):  # type: ignore[misc, name-defined]
    """A seat against bots. `info["action_mask"]` marks what can be said; something else is refused with a sentence."""

    def __init__(
        self, ruleset: Ruleset | Name, players: int | None = None, seat: int = 0, bots: Sequence[str] | str = "random",
        reward: Reward = "win", max_cycles: int = 100_000,
    ) -> None:  # fmt: skip
        self.ruleset = opened(ruleset)
        self.observer = Observer(self.ruleset, seats_of(self.ruleset, players))
        count = self.observer.players
        self.seat, self.reward, self.max_cycles = seat, reward, max_cycles
        if not 0 <= seat < count:
            raise Refused(f"there is no seat {seat}: they are 0 to {count - 1}")
        named = [bots] * (count - 1) if isinstance(bots, str) else list(bots)
        if len(named) != count - 1 or not set(named) <= set(BOTS):
            raise Refused(f"{count - 1} bots play the other seats; there are {', '.join(sorted(BOTS))}")
        self._kinds = [*named[:seat], "", *named[seat:]]
        self.action_space = _gym.spaces.Discrete(len(self.observer.actions))
        self.observation_space = _gym.spaces.Box(0, self.observer.sizes.astype(np.int32), dtype=np.int32)

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Any, dict[str, Any]]:
        """Begin a game and let the others play until this seat is asked."""
        super().reset(seed=seed)
        number = int(self.np_random.integers(2**48))
        self.table = Table(self.observer, self.reward, number)
        self._bots = [BOTS[kind](number, n) if kind else None for n, kind in enumerate(self._kinds)]
        self._steps = 0
        self._others()
        return self.table.observe(self.seat), self._info()

    def _others(self) -> None:
        game = self.table.game
        while not game.over and (others := [d for d in game.decisions() if d.seat != self.seat]):
            if self.seat in self.table.asked:
                return
            bot = self._bots[others[0].seat]
            assert bot is not None
            answer(game, others[0], consult(bot, game, others[0]))
            self.table.play(game)

    def _info(self) -> dict[str, Any]:
        return {"action_mask": self.table.mask(self.seat), "options": self.table.options(self.seat)}

    def step(self, action: int) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        """Say a number, and let the others play until this seat is asked again."""
        if self.table.game.over:
            raise Refused("the game is over: begin another one with reset()")
        self.table.say(self.seat, action)
        self._steps += 1
        self._others()
        over = self.table.game.over or not self.table.asked
        long = self._steps >= self.max_cycles and not over
        return self.table.observe(self.seat), self.table.rewards[self.seat], over, long, self._info()

"""A ruleset as an environment of PettingZoo (extra `pettingzoo`): seats in turn (AEC), or all at once (parallel)."""

from __future__ import annotations

from typing import Any

import numpy as np

from regelwerk import Ruleset
from regelwerk.api import Name

from .extras import required
from .observations import Observer
from .table import Reward, Table, opened, seats_of

_zoo = required("pettingzoo", "pettingzoo")
_spaces = required("gymnasium.spaces", "pettingzoo")


class _Common:
    """What both kinds of environment have."""

    metadata: dict[str, Any]
    render_mode: str | None

    def __init__(self, ruleset: Ruleset | Name, players: int | None, reward: Reward, max_cycles: int) -> None:
        self.ruleset = opened(ruleset)
        self.observer = Observer(self.ruleset, seats_of(self.ruleset, players))
        self.reward, self.max_cycles = reward, max_cycles
        self.metadata = {"name": f"{self.ruleset.name}_v0", "render_modes": ["ansi"], "is_parallelizable": True}
        self.render_mode = "ansi"
        self.possible_agents = [f"seat_{n + 1}" for n in range(self.observer.players)]
        self.agents: list[str] = []
        self._number = {agent: n for n, agent in enumerate(self.possible_agents)}
        count = len(self.observer.actions)
        self._action = {agent: _spaces.Discrete(count) for agent in self.possible_agents}
        seen = _spaces.Box(0, self.observer.sizes.astype(np.int32), dtype=np.int32)
        mask = _spaces.Box(0, 1, (count,), np.int8)
        self._observation = {
            agent: _spaces.Dict({"observation": seen, "action_mask": mask}) for agent in self.possible_agents
        }
        self._random = np.random.default_rng()

    def observation_space(self, agent: str) -> Any:
        return self._observation[agent]

    def action_space(self, agent: str) -> Any:
        return self._action[agent]

    def spec(self) -> Any:
        """Tell what every cell of an observation is."""
        return self.observer.spec()

    def begin(self, seed: int | None) -> None:
        if seed is not None:
            self._random = np.random.default_rng(seed)
        self.table = Table(self.observer, self.reward, int(self._random.integers(2**48)))
        self.agents = list(self.possible_agents)
        self._steps = dict.fromkeys(self.agents, 0)

    def observe(self, agent: str) -> dict[str, Any]:
        seat = self._number[agent]
        return {"observation": self.table.observe(seat), "action_mask": self.table.mask(seat)}

    def options(self, agent: str) -> Any:
        """Give a row of features for every option of an agent, instead of numbers."""
        return self.table.options(self._number[agent])

    def render(self) -> str:
        return repr(self.table.game)

    def close(self) -> None:
        """Nothing is open."""


class SeatsInTurn(_Common, _zoo.AECEnv):  # type: ignore[misc, name-defined]
    """Seats in turn; who decide at the same time are asked one after the other, and none sees what others have said."""

    def __init__(
        self, ruleset: Ruleset | Name, players: int | None = None, reward: Reward = "win", max_cycles: int = 100_000
    ) -> None:
        _Common.__init__(self, ruleset, players, reward, max_cycles)

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin a game."""
        self.begin(seed)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._arrive()

    def _arrive(self) -> None:
        asked = self.table.asked
        if not asked or self.table.game.over:
            self.terminations = dict.fromkeys(self.agents, True)
            self.rewards = dict(zip(self.possible_agents, self.table.rewards, strict=True))
        else:
            seat = min(asked, key=lambda seat: (self._steps[self.possible_agents[seat]], asked.index(seat)))
            self.agent_selection = self.possible_agents[seat if len(asked) > 1 else asked[0]]
            if self._steps[self.agent_selection] >= self.max_cycles:
                self.truncations = dict.fromkeys(self.agents, True)
        if not hasattr(self, "agent_selection") or self.agent_selection not in self.agents:
            self.agent_selection = self.agents[0]

    def step(self, action: int | None) -> None:
        """Say a number for the agent whose turn it is."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        self._cumulative_rewards[agent] = 0.0
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self.table.say(self._number[agent], -1 if action is None else action)
        self._steps[agent] += 1
        self._arrive()
        self._accumulate_rewards()


class AllAtOnce(_Common, _zoo.ParallelEnv):  # type: ignore[misc, name-defined]
    """All seats at once: of those who have nothing to decide (their mask is empty), the action does not count."""

    def __init__(
        self, ruleset: Ruleset | Name, players: int | None = None, reward: Reward = "win", max_cycles: int = 100_000
    ) -> None:
        _Common.__init__(self, ruleset, players, reward, max_cycles)

    def reset(
        self, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Any], dict[str, Any]]:
        """Begin a game."""
        self.begin(seed)
        self._cycles = 0
        return {agent: self.observe(agent) for agent in self.agents}, {agent: {} for agent in self.agents}

    def step(self, actions: dict[str, int]) -> tuple[dict[str, Any], ...]:
        """Let every seat that decides say a number."""
        for seat in self.table.asked:
            self.table.say(seat, actions.get(self.possible_agents[seat], -1))
        self._cycles += 1
        over = self.table.game.over or not self.table.asked
        long = self._cycles >= self.max_cycles and not over
        agents = self.agents
        seen = {agent: self.observe(agent) for agent in agents}
        rewards = dict(zip(self.possible_agents, self.table.rewards, strict=True))
        if over or long:
            self.agents = []
        return seen, rewards, dict.fromkeys(agents, over), dict.fromkeys(agents, long), {agent: {} for agent in agents}


def aec_env(
    ruleset: Ruleset | Name, players: int | None = None, reward: Reward = "win", max_cycles: int = 100_000
) -> SeatsInTurn:
    """Give an environment in which seats act in turn; no seat acts more than `max_cycles` times."""
    return SeatsInTurn(ruleset, players, reward, max_cycles)


def parallel_env(
    ruleset: Ruleset | Name, players: int | None = None, reward: Reward = "win", max_cycles: int = 100_000
) -> AllAtOnce:
    """Give an environment in which all seats that decide act at once."""
    return AllAtOnce(ruleset, players, reward, max_cycles)

"""A ruleset as a game of OpenSpiel in Python (extra `openspiel`), with an observer.

Chance is sampled: the state says so by one chance node at the start, whose outcome is not told. For small games it can
be explicit: a step is tried, and if it draws something that was not supplied, that draw is a chance node; the step is
done again once its result is known."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from itertools import permutations
from math import factorial
from typing import Any

import numpy as np

from regelwerk import Game, Ruleset
from regelwerk.api import Name
from regelwerk.bots import answer
from regelwerk.interpreter.errors import Refused

from .extras import required
from .observations import Observer
from .table import Reward, Table, opened, rewarded, seats_of

pyspiel = required("pyspiel", "openspiel")

ORDERS = 8  # cards of a pile up to which all orders are listed
SEEDS = 1 << 16  # sampled games differ in so many ways


def openspiel_game(
    ruleset: Ruleset | Name, players: int | None = None, explicit_chance: bool = False, reward: Reward = "win",
    most_utility: float | None = None, longest: int = 100_000,
) -> Any:  # fmt: skip
    """Give a ruleset as a `pyspiel.Game`.

    Arguments: with `explicit_chance` every draw is a chance node; `most_utility` is the highest reward there can be,
    which `margin` needs; `longest` bounds the length of a game."""
    rules = opened(ruleset)
    observer = Observer(rules, seats_of(rules, players))
    if reward != "win" and most_utility is None:
        raise Refused("OpenSpiel wants to know the highest reward there can be: say it with most_utility")
    return RulesetGame(observer, explicit_chance, reward, most_utility or 1.0, longest)


def register(game: Any) -> str:
    """Let OpenSpiel know a game, so that `pyspiel.load_game` and its tools find it; gives its name."""
    kind = game.get_type()

    class Known:  # a class, as the library wants it: what is called to make the game outlives the interpreter
        def __new__(cls, params: Any = None) -> Any:
            return game

    if kind.short_name not in pyspiel.registered_names():
        pyspiel.register_game(kind, Known)
    return str(kind.short_name)


class RulesetGame(pyspiel.Game):  # type: ignore[misc, name-defined]
    """Made by `openspiel_game`."""

    def __init__(self, observer: Observer, explicit: bool, reward: Reward, most: float, longest: int) -> None:
        kind = pyspiel.GameType
        self.observer, self.explicit, self.reward = observer, explicit, reward
        rules = observer.ruleset.compiled
        draws = bool(rules.chances)
        closed = any(slot.visibility != "public" for slot in rules.slots)
        closed = closed or any(proc.secret for proc in rules.procs)
        info = kind.Information
        type_ = kind(
            short_name=f"regelwerk_{rules.name}", long_name=f"Regelwerk: {rules.title}",
            dynamics=kind.Dynamics.SEQUENTIAL,
            chance_mode=kind.ChanceMode.EXPLICIT_STOCHASTIC if draws else kind.ChanceMode.DETERMINISTIC,
            information=info.IMPERFECT_INFORMATION if closed else info.PERFECT_INFORMATION,
            utility=kind.Utility.ZERO_SUM if reward in ("win", "margin") else kind.Utility.GENERAL_SUM,
            reward_model=kind.RewardModel.TERMINAL, max_num_players=rules.players[1], min_num_players=rules.players[0],
            provides_information_state_string=True, provides_information_state_tensor=False,
            provides_observation_string=True, provides_observation_tensor=True,
        )  # fmt: skip
        self.widest = max((factorial(ORDERS), SEEDS)) if draws else 0
        about = pyspiel.GameInfo(
            num_distinct_actions=len(observer.actions), max_chance_outcomes=self.widest, num_players=observer.players,
            min_utility=-most, max_utility=most, utility_sum=0.0, max_game_length=longest,
        )  # fmt: skip
        super().__init__(type_, about, {})

    def new_initial_state(self) -> Any:
        return RulesetState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> Any:
        return Eye(self)

    def __deepcopy__(self, memo: Any) -> RulesetGame:
        return self  # nothing in it changes; OpenSpiel copies what states hold

    @cached_property
    def names(self) -> list[str]:
        """What every number means, in words."""
        return [each.name for each in self.observer.actions.spec()]


class Chance:
    """A draw that waits for its result: outcomes as they are supplied, each with how likely it is."""

    def __init__(self, game: RulesetGame, site: int, bound: int, result: Any) -> None:
        self.name = game.observer.ruleset.compiled.chances[site].name
        self.outcomes: list[Any]
        self.shares: list[float]
        if isinstance(result, list):
            if len(result) > ORDERS:
                raise Refused(f"explicit chance is for small games: {len(result)} things are shuffled at once")
            found = _orders(game.observer, site, sorted(result))
            self.outcomes, self.shares = list(found), [share / factorial(len(result)) for share in found.values()]
            self.outcomes = [list(order) for order in self.outcomes]
        else:
            self.outcomes, self.shares = list(range(bound)), [1 / bound] * bound

    def __deepcopy__(self, memo: Any) -> Chance:
        return self


def _orders(observer: Observer, site: int, things: list[int]) -> dict[tuple[int, ...], int]:
    """List the orders of a pile that can be told apart, each with how many it stands for."""
    compiled = observer.ruleset.compiled
    alike = observer.ruleset.onlookers.alike
    domain = next((d for d in compiled.domains if d.name in alike and max(things) < len(d.designs)), None)
    named = compiled.chances[site].element or compiled.chances[site].type
    domain = next((d for d in compiled.domains if d.name == named), domain)
    same = domain.designs if domain is not None and domain.name in alike else None
    found: dict[tuple[int, ...], tuple[tuple[int, ...], int]] = {}
    for order in permutations(things):
        looks = tuple(same[c] for c in order) if same else order
        first, count = found.get(looks, (order, 0))
        found[looks] = first, count + 1
    return dict(found.values())


class RulesetState(pyspiel.State):  # type: ignore[misc, name-defined]
    """A game, or the step it has begun and the draws that step still waits for."""

    def __init__(self, game: RulesetGame) -> None:
        super().__init__(game)
        self._game = game
        self._table: Table | None = None
        self._before: Game | None = None  # a step that draws begins here
        self._answer: tuple[int, int] | None = None  # seat and code of that step; None: the game begins
        self._supplied: list[Any] = []
        self._chance: Chance | None = None
        self._seen: list[list[str]] = [[] for _ in range(game.observer.players)]  # by seat: what it remembers
        self._waits = (
            game.explicit or not game.observer.ruleset.compiled.chances
        )  # for the first look: copies need none

    def _look(self) -> None:
        """Begin the game, if chance has nothing to say before."""
        if self._waits:
            self._waits = False
            self._try()

    # ------------------------------------------------------------------ steps

    def _try(self) -> None:
        """Do the step with what is supplied; stop at the first draw that is not."""
        observer = self._game.observer
        if self._before is None:
            game = observer.ruleset.new_game(observer.players, 0, supplied=self._supplied)
            events = game.past.events
        else:
            game = self._before.clone()
            game.supply(self._supplied)
            assert self._answer is not None
            seat, code = self._answer
            decision = game.decision(seat)
            option = decision.option(code)
            assert option is not None
            answer(game, decision, option)
            events = game.past.events if game.past is not self._before.past else []
        drawn = next((e for e in events if e[0] == "chance" and not e[4]), None) if self._game.explicit else None
        if drawn is not None:
            self._chance = Chance(self._game, drawn[1], drawn[2], drawn[3])
            return
        self._chance, self._supplied, self._answer = None, [], None
        self._arrive(game)

    def _arrive(self, game: Game) -> None:
        if self._table is None:
            self._table = Table(self._game.observer, self._game.reward, game)
        else:
            self._table.play(game)
        self._remember()

    def _remember(self) -> None:
        """Write down what every seat sees now: all together is what it can know."""
        assert self._table is not None
        for seat, seen in enumerate(self._seen):
            told = self._game.observer.observe(self._table.game, seat)
            seen.append(told[self._game.observer.head :].tobytes().hex())

    # ------------------------------------------------------------------ OpenSpiel

    def current_player(self) -> int:
        self._look()
        if self._chance is not None or self._table is None:
            return int(pyspiel.PlayerId.CHANCE)
        if self._table.game.over or not self._table.asked:
            return int(pyspiel.PlayerId.TERMINAL)
        return self._table.asked[0]

    def _legal_actions(self, player: int) -> list[int]:
        self._look()
        assert self._table is not None
        return self._table.saying(player).next()

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """List the outcomes of a draw; a sampled game has its seed drawn."""
        self._look()
        if self._chance is None:
            return [(seed, 1 / SEEDS) for seed in range(SEEDS)]
        return list(enumerate(self._chance.shares))

    def _apply_action(self, action: int) -> None:
        self._look()
        if self._chance is not None:
            self._supplied.append(self._chance.outcomes[action])
            self._try()
            return
        if self._table is None:
            observer = self._game.observer
            self._arrive(observer.ruleset.new_game(observer.players, action))
            return
        table, seat = self._table, self._table.asked[0]
        if not self._game.explicit:
            if table.say(seat, action):
                self._own(seat, action)
                self._remember()
            else:
                self._own(seat, action)
            return
        saying = table.saying(seat)
        self._own(seat, action)
        code = saying.say(action)
        if code is None:
            return
        self._before, self._answer, self._supplied = table.game, (seat, code), []
        self._try()

    def _own(self, seat: int, action: int) -> None:
        self._seen[seat].append(f"a{action}")

    def _action_to_string(self, player: int, action: int) -> str:
        if player == pyspiel.PlayerId.CHANCE:
            return f"chance {action}" if self._chance is None else f"chance {self._chance.outcomes[action]}"
        return self._game.names[action]

    def is_terminal(self) -> bool:
        return self.current_player() == int(pyspiel.PlayerId.TERMINAL)

    def returns(self) -> list[float]:
        self._look()
        if self._table is None or self._chance is not None or self._table.game.result is None:
            return [0.0] * self._game.observer.players
        return rewarded(self._game.observer.ruleset, self._table.game.result, self._game.reward)

    def information_state_string(self, player: int | None = None) -> str:
        self._look()
        return "|".join(self._seen[self.current_player() if player is None else player])

    def observation_string(self, player: int | None = None) -> str:
        eye = Eye(self._game)
        return eye.string_from(self, self.current_player() if player is None else player)

    def observation_tensor(self, player: int | None = None) -> Any:
        eye = Eye(self._game)
        eye.set_from(self, self.current_player() if player is None else player)
        return eye.tensor

    def __str__(self) -> str:
        self._look()
        if self._table is None:
            return "not begun"
        waits = f" chance at {self._chance.name}" if self._chance is not None else ""
        return f"{self._table.game!r}{waits}"

    def observed(self, player: int) -> Any:
        """Give the observation of a seat."""
        self._look()
        if self._table is None:
            return np.zeros(len(self._game.observer), np.int32)
        return self._table.observe(player)


class Eye:
    """Observer of a seat, as OpenSpiel wants it."""

    def __init__(self, game: RulesetGame) -> None:
        self.tensor = np.zeros(len(game.observer), np.float32)
        self.dict = {"observation": self.tensor}
        self._cells = game.observer.cells

    def set_from(self, state: RulesetState, player: int) -> None:
        """Look at a state with the eyes of a seat."""
        self.tensor[:] = state.observed(player)

    def string_from(self, state: RulesetState, player: int) -> str:
        """Say what a seat sees: all cells that are not 0."""
        seen: Sequence[int] = state.observed(player)
        return " ".join(f"{cell.name}={x}" for cell, x in zip(self._cells, seen, strict=True) if x)

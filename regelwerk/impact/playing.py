"""Playing one side of a comparison so that it can be held against the other.

Chance is the same for each site on both sides, as long as the site has the same name. Players at random are tied
together in the same way: what they like at the n-th visit to a decision is drawn for every option by its name, and the
best liked one that is offered is taken. All options are equally likely, but one option more or less changes a choice
only if it is itself the one that is liked best. Eager players add to this luck what they have come to like in practice:
under the first rules, or under those they play (`practice.py`).
"""

from __future__ import annotations

import math
from array import array
from collections import Counter
from collections.abc import Callable, Sequence
from copy import copy
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import Any

from regelwerk import Ruleset
from regelwerk.bots import answer, consult, maker
from regelwerk.bots.learning.features import feature_names
from regelwerk.bots.learning.policy_file import Written, policy_of
from regelwerk.interpreter.engine.chance import MASK64, fnv1a64, splitmix64
from regelwerk.interpreter.engine.context import Event, State
from regelwerk.interpreter.engine.learning.fastest import fastest_rollout
from regelwerk.interpreter.engine.learning.policy import Memory, see
from regelwerk.interpreter.engine.learning.rollouts import ANYBODY, Rollout, Values
from regelwerk.interpreter.errors import RuleError
from regelwerk.interpreter.game.decisions import Offers
from regelwerk.simulation.games import Failure, broken, rule_failure, stuck, too_long

from .measures import Yardstick

KEPT = 1 << 18  # options, and what else has a name, whose hashes are remembered
QUICK = ("random", "eager")  # those who do not think ahead


@dataclass(frozen=True, slots=True)
class Course:
    """Everything that was decided or drawn in a game, event by event."""

    keys: array[int]  # fingerprints, the same in all compositions
    sites: array[int]  # numbers of the decision or chance site in this composition
    entries: array[int]  # which entry of the decision; -1: chance


@dataclass(frozen=True, slots=True)
class Played:
    """A game of one side."""

    course: Course
    numbers: tuple[int, ...] = ()
    failure: Failure | None = None


NOTHING = Course(array("Q"), array("i"), array("i"))


@dataclass(frozen=True, slots=True)
class Ended:
    """A game that is over: what seats are ranked by, its last state and everything that happened."""

    values: Values
    S: State
    events: list[Event]


class TooLong(Exception):
    """A game does not come to its end."""


class Names:
    """Hashes of what is decided and drawn: by name, so that they do not depend on how a composition counts."""

    def __init__(self, ruleset: Ruleset) -> None:
        self.compiled, self.texts = ruleset.compiled, ruleset.machine.texts
        self.offers = Offers(ruleset.compiled, self.texts, ruleset.machine.reference, ruleset.onlookers)
        self.sites = [fnv1a64(site.name) for site in self.compiled.sites]
        self.chances = [fnv1a64(site.name) for site in self.compiled.chances]
        self._decided = lru_cache(KEPT)(self._decision)
        self._drawn = lru_cache(KEPT)(self._draw)

    def option(self, site: int, code: int) -> int:
        """Give the hash of an option."""
        return fnv1a64(self.offers.id(site, code))

    def course(self, events: Sequence[Event]) -> Course:
        """Fingerprint everything that was decided and drawn; shuffles only by how much was shuffled."""
        keys, sites, entries = array("Q"), array("i"), array("i")
        for event in events:
            if event[0] in ("decision", "forced"):
                _, seat, site, code, _ = event
                key, entry = self._decided(seat, site, code)
            elif event[0] == "chance":
                _, site, bound, result, _ = event
                key, entry = self._drawn(site, bound, None if isinstance(result, list) else result), -1
            else:
                continue
            keys.append(key)
            sites.append(site)
            entries.append(entry)
        return Course(keys, sites, entries)

    def _decision(self, seat: int, site: int, code: int) -> tuple[int, int]:
        key = splitmix64(self.sites[site] ^ splitmix64(self.option(site, code) + seat))
        return key, code % len(self.compiled.sites[site].entries)

    def _draw(self, site: int, bound: int, result: int | None) -> int:
        chance = self.compiled.chances[site]
        if result is None:
            result = -1
        elif chance.type:
            result = fnv1a64(self.texts.id(chance.type, result + chance.offset))
        return splitmix64(self.chances[site] ^ splitmix64(result & MASK64) + bound)


Likings = Callable[[], Sequence[float]]


class Fancies:
    """What the seats of one game like at random."""

    def __init__(self, side: Side, seed: int) -> None:
        self.sites, self.option, self.bots = side.names.sites, side.option, side.bots
        self.seed = splitmix64(splitmix64(seed) ^ fnv1a64("fancies"))
        self.left = side.limit
        self.visits: Counter[tuple[int, int]] = Counter()

    def best(self, seat: int, site: int, codes: Sequence[int], logits: Likings) -> int:
        """Name the option that is liked best; 0 is the first."""
        if self.left == 0:
            raise TooLong
        self.left -= 1
        self.visits[seat, site] += 1
        if len(codes) == 1:
            return 0
        moment = splitmix64(self.seed ^ self.sites[site] ^ splitmix64((self.visits[seat, site] << 8) + seat))
        drawn = [splitmix64(moment ^ self.option(site, code)) for code in codes]
        if self.bots[seat] != "eager":
            return drawn.index(min(drawn))
        liked = [liking + luck(1 - x / 2**64) for liking, x in zip(logits(), drawn, strict=True)]
        return liked.index(max(liked))


def luck(share: float) -> float:
    """Turn a number between 0 and 1 into luck: the best of logits plus luck is a choice in proportion to them."""
    return -math.log(-math.log(min(max(share, 1e-12), 1 - 1e-12)))


class Side:
    """One of the two compositions, ready to be played again and again."""

    def __init__(
        self, ruleset: Ruleset, players: int, bots: Sequence[str], limit: int, learnt: Written | None = None
    ) -> None:
        self.ruleset, self.players, self.limit = ruleset, players, limit
        self.bots = bots
        self.names, self.feature_names = Names(ruleset), feature_names(ruleset.machine)
        self.policy = policy_of(self.feature_names, learnt or Written())
        self.option = lru_cache(KEPT)(self.names.option)
        self.yardstick = Yardstick(ruleset, players)

    def with_habits(self, learnt: Written | None) -> Side:
        """Give the same side, played by eager players who have learnt something else."""
        other = copy(self)
        other.policy = policy_of(self.feature_names, learnt or Written())
        return other

    @property
    def quick(self) -> bool:
        return all(kind in QUICK for kind in self.bots)

    def make_ready(self) -> None:
        """Have compiled what games need, so that other processes find it."""
        if self.quick:
            _ = self._rollout

    def played(self, seed: int) -> Played:
        """Play the game of a seed."""
        try:
            ended = self._quickly(seed) if self.quick else self._thinking(seed)
        except RuleError as error:
            ended = rule_failure(error)
        except TooLong:
            ended = too_long(self.limit)
        if isinstance(ended, Failure):
            return Played(NOTHING, failure=ended)
        return Played(self.names.course(ended.events), self.yardstick.read(ended.values, ended.S, ended.events))

    @cached_property
    def _rollout(self) -> Rollout:
        return fastest_rollout(self.ruleset.machine)

    @cached_property
    def _start(self) -> Any:
        return self._rollout.position(self.ruleset.machine.fresh(self.players, 0))

    def _quickly(self, seed: int) -> Ended | Failure:
        """Let everybody choose by liking, as fast as it goes."""
        rollout, fancies = self._rollout, Fancies(self, seed)
        rollout.go_by(self.policy)  # others may have used the same rollout
        rollout.begin(self._start, seed, listen=True, most=self.limit + 1)
        rollout.on(until=ANYBODY)
        while rollout.found:
            rollout.on(rollout.found[fancies.best(rollout.who, rollout.site, rollout.found, rollout.logits)], ANYBODY)
        return Ended(rollout.standing(), rollout.state(), rollout.events) if rollout.over else stuck()

    def _thinking(self, seed: int) -> Ended | Failure:
        """Let bots think, decision by decision."""
        game = self.ruleset.new_game(self.players, seed)
        fancies = Fancies(self, seed)
        seats = [None if kind in QUICK else maker(kind)(seed, seat) for seat, kind in enumerate(self.bots)]
        memories = [Memory() for _ in self.bots]
        failure = broken(game)
        while failure is None and not game.over:
            decision = game.decisions()[0]
            bot, memory = seats[decision.seat], memories[decision.seat]
            codes, site = [option.code for option in decision.options], self.feature_names.sites[decision.site]

            def logits(site: int = site, codes: Sequence[int] = codes, memory: Memory = memory) -> list[float]:
                seat = game.decisions()[0].seat
                return self.policy.logits(see(self.feature_names.feature_map, game.state, seat, site, codes, memory))

            liked = fancies.best(decision.seat, site, codes, logits)
            option = decision.options[liked] if bot is None else consult(bot, game, decision)
            memory.note(self.feature_names.feature_map, site, option.code)
            answer(game, decision, option)
            failure = broken(game)
        result = game.result
        if failure is not None or result is None:
            return failure or stuck()
        return Ended(result.values, game.state, game.past.log())

"""Playing one side of a comparison so that it can be held against the other.

Chance is the same for each site on both sides, as long as the site has the same name. Players at random are tied
together in the same way: what they like at the n-th visit to a decision is drawn for every option by its name, and the
best liked one that is offered is taken. All options are equally likely, but one option more or less changes a choice
only if it is itself the one that is liked best. Eager players add to this luck what they have come to like in practice
under the first rules; they are the same players on both sides.
"""

from __future__ import annotations

from array import array
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from regelwerk import Ruleset
from regelwerk.bots import BOTS, answer
from regelwerk.bots.eager import Answers, Likings, luck
from regelwerk.dsl import ir
from regelwerk.games import Failure, broken, rule_failure, stuck, too_long
from regelwerk.interpreter.chance import MASK64, fnv1a64, splitmix64
from regelwerk.interpreter.context import Context, Event, State
from regelwerk.interpreter.decisions import Offers
from regelwerk.interpreter.errors import RuleError

from .measures import Yardstick

KEPT = 500_000  # names of options whose hashes are remembered
QUICK = ("random", "eager")  # those who look at nothing but the options


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


class TooLong(Exception):
    """A game does not come to its end."""


class Names:
    """Hashes of what is decided and drawn: by name, so that they do not depend on how a composition counts."""

    def __init__(self, ruleset: Ruleset) -> None:
        self.compiled, self.texts = ruleset.compiled, ruleset.machine.texts
        self.offers = Offers(ruleset.compiled, self.texts, ruleset.machine.reference)
        self.sites = [fnv1a64(site.name) for site in self.compiled.sites]
        self.chances = [fnv1a64(site.name) for site in self.compiled.chances]
        self._options: dict[tuple[int, int], int] = {}

    def option(self, site: int, code: int) -> int:
        """Give the hash of an option."""
        found = self._options.get((site, code))
        if found is None:
            if len(self._options) >= KEPT:
                self._options.clear()
            found = self._options[site, code] = fnv1a64(self.offers.id(site, code))
        return found

    def course(self, events: Sequence[Event]) -> Course:
        """Fingerprint everything that was decided and drawn; shuffles only by how much was shuffled."""
        keys, sites, entries = array("Q"), array("i"), array("i")
        for event in events:
            if event[0] in ("decision", "forced"):
                _, seat, site, code, _ = event
                keys.append(splitmix64(self.sites[site] ^ splitmix64(self.option(site, code) + seat)))
                entries.append(code % len(self.compiled.sites[site].entries))
            elif event[0] == "chance":
                _, site, bound, result, _ = event
                drawn = -1 if isinstance(result, list) else self._drawn(site, result)
                keys.append(splitmix64(self.chances[site] ^ splitmix64(drawn & MASK64) + bound))
                entries.append(-1)
            else:
                continue
            sites.append(site)
        return Course(keys, sites, entries)

    def _drawn(self, site: int, result: int) -> int:
        chance = self.compiled.chances[site]
        return fnv1a64(self.texts.id(chance.type, result + chance.offset)) if chance.type else result


class Fancies:
    """What the seats of one game like at random."""

    def __init__(self, side: Side, seed: int) -> None:
        self.names, self.likings, self.answers = side.names, side.likings, side.answers
        self.eager = [kind == "eager" for kind in side.bots]
        self.seed = splitmix64(splitmix64(seed) ^ fnv1a64("fancies"))
        self.left = side.limit
        self.visits: Counter[tuple[int, int]] = Counter()
        self.tried: list[int] | None = None  # options of a decision that are named one by one
        self.moment = 0  # what is liked there depends on this

    def name(self, S: State, left: list[int], site: int) -> int:
        """Name the best liked option of those that were not tried yet."""
        if left is not self.tried:
            self.tried = left
            self.moment = self._visit(S[ir.WHO], site)
        return self._liked(S[ir.WHO], site, left)

    def pick(self, S: State, found: list[int], site: int) -> int:
        """Answer a decision."""
        if self.tried is not None and len(found) == 1:  # it was named before
            self.tried = None
            return found[0]
        return found[self.best(S[ir.WHO], site, found)]

    def best(self, seat: int, site: int, codes: Sequence[int]) -> int:
        """Name the option that is liked best; 0 is the first."""
        self.tried = None
        self.moment = self._visit(seat, site)
        return self._liked(seat, site, codes) if len(codes) > 1 else 0

    def _visit(self, seat: int, site: int) -> int:
        if self.left == 0:
            raise TooLong
        self.left -= 1
        self.visits[seat, site] += 1
        return splitmix64(self.seed ^ self.names.sites[site] ^ splitmix64((self.visits[seat, site] << 8) + seat))

    def _liked(self, seat: int, site: int, codes: Sequence[int]) -> int:
        moment, option = self.moment, self.names.option
        drawn = [splitmix64(moment ^ option(site, code)) for code in codes]
        if not self.eager[seat]:
            return drawn.index(min(drawn))
        names, likings = self.answers.names, self.likings
        liked = [likings.of(names(site, code)) + luck(1 - x / 2**64) for code, x in zip(codes, drawn, strict=True)]
        return liked.index(max(liked))


class Side:
    """One of the two compositions, ready to be played again and again."""

    def __init__(
        self, ruleset: Ruleset, players: int, bots: Sequence[str], limit: int, likings: Likings | None = None
    ) -> None:
        self.ruleset, self.players, self.limit = ruleset, players, limit
        self.bots, self.likings = bots, likings or Likings()
        self.names, self.answers = Names(ruleset), Answers(ruleset.machine)
        self.yardstick = Yardstick(ruleset, players)

    def played(self, seed: int) -> Played:
        """Play the game of a seed."""
        try:
            quick = all(kind in QUICK for kind in self.bots)
            S, events, failure = self._quickly(seed) if quick else self._thinking(seed)
        except RuleError as error:
            failure = rule_failure(error)
        except TooLong:
            failure = too_long(self.limit)
        if failure is not None:
            return Played(NOTHING, failure=failure)
        return Played(self.names.course(events), self.yardstick.read(S, events))

    def _quickly(self, seed: int) -> tuple[State, list[Event], Failure | None]:
        """Let everybody choose by liking, without stopping at decisions."""
        fancies = Fancies(self, seed)
        machine = self.ruleset.machine
        S, X = machine.fresh(self.players, seed), Context()
        X.pick, X.hasty = (
            (lambda found, site: fancies.pick(S, found, site)),
            (lambda left, site: fancies.name(S, left, site)),
        )
        X.events = []
        machine.run(S, X)
        return S, X.events, None if S[ir.OVER] else stuck()

    def _thinking(self, seed: int) -> tuple[State, list[Event], Failure | None]:
        """Let bots think, decision by decision."""
        game = self.ruleset.new_game(self.players, seed)
        fancies = Fancies(self, seed)
        seats = [None if kind in QUICK else BOTS[kind](seed, seat) for seat, kind in enumerate(self.bots)]
        failure = broken(game)
        while failure is None and not game.over:
            decision = game.decisions()[0]
            bot = seats[decision.seat]
            codes = [option.code for option in decision.options]
            liked = fancies.best(decision.seat, self._site(decision.site), codes)
            answer(game, decision, decision.options[liked] if bot is None else bot.choose(game, decision))
            failure = broken(game)
        return game.state, game.past.log(), failure

    def _site(self, name: str) -> int:
        return next(i for i, site in enumerate(self.ruleset.compiled.sites) if site.name == name)

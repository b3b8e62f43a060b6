"""Playing on from a position by leanings: how bots try things out, and how they learn from games.

A walk answers every decision by weights, unless it was told to stop there. Weights are whole numbers and chance comes
from PCG32 streams, so a walk comes out the same in every engine. This one uses the engine of the machine; the one in
`wasm.walking` does the same many times faster.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Collection, Mapping, Sequence
from contextlib import suppress
from itertools import accumulate
from operator import itemgetter
from typing import TYPE_CHECKING, Any, Protocol

from ..dsl import ir
from .chance import MASK64, MULTIPLIER, first_word, increment, output
from .context import Context, Event, State
from .errors import RuleError
from .scores import ranking

if TYPE_CHECKING:
    from .machine import Machine

MEMORY = 10  # decisions a seat remembers having made
MOST_STEPS = 5_000  # decisions of a walk
HEAVIEST = 1 << 14  # weight
MOST_OPTIONS = 1 << 14  # options that have weights of their own
NOBODY, ANYBODY = -1, -2  # for whom a walk stops
BY_WEIGHT = -1  # instead of an answer
NAME = "answers by weight"
STEP = increment(NAME)

Deed = tuple[int, int]  # site, code
Values = tuple[tuple[int, ...], ...]  # what seats are ranked by


class Leanings:
    """How likely each option is, compared with the others offered with it.

    An option that the seat took among its last decisions goes by its action, and so does one without a weight of its
    own; both are counted by entry, through all sites.
    """

    def __init__(self, compiled: ir.Compiled) -> None:
        self.entries = [len(site.entries) for site in compiled.sites]
        self.firsts = [0, *accumulate(self.entries)]
        self.actions = [1] * self.firsts[-1]
        self.again = [1] * self.firsts[-1]
        self.haste = [1] * self.firsts[-1]  # for those who only wait for somebody else's turn
        self.options: dict[int, int] = {}  # by key

    def key(self, site: int, code: int) -> int:
        """Give one number for a site and a code; never 0."""
        return (code * len(self.entries) + site + 1) & MASK64

    def prefer(self, weights: Mapping[int, int]) -> None:
        """Give options weights of their own, as far as there is room for them."""
        for key, weight in weights.items():
            if key in self.options or len(self.options) < MOST_OPTIONS:
                self.options[key] = weight

    def hasty(self, site: int, code: int) -> int:
        return self.haste[self.firsts[site] + code % self.entries[site]]

    def weight(self, site: int, code: int, before: deque[int]) -> int:
        key = self.key(site, code)
        entry = self.firsts[site] + code % self.entries[site]
        return self.again[entry] if key in before else self.options.get(key, self.actions[entry])


def begins(compiled: ir.Compiled) -> list[bool]:
    """Tell for each site whether a turn may begin with it: an offer, if there are any."""
    offers = [site.kind == "offer" for site in compiled.sites]
    return offers if any(offers) else [True] * len(offers)


class Walk(Protocol):
    """Somebody who plays on from positions."""

    site: int  # where it stands: a decision ...
    who: int  # ... of a seat ...
    found: list[int]  # ... with these options; none where it was not told to stop
    over: bool
    made: int  # decisions so far

    @property
    def events(self) -> list[Event]:
        """What was decided, drawn and said since the beginning, if it was listened to."""

    def lean(self, leanings: Leanings) -> None:
        """Answer by these leanings from now on."""

    def prefer(self, weights: Mapping[int, int]) -> None:
        """Give options, by their keys, weights of their own."""

    def position(self, S: State) -> Any:
        """Give a position to begin at."""

    def begin(
        self, position: Any, seed: int, seat: int = NOBODY, turns: int = 0, before: Collection[int] = (),
        *, listen: bool = False, most: int = MOST_STEPS,
    ) -> None:  # fmt: skip
        """Begin anew, with chance and answers by a seed; stop when a seat has had so many turns (0: never).

        Where turns are counted, the other seats are in haste.
        `before` are the keys of what that seat did.
        After `most` decisions the walk stops, too.
        """

    def on(self, answer: int = BY_WEIGHT, until: int = NOBODY) -> None:
        """Give an answer, and play on until a seat has to decide, or to the end; raises RuleError."""

    def deeds(self) -> list[tuple[int, Deed]]:
        """List what was done since the beginning: seat, site and code."""

    def standing(self) -> Values:
        """Tell what seats would be ranked by if every scoring took place now."""

    def reader(self, cells: Sequence[int]) -> Callable[[], tuple[int, ...]]:
        """Give a function that reads some cells of the state."""

    def peek(self, cell: int) -> int:
        """Read one cell of the state."""

    def state(self) -> State:
        """Give the state it stands at."""


class PlainWalk:
    """Walks in the engine of a machine."""

    def __init__(self, machine: Machine) -> None:
        self.machine = machine
        compiled = machine.compiled
        self._begins = begins(compiled)
        self._scorings = scorings(compiled)
        self.lean(Leanings(compiled))
        self.S: State = []

    def lean(self, leanings: Leanings) -> None:
        self.leanings = leanings

    def prefer(self, weights: Mapping[int, int]) -> None:
        self.leanings.prefer(weights)

    def position(self, S: State) -> State:
        return S.copy()

    def begin(
        self, position: State, seed: int, seat: int = NOBODY, turns: int = 0, before: Collection[int] = (),
        *, listen: bool = False, most: int = MOST_STEPS,
    ) -> None:  # fmt: skip
        self.S = position.copy()
        self.events: list[Event] = []
        self._listen, self._most = listen, most
        self.machine.reseed(self.S, seed)
        self._word = first_word(seed, NAME)
        self._seat = self._turn = seat
        self._turns = turns or -1  # left
        self._before = [deque[int](maxlen=MEMORY) for _ in range(self.S[ir.PLAYERS])]
        if seat >= 0:
            self._before[seat].extend(before)
        self._done: list[tuple[int, Deed]] = []
        self.made = 0

    def on(self, answer: int = BY_WEIGHT, until: int = NOBODY) -> None:
        S, X = self.S, Context()
        X.events = self.events if self._listen else None
        self.found: list[int] = []
        if S[ir.ASK]:
            if answer == BY_WEIGHT:
                answer = self._answer(self.machine.options(S, X), until)
            else:
                self._note(answer)
            if answer >= 0:
                self.machine.take(S, X, answer)
        else:
            self.machine.run(S, X)
        while S[ir.ASK] and answer >= BY_WEIGHT:
            answer = self._answer(X.options, until)
            if answer >= 0:
                self.machine.take(S, X, answer)
        self.site, self.who, self.over = S[ir.ASK] - 1, S[ir.WHO], bool(S[ir.OVER])

    def _answer(self, found: list[int], until: int) -> int:
        """Pick an option by its weight; -2 if the walk stops here."""
        site, who = self.S[ir.ASK] - 1, self.S[ir.WHO]
        self.made += 1
        if self.made > self._most:
            return -2
        if self._begins[site]:
            if who != self._seat and self._turn == self._seat:
                self._turns -= 1
                if not self._turns:
                    return -2
            self._turn = who
        if until in (who, ANYBODY):
            self.found = found
            return -2
        before = self._before[who]
        if self._turns > 0 and who != self._seat:
            weights = [self.leanings.hasty(site, code) for code in found]
        else:
            weights = [self.leanings.weight(site, code, before) for code in found]
        chance = output(self._word) * sum(weights) >> 32
        self._word = (self._word * MULTIPLIER + STEP) & MASK64
        number = -1
        while chance >= 0:
            number += 1
            chance -= weights[number]
        self._note(found[number])
        return found[number]

    def _note(self, code: int) -> None:
        site, who = self.S[ir.ASK] - 1, self.S[ir.WHO]
        self._before[who].append(self.leanings.key(site, code))
        self._done.append((who, (site, code)))

    def deeds(self) -> list[tuple[int, Deed]]:
        return self._done

    def standing(self) -> Values:
        S, engine = self.S.copy(), self.machine.engine
        if not S[ir.OVER]:
            with suppress(RuleError):  # a scoring that only makes sense at its time
                for number in self._scorings:
                    engine.call(number, S, Context(), ())
        return ranking(self.machine.compiled, engine, S).values

    def reader(self, cells: Sequence[int]) -> Callable[[], tuple[int, ...]]:
        if not cells:
            return tuple
        read = itemgetter(*cells, 0)  # never one alone, which would come without a tuple
        return lambda: read(self.S)[:-1]

    def peek(self, cell: int) -> int:
        return self.S[cell]

    def state(self) -> State:
        return self.S.copy()


def scorings(compiled: ir.Compiled) -> list[int]:
    """Give the functions that score."""
    numbers = {function.name: number for number, function in enumerate(compiled.functions)}
    return [numbers[name] for s in compiled.scorings if (name := f"score {s.name}") in numbers]

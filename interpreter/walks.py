"""Playing on from a position by a taste: how bots try things out, and how they learn from games.

A walk answers every decision by how much its options are liked, unless it was told to stop there. Chance comes from
PCG32 streams, so a walk comes out the same in every engine. This one uses the engine of the machine; the one in
`wasm.walking` does the same many times faster.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import suppress
from typing import TYPE_CHECKING, Any, Protocol

from ..dsl import ir
from .chance import MASK64, MULTIPLIER, first_word, increment, output
from .context import Context, Event, State
from .errors import RuleError
from .scores import ranking
from .tastes import Done, Lessons, Memory, Sampled, Taste, chances, drawn, in_short, powers, see

if TYPE_CHECKING:
    from .machine import Machine

MOST_STEPS = 5_000  # decisions of a walk
NOBODY, ANYBODY, TURNS = -1, -2, -3  # for whom a walk stops; TURNS: where somebody else's turn begins
BY_TASTE = -1  # instead of an answer
NAME = "answers by taste"
STEP = increment(NAME)

Values = tuple[tuple[int, ...], ...]  # what seats are ranked by


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

    def go_by(self, taste: Taste | None) -> None:
        """Answer by this taste from now on; without one, all options are liked alike."""

    def position(self, S: State) -> Any:
        """Give a position to begin at."""

    def begin(
        self, position: Any, seed: int, memories: Mapping[int, Memory] | None = None,
        *, calm: float = 1.0, listen: bool = False, sample: bool = False, most: int = MOST_STEPS,
    ) -> None:  # fmt: skip
        """Begin anew, with chance and answers by a seed, and with what seats remember.

        The calmer, the less luck there is in answers. With `sample`, decisions are written down.
        After `most` decisions the walk stops.
        """

    def on(self, answer: int = BY_TASTE, until: int = NOBODY) -> None:
        """Give an answer, and play on until a seat has to decide, or to the end; raises RuleError."""

    def likings(self) -> list[float]:
        """Tell how much the options at hand are liked."""

    def sampled(self) -> list[Sampled]:
        """List the decisions written down since the beginning."""

    def done(self) -> list[Done]:
        """List them in short."""

    def usual(self) -> list[float]:
        """Tell for each of them what usually comes to the seat from there on."""

    def learn(self, better: Sequence[float], more: Sequence[float]) -> None:
        """Note how much better each of them went, and how much more is to be thought usual there from now on."""

    def follow(self, paces: tuple[float, float], fading: float, settled: float = 1.0) -> None:
        """Change the taste as everything that was noted suggests, and let all of it fade a little.

        The first lesson about something counts as if so many like it had come before: habits move slowly.
        """

    def learnt(self) -> Taste:
        """Give the taste as it is now."""

    def standing(self) -> Values:
        """Tell what seats would be ranked by if every scoring took place now."""

    def state(self) -> State:
        """Give the state it stands at."""


class PlainWalk:
    """Walks in the engine of a machine."""

    def __init__(self, machine: Machine) -> None:
        self.machine = machine
        compiled = machine.compiled
        self._begins = begins(compiled)
        self._scorings = scorings(compiled)
        self.go_by(None)
        self.S: State = []

    def go_by(self, taste: Taste | None) -> None:
        self.taste, self._lessons = taste, None if taste is None else Lessons(taste)

    def position(self, S: State) -> State:
        return S.copy()

    def begin(
        self, position: State, seed: int, memories: Mapping[int, Memory] | None = None,
        *, calm: float = 1.0, listen: bool = False, sample: bool = False, most: int = MOST_STEPS,
    ) -> None:  # fmt: skip
        self.S = position.copy()
        self.events: list[Event] = []
        self._listen, self._sample, self._most, self._calm = listen, sample, most, calm
        self.machine.reseed(self.S, seed)
        self._word = first_word(seed, NAME)
        self._turn = NOBODY
        known = memories or {}
        self._memories = [known[s].copy() if s in known else Memory() for s in range(self.S[ir.PLAYERS])]
        self._sampled: list[Sampled] = []
        self.made = 0

    def on(self, answer: int = BY_TASTE, until: int = NOBODY) -> None:
        S, X = self.S, Context()
        X.events = self.events if self._listen else None
        self.found: list[int] = []
        if S[ir.ASK]:
            if answer == BY_TASTE:
                answer = self._answer(self.machine.options(S, X), until)
            else:
                self._note(answer)
            if answer >= 0:
                self.machine.take(S, X, answer)
        else:
            self.machine.run(S, X)
        while S[ir.ASK] and answer >= BY_TASTE:
            answer = self._answer(X.options, until)
            if answer >= 0:
                self.machine.take(S, X, answer)
        self.site, self.who, self.over = S[ir.ASK] - 1, S[ir.WHO], bool(S[ir.OVER])

    def _answer(self, found: list[int], until: int) -> int:
        """Pick an option; -2 if the walk stops here."""
        site, who = self.S[ir.ASK] - 1, self.S[ir.WHO]
        self.made += 1
        if self.made > self._most:
            return -2
        begins = self._begins[site] and who != self._turn
        if begins:
            self._turn = who
        if until in (who, ANYBODY) or (until == TURNS and begins):
            self.found = found
            return -2
        luck = output(self._word)
        self._word = (self._word * MULTIPLIER + STEP) & MASK64
        if self.taste is None:
            number = luck * len(found) >> 32
        else:
            seen = see(self.taste.lens, self.S, who, site, found, self._memories[who])
            weights = powers(self.taste.likings(seen), self._calm)
            number = drawn(weights, luck / 2**32)
            if self._sample:
                self._sampled.append(Sampled(who, seen, chances(weights), number))
        self._note(found[number])
        return found[number]

    def _note(self, code: int) -> None:
        site, who = self.S[ir.ASK] - 1, self.S[ir.WHO]
        if self.taste is not None:
            self._memories[who].note(self.taste.lens, site, code)

    def likings(self) -> list[float]:
        if self.taste is None:
            return [0.0] * len(self.found)
        lens, memory = self.taste.lens, self._memories[self.who]
        return self.taste.likings(see(lens, self.S, self.who, self.site, self.found, memory))

    def sampled(self) -> list[Sampled]:
        return self._sampled

    def done(self) -> list[Done]:
        return [in_short(sample) for sample in self._sampled]

    def usual(self) -> list[float]:
        return [self.learnt().usual(sample.seen.tokens) for sample in self._sampled]

    def learn(self, better: Sequence[float], more: Sequence[float]) -> None:
        if self._lessons is not None:
            self._lessons.learn(self._sampled, better, more)

    def follow(self, paces: tuple[float, float], fading: float, settled: float = 1.0) -> None:
        if self._lessons is not None:
            self._lessons.follow(paces, fading, settled)

    def learnt(self) -> Taste:
        assert self.taste is not None
        return self.taste

    def standing(self) -> Values:
        S, engine = self.S.copy(), self.machine.engine
        if not S[ir.OVER]:
            with suppress(RuleError):  # a scoring that only makes sense at its time
                for number in self._scorings:
                    engine.call(number, S, Context(), ())
        return ranking(self.machine.compiled, engine, S).values

    def state(self) -> State:
        return self.S.copy()


def scorings(compiled: ir.Compiled) -> list[int]:
    """Give the functions that score."""
    numbers = {function.name: number for number, function in enumerate(compiled.functions)}
    return [numbers[name] for s in compiled.scorings if (name := f"score {s.name}") in numbers]

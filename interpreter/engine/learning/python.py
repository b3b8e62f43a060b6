"""Rollouts in the engine of a machine: what a rollout is, written to be read."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import suppress

from regelwerk.dsl import ir
from regelwerk.interpreter.errors import RuleError

from ..chance import MASK64, MULTIPLIER, first_word, output
from ..context import Context, Event, State
from ..machine import Machine
from ..scores import ranking
from .policy import Done, Memory, Policy, PolicyGradient, Sampled, chances, drawn, in_short, powers, see
from .rollouts import ANYBODY, BY_POLICY, MOST_STEPS, NAME, NOBODY, STEP, TURNS, Values, begins, scorings


class PythonRollout:
    """Rollouts in the engine of a machine."""

    def __init__(self, machine: Machine) -> None:
        self.machine = machine
        compiled = machine.compiled
        self._begins = begins(compiled)
        self._scorings = scorings(compiled)
        self.go_by(None)
        self.S: State = []

    def go_by(self, policy: Policy | None) -> None:
        self.policy, self._lessons = policy, None if policy is None else PolicyGradient(policy)

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

    def on(self, answer: int = BY_POLICY, until: int = NOBODY) -> None:
        S, X = self.S, Context()
        X.events = self.events if self._listen else None
        self.found: list[int] = []
        if S[ir.ASK]:
            if answer == BY_POLICY:
                answer = self._answer(self.machine.options(S, X), until)
            else:
                self._note(answer)
            if answer >= 0:
                self.machine.take(S, X, answer)
        else:
            self.machine.run(S, X)
        while S[ir.ASK] and answer >= BY_POLICY:
            answer = self._answer(X.options, until)
            if answer >= 0:
                self.machine.take(S, X, answer)
        self.site, self.who, self.over = S[ir.ASK] - 1, S[ir.WHO], bool(S[ir.OVER])

    def _answer(self, found: list[int], until: int) -> int:
        """Pick an option; -2 if the rollout stops here."""
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
        if self.policy is None:
            number = luck * len(found) >> 32
        else:
            seen = see(self.policy.feature_map, self.S, who, site, found, self._memories[who])
            weights = powers(self.policy.logits(seen), self._calm)
            number = drawn(weights, luck / 2**32)
            if self._sample:
                self._sampled.append(Sampled(who, seen, chances(weights), number))
        self._note(found[number])
        return found[number]

    def _note(self, code: int) -> None:
        site, who = self.S[ir.ASK] - 1, self.S[ir.WHO]
        if self.policy is not None:
            self._memories[who].note(self.policy.feature_map, site, code)

    def logits(self) -> list[float]:
        if self.policy is None:
            return [0.0] * len(self.found)
        feature_map, memory = self.policy.feature_map, self._memories[self.who]
        return self.policy.logits(see(feature_map, self.S, self.who, self.site, self.found, memory))

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

    def learnt(self) -> Policy:
        assert self.policy is not None
        return self.policy

    def standing(self) -> Values:
        S, engine = self.S.copy(), self.machine.engine
        if not S[ir.OVER]:
            with suppress(RuleError):  # a scoring that only makes sense at its time
                for number in self._scorings:
                    engine.call(number, S, Context(), ())
        return ranking(self.machine.compiled, engine, S).values

    def state(self) -> State:
        return self.S.copy()

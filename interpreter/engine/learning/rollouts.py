"""Playing on from a position by a policy: how bots try things out, and how they learn from games.

A rollout answers every decision by how much its options are liked, unless it was told to stop there. Chance comes from
PCG32 streams, so a rollout comes out the same in every engine: `plain` uses that of the machine, `wasm.driver` does the
same many times faster.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, Protocol

from regelwerk.dsl import ir

from ..chance import increment
from ..context import Event, State
from .policy import Done, Memory, Policy, Sampled

if TYPE_CHECKING:
    pass

MOST_STEPS = 5_000  # decisions of a rollout
NOBODY, ANYBODY, TURNS = -1, -2, -3  # for whom a rollout stops; TURNS: where somebody else's turn begins
BY_POLICY = -1  # instead of an answer
NAME = "answers by policy"
STEP = increment(NAME)

Values = tuple[tuple[int, ...], ...]  # what seats are ranked by


def begins(compiled: ir.Compiled) -> list[bool]:
    """Tell for each site whether a turn may begin with it: an offer, if there are any."""
    offers = [site.kind == "offer" for site in compiled.sites]
    return offers if any(offers) else [True] * len(offers)


class Rollout(Protocol):
    """Somebody who plays on from positions."""

    site: int  # where it stands: a decision ...
    who: int  # ... of a seat ...
    found: list[int]  # ... with these options; none where it was not told to stop
    over: bool
    made: int  # decisions so far

    @property
    def events(self) -> list[Event]:
        """What was decided, drawn and said since the beginning, if it was listened to."""

    def go_by(self, policy: Policy | None) -> None:
        """Answer by this policy from now on; without one, all options are liked alike."""

    def position(self, S: State) -> Any:
        """Give a position to begin at."""

    def begin(
        self, position: Any, seed: int, memories: Mapping[int, Memory] | None = None,
        *, calm: float = 1.0, listen: bool = False, sample: bool = False, most: int = MOST_STEPS,
    ) -> None:  # fmt: skip
        """Begin anew, with chance and answers by a seed, and with what seats remember.

        The calmer, the less luck there is in answers. With `sample`, decisions are written down.
        After `most` decisions the rollout stops.
        """

    def on(self, answer: int = BY_POLICY, until: int = NOBODY) -> None:
        """Give an answer, and play on until a seat has to decide, or to the end; raises RuleError."""

    def logits(self) -> list[float]:
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
        """Change the policy as everything that was noted suggests, and let all of it fade a little.

        The first lesson about something counts as if so many like it had come before: habits move slowly.
        """

    def learnt(self) -> Policy:
        """Give the policy as it is now."""

    def standing(self) -> Values:
        """Tell what seats would be ranked by if every scoring took place now."""

    def state(self) -> State:
        """Give the state it stands at."""


def scorings(compiled: ir.Compiled) -> list[int]:
    """Give the functions that score."""
    numbers = {function.name: number for number, function in enumerate(compiled.functions)}
    return [numbers[name] for s in compiled.scorings if (name := f"score {s.name}") in numbers]

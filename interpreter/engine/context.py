"""What a run carries beside the state: where events go, who answers, and whether it is only a trial."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Protocol

MOST_DECISIONS = 1_000_000  # of one game played at random

ANY = "any"  # a chance result from outside that does not matter: it is drawn

State = list[int]
Event = tuple[Any, ...]

# What the machine does at a simultaneous decision.
PLAIN = 0  # seats one after the other
TABLE = 1  # stop, so that all may decide at once
BRANCH = 2  # the copy of one seat: stop when its part is done


@dataclass(frozen=True, slots=True)
class Limits:
    """How much a ruleset may do."""

    ticks: int = 20_000_000  # work of one step
    options: int = 100_000  # of one decision
    ahead: int = 64  # options tried in one trial before positions are remembered
    trials: int = 10_000  # options tried from then on
    depth: int = 1_000  # decisions after one another


class Supply(Protocol):
    """Chance results from outside; there is one now if it is true."""

    def __bool__(self) -> bool: ...

    def popleft(self) -> Any:
        """Use the next one: a number from 0, the name of a thing, the number on the die as text, or ANY."""


class Context:
    """One per run; engines call it X."""

    __slots__ = (
        "among", "before", "budget", "consumed", "events", "home", "in_play", "made", "notes", "options", "out",
        "pick", "random", "searches", "simultaneous", "start", "supplied", "table", "trial", "unit", "unmet",
    )  # fmt: skip

    def __init__(self) -> None:
        self.events: list[Event] | None = None  # None: nobody listens
        self.out: list[int] = []  # codes offered so far by the running option function
        self.options: list[int] = []  # of the decision the machine stands at
        self.pick: Callable[[list[int], int], int] | None = None  # answers (options, site) at once
        self.random: Callable[[], float] | None = None  # answers at random instead
        self.made = 0  # such answers
        self.supplied: deque[Any] | Supply | None = None  # chance results from outside
        self.among = 0  # elements the next draw picks from (mask); 0: a plain number
        self.consumed: list[Any] = []  # of them, used
        self.table = PLAIN
        self.simultaneous = -1  # procedure whose simultaneous decision is being branched
        self.trial = False
        self.in_play = False  # a game from its start: nothing else called what is running
        self.home = -1  # procedure whose unit the trial must get through
        self.unit = 0
        self.budget = 0
        self.searches = False  # a trial remembers positions
        self.start: State | None = None  # for checks: the state at the start ...
        self.before: State | None = None  # ... and at the previous check
        self.notes: list[tuple[int, int]] | None = None  # explain: (change, value after it)
        self.unmet: list[tuple[int, tuple[int, ...], int]] | None = None  # explain: (text, args, span)

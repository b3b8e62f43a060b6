"""What the rooms of this folder ask of a game (`rules` says why they do not ask `Game` itself)."""

from __future__ import annotations

from typing import Any, Protocol, Self

from ..engine.context import State
from ..engine.machine import Machine
from ..engine.simultaneous import Simultaneous
from .decisions import Decision
from .history import Moment, Position
from .invariants import Violation
from .rules import Rules
from .wording import Words


class Playing(Protocol):
    """A game that can be looked at."""

    @property
    def ruleset(self) -> Rules: ...
    @property
    def machine(self) -> Machine: ...
    @property
    def words(self) -> Words: ...
    @property
    def past(self) -> Moment: ...
    @property
    def players(self) -> int: ...
    @property
    def over(self) -> bool: ...
    @property
    def at_check(self) -> bool: ...
    @property
    def at_once(self) -> list[int]: ...
    def decisions(self) -> list[Decision]: ...

    def waiting(self) -> list[int]: ...
    def codes(self, seat: int) -> list[int]: ...
    def seen_state(self, seat: int | None) -> State: ...


class Inside(Playing, Protocol):
    """A game that is written down, or copied and changed: everything that is in it."""

    seed: int
    state: State
    past: Moment
    checks: bool
    violations: list[Violation]
    _aside: State | None
    _before: State
    _decisions: list[Decision] | None
    _first: State
    _options: list[int]
    _supplied: tuple[Any, ...]
    _simultaneous: Simultaneous | None

    @property
    def position(self) -> Position: ...
    @property
    def supplied(self) -> list[Any]: ...
    def clone(self) -> Self: ...
    def stand(self, position: Position) -> None: ...

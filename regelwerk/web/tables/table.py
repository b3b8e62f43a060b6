"""A table that is at hand, and whoever carries out what is done at it."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextlib import AbstractContextManager
from dataclasses import dataclass, field
from typing import Any, Protocol, TypeVar

from regelwerk import Game
from regelwerk.interpreter.errors import Refused, RuleError
from regelwerk.telling.previews import Deals

from .citing import Citing
from .course import Course, carried_out
from .faults import Fault, sentence
from .keys import Lock
from .steps import Step
from .taking_back import Asked, Way

T = TypeVar("T")


@dataclass(eq=False)
class Table:
    """A table that is at hand."""

    id: str
    data: dict[str, Any]
    guard: AbstractContextManager[Any]  # the machine of the rules is used by one at a time
    course: Course
    locks: list[Lock]
    cited: Citing
    stopped: str = ""
    turn: asyncio.Lock = field(default_factory=asyncio.Lock)
    thinking: set[int] = field(default_factory=set)
    asked: Asked | None = None  # to take something back
    listeners: set[asyncio.Event] = field(default_factory=set)
    player: asyncio.Task[None] | None = None  # plays for the bots
    deals: dict[int, Deals] = field(default_factory=dict)  # for previews, by seat, of the game as it was then
    ways: dict[int, tuple[int, Way]] = field(default_factory=dict)  # back, by seat, after so many steps

    @property
    def people(self) -> list[int]:
        return [number for number, seat in enumerate(self.data["seats"]) if seat["kind"] == "human"]

    def tell(self) -> None:
        """Let everybody who listens know that something has changed."""
        for listener in self.listeners:
            listener.set()


class Host(Protocol):
    """Whoever works with the games of tables, keeps what happens and lets everybody know."""

    async def ask(self, table: Table, work: Callable[..., T], *args: Any) -> T:
        """Work with the game of a table."""
        ...

    async def do(self, table: Table, step: Step) -> None:
        """Carry a step out; whoever calls has the turn of the table."""
        ...


def attempted(course: Course, step: Step) -> Game:
    """Give the game as it is after a step; whatever stands in the way is a fault."""
    try:
        return carried_out(course, step)
    except RuleError as broken:
        text = f"The rules break off: {broken}"
        raise Fault(422, "rules_broke", sentence(text), "Nothing has happened. Choose something else.") from None
    except Refused as refused:
        raise Fault(409, "refused", sentence(str(refused))) from None


def stopped(table: Table) -> Fault:
    help = "The game is kept. Other tables go on."
    return Fault(409, "table_stopped", f"This table has stopped: {table.stopped}", help)

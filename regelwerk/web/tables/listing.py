"""The calls at a table as a list: what comes in, what goes out, who answers. Whoever serves tables goes by it."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from typing import Any

from pydantic import BaseModel

from . import models
from .seat_calls import Visit

Handler = Callable[..., Awaitable[Any]]


@dataclass(frozen=True, slots=True)
class Call:
    """A call: what comes in, what goes out. Those of a table need a key."""

    method: str
    path: str
    about: str
    answer: type[BaseModel]
    handler: Handler
    body: type[BaseModel] | None = None
    query: Mapping[str, str] | None = None  # names, and what they mean
    needed: str = ""  # the name among them that must be there
    keyed: bool = True
    status: int = 200


def at_table(table: str) -> list[Call]:
    """List what can be asked and done at the table of an address; the handlers take a visit, and body or query."""
    return [
        Call("GET", table, "The table as the seat of the key sees it.", models.State, _state),
        Call("POST", f"{table}/choose", "Answer a decision.", models.State, Visit.choose, models.Choice),
        Call("POST", f"{table}/commit", "Make secret answers final.", models.State, Visit.commit, models.At),
        Call("POST", f"{table}/retract", "Take secret answers back.", models.State, Visit.retract,
             models.Retraction),
        Call("POST", f"{table}/undo", "Take the last answer back.", models.State, Visit.undo, models.At),
        Call("POST", f"{table}/undo/agree", "Agree to that.", models.State, Visit.agree, models.At),
        Call("POST", f"{table}/undo/refuse", "Do not agree to it.", models.State, Visit.refuse, models.At),
        Call("GET", f"{table}/log", "What happened, as the seat may know it.", models.Log, Visit.log,
             query={"since": "number of the first entry"}),
        Call("GET", f"{table}/preview", "What an option would do.", models.Words, Visit.preview,
             query={"option": "id of an option", "revision": "of one that has passed nothing is told"},
             needed="option"),
        Call("GET", f"{table}/why", "Why something is not offered.", models.Words, Visit.why,
             query={"about": "an action, or the id of an option"}, needed="about"),
        Call("GET", f"{table}/refused", "Everything that is not offered now.", models.Refusals, Visit.refused),
        Call("GET", f"{table}/card", "A thing in words.", models.Words, Visit.card,
             query={"id": "id of a thing", "kind": "its kind, if the id does not say"}, needed="id"),
        Call("GET", f"{table}/pictures", "The pictures that come with the rules, as SVG.", models.Pictures,
             Visit.pictures),
        Call("GET", f"{table}/seed", "The seed, once the game is over.", models.SeedState, Visit.seed),
        Call("GET", f"{table}/record", "The log to replay and verify, once the game is over.", models.Words,
             Visit.record),
    ]  # fmt: skip


async def _state(visit: Visit, query: Mapping[str, str]) -> dict[str, Any]:
    return await visit.state()

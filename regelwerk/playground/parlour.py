"""One table in a page: the calls of the server, answered without one. Nothing is kept, and bots think in between.

Whoever has the page has all its secrets: it is for one person, for people at one screen, and for bots.
"""

from __future__ import annotations

import asyncio
import hashlib
from collections.abc import Callable
from contextlib import nullcontext
from typing import Any, TypeVar
from urllib.parse import parse_qsl, urlsplit

from pydantic import BaseModel, ValidationError

from regelwerk import Ruleset, library
from regelwerk.bots import BOTS, consult
from regelwerk.bots.learning.experience import brought
from regelwerk.dsl import ir
from regelwerk.interpreter.errors import RuleError
from regelwerk.library.languages import spoken
from regelwerk.web.tables.bots import seated
from regelwerk.web.tables.citing import rulebook
from regelwerk.web.tables.course import adopt, begun
from regelwerk.web.tables.faults import Fault, sentence, unknown_table
from regelwerk.web.tables.keys import Lock, hashed, new_key, opened
from regelwerk.web.tables.listing import at_table
from regelwerk.web.tables.models import NewTable
from regelwerk.web.tables.seat_calls import Visit
from regelwerk.web.tables.seating import seats_of, seed_hash, seed_of
from regelwerk.web.tables.steps import Step
from regelwerk.web.tables.table import Table, attempted, stopped

from .documents import Document

T = TypeVar("T")
TABLE = "playground"  # its address
CALLS = {(call.method, call.path): call for call in at_table(TABLE)}
PAUSE = 0.05  # seconds between two steps of bots, in which others have their turn


class Parlour:
    """Holds the table; `changed` is called whenever something has happened at it."""

    def __init__(self, changed: Callable[[], None]) -> None:
        self.changed = changed
        self.table: Table | None = None
        self._luck = ""

    def begin(self, document: Document, compiled: ir.Compiled, wanted: NewTable) -> dict[str, Any]:
        """Set the table up, in the place of the one before, and give the keys of its seats."""
        seats = seats_of(wanted, compiled)
        for seat in seats:
            if seat["bot"] not in ("", *bots(compiled)):
                text = f"{seat['bot'].capitalize()} bots would have to practise this game for minutes first."
                raise Fault(422, "bot_slow", text, f"Here there are: {', '.join(bots(compiled))}.")
        try:
            spoken(compiled, wanted.language)
            seed, chosen = seed_of(wanted)
            names = [seat["name"] for seat in seats]
            course = begun(Ruleset(compiled, language=wanted.language), len(seats), int(seed), names)
        except library.Unknown as unknown:
            raise Fault(422, "language_unknown", str(unknown.args[0])) from None
        except RuleError as broken:
            raise Fault(422, "rules_broke", sentence(f"The game cannot begin: {broken}")) from None
        title = course.game.words.texts.words(compiled.title)
        about = {
            "ruleset": wanted.ruleset, "title": title, "overlays": list(document.overlays),
            "rulings": document.rulings, "language": wanted.language, "seats": seats, "seed": seed,
            "seed_chosen": chosen, "patience": wanted.patience,
        }  # fmt: skip
        keys = [new_key() if seat["kind"] == "human" else None for seat in seats]
        watch = new_key()
        locks = [Lock(hashed(key), "seat", n) for n, key in enumerate(keys) if key is not None]
        locks.append(Lock(hashed(watch), "watch"))
        self.end()
        self.table = Table(TABLE, about, nullcontext(), course, locks, rulebook(document.game))
        self._luck = hashlib.sha256(f"bots {seed}".encode()).hexdigest()
        self._serve_bots()
        listed = [{"seat": n, "kind": seat["kind"], "key": keys[n]} for n, seat in enumerate(seats)]
        return {"table": TABLE, "watch_key": watch, "seats": listed, "seed_hash": seed_hash(seed)}

    def end(self) -> None:
        """Clear the table away."""
        if self.table is not None and self.table.player is not None:
            self.table.player.cancel()
        self.table = None

    async def answer(self, method: str, address: str, key: str, body: Any) -> Any:
        """Answer a call as the server would."""
        parts = urlsplit(address)
        path = parts.path.removeprefix("/api/tables/").rstrip("/")
        call = CALLS.get((method, path))
        if self.table is None or call is None:
            raise unknown_table()
        lock = opened(self.table.locks, key)
        if lock is None:
            raise Fault(403, "key_unknown", "This is another game than the one that is played now.", "Begin a new one.")
        visit = Visit(self, self.table, lock)
        given = dict(parse_qsl(parts.query)) if call.body is None else read(call.body, body)
        return await call.handler(visit, given)

    # ------------------------------------------------------------------ what calls need

    async def ask(self, table: Table, work: Callable[..., T], *args: Any) -> T:
        return work(*args)

    async def do(self, table: Table, step: Step) -> None:
        if table.stopped:
            raise stopped(table)
        game = attempted(table.course, step)
        adopt(table.course, Step(step.kind, step.seat, step.data, game.hash), game)
        table.asked = None
        self.changed()
        self._serve_bots()

    # ------------------------------------------------------------------ bots

    def _serve_bots(self) -> None:
        table = self.table
        if table is not None and table.player is None and not table.stopped and _bot(table) is not None:
            table.player = asyncio.ensure_future(self._play(table))

    async def _play(self, table: Table) -> None:
        try:
            while not table.stopped and (seat := _bot(table)) is not None:
                table.thinking = {seat}
                self.changed()
                await asyncio.sleep(PAUSE)
                async with table.turn:
                    if seat in table.course.waited_for:
                        await self.do(table, self._step(table, seat))
        except Fault as fault:
            table.stopped = fault.text
        except RuleError as broken:
            table.stopped = sentence(f"A bot cannot go on: {broken}")
        finally:
            table.player = None
            table.thinking.clear()
            self.changed()

    def _step(self, table: Table, seat: int) -> Step:
        course = table.course
        branch = course.branch(seat)
        if branch is not None and branch.done:
            return Step("commit", seat)
        decision = course.game.decision(seat)
        name = "random" if len(decision.options) == 1 else table.data["seats"][seat]["bot"]
        option = consult(seated(name, self._luck, seat, course), course.game, decision)
        return Step("choose", seat, {"code": str(option.code), **({"secret": True} if branch is not None else {})})


def _bot(table: Table) -> int | None:
    waited = table.course.waited_for if not table.course.game.over else []
    return next((seat for seat in waited if seat not in table.people), None)


def bots(compiled: ir.Compiled) -> list[str]:
    """Name the bots that need not practise first: who thinks ahead must only where a long game has scores."""
    known, scored = brought(compiled.name) is not None, bool(compiled.scorings)
    return [name for name in BOTS if name == "random" or known or (name == "sensible" and not scored)]


def read(model: type[BaseModel], data: Any) -> Any:
    """Read what came in by its model."""
    try:
        return model.model_validate(data)
    except ValidationError as wrong:
        first = wrong.errors(include_url=False, include_input=False)[0]
        place = ".".join(map(str, first["loc"])) or "the request"
        raise Fault(422, "request_wrong", f"{place}: {first['msg']}.") from None

"""The hall: all tables, those that are played at hand. Steps are carried out in threads, kept, and then told.

The rules of one table cannot hold up the others: every ruleset has its own lock, and its work is counted.
"""

from __future__ import annotations

import asyncio
import hashlib
import secrets
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from functools import partial
from typing import Any, TypeVar

from pydantic import ValidationError

from regelwerk import Game
from regelwerk.interpreter.errors import Refused, RuleError

from .pinned import Pinned
from .placeless import placeless
from .store import Foreign, Store, Unkept, add_step, end_table
from .tables.citing import rulebook
from .tables.course import Diverged, adopt, begun, replayed
from .tables.faults import Fault, unknown_table
from .tables.keys import Lock
from .tables.steps import Step
from .tables.table import Table, attempted, stopped
from .thinkers import Hopeless, Thinkers

T = TypeVar("T")
THREADS = 16
MOST = 400  # tables at hand
GRACE = 20.0  # seconds beyond its patience until the process of a bot is ended: it may have to get ready first


class Hall:
    def __init__(self, store: Store, thinkers: Thinkers) -> None:
        self.store, self.thinkers = store, thinkers
        self.pinned = Pinned(store.rules)
        self.tables: dict[str, Table] = {}
        self.threads = ThreadPoolExecutor(THREADS, thread_name_prefix="rules")
        self._loading: dict[str, asyncio.Task[Table]] = {}
        self._tasks: set[asyncio.Task[None]] = set()

    # ------------------------------------------------------------------ tables

    def locks(self, id: str) -> list[Lock]:
        """Give what opens a table, without fetching it."""
        found = self.tables[id].locks if id in self.tables else self.store.locks(id)
        if not found:
            raise unknown_table()
        return found

    async def table(self, id: str) -> Table:
        """Give a table, fetched from the store if it is not at hand."""
        if id in self.tables:
            self.tables[id] = self.tables.pop(id)  # the last used stands last
            return self.tables[id]
        if id not in self._loading:
            self._loading[id] = asyncio.create_task(self._load(id))
            self._loading[id].add_done_callback(lambda _: self._loading.pop(id, None))
        return await asyncio.shield(self._loading[id])

    async def _load(self, id: str) -> Table:
        table = await asyncio.get_running_loop().run_in_executor(self.threads, self._fetched, id)
        self.tables[id] = table
        self._tidy()
        self.serve_bots(table)
        return table

    def _fetched(self, id: str) -> Table:
        kept = self.store.table(id)
        if kept is None:
            raise unknown_table()
        try:
            rules = self.pinned.get(kept.rules, kept.data["language"])
            with rules.guard:
                names = [seat["name"] for seat in kept.data["seats"]]
                course = begun(rules.ruleset, len(names), int(kept.data["seed"]), names)
                replayed(course, self.store.steps(id))
        except (Diverged, Foreign, RuleError, ValidationError, Refused, ValueError) as broken:
            why = broken if isinstance(broken, Diverged | Foreign | RuleError) else type(broken).__name__
            help = "Nothing is lost. Play it with the version of Regelwerk it was begun with."
            raise Fault(409, "table_unreadable", f"This table cannot be gone on with: {why}.", help) from None
        cited = rulebook(kept.data["ruleset"])
        return Table(id, kept.data, rules.guard, course, self.store.locks(id), cited, kept.stopped)

    def _tidy(self) -> None:
        """Let go of tables that nobody looks at."""
        idle = [t for t in self.tables.values() if not t.listeners and t.player is None and not t.turn.locked()]
        for table in idle[: max(0, len(self.tables) - MOST)]:
            del self.tables[table.id]

    async def resume(self) -> None:
        """Go on with all tables where it is a bot's turn."""
        for id in self.store.unfinished():
            with suppress(Fault):
                await self.table(id)

    async def close(self) -> None:
        for task in [*self._tasks, *(t.player for t in self.tables.values() if t.player is not None)]:
            task.cancel()
        await self.thinkers.close()
        self.threads.shutdown(wait=False, cancel_futures=True)
        self.store.close()

    # ------------------------------------------------------------------ work

    async def ask(self, table: Table, work: Callable[..., T], *args: Any) -> T:
        """Work with the game of a table, in a thread; rules that break off are a fault of theirs."""

        def guarded() -> T:
            with table.guard:
                return work(*args)

        return await asyncio.get_running_loop().run_in_executor(self.threads, guarded)

    async def do(self, table: Table, step: Step) -> None:
        """Carry a step out, keep it, and tell everybody. Whoever calls has the turn of the table."""
        if table.stopped:
            raise stopped(table)
        game: Game = await self.ask(table, attempted, table.course, step)
        fingerprint = await self.ask(table, lambda: game.hash)
        step = Step(step.kind, step.seat, step.data, fingerprint)
        statements = [add_step(table.id, len(table.course.steps), step)]
        if game.over:
            statements.append(end_table(table.id, over=True))
        try:
            await asyncio.wrap_future(self.store.write(statements))
        except Unkept as unkept:
            text = f"The step could not be kept ({unkept}), so it was not taken."
            raise Fault(507, "not_kept", text, "Make room on the disk, then do it again.") from None
        await self.ask(table, partial(adopt, table.course, step, game))
        table.asked = None
        table.tell()
        self.serve_bots(table)

    async def stop(self, table: Table, why: str) -> None:
        """Let a table stand still, alone."""
        table.stopped = why = placeless(why)
        with suppress(Unkept):
            await asyncio.wrap_future(self.store.write([end_table(table.id, stopped=why)]))
        table.tell()

    # ------------------------------------------------------------------ bots

    def serve_bots(self, table: Table) -> None:
        """See to it that the bots of a table play."""
        if table.player is None and not table.stopped and self._bot(table) is not None:
            table.player = asyncio.create_task(self._play(table))

    def _bot(self, table: Table) -> int | None:
        waited, people = table.course.waited_for if not table.course.game.over else [], table.people
        return next((seat for seat in waited if seat not in people), None)

    async def _play(self, table: Table) -> None:
        try:
            while not table.stopped and (seat := self._bot(table)) is not None:
                await self._one(table, seat)
        except asyncio.CancelledError:
            raise
        except Fault as fault:
            if fault.code == "not_kept":  # the disk is full: try again, until somebody has made room
                self._later(table)
            else:
                await self.stop(table, fault.text)
        except Exception as broken:
            await self.stop(table, f"A bot cannot go on: {type(broken).__name__}: {broken}.")
        finally:
            table.player = None
            table.thinking.clear()
            table.tell()

    def _later(self, table: Table, seconds: float = 5) -> None:
        async def again() -> None:
            await asyncio.sleep(seconds)
            self.serve_bots(table)

        task = asyncio.create_task(again())
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _one(self, table: Table, seat: int) -> None:
        """Let a bot answer once, or commit what it has answered."""
        course = table.course
        branch, steps, asked = course.branch(seat), len(course.steps), course.asked[seat]
        if branch is not None and branch.done:
            step = Step("commit", seat)
        else:
            if seat not in table.thinking:
                table.thinking = {seat}
                table.tell()
            code = await self._thought(table, seat, steps)
            step = Step("choose", seat, {"code": code, **({"secret": True} if branch is not None else {})})
        async with table.turn:
            if course.asked[seat] != asked:
                return  # something else has happened since: think again
            await self.do(table, step)

    async def _thought(self, table: Table, seat: int, steps: int) -> str:
        bot, patience = table.data["seats"][seat]["bot"], table.data["patience"]
        luck = hashlib.sha256(f"bots of {table.id} {table.data['seed']}".encode()).hexdigest()
        task = {"do": "think", "table": table.id, "steps": steps, "seat": seat, "bot": bot, "secret": luck}
        answer: dict[str, Any] = {}
        with suppress(Hopeless):
            answer = await self.thinkers.ask(table.id, patience + GRACE, patience=patience, **task)
        if "code" in answer:
            return str(answer["code"])
        codes = await self.ask(table, lambda: table.course.game.codes(seat))
        if not codes:
            raise Fault(409, "refused", "There is nothing to choose.")
        return str(secrets.choice(codes))  # whatever is wrong with the bot, the game goes on

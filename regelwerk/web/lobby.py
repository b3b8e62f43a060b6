"""The lobby: what can be played, new tables, one's own tables, new links."""

from __future__ import annotations

import asyncio
import re
import secrets
from collections.abc import Sequence
from contextlib import suppress
from datetime import UTC, datetime
from difflib import get_close_matches
from functools import partial
from typing import Any

from regelwerk import library
from regelwerk.interpreter.errors import Refused, RuleError
from regelwerk.library.languages import spoken

from .hall import Hall
from .pinned import Rules
from .saves import gone_on, wanted_by
from .store import Unkept, add_link, add_rules, add_step, add_table, change_table, end_table, void_links
from .tables.course import Course, begun, replayed
from .tables.faults import Fault, sentence
from .tables.keys import Lock, Role, hashed, new_key, opened
from .tables.models import NewTable, OwnKeys, SavedTable
from .tables.seating import seats_of, seed_hash, seed_of, seen
from .tables.steps import Step
from .tables.table import Table
from .thinkers import Hopeless

COMPILING = 120.0  # seconds that rules may take to compile
WORD = re.compile(r"[\w-]{1,80}")


class Lobby:
    def __init__(self, hall: Hall, own: dict[str, str], most_tables: int) -> None:
        self.hall, self.own, self.most_tables = hall, own, most_tables
        self.names = [entry.name for entry in library.entries()]
        self._listed: asyncio.Task[dict[str, Any]] | None = None

    async def library(self) -> dict[str, Any]:
        """List what can be played; it is read once."""
        if self._listed is None or (self._listed.done() and (self._listed.cancelled() or self._listed.exception())):
            task = self.hall.thinkers.ask("catalogue", COMPILING, do="catalogue", own=self.own)
            self._listed = asyncio.create_task(task)
            self._listed.add_done_callback(lambda done: done.cancelled() or done.exception())  # who asks is told
        try:
            found = await asyncio.shield(self._listed)
        except Hopeless as hopeless:
            raise Fault(503, "library_unreadable", sentence(f"The library cannot be read: {hopeless}")) from None
        if "games" not in found:
            self._listed = None
            raise Fault(503, "library_unreadable", f"The library cannot be read: {found}")
        return found

    async def ready(self) -> None:
        """Read the library before anybody asks; who asks is told what goes wrong."""
        with suppress(Fault):
            await self.library()

    # ------------------------------------------------------------------ new tables

    async def new_table(self, wanted: NewTable) -> dict[str, Any]:
        """Set a table up and give the keys of its links."""
        self._room()
        hash, data, rules = await self.rules(wanted)
        compiled = rules.ruleset.compiled
        seats = seats_of(wanted, compiled)
        seed, chosen = seed_of(wanted)
        about = _about(wanted, rules.title, seats, seed, chosen)
        await self._tried(rules, about, seed)
        return await self._put_up(about, hash, data)

    async def open_saved(self, wanted: SavedTable) -> dict[str, Any]:
        """Set a table up at which a saved game goes on. Whoever has the file knows the seed, so everybody is told."""
        self._room()
        as_saved = wanted_by(wanted, [*self.own, *self.names])
        hash, data, rules = await self.rules(as_saved)

        def played() -> Course:
            with rules.guard:
                return gone_on(rules.ruleset, wanted.game, [seat.name for seat in as_saved.seats])

        try:
            course = await asyncio.get_running_loop().run_in_executor(self.hall.threads, played)
        except (Refused, RuleError) as refused:
            help = "The file is as it was. `regelwerk replay` tells more about it."
            raise Fault(422, "save_refused", sentence(f"This game cannot be gone on with: {refused}"), help) from None
        compiled = rules.ruleset.compiled
        seats = seats_of(as_saved, compiled)
        about = _about(as_saved, rules.title, seats, str(course.game.seed), chosen=True)
        return await self._put_up(about, hash, data, course.steps, course.game.over)

    def _room(self) -> None:
        if self.hall.store.count() >= self.most_tables:
            help = f"`regelwerk serve --most-tables` allows more; the file holds {self.most_tables}."
            raise Fault(503, "hall_full", "There are too many tables here.", help)

    async def rules(self, wanted: NewTable) -> tuple[str, bytes, Rules]:
        """Make the rules of a table ready: their fingerprint, how they are kept, and they themselves."""
        content = await self._compiled(wanted)
        making = partial(self.hall.pinned.made, content, wanted.language)
        hash, data, rules = await asyncio.get_running_loop().run_in_executor(self.hall.threads, making)
        if wanted.language:
            try:
                spoken(rules.ruleset.compiled, wanted.language)
            except library.Unknown as unknown:
                raise Fault(422, "language_unknown", str(unknown.args[0])) from None
        return hash, data, rules

    async def _put_up(
        self, about: dict[str, Any], hash: str, data: bytes, steps: Sequence[Step] = (), over: bool = False
    ) -> dict[str, Any]:
        """Keep a new table, and give the keys of its links."""
        seats, id = about["seats"], secrets.token_hex(5)
        keys: list[tuple[str, Role, int | None]] = [(new_key(), "host", None), (new_key(), "watch", None)]
        keys += [(new_key(), "seat", number) for number, seat in enumerate(seats) if seat["kind"] == "human"]
        made = datetime.now(UTC).isoformat(timespec="milliseconds")
        links = [add_link(id, Lock(hashed(key), role, seat)) for key, role, seat in keys]
        played = [add_step(id, number, step) for number, step in enumerate(steps)]
        ended = [end_table(id, over=True)] if over else []
        try:
            await asyncio.wrap_future(
                self.hall.store.write(
                    [add_rules(hash, data), add_table(id, made, about, hash), *links, *played, *ended]
                )
            )
        except Unkept as unkept:
            text = f"The table could not be kept ({unkept}), so there is none."
            raise Fault(507, "not_kept", text, "Make room on the disk, then do it again.") from None
        await self.hall.table(id)
        by_seat = {seat: key for key, role, seat in keys if role == "seat"}
        return {
            "table": id,
            "host_key": keys[0][0],
            "watch_key": keys[1][0],
            "seats": [{"seat": n, "kind": seat["kind"], "key": by_seat.get(n)} for n, seat in enumerate(seats)],
            "seed_hash": seed_hash(about["seed"]),
        }

    async def _compiled(self, wanted: NewTable) -> bytes:
        """Compile what is wanted, in a process of its own; only what is in the library can be named."""
        name, _, edition = wanted.ruleset.partition("@")
        if name not in self.own and name not in self.names:
            near = get_close_matches(name, [*self.own, *self.names], n=1)
            help = f"Did you mean {near[0]}?" if near else "`GET /api/library` lists them."
            raise Fault(422, "ruleset_unknown", f"There is no game called {name}.", help)
        for word in (*wanted.overlays, *([edition] if edition else ())):
            if not WORD.fullmatch(word):
                raise Fault(422, "overlay_unknown", f"There is no overlay {word}.", "Name one that the library lists.")
        ruleset = self.own.get(name, name) + (f"@{edition}" if edition else "")
        task = {"do": "compile", "ruleset": ruleset, "overlays": wanted.overlays, "rulings": wanted.rulings}
        try:
            answer = await self.hall.thinkers.ask(f"compile {name}", COMPILING, **task)
        except Hopeless as hopeless:
            raise Fault(422, "rules_wild", sentence(f"These rules cannot be compiled: {hopeless}")) from None
        if "compiled" in answer:
            return str(answer["compiled"]).encode()
        if "diagnostics" in answer:
            first = next(each for each in answer["diagnostics"] if each["severity"] == "error")
            at = f"{first['place']['file']}:{first['place']['line']}" if first["place"] else name
            text = f"These rules have mistakes ({at}): {first['message']}"
            raise Fault(422, "rules_wrong", text, first["help"], diagnostics=answer["diagnostics"])
        text = answer.get("unknown") or answer.get("refused") or answer.get("broken") or "These rules do not compile."
        raise Fault(422, "rules_unknown", sentence(str(text)))

    async def _tried(self, rules: Rules, about: dict[str, Any], seed: str) -> None:
        """Begin the game once: rules that run wild before the first decision get no table."""

        def begin() -> None:
            names = [seat["name"] for seat in about["seats"]]
            with rules.guard:
                begun(rules.ruleset, len(names), int(seed), names)

        try:
            await asyncio.get_running_loop().run_in_executor(self.hall.threads, begin)
        except RuleError as broken:
            raise Fault(422, "rules_broke", sentence(f"The game cannot begin: {broken}")) from None

    # ------------------------------------------------------------------ links

    async def new_link(self, table: Table, seat: int) -> dict[str, Any]:
        """Give a seat a new key; those it had open nothing any more."""
        if seat not in table.people:
            raise Fault(422, "seat_unknown", f"Nobody sits on seat {seat + 1} who could have a link.")
        key = new_key()
        lock = Lock(hashed(key), "seat", seat)
        try:
            await asyncio.wrap_future(self.hall.store.write([void_links(table.id, seat), add_link(table.id, lock)]))
        except Unkept as unkept:
            raise Fault(507, "not_kept", f"The link could not be kept ({unkept}); the old one is good.") from None
        table.locks = self.hall.store.locks(table.id)
        table.tell()
        return {"seat": seat, "key": key}

    async def rename(self, table: Table, seat: int, name: str) -> None:
        """Give a seat another name, in everything that was told before as well."""
        seats, name = table.data["seats"], seen(name)
        if not 0 <= seat < len(seats) or not name:
            raise Fault(422, "seat_unknown", f"Nobody sits on seat {seat + 1}.")
        if any(other["name"] == name for n, other in enumerate(seats) if n != seat):
            text = f"Two players are called {name}."
            raise Fault(422, "names_alike", text, "Give everybody a name of their own.")
        async with table.turn:
            named = [{**each, "name": name} if n == seat else each for n, each in enumerate(seats)]
            data = {**table.data, "seats": named}
            try:
                await asyncio.wrap_future(self.hall.store.write([change_table(table.id, data)]))
            except Unkept as unkept:
                raise Fault(507, "not_kept", f"The name could not be kept ({unkept}).") from None
            table.data = data
            table.course = await self.hall.ask(table, _played_again, table.course, data)
            table.tell()

    async def mine(self, wanted: OwnKeys) -> dict[str, Any]:
        """Tell in a line each how it stands at the tables somebody has keys of."""
        found = []
        for each in wanted.keys:
            try:
                table = await self.hall.table(each.table)
            except Fault:
                found.append({"table": each.table, "gone": True})
                continue
            lock = opened(table.locks, each.key)
            if lock is None or lock.void:
                found.append({"table": each.table, "gone": True})
                continue
            course = table.course
            found.append({
                "table": table.id, "title": table.data["title"], "you": lock.seat, "role": lock.role,
                "your_turn": lock.seat in course.waited_for, "over": course.game.over, "stopped": table.stopped,
                "seats": [course.game.words.texts.title("Player", n) for n in range(course.game.players)],
            })  # fmt: skip
        return {"tables": found}


def _about(
    wanted: NewTable, title: str, seats: list[dict[str, str]], seed: str, chosen: bool
) -> dict[str, Any]:  # fmt: skip
    return {
        "ruleset": wanted.ruleset, "title": title, "overlays": wanted.overlays,
        "rulings": wanted.rulings, "language": wanted.language, "seats": seats, "seed": seed,
        "seed_chosen": chosen, "patience": wanted.patience,
    }  # fmt: skip


def _played_again(course: Course, data: dict[str, Any]) -> Course:
    """Play a game once more among people of other names."""
    names = [seat["name"] for seat in data["seats"]]
    fresh = begun(course.game.ruleset, len(names), int(data["seed"]), names)
    replayed(fresh, course.steps)
    return fresh

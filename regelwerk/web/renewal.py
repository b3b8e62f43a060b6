"""New versions of rules: a table keeps those it was begun with, but its game may be tried under the new ones.

The game is played again by the ids of its options. Where it would first go another way is told as far as who asks may
know it. If it goes the same way to its present end, the host may go on at a new table, with the same links.
"""

from __future__ import annotations

import asyncio
import json
import secrets
from bisect import bisect_left
from datetime import UTC, datetime
from typing import Any

from regelwerk import Game, Ruleset
from regelwerk.interpreter.errors import Refused, RuleError
from regelwerk.interpreter.game.replay import Divergence, log_file, replay
from regelwerk.telling.stories import told_lines

from .hall import Hall
from .store import Statement, Unkept, add_rules, add_step, add_table
from .tables.course import Course, again
from .tables.faults import Fault, sentence
from .tables.table import Table, stopped
from .thinkers import Hopeless


def first_divergence(course: Course, ruleset: Ruleset, seat: int | None) -> dict[str, Any] | None:
    """Tell where a game would first go another way under other rules, as a seat may know it."""
    try:
        _, found = replay(ruleset, log_file(course.game))
    except (Refused, RuleError) as refused:
        return {"entry": 0, "text": "", "reason": sentence(str(refused))}
    if found is None:
        return None
    game = course.game
    numbers = [number for number, _ in game.words.logs.told(game.past, seat)]
    lines = told_lines(game, seat, at := bisect_left(numbers, found.entry), course.said)
    return {
        "entry": at,
        "text": next((line.text for line in lines if line.entry == found.entry), ""),
        "reason": sentence(found.reason) if _known(game, found, seat) else "",
    }


def _known(game: Game, found: Divergence, seat: int | None) -> bool:
    """May this seat read the reason? One about an answer is worked out for who gave it."""
    if found.said["kind"] in ("decision", "forced"):
        return found.said.get("seat") == seat
    told = dict(game.words.logs.told(game.past, seat)).get(found.entry)
    return told is not None and all(told.get(field, "") is not None for field in ("text", "result"))


class Renewal:
    """Asks for the rules as they are now, and compares."""

    def __init__(self, hall: Hall, own: dict[str, str], seconds: float) -> None:
        self.hall, self.own, self.seconds = hall, own, seconds

    async def looked_up(self, table: Table, seat: int | None) -> dict[str, Any]:
        """Tell whether the rules have changed since the table was set up, and what that would mean."""
        hash, _, ruleset = await self._now(table)
        changed = hash != self._kept(table)
        divergence = await self.hall.ask(table, first_divergence, table.course, ruleset, seat) if changed else None
        return {"changed": changed, "rules": self._kept(table), "now": hash, "divergence": divergence}

    async def adopted(self, table: Table) -> dict[str, Any]:
        """Go on at a new table under the rules as they are now; the old one stays as it is."""
        if table.stopped:
            raise stopped(table)
        hash, data, ruleset = await self._now(table)
        if hash == self._kept(table):
            raise Fault(409, "rules_same", "The rules have not changed since.")
        async with table.turn:
            if await self.hall.ask(table, first_divergence, table.course, ruleset, None) is not None:
                help = "`GET` of the same path tells where. The game goes on under the rules it was begun with."
                raise Fault(409, "rules_diverge", "Under the new rules this game would go another way.", help)
            try:
                fresh = await self.hall.ask(table, again, table.course.game, ruleset, table.course.game.words.names)
            except (Refused, RuleError) as refused:
                raise Fault(409, "rules_diverge", sentence(str(refused))) from None
            id = secrets.token_hex(5)
            made = datetime.now(UTC).isoformat(timespec="milliseconds")
            why = "It goes on under new rules at another table."
            statements: list[Statement] = [
                add_rules(hash, data),
                add_table(id, made, table.data, hash),
                ('insert into links select ?, hash, role, seat, void from links where "table" = ?', (id, table.id)),
                *(add_step(id, number, step) for number, step in enumerate(fresh.steps)),
                ("update tables set stopped = ?, data = ? where id = ?",
                 (why, json.dumps(table.data | {"moved_to": id}), table.id)),
            ]  # fmt: skip
            try:
                await asyncio.wrap_future(self.hall.store.write(statements))
            except Unkept as unkept:
                text = f"The new table could not be kept ({unkept}), so there is none."
                raise Fault(507, "not_kept", text, "Make room on the disk, then do it again.") from None
            table.stopped, table.data["moved_to"] = why, id
            table.tell()
        await self.hall.table(id)
        return {"table": id}

    def _kept(self, table: Table) -> str:
        kept = self.hall.store.table(table.id)
        assert kept is not None
        return kept.rules

    async def _now(self, table: Table) -> tuple[str, bytes, Ruleset]:
        about = table.data
        name, at, edition = about["ruleset"].partition("@")
        ruleset = self.own.get(name, name) + at + edition
        task = {"do": "compile", "ruleset": ruleset, "overlays": about["overlays"], "rulings": about["rulings"]}
        try:
            answer = await self.hall.thinkers.ask(f"compile {name}", self.seconds, **task)
        except Hopeless as hopeless:
            raise Fault(409, "rules_wild", sentence(f"The rules as they are now do not compile: {hopeless}")) from None
        if "compiled" not in answer:
            help = "The table goes on under the rules it was begun with."
            raise Fault(409, "rules_wrong", "The rules as they are now do not compile.", help)
        loop = asyncio.get_running_loop()
        content = str(answer["compiled"]).encode()
        hash, data, rules = await loop.run_in_executor(
            self.hall.threads, self.hall.pinned.made, content, about["language"]
        )
        return hash, data, rules.ruleset

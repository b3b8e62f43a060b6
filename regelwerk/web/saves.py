"""Games saved elsewhere gone on with at a table, and games of tables saved to be gone on with elsewhere.

A saved game holds its seed and everything hidden. So only who sits with nobody but bots gets one before the end; and
a table that was opened from a file, or given away as one, says that its chance is known.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import Any

from pydantic import ValidationError

from regelwerk import Ruleset
from regelwerk.bots import BOTS
from regelwerk.interpreter.errors import Refused
from regelwerk.interpreter.game.replay import described, log_file, replay
from regelwerk.interpreter.game.saving.save import ruleset_of, secrets_of
from regelwerk.interpreter.game.schema import TableNote

from .hall import Hall
from .store import Unkept, change_table
from .tables.course import Course, again, taken
from .tables.faults import Fault
from .tables.models import NewTable, SavedTable, WantedSeat
from .tables.seat_calls import Visit, noted
from .tables.steps import Step

LONGEST = 20_000  # entries of a log


def wanted_by(saved: SavedTable, known: Sequence[str]) -> NewTable:
    """Tell which table a saved game wants: rules, seats and language as it was played, from the library alone."""
    data = saved.game
    try:
        name, note = ruleset_of(data), TableNote.model_validate(data.get("table") or {})
    except (Refused, ValidationError):
        raise _no_save() from None
    names, players = data.get("names") or [], data.get("players")
    if not isinstance(players, int) or not isinstance(names, list) or not 1 <= players <= 32:
        raise _no_save()
    if note.dice:
        text, help = "This game was played with real dice.", "Go on with it at the terminal: regelwerk play --load."
        raise Fault(422, "save_dice", text, help)
    if note.scenario:
        text = f"This game began at the scenario “{note.scenario}”."
        raise Fault(422, "save_scenario", text, "Go on with it at the terminal: regelwerk play --load.")
    seats = saved.seats or [_seat(note.seats[n] if n < len(note.seats) else "human") for n in range(players)]
    if len(seats) != players:
        raise Fault(422, "seats_wrong", f"{players} sit at this game, not {len(seats)}.")
    called = [str(names[n]) if n < len(names) else "" for n in range(players)]
    try:
        return NewTable(
            ruleset=_named(name, note.ruleset, known), overlays=note.overlays, rulings=note.rulings,
            language=note.language, patience=saved.patience,
            seats=[seat.model_copy(update={"name": seat.name or called[n][:40]}) for n, seat in enumerate(seats)],
        )  # fmt: skip
    except ValidationError:
        raise _no_save() from None


def _no_save() -> Fault:
    return Fault(422, "no_save", "This is no saved game of Regelwerk.", "A game is saved with `save` at the terminal.")


def _seat(kind: str) -> WantedSeat:
    """Say who sits there; who is no bot of this server is replaced by the usual one: files bring no code."""
    if kind in ("", "human"):
        return WantedSeat(kind="human", bot="", name="")
    return WantedSeat(kind="bot", bot=kind if kind in BOTS else "", name="")


def _named(ruleset: str, noted: str, known: Sequence[str]) -> str:
    """Name the rules as the library does; a path in a file is never opened."""
    name, at, edition = noted.partition("@")
    if name in known:
        return f"{name}{at}{edition}"
    return next((each for each in known if each.replace("-", "_") == ruleset.replace("-", "_")), ruleset)


def gone_on(ruleset: Ruleset, data: dict[str, Any], names: Sequence[str]) -> Course:
    """Play a saved game again as steps of a table; refuse what does not come out as it was."""
    log = data if data.get("format") == "regelwerk/log/1" else log_file(ruleset.load(data))
    entries = log.get("entries")
    if isinstance(entries, list) and len(entries) > LONGEST:
        raise Refused(f"it has more than {LONGEST} entries")
    if not isinstance(log.get("seed"), int) or not 0 <= log["seed"] < 10**80:
        raise Refused("its seed is none")
    if isinstance(entries, list) and any(isinstance(each, dict) and each.get("supplied") for each in entries):
        raise Refused("its chance came from a real table")
    game, found = replay(ruleset, log)
    if found is not None:
        why = f"entry {found.entry + 1} ({described(game, found.said)}): {found.reason}"
        raise Refused(why if log.get("hash") == ruleset.hash else f"the rules have changed since; {why}")
    course = again(game, ruleset, [name or game.words.texts.title("Player", n) for n, name in enumerate(names)])
    held = secrets_of(game)
    if held is None and course.game.hash != game.hash:
        raise Refused("it does not lead to the same position")
    for seat, answers in held.answers.items() if held is not None else ():
        for code in answers:
            taken(course, Step("choose", seat, {"code": str(code), "secret": True}))
        if held is not None and seat in held.committed and answers:
            taken(course, Step("commit", seat))
    return course


# ---------------------------------------------------------------- the other way


def why_unsaved(visit: Visit) -> str:
    """Say why somebody may not have the game as a file; empty if they may."""
    people = visit.table.people
    if visit.table.course.game.over:
        return ""
    if len(people) > 1:
        return "A saved game holds what is hidden: while several people play, nobody gets one."
    if visit.seat is None and (people or visit.lock.role != "host"):
        return "A saved game holds what is hidden: only who plays gets one."
    return ""


async def saved(hall: Hall, visit: Visit) -> dict[str, Any]:
    """Give the game as a file with which it goes on elsewhere; the table says from now on that its chance is known."""
    table = visit.table
    if why := why_unsaved(visit):
        raise Fault(403, "not_saved", why, "When the game is over everybody gets its record.")
    async with table.turn:
        data = {**table.data, "seed_chosen": True}
        if not table.course.game.over and data != table.data:
            try:
                await asyncio.wrap_future(hall.store.write([change_table(table.id, data)]))
            except Unkept as unkept:
                text = f"That could not be noted ({unkept}), so nothing was saved."
                raise Fault(507, "not_kept", text, "Make room on the disk, then do it again.") from None
            table.data = data
            table.tell()
        return await hall.ask(table, log_file, table.course.game, noted(table.data))

"""A table as one seat sees it, or the public: everything that is told goes through here."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Collection
from typing import Any

from regelwerk import Game
from regelwerk.interpreter.game.decisions import Decision
from regelwerk.scene import scene
from regelwerk.telling.options import offered
from regelwerk.telling.results import columns, sheet_data, sheets_data, verdict
from regelwerk.telling.stories import told_lines

from .course import Course, awaited


def decision_of(course: Course, seat: int | None) -> Decision | None:
    """Give what a seat has to decide."""
    found = course.game.decisions() if seat is not None and not course.game.over else ()
    return next((decision for decision in found if decision.seat == seat), None)


def position(course: Course, seat: int | None) -> dict[str, Any]:
    """Give what a seat sees of the game: table, decision, result."""
    game, asked = course.game, decision_of(course, seat)
    return {
        "revision": course.revision(seat),
        "scene": scene(game, seat, asked=asked).model_dump(mode="json"),
        "decision": None if asked is None else _decision(course, asked),
        "waiting": awaited(course, seat),
        "over": game.over,
        "result": _result(game),
        "sheets": [sheet for sheet in sheets_data(game) if sheet["name"] in _filled(course)],
        "log_end": game.heard(seat),
    }


def _result(game: Game) -> dict[str, Any] | None:
    result = game.result
    if result is None:
        return None
    return {
        "text": verdict(game),
        "winners": list(result.winners),
        "places": [list(place) for place in result.places],
        "values": [list(row) for row in result.values],
        "columns": columns(game),
        "sheets": sheets_data(game),
    }


def _filled(course: Course) -> set[str]:
    return {sheet.name for sheet in course.sheets.values()}


def _decision(course: Course, asked: Decision) -> dict[str, Any]:
    return {
        "seat": asked.seat,
        "site": asked.site,
        "question": asked.question,
        "secret": asked.secret,
        "committed": asked.seat in course.committed,
        "answers": _answers(course, asked.seat),
        "options": offered(course.game, asked),
    }


def _answers(course: Course, seat: int) -> list[str]:
    """Say the secret answers that a seat has given so far, to itself."""
    branch, said = course.branch(seat), list[str]()
    if branch is None or not branch.answers:
        return said
    game: Game = course.game.clone()
    game.revise(seat)
    for code in branch.answers:
        asked = next(decision for decision in game.decisions() if decision.seat == seat)
        option = asked.option(code)
        said.append(option.text if option is not None else "")
        game.choose(code, seat)
    return said


def seats(course: Course, table: dict[str, Any], you: int | None, thinking: Collection[int]) -> list[dict[str, Any]]:
    """Tell who sits at the table and who has committed; whether answers are complete is told to their seat alone."""
    committed, ready = course.committed, course.game.waiting()
    return [
        {
            "name": course.game.words.texts.title("Player", number),
            "kind": seat["kind"],
            "bot": seat["bot"],
            "thinking": number in thinking,
            "committed": number in committed,
            "answered": number == you and number in ready,
        }
        for number, seat in enumerate(table["seats"])
    ]


def log(course: Course, seat: int | None, since: int) -> dict[str, Any]:
    """Tell what happened from an entry on, as a seat may know it, counted as it is told."""
    known, since = revisions(course), max(0, since)
    found: list[tuple[int, dict[str, Any]]] = []
    for line in told_lines(course.game, seat, since, course.said):
        told: dict[str, Any] = {"n": line.n, "seat": line.seat, "kind": line.kind, "text": line.text}
        found.append((line.entry, told | {"things": list(line.things), "cites": list(line.cites)}))
    if course.sheets:
        numbers = [number for number, _ in course.game.words.logs.told(course.game.past, seat)]
        for number, sheet in course.sheets.items():
            if (n := bisect_left(numbers, number)) >= since:
                data = sheet_data(course.game, sheet)
                found.append((number, {"n": n, "seat": None, "kind": "score", "text": data["title"], "sheet": data}))
    entries = [{**line, "revision": known[number]} for number, line in sorted(found, key=lambda each: each[0])]
    return {"entries": entries, "end": course.game.heard(seat)}


def revisions(course: Course) -> list[int]:
    """Give for every entry of the log the public revision at which it happened; 0 is the set-up."""
    found = [0] * course.game.past.chain()[0].logged
    public = 0
    for step, end in zip(course.steps, course.ends, strict=True):
        public += not step.private
        found = found[:end] + [public] * (end - len(found))
    return found

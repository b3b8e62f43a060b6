"""Whole games at a table in German: what the page is told holds no name of the source and no English sentence."""

from __future__ import annotations

import asyncio
import random
import re
from collections.abc import Awaitable, Callable, Iterator
from contextlib import nullcontext
from typing import Any, TypeVar

import pytest

import regelwerk
from regelwerk import library
from regelwerk.web.tables.citing import rulebook
from regelwerk.web.tables.course import adopt, begun
from regelwerk.web.tables.keys import Lock
from regelwerk.web.tables.seat_calls import Visit
from regelwerk.web.tables.steps import Step
from regelwerk.web.tables.table import Table, attempted

T = TypeVar("T")
EXPANDED = {
    "wallenstein": ["emperors_court", "landsknechte", "court_and_landsknechte"],
    "hellweg-westfalicus": ["warehouse", "passengers"],
    "isle-of-skye": ["journeyman"],
    "auf-der-walz": ["freireisende"],
}
TOLD = {"text", "title", "question", "lines", "label", "value", "notes", "remark", "group_title", "columns", "answers"}
CITED = {"cites", "table", "seats"}  # places in the rulebook are English; names of people and of files stay
NAME = re.compile(r"\w_\w|[a-zäöü][A-ZÄÖÜ]|\b[xX]\d+[yY]\d+\b")
ENGLISH = re.compile(
    r"\b(the|of|is|not|your?|with|from|are|have|has|this|one|more|less|cards?|which|what|points|turn|player|none|yes|"
    r"nothing|there|take|pay|gain|north|south|east|west|middle|column|row)\b",
    re.IGNORECASE,
)
PROPER = {"Isle of Skye"}


class Alone:
    """A server without a store: what a table needs of it."""

    async def ask(self, table: Table, work: Callable[..., T], *args: Any) -> T:
        return work(*args)

    async def do(self, table: Table, step: Step) -> None:
        game = attempted(table.course, step)
        adopt(table.course, Step(step.kind, step.seat, step.data, game.hash), game)


def told(data: Any, key: str = "") -> Iterator[str]:
    """Give every text that a page shows."""
    match data:
        case str() if key in TOLD:
            yield data
        case dict():
            for name, each in data.items():
                if name not in CITED:
                    yield from told(each, name)
        case list() | tuple():
            for each in data:
                yield from told(each, key)


async def heard(name: str, overlays: list[str], most: int, look: int) -> set[str]:
    """Play at random and ask what a page asks; give all texts that were told."""
    rules = regelwerk.load(name, overlays, language="de")
    count = max(2, rules.compiled.players[0])
    names = ["Ann", "Bea", "Cem", "Dan", "Eva"][:count]
    course, dice, found = begun(rules, count, 3, names), random.Random(3), set[str]()
    seats = [{"kind": "human", "bot": "", "name": each} for each in names]
    data = {
        "ruleset": name, "title": "", "overlays": overlays, "rulings": {}, "language": "de", "seats": seats,
        "seed": "3", "seed_chosen": False, "patience": 1,
    }  # fmt: skip
    table = Table("table", data, nullcontext(), course, [], rulebook(name))
    visits = [Visit(Alone(), table, Lock("", "seat", seat)) for seat in range(count)]

    async def note(asked: Awaitable[Any]) -> None:
        found.update(told(await asked))

    for n in range(most):
        if course.game.over:
            break
        seat = course.waited_for[0]
        branch = course.branch(seat)
        if branch is not None and branch.done:
            await visits[seat].hall.do(table, Step("commit", seat))
            continue
        decision = course.game.decision(seat)
        option = dice.choice(decision.options)
        if n % look == 0:
            await note(visits[seat].state())
            await note(visits[seat].refused({}))
            await note(visits[seat].preview({"option": option.id}))
        secret = {"secret": True} if branch is not None else {}
        await visits[seat].hall.do(table, Step("choose", seat, {"code": str(option.code), **secret}))
    await note(visits[0].state())
    await note(visits[0].log({"since": "0"}))
    return found


def odd(texts: set[str]) -> list[str]:
    return sorted(text for text in texts if (NAME.search(text) or ENGLISH.search(text)) and text not in PROPER)


@pytest.mark.parametrize("name", [entry.name for entry in library.entries()])
def test_a_table_is_told_in_german(name: str) -> None:
    texts = asyncio.run(heard(name, EXPANDED.get(name, []), most=60, look=12))
    assert len(texts) > 10 and odd(texts) == []


@pytest.mark.slow
@pytest.mark.parametrize("overlays", [False, True])
@pytest.mark.parametrize("name", [entry.name for entry in library.entries()])
def test_a_whole_game_is_told_in_german(name: str, overlays: bool) -> None:
    edition = "@de" if name == "auf-der-walz" and not overlays else ""
    texts = asyncio.run(heard(name + edition, EXPANDED.get(name, []) if overlays else [], most=3000, look=8))
    assert odd(texts) == []


def test_names_and_english_sentences_are_noticed() -> None:
    texts = {
        "Wo? x29y30",
        "Ann: fate_tile",
        "Karte TradeCard",
        "Not your turn",
        "Ann zieht eine Karte.",
        "Isle of Skye",
    }
    assert odd(texts) == ["Ann: fate_tile", "Karte TradeCard", "Not your turn", "Wo? x29y30"]

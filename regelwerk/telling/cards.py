"""A card, tile or place in words: what is printed on it, what is on it now, and what can be done with it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from regelwerk import Game
from regelwerk.dsl import ir
from regelwerk.interpreter.game.decisions import plain
from regelwerk.scene.reading import Reader, Source
from regelwerk.scene.sight import picks


@dataclass(frozen=True, slots=True)
class Told:
    """A thing in words. `lines` are what is printed, then what is there now; `options` the numbers that pick it."""

    kind: str
    title: str
    text: list[str]
    lines: list[str]
    options: list[int]


def card(game: Game, seat: int | None, id: str, kind: str = "") -> Told | None:
    """Tell about a thing that a seat sees; None if there is none of that name."""
    reader = Reader(game, seat)
    for domain in reader.compiled.domains:
        if kind in ("", domain.name) and domain.kind != "player" and id in (ids := reader.ids(domain.name)):
            number = ids.index(id)
            return Told(
                domain.name,
                reader.texts.title(domain.name, number),
                list(dict.fromkeys(_words(reader, domain, number))),
                [*_printed(reader, domain, number), *_now(reader, domain, number)],
                list(_options(game, seat, domain.name, id)),
            )
    return None


def _fields(reader: Reader, domain: ir.Domain) -> Iterator[ir.Fixed]:
    """Give what is printed on the things of a type and shown somewhere, except where they lie on a map."""
    known = {name for show in reader.compiled.shows if show.word == "graph" for name in show.by[:2]}
    for show in reader.compiled.shows:
        for fixed in show.fields:
            if fixed.owner == domain.name and fixed.name not in known:
                known.add(fixed.name)
                yield fixed


def _words(reader: Reader, domain: ir.Domain, number: int) -> Iterator[str]:
    """Give the texts that are printed on a thing."""
    for fixed in _fields(reader, domain):
        if fixed.words and fixed.words[number]:
            yield reader.texts.words(fixed.words[number])


def _printed(reader: Reader, domain: ir.Domain, number: int) -> Iterator[str]:
    """Say what never changes about a thing."""
    shown = set()
    for fixed in _fields(reader, domain):
        if not fixed.words:
            shown.add(fixed.name)
            yield from _line(
                reader, fixed.name, reader.marks(Source(fixed.name, fixed.type, fixed=fixed), domain.name, number)
            )
    for trait in domain.traits:
        if trait.name in shown:
            continue
        value = reader.compiled.tables[trait.table][number]
        if value not in (ir.NONE, ir.NONE_NUM, 0):
            yield f"{reader.texts.words(trait.name.replace('_', ' '))}: {reader.texts.title(trait.type, value)}"


def _now(reader: Reader, domain: ir.Domain, number: int) -> Iterator[str]:
    """Say what is kept for a thing on the table, as far as the seat sees it."""
    for slot in reader.compiled.slots:
        if slot.shown and slot.keys[:1] == [domain.name] and slot.address in reader.slots:
            yield from _line(
                reader, slot.name, reader.marks(Source(slot.name, slot.type, slot=slot), domain.name, number)
            )


def _line(reader: Reader, name: str, marks: list[Any]) -> Iterator[str]:
    if marks:
        said = ", ".join(f"{m.count} × {m.title or m.text}" if m.count > 1 else m.title or m.text for m in marks)
        yield f"{reader.texts.words(name.replace('_', ' '))}: {said}"


def _options(game: Game, seat: int | None, kind: str, id: str) -> Iterator[int]:
    asked = next((d for d in game.decisions() if d.seat == seat), None) if not game.over else None
    for number, things in enumerate(picks(game, asked), 1) if asked is not None else ():
        texts = game.words.texts
        found = (texts.element(texts.type(written), value) for written, value in things)
        if any(e is not None and e[0].name == kind and plain(e[0].ids[e[1]]) == plain(id) for e in found):
            yield number

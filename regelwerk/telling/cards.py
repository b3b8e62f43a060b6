"""A card, tile or place in words: what is printed on it, what is on it now, and what can be done with it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from regelwerk import Game
from regelwerk.dsl import ir
from regelwerk.interpreter.game.decisions import plain
from regelwerk.interpreter.texts.sayings import said
from regelwerk.scene.details import Reader, Source
from regelwerk.scene.values import picks


@dataclass(frozen=True, slots=True)
class Told:
    """A thing in words. `lines` are what is printed, what its rules say, what is there now; `options` pick it."""

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
                [*_printed(reader, domain, number), *_ruled(reader, domain, number), *_now(reader, domain, number)],
                list(_options(game, seat, domain.name, id)),
            )
    return None


def named(game: Game, seat: int | None, words: str, most: int = 5) -> list[Told]:
    """Tell about the things of that name; if there is none, about those whose title has all the words."""
    reader, wanted = Reader(game, seat), words.lower().split()
    exact, near = [], []
    for domain in reader.compiled.domains:
        for number, id in enumerate(reader.ids(domain.name)) if domain.kind in ("kind", "component") else ():
            title = reader.texts.title(domain.name, number).lower().split()
            if wanted in (title, [id.lower()]):
                exact.append((domain.name, id))
            elif wanted and all(any(word in part for part in title) for word in wanted):
                near.append((domain.name, id))
    found = (card(game, seat, id, kind) for kind, id in dict.fromkeys(exact or near))
    told = {(each.title, *each.lines): each for each in found if each is not None and (each.text or each.lines)}
    return list(told.values())[:most]


def facts(reader: Reader, domain: ir.Domain, number: int) -> Iterator[str]:
    """Say what is printed on a thing and what is there now, as far as the seat sees it."""
    yield from _printed(reader, domain, number)
    yield from _now(reader, domain, number)


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
        if value not in (ir.NONE, ir.NONE_NUM):
            yield f"{reader.texts.words(trait.name.replace('_', ' '))}: {reader.texts.title(trait.type, value)}"


def _ruled(reader: Reader, domain: ir.Domain, number: int) -> Iterator[str]:
    """Say what the rules of a thing do, what is printed and not shown elsewhere, and where actions speak of it or of
    what it stands for."""
    texts = reader.texts
    shown = {fixed.name for fixed in _fields(reader, domain)}
    for saying in _sayings(reader.compiled, domain, number):
        if saying.field and saying.field not in shown:
            name = texts.words(saying.title)
            yield from (f"{name}: {said(texts, line)}" for line in saying.lines)
    stands_for = [(domain, number)]
    for trait in domain.traits:
        value = reader.compiled.tables[trait.table][number]
        if trait.type in texts.domains and value >= 0 and texts.domains[trait.type].kind == "kind":
            stands_for.append((texts.domains[trait.type], value))
    spoken = [
        said(texts, line).removesuffix(".")
        for owner, value in stands_for
        for saying in _sayings(reader.compiled, owner, value)
        if not saying.field
        for line in saying.lines
    ]
    if spoken:
        yield f"{texts.words('Plays a part in')}: {'; '.join(dict.fromkeys(spoken))}"


def _sayings(compiled: ir.Compiled, domain: ir.Domain, number: int) -> Iterator[ir.Saying]:
    address = f"{domain.name}.{plain(domain.ids[number]).split('@')[0]}"
    return (saying for saying in compiled.sayings if saying.thing == address)


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

"""Options that read alike: what the things they pick differ in, and where those lie."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from regelwerk import Game
from regelwerk.dsl import ir
from regelwerk.interpreter.game.decisions import Decision
from regelwerk.scene.details import Reader
from regelwerk.scene.looks import Looks
from regelwerk.scene.values import picks

from .cards import facts

Picked = list[tuple[str, int]]


def apart(game: Game, decision: Decision, remarks: Mapping[str, str], looks: Looks) -> dict[str, str]:
    """Say beside options that read alike what tells them apart, by id. Copies that are alike are one option anyway."""
    groups: dict[tuple[str, str], list[tuple[str, Picked]]] = {}
    for option, picked in zip(decision.options, picks(game, decision), strict=True):
        groups.setdefault((option.text, remarks.get(option.id, "")), []).append((option.id, picked))
    alike = [group for group in groups.values() if len(group) > 1]
    if not alike:
        return {}
    reader, found = Reader(game, decision.seat), dict[str, str]()
    for group in alike:
        lines = {id: list(dict.fromkeys(_lines(reader, picked, looks))) for id, picked in group}
        shared = set.intersection(*map(set, lines.values()))
        found |= {id: ", ".join(own) for id, said in lines.items() if (own := [x for x in said if x not in shared])}
    return found


def _lines(reader: Reader, picked: Picked, looks: Looks) -> Iterator[str]:
    """Say what the seat sees of what an option picks; of what lies where it cannot look, nothing."""
    for written, value in picked:
        kind = reader.texts.type(written)
        thing = reader.texts.element(kind, value) if kind.kind == "ref" else None
        if thing is not None and thing[0].kind == "component" and _open(reader, written, value):
            yield from facts(reader, *thing)
            yield from _places(reader, *thing, looks)


def _open(reader: Reader, written: str, value: int) -> bool:
    onlookers, state = reader.game.ruleset.onlookers, reader.game.seen_state(reader.seat)
    thing = onlookers.thing(reader.texts, written, value)  # nothing if it can never lie unseen
    return thing is None or bool(onlookers.on(state, onlookers.place(state, thing)) >> (reader.seat or 0) & 1)


def _places(reader: Reader, domain: ir.Domain, number: int, looks: Looks) -> Iterator[str]:
    """Say where a thing lies."""
    labels = {item.slot.address: item.label for item in (*looks.own, *looks.others, *looks.table)}
    id = reader.ids(domain.name)[number]
    for slot in reader.compiled.slots:
        if slot.place >= 0 and domain.name in slot.type.split("|"):
            for path in _paths(reader.slots.get(slot.address), id):
                owners = [reader.palette.title(kind, key) for kind, key in zip(slot.keys, path, strict=False)]
                label = reader.texts.words(labels.get(slot.address, slot.name.replace("_", " ")))
                yield " · ".join([*owners, label])


def _paths(held: Any, id: str) -> Iterator[list[str]]:
    """Give the keys under which something is held."""
    if isinstance(held, dict):
        for key, inner in held.items():
            yield from ([key, *path] for path in _paths(inner, id))
    elif held == id or (isinstance(held, list) and id in held):
        yield []

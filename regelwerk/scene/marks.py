"""How things look: the symbols a ruleset gives them, or their titles."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from regelwerk.dsl import ir
from regelwerk.interpreter.game.decisions import plain
from regelwerk.interpreter.texts.sentences import Texts

from .model import Mark

SEATS = ("● cyan", "○ yellow", "▲ green", "△ magenta", "■ red", "□ blue")


class Palette:
    """The symbols of a ruleset, in the words of one language."""

    def __init__(self, compiled: ir.Compiled, texts: Texts) -> None:
        self.texts = texts
        ids = [id for domain in compiled.domains if domain.kind == "player" for id in domain.ids]
        self.symbols = symbols_of(compiled)
        self.pictures = {path for show in compiled.shows if show.picture for path in show.paths}
        self.seats = [Mark(text=t, colour=c) for t, c in (self.symbols[id] for id in ids)]

    def title(self, written: str, id: str) -> str:
        """Give the words for an id."""
        try:
            return self.texts.title(written, self.texts.value_of(written, id))
        except KeyError:  # one of several copies, which have no numbers for who looks on
            known = (x for domain in self.texts.type(written).domains for x in domain.ids if plain(x) == plain(id))
            first = next(known, None)
            return id if first is None else self.texts.title(written, self.texts.value_of(written, first))

    def symbol(self, written: str, id: str) -> tuple[str, str] | None:
        """Find the symbol of a thing: `town`, or `Terrain.town` where several are called so; copies share one."""
        return next((self.symbols[n] for n in _called(written, id) if n in self.symbols), None)

    def picture(self, written: str, id: str) -> str:
        """Name the picture of a thing, or else the one that all things of its type have; empty if there is none."""
        kinds = written.removeprefix("set ").split("|")
        return next((name for name in (*_called(written, id), *kinds) if name in self.pictures), "")

    def mark(self, written: str, id: str, *, spelt: bool = False) -> Mark:
        """Give the mark of a thing by its id; a player's own thing has the player's colour, and without a symbol of its
        own the player's, unless it is `spelt` since whose it is says little."""
        title, found = self.title(written, id), self.symbol(written, id)
        text, colour = found or (title, "")
        if owner := self.owner(id):
            colour = owner.colour
            text = text if found or spelt else owner.text
        return Mark(text=text, colour=colour, title="" if text == title else title)

    def owner(self, id: str) -> Mark | None:
        """Give the mark of the player to whom a thing belongs."""
        seat = id.rpartition("@")[2]
        known = "@" in id and seat.isdecimal() and int(seat) <= len(self.seats)
        return self.seats[int(seat) - 1] if known else None

    def marks(self, written: str, value: Any, prefix: Mark | None = None, spelt: bool = False) -> list[Mark]:
        """Give the marks of a value as a view tells it; nothing for none, no and 0."""
        if isinstance(value, dict):  # a place one cannot look into
            return [_times(prefix or Mark(text="?"), value["size"])] if value.get("size") else []
        if value is None or value is False or value == [] or value == 0:
            return []
        if value is True:
            return [prefix or Mark(text="■")]
        if isinstance(value, int):
            return [_times(prefix, value) if prefix is not None else Mark(text=str(value))]
        named = [value] if isinstance(value, str) else [str(each) for each in value]
        found = together(self.mark(written.removeprefix("set "), id, spelt=spelt) for id in named)
        return [_behind(prefix, mark) for mark in found] if prefix is not None else found


def _called(written: str, id: str) -> Iterator[str]:
    """List what a thing may be called in a line of `display`."""
    for name in (id, plain(id)):
        yield from (f"{kind}.{name}" for kind in written.removeprefix("set ").split("|"))
        yield name


def symbols_of(compiled: ir.Compiled) -> dict[str, tuple[str, str]]:
    """Give symbols with their colours: those of the ruleset, and for players without one such as are free."""
    lines = (show for show in compiled.shows if show.word == "symbol")
    given = {path: (show.text or path[:1], show.style) for show in lines for path in show.paths}
    ids = [id for domain in compiled.domains if domain.kind == "player" for id in domain.ids]
    taken = {given[id][0] for id in ids if id in given}
    free = [pair for pair in map(_pair, SEATS) if pair[0] not in taken] or [_pair(SEATS[0])]
    return {id: free[n % len(free)] for n, id in enumerate(id for id in ids if id not in given)} | given


def _pair(written: str) -> tuple[str, str]:
    symbol, colour = written.split()
    return symbol, colour


def _times(mark: Mark, count: int) -> Mark:
    return mark.model_copy(update={"count": mark.count * count})


def _behind(first: Mark, second: Mark) -> Mark:
    """Put two marks into one: whose, and what."""
    title = ": ".join(part for part in (first.title, second.title or second.text) if part)
    return Mark(text=first.text + second.text, colour=first.colour, title=title, count=first.count * second.count)


def together(marks: Iterable[Mark]) -> list[Mark]:
    """Count equal marks."""
    found: dict[tuple[str, str, str], Mark] = {}
    for mark in marks:
        key = mark.text, mark.colour, mark.title
        found[key] = _times(mark, 1) if key not in found else _plus(found[key], mark.count)
    return list(found.values())


def _plus(mark: Mark, count: int) -> Mark:
    return mark.model_copy(update={"count": mark.count + count})

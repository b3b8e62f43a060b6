"""What differs between two compositions, in sentences, as text and as data."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from typing import Any

from rich.text import Text

from regelwerk.dsl.book.citations import is_rule
from regelwerk.dsl.book.ledger import Ledger
from regelwerk.dsl.overlays import Touch
from regelwerk.dsl.overlays.compare import Difference, differences
from regelwerk.dsl.overlays.compare import Side as Said

from ..compared import Side
from ..reading import Read
from ..screen import plural
from .divergences import Divergence, divergences, unexplained

SHOWN = 12  # lines of one side
AROUND = 1  # lines shown before and behind those that differ
DOES = {
    "add": "adds it", "change": "changes it", "remove": "takes it away", "insert": "inserts it",
    "include": "includes something", "except": "makes an exception", "suspend": "suspends it",
    "confirm": "confirms it", "settle": "settles it", "supersedes": "supersedes it",
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Compared:
    """Two compositions: what differs, and which divergences of their ledger account for it."""

    names: list[str]
    editions: list[str]
    ledgers: list[Ledger]
    touches: list[tuple[str, Touch]]
    found: list[Difference]
    divergences: list[Divergence]

    @property
    def rest(self) -> list[Difference]:
        return unexplained(self.found, self.divergences) if self.divergences else self.found

    def authors(self, d: Difference) -> list[tuple[str, Touch]]:
        """Give the overlays that wrote a difference, with the address at which each says so."""
        near = ((a, t) for a, t in self.touches if _within(a, d.address) or _within(d.address, a))
        return list({(t.overlay, t.at): (a, t) for a, t in near}.values())

    def sentence(self, d: Difference) -> str:
        comments = {address: touch.doc for address, touch in self.touches if touch.doc}
        return _sentence(d, comments, self.ledgers)


def changed_rules(sides: Sequence[Side], reads: Sequence[Read]) -> list[tuple[Difference, str]]:
    """List the rules that differ between two compositions that were read before, each with a sentence."""
    done = compared(sides, reads, rules=True)
    return [(d, done.sentence(d)) for d in done.found]


def compared(sides: Sequence[Side], reads: Sequence[Read], rules: bool) -> Compared:
    """Compare two compositions that were read before, whole or their rules only."""
    first, second = ([d for d in read.decls if not rules or is_rule(d)] for read in reads)
    found = differences(first, second)
    touches = [touch for read in reads for touch in read.touches]
    names = [side.words for side in sides]
    editions, ledgers = [read.edition for read in reads], [read.ledger for read in reads if read.ledger]
    two = len(ledgers) == 2 and editions[0] != editions[1]
    known = divergences(ledgers[0], found, touches) if two else []
    return Compared(names, editions, ledgers, touches, found, known)


_TITLE = re.compile(r'(?:[^\W\d]\w* )?[^\W\d]\w*(?:\([^"\n]*\))? "([^"]+)"(?::|$)', re.MULTILINE)


def _within(address: str, outer: str) -> bool:
    return f"{address}.".startswith(f"{outer}.")


def _sentence(d: Difference, comments: dict[str, str], ledgers: list[Ledger]) -> str:
    """Say a difference in one sentence: the author's, that of the ledger, or a plain one."""
    if d.address in comments:
        return comments[d.address].splitlines()[0].strip()
    for id in d.new.cites:
        if id not in d.old.cites:
            for ledger in ledgers:
                if id in ledger.entries:
                    return ledger.entries[id].says
    match d.kind:
        case "added":
            return f"{_named(d.address, d.new.text)} is new."
        case "removed":
            return f"{_named(d.address, d.old.text)} is gone."
    if "\n" in d.new.text or "\n" in d.old.text or len(d.new.text + d.old.text) > 80:
        return f"`{d.address}` says something else."
    return f"`{d.address}` is {d.new.text or 'nothing'}, not {d.old.text or 'nothing'}."


def _named(address: str, text: str) -> str:
    """A thing by its title, if it has one and is not called by it anyway."""
    found = _TITLE.match(text)
    return f"“{found[1]}” (`{address}`)" if found and not address.startswith('"') else f"`{address}`"


def difference_data(d: Difference, sentence: str) -> dict[str, Any]:
    def side(s: Said) -> dict[str, Any] | None:
        return {"text": s.text, "cites": list(s.cites), "place": _place(s)} if s.at is not None else None

    return {"address": d.address, "kind": d.kind, "says": sentence, "first": side(d.old), "second": side(d.new)}


def authors_data(authors: Sequence[tuple[str, Touch]]) -> list[dict[str, str]]:
    return [{"overlay": touch.overlay, "does": touch.verb, "place": _at(touch)} for _, touch in authors]


def difference_text(d: Difference, sentence: str, authors: Sequence[tuple[str, Touch]]) -> Text:
    """Show both sides, of several lines those that differ, and who wrote the difference."""
    text = Text.assemble((d.address, "bold"), "  ", sentence)
    if "\n" in d.old.text and "\n" in d.new.text:
        for sign, line in _lines(d.old.text.splitlines(), d.new.text.splitlines()):
            text.append(f"\n  {sign} {line}".rstrip(" "), style=_STYLES[sign])
        for said in dict.fromkeys(_place(side) + _cited(side.cites) for side in (d.old, d.new)):
            text.append(f"\n    {said}", style="dim")
    else:
        for sign, side in (("-", d.old), ("+", d.new)):
            if side.at is None:
                continue
            lines = side.text.splitlines()
            for line in lines[:SHOWN]:
                text.append(f"\n  {sign} {line}", style=_STYLES[sign])
            if len(lines) > SHOWN:
                text.append(f"\n  {sign} … {plural(len(lines) - SHOWN, 'line')} more", style=_STYLES[sign])
            text.append(f"\n    {_place(side)}{_cited(side.cites)}", style="dim")
    for address, touch in authors:
        text.append(f"\n  {touch.overlay}", style="bold")
        text.append(f" {DOES.get(touch.verb, touch.verb)}" + (f" at {address}" if address != d.address else ""))
        text.append(f"  {_at(touch)}{_cited(touch.cites)}", style="dim")
    return text


_STYLES = {"-": "red", "+": "green", " ": "", "…": "dim"}


def _lines(old: list[str], new: list[str]) -> Iterator[tuple[str, str]]:
    """Give the lines that differ, with a sign, and those next to them; the rest is counted."""
    matched = SequenceMatcher(None, old, new, autojunk=False).get_opcodes()
    for n, (tag, a, b, c, d) in enumerate(matched):
        if tag != "equal":
            yield from (("-", line) for line in old[a:b])
            yield from (("+", line) for line in new[c:d])
            continue
        first = AROUND if n else 0
        last = AROUND if n + 1 < len(matched) else 0
        left_out = b - a - first - last
        if left_out <= 1:
            yield from ((" ", line) for line in old[a:b])
            continue
        yield from ((" ", line) for line in old[a : a + first])
        yield "…", plural(left_out, "line")
        yield from ((" ", line) for line in old[b - last : b])


def _place(side: Said) -> str:
    return f"{side.at.file}:{side.at.line}" if side.at is not None else ""


def _at(touch: Touch) -> str:
    return f"{touch.at.file}:{touch.at.line}"


def _cited(ids: Sequence[str]) -> str:
    return "".join(f"  @{id}" for id in ids)

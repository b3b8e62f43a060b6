"""What differs between two compositions, in sentences, as text and as data."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
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
            return f"`{d.address}` is new."
        case "removed":
            return f"`{d.address}` is gone."
    if "\n" in d.new.text or "\n" in d.old.text or len(d.new.text + d.old.text) > 80:
        return f"`{d.address}` says something else."
    return f"`{d.address}` is {d.new.text or 'nothing'}, not {d.old.text or 'nothing'}."


def difference_data(d: Difference, sentence: str) -> dict[str, Any]:
    def side(s: Said) -> dict[str, Any] | None:
        place = f"{s.at.file}:{s.at.line}" if s.at is not None else ""
        return {"text": s.text, "cites": list(s.cites), "place": place} if s.at is not None else None

    return {"address": d.address, "kind": d.kind, "says": sentence, "first": side(d.old), "second": side(d.new)}


def difference_text(d: Difference, sentence: str) -> Text:
    text = Text.assemble((d.address, "bold"), "  ", sentence)
    for sign, style, side in (("-", "red", d.old), ("+", "green", d.new)):
        if side.at is None:
            continue
        lines = side.text.splitlines()
        for line in lines[:SHOWN]:
            text.append(f"\n  {sign} {line}", style=style)
        if len(lines) > SHOWN:
            text.append(f"\n  {sign} … {plural(len(lines) - SHOWN, 'line')} more", style=style)
        cites = "".join(f"  @{c}" for c in side.cites)
        text.append(f"\n    {side.at.file}:{side.at.line}{cites}", style="dim")
    return text

"""Two editions side by side: which divergences of the ledger matter in play, and which only read otherwise."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any

from rich.text import Text

from regelwerk.dsl.book.ledger import Entry, Ledger
from regelwerk.dsl.overlays import Touch
from regelwerk.dsl.overlays.addresses import nested
from regelwerk.dsl.overlays.compare import Difference

Touches = Sequence[tuple[str, Touch]]  # address, and who touched it


@dataclass(slots=True)
class Divergence:
    """A place where two editions say something else, and what that does to the rules."""

    entry: Entry
    says: str
    differences: list[Difference] = field(default_factory=list)
    scenarios: list[str] = field(default_factory=list)  # that show it

    @property
    def matters(self) -> bool:
        return bool(self.differences)


def divergences(ledger: Ledger, found: Sequence[Difference], touches: Touches) -> list[Divergence]:
    """Give every divergence of a ledger with the differences that overlays make for its sake."""
    return [_divergence(e, found, touches) for e in ledger.entries.values() if e.kind == "divergence"]


def _divergence(entry: Entry, found: Sequence[Difference], touches: Touches) -> Divergence:
    mine = [(address, touch) for address, touch in touches if entry.id in touch.cites]
    rules = [(address, touch) for address, touch in mine if not _told(address, touch)]
    changed = [address for address, touch in rules if touch.verb != "confirm"]
    return Divergence(
        entry,
        next((touch.doc.splitlines()[0].strip() for _, touch in rules if touch.doc), entry.says),
        [d for d in found if any(nested(d.address, address) for address in changed)],
        list(dict.fromkeys(address.strip('"') for address, touch in mine if _told(address, touch))),
    )


def _told(address: str, touch: Touch) -> bool:
    """Tell whether this is about a scenario: those are superseded, added or confirmed by their title."""
    return address.startswith('"') and touch.verb in ("supersedes", "add", "confirm")


def unexplained(found: Iterable[Difference], known: Sequence[Divergence]) -> list[Difference]:
    """The differences that no divergence accounts for; the heading names the edition, translations follow the rules."""
    told = {id(d) for each in known for d in each.differences}
    shown = {f'"{title}"' for each in known for title in each.scenarios} | {"game.edition"}
    rest = [d for d in found if id(d) not in told and d.address not in shown]
    return [d for d in rest if not d.address.startswith("texts.")]


def citations(entry: Entry, ledger: Ledger, edition: str) -> dict[str, str]:
    """Where an edition says it: ids of the ledger that a divergence is about, each with its place in the rulebook."""
    linked = [ledger.entries[id] for id in entry.links if id in ledger.entries]
    return {e.id: e.where for e in linked if e.edition in ("", edition)}


def divergence_data(each: Divergence, ledger: Ledger, editions: Sequence[str]) -> dict[str, Any]:
    """A divergence for programs."""
    said = {
        edition: {
            "text": each.entry.texts.get(edition, ""),
            "cites": [{"id": id, "where": where} for id, where in citations(each.entry, ledger, edition).items()],
        }
        for edition in editions
    }
    return {
        "id": each.entry.id,
        "topic": each.entry.says,
        "weight": each.entry.weight,
        "says": each.says,
        "matters": each.matters,
        "editions": said,
        "addresses": [d.address for d in each.differences],
        "scenarios": each.scenarios,
    }


def divergence_text(each: Divergence, ledger: Ledger, editions: Sequence[str]) -> Text:
    """A divergence for people: id and sentence, both citations, what changes, and which scenarios show it."""
    text = Text.assemble((each.entry.id, "bold"), f"  {each.says}")
    lines: list[tuple[str, str]] = []
    for edition in editions:
        cited = citations(each.entry, ledger, edition)
        chapters = "; ".join(dict.fromkeys(where.partition(",")[0] for where in cited.values()))
        lines.append((edition, each.entry.texts.get(edition, "")))
        lines.append(("", " ".join((f"[{chapters}]", *(f"@{id}" for id in cited))) if cited else ""))
    lines += [("changes", ", ".join(d.address for d in each.differences))] if each.differences else []
    lines += [("" if i else "shown by", f"“{title}”") for i, title in enumerate(each.scenarios)]
    for word, line in (each for each in lines if each[1]):
        text.append(f"\n  {word:<10}", style="dim").append(line)
    return text

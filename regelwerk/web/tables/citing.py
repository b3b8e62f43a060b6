"""Where the rulebook says what a rule cites."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress

from regelwerk import library

Citing = Callable[[Sequence[str]], list[dict[str, str]]]  # citations with their places in the rulebook


def rulebook(ruleset: str) -> Citing:
    """Give what tells where the rulebook says something that is cited."""
    known = None
    with suppress(library.Unknown):
        known = library.ledger(library.find(ruleset))

    def cited(cites: Sequence[str]) -> list[dict[str, str]]:
        ids = [cite.lstrip("@") for cite in cites]
        entries = {id: known.entries.get(id) for id in ids} if known is not None else dict.fromkeys(ids)
        return [
            {"id": id, "place": entry.where if entry else "", "title": entry.says if entry else ""}
            for id, entry in entries.items()
        ]

    return cited

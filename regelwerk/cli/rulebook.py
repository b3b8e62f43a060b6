"""Where the rulebook says something that the rules cite; whoever plays needs nothing that compiles for it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache

from regelwerk import library
from regelwerk.dsl.book.ledger import Ledger
from regelwerk.telling.speech import speak

from .ruleset_options import Composing


def rulebook(ruleset: str, how: Composing) -> Callable[[Sequence[str]], str]:
    """Give what tells where the rulebook says something that is cited; the ledger is read when it is needed."""

    @lru_cache(maxsize=1)
    def ledger() -> Ledger | None:
        return library.ledger(library.find(ruleset))

    def where(cites: Sequence[str]) -> str:
        known = ledger() if cites else None
        entries = [known.entries.get(cite.lstrip("@")) for cite in cites] if known else []
        places = dict.fromkeys(entry.where for entry in entries if entry is not None and entry.where)
        return speak(how.language, "rulebook: {places}", places="; ".join(places)) if places else ""

    return where

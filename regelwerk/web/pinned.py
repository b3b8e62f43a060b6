"""Rules as they were when a table began: kept compiled, so that a new version of them changes no running game."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Callable, Sequence

from regelwerk import Ruleset, library
from regelwerk.dsl import ir
from regelwerk.telling.reasons import Where, unplaced

MOST = 12  # rulesets that are kept ready


class Rules:
    """A ruleset that several tables may play by. Its machine is used by one thread at a time."""

    def __init__(self, content: bytes, language: str) -> None:
        self.ruleset = Ruleset(ir.Compiled.model_validate_json(content), language=language)
        self.guard = threading.RLock()


class Pinned:
    """Rulesets by their fingerprint and language; those used last are kept ready."""

    def __init__(self, read: Callable[[str], bytes]) -> None:
        self._read = read
        self._ready: OrderedDict[tuple[str, str], Rules] = OrderedDict()
        self._guard = threading.Lock()

    def get(self, hash: str, language: str) -> Rules:
        """Give rules, made ready if they are not."""
        key = hash, language
        with self._guard:
            found = self._ready.get(key)
            if found is None:
                found = self._ready[key] = Rules(self._read(hash), language)
            self._ready.move_to_end(key)
            while len(self._ready) > MOST:
                self._ready.popitem(last=False)
        return found


def rulebook(ruleset: str) -> Where:
    """Give what tells where the rulebook says something that is cited."""
    try:
        known = library.ledger(library.find(ruleset))
    except library.Unknown:
        return unplaced
    if known is None:
        return unplaced

    def where(cites: Sequence[str]) -> str:
        entries = [known.entries.get(cite.lstrip("@")) for cite in cites]
        return "; ".join(dict.fromkeys(entry.where for entry in entries if entry is not None and entry.where))

    return where

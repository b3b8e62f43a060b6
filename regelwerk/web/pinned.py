"""Rules as they were when a table began: kept compiled, so that a new version of them changes no running game."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Callable
from pathlib import PurePath

from regelwerk import Ruleset
from regelwerk.dsl import ir

from .store import packed_rules

MOST = 12  # rulesets that are kept ready


class Rules:
    """A ruleset that several tables may play by. Its machine is used by one thread at a time."""

    def __init__(self, content: bytes, language: str) -> None:
        compiled = ir.Compiled.model_validate_json(content)
        compiled.spans = [(PurePath(at[0]).name, *at[1:]) for at in compiled.spans]  # rules that break off say where
        self.ruleset = Ruleset(compiled, language=language)
        self.title = self.ruleset.machine.texts.words(self.ruleset.compiled.title)
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

    def made(self, content: bytes, language: str) -> tuple[str, bytes, Rules]:
        """Make rules ready that may not be kept yet: their fingerprint, how they are kept, and they themselves."""
        hash, data = packed_rules(content)
        with self._guard:
            found = self._ready.get((hash, language)) or Rules(content, language)
            self._ready[hash, language] = found
        return hash, data, found

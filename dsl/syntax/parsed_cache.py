"""Trees kept on this machine: whoever checks a ruleset again reads only the files that have changed.

The files of one ruleset are kept together, each with a fingerprint of its text, under a seal (see `storage/sealed`).
Reading a game of 6,000 lines takes 1.2 seconds of a processor, taking its trees from here a tenth of that.
"""

from __future__ import annotations

import hashlib
import io
import pickle
from collections.abc import Iterable
from contextlib import suppress
from functools import lru_cache
from pathlib import Path
from typing import Any

from regelwerk.storage import sealed
from regelwerk.storage.collecting import no_collection

from .. import ast
from ..diagnostics import Diagnostic
from ..source import Source
from .parse import parse

Read = tuple[ast.File, list[Diagnostic]]
_SMALL = 20_000  # characters of source below which reading is as quick as looking for a file
_HOME = __name__.rsplit(".", 2)[0]  # of the modules whose classes may be in a tree


# A cache that cannot be used is no cache, never an error.
_SPOILT = (pickle.UnpicklingError, EOFError, AttributeError, ImportError, IndexError, TypeError, ValueError)


class ParsedCache:
    """Reads the files of one ruleset; `close` keeps what was new."""

    def __init__(self, sources: Iterable[Source]) -> None:
        sources = list(sources)
        large = sum(len(source.text) for source in sources) >= _SMALL
        self._name = _name(source.name for source in sources) if large else ""
        self._kept: dict[str, tuple[str, bytes]] = _loaded(self._name) if large else {}
        self._now: dict[str, tuple[str, bytes]] = {}
        self._new = False

    def read(self, source: Source) -> Read:
        """Give what `parse` gives."""
        if not self._name:
            return parse(source)
        text = hashlib.sha256(source.text.encode("utf-8", "surrogatepass")).hexdigest()
        known = self._kept.get(source.name)
        if known is not None and known[0] == text:
            with suppress(*_SPOILT), no_collection():
                found: Read = _Trees(io.BytesIO(known[1])).load()
                self._now[source.name] = known
                return found
        done = parse(source)
        self._now[source.name] = (text, pickle.dumps(done, 5))
        self._new = True
        return done

    def close(self) -> None:
        """Keep what was read, if anything of it was new."""
        if self._new:
            sealed.write(self._name, pickle.dumps(self._now, 5))


class _Trees(pickle.Unpickler):
    """Makes nothing but parts of trees, whatever a file says."""

    def find_class(self, module: str, name: str) -> Any:
        if not module.startswith((f"{_HOME}.ast", f"{_HOME}.diagnostics", f"{_HOME}.source")):
            raise pickle.UnpicklingError(f"{module}.{name} is no part of a tree")
        return super().find_class(module, name)


def _loaded(name: str) -> dict[str, tuple[str, bytes]]:
    content = sealed.read(name)
    with suppress(*_SPOILT):
        found: dict[str, tuple[str, bytes]] = _Trees(io.BytesIO(content or b"")).load()
        return found
    return {}


def _name(files: Iterable[str]) -> str:
    said = "\n".join([_reader(), *files])
    return f"trees-{hashlib.sha256(said.encode('utf-8', 'surrogatepass')).hexdigest()}"


@lru_cache(maxsize=1)
def _reader() -> str:
    """Name everything that reading depends on."""
    folder = Path(__file__).parents[1]
    files = sorted(file for part in ("syntax", "ast", "diagnostics") for file in (folder / part).rglob("*.*"))
    digest = hashlib.sha256()
    for file in [*files, *folder.glob("source.py")]:  # a build of byte code alone has no sources, and one version
        if file.suffix in (".py", ".lark", ".toml"):
            digest.update(file.read_bytes())
    return digest.hexdigest()

"""Rulesets ready to play: what was compiled before is taken from the cache, without the compiler being loaded."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from regelwerk.dsl import ir
from regelwerk.dsl.book import pictures
from regelwerk.dsl.diagnostics import Diagnostic
from regelwerk.dsl.source import Source

from . import compiled_cache
from .finding import LEDGER, Place, find
from .languages import spoken
from .sources import Texts, texts


@dataclass(frozen=True, slots=True)
class Ready:
    """A compiled ruleset; without one, the messages tell why. What was kept has no messages."""

    compiled: ir.Compiled | None
    diagnostics: list[Diagnostic] = field(default_factory=list)
    sources: dict[str, Source] = field(default_factory=dict)


def ready(
    name: str, overlays: Sequence[str] = (), rulings: Mapping[str, str] | None = None, language: str = ""
) -> Ready:
    """Give a ruleset for play: kept, or compiled now. A language must be one that it has texts in."""
    place = find(name)
    read = texts(place, overlays)
    key = key_of(place, read, rulings or {})
    if not read.problems and (kept := compiled_cache.found(key)) is not None:
        spoken(kept, language)
        return Ready(kept)
    from .building import build  # for a fast start: most games were compiled before

    done = build(name, overlays, rulings, language)
    if done.compiled is not None:
        compiled_cache.keep(key, done.compiled)
    return Ready(done.compiled, done.diagnostics, done.sources)


def key_of(place: Place, read: Texts, rulings: Mapping[str, str]) -> str:
    """Name everything that follows from the texts of a composition."""
    near = (place.path, place.path.parent, place.path.parent.parent)  # where ledgers are looked for
    named = [word for source in (*read.base, *read.overlays) for word in LEDGER.findall(source.text)]
    ledgers = [path for word in named for folder in near if (path := folder / "ledger" / f"{word}.json").is_file()]
    sources = (*read.base, *read.overlays)
    drawn = ((word, (place.path, Path(source.name))) for source in sources for word in pictures.named_in(source.text))
    files = [file for word, beside in drawn if (file := pictures.find(word, *beside)) is not None]
    return compiled_cache.key_of((read.base, read.overlays), rulings, [*ledgers, *files])

"""What is edited: a game of the library with overlays and some texts of one's own, or a game of one's own."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

from pydantic import Field

from regelwerk import library
from regelwerk.dsl.diagnostics import Diagnostic
from regelwerk.dsl.source import Source, begins_as_overlay
from regelwerk.library.sources import texts
from regelwerk.web.tables.faults import Fault
from regelwerk.web.tables.models import Request

MOST = 2_000_000  # characters of all texts of one's own


class Document(Request):
    """A game of the library ("": one's own), overlays beside it by their ids, rulings decided otherwise, and all texts
    that are not as they lie there, by their names."""

    game: str = Field("", max_length=120)
    overlays: tuple[str, ...] = Field((), max_length=40, strict=False)
    rulings: dict[str, str] = Field({}, max_length=200)
    files: dict[str, str] = Field({}, max_length=200)

    @property
    def untouched(self) -> bool:
        return not self.files


class Texts(NamedTuple):
    """The texts of a document, and where its ledgers lie."""

    base: list[Source]
    overlays: list[Source]
    problems: list[Diagnostic]
    near: Path | None


def texts_of(document: Document) -> Texts:
    """Read a document. What is new stands last; it is an overlay if it begins like one."""
    if sum(map(len, document.files.values())) > MOST:
        raise Fault(413, "too_long", "These rules are too long for the playground.", "Use `regelwerk` on your machine.")
    base, extra, problems, near = list[Source](), list[Source](), list[Diagnostic](), None
    if game := document.game or _meant(document):
        try:
            place = library.find(game)
            base, extra, problems = texts(place, document.overlays)
        except library.Unknown as unknown:
            raise Fault(422, "ruleset_unknown", str(unknown.args[0])) from None
        near = place.path
    own = dict(document.files)
    base, extra = ([Source(s.name, own.pop(s.name, s.text), s.entries) for s in part] for part in (base, extra))
    for name, text in own.items():
        (extra if begins_as_overlay(text) else base).append(Source(name, text))
    return Texts(base, extra, problems, near)


def _meant(document: Document) -> str:
    """Name the game of the library that overlays of one's own are for, if there is nothing else."""
    if not all(map(begins_as_overlay, document.files.values())):
        return ""
    named = [found[1] for text in document.files.values() if (found := library.FOR.search(text))]
    return next((key for name in named for key in library.bundled_for(name)), "")

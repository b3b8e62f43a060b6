"""The texts of a composition: the files of a ruleset and of the overlays that are wanted, whole or in part."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from regelwerk.dsl.book.cited_part import cited_part
from regelwerk.dsl.diagnostics import Diagnostic
from regelwerk.dsl.source import Source, parts_of, sources_of
from regelwerk.dsl.syntax.files import read_source

from .finding import GAME, Place, Unknown, overlay, parted

_SHOWN = 5  # games of a folder that are named


class Texts(NamedTuple):
    """What a composition is made of, and what is wrong with its files."""

    base: list[Source]
    overlays: list[Source]
    problems: list[Diagnostic]


def texts(place: Place, overlays: Sequence[str]) -> Texts:
    """Read all texts of a composition."""
    base, problems = texts_of(place, sources_of(place.path))
    _one_game(base)
    extra, more = applied(place, overlays)
    return Texts(base, extra, [*problems, *more])


def applied(place: Place, overlays: Sequence[str]) -> tuple[list[Source], list[Diagnostic]]:
    """Read the overlays that a composition names, whole or in part; each once."""
    wanted: dict[Path, list[str]] = {file: [] for file in place.overlays}  # nothing: the whole overlay
    for each in overlays:
        file, id = overlay(place, each), parted(each)[1]
        whole = not id or (file in wanted and not wanted[file])
        wanted[file] = [] if whole else [*wanted.get(file, []), id]
    found: list[Source] = []
    problems: list[Diagnostic] = []
    for heading, ids in wanted.items():
        read, messages = texts_of(place, parts_of(heading))
        found += _part(read, ids) if ids else read
        problems += messages
    return found, problems


def _part(overlay: Sequence[Source], ids: Sequence[str]) -> list[Source]:
    parts = [cited_part(source, ids, heading=n == 0) for n, source in enumerate(overlay)]
    cited = {id for _, found in parts for id in found}
    if missing := [id for id in ids if id not in cited]:
        raise Unknown(f"Nothing in {overlay[0].name} cites {missing[0]}.")
    return [part for part, _ in parts]


def _one_game(sources: Sequence[Source]) -> None:
    """Refuse a folder that holds several games: their declarations would all be in each other's way."""
    found = [(m[2] or m[1], source.name) for source in sources if (m := GAME.search(source.text))]
    if len(found) > 1:
        games = [f"{title} ({name})" for title, name in found[:_SHOWN]]
        more = [f"{len(found) - _SHOWN} more"] if len(found) > _SHOWN else []
        told = (" and " if len(found) == 2 else ", ").join((*games, *more))
        raise Unknown(f"There are {len(found)} games in one folder: {told}. Name the file of one.")


def texts_of(place: Place, files: Sequence[Path]) -> tuple[list[Source], list[Diagnostic]]:
    """Read files under the names by which messages show them."""
    read = [read_source(file, place.shown(file)) for file in files]
    problems = [problem for _, messages in read for problem in messages]
    return [source for source, messages in read if source.text or not messages], problems

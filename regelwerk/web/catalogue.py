"""What can be played, as the lobby shows it: games with their editions, overlays, rulings, languages and bots."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from typing import Any

from regelwerk import library
from regelwerk.bots import BOTS
from regelwerk.bots.learning.experience import brought
from regelwerk.dsl import ast
from regelwerk.dsl.source import parts_of, sources_of
from regelwerk.library import written
from regelwerk.telling.beforehand import Beforehand

EDITION = "edition"


def games(own: Mapping[str, str]) -> list[dict[str, Any]]:
    """List one's own games (names and paths) and the bundled ones."""
    found = [_game(entry.name, entry.name) for entry in library.entries() if entry.name not in own]
    return [*(_game(name, path) for name, path in own.items()), *found]


def _game(name: str, path: str) -> dict[str, Any]:
    place = library.find(path)
    overlays = [*library.beside(place), *library.added(place)]
    decls: tuple[ast.Decl, ...] = ()
    with suppress(library.Unknown):
        build = written.composed(path, (), {})
        decls = build.files[0].decls if build.files else ()
    words = Beforehand(decls)
    entry = library.entry_of(name, place.path)
    known = next((d.name.id for d in decls if isinstance(d, ast.Game)), name)
    return {
        "name": name,
        "title": entry.title,
        "titles": library.translated(entry.title, sources_of(place.path)),
        "players": list(entry.players),
        "languages": ["", *words.languages],
        "editions": [
            {"name": "", "title": library.own_edition(place)},
            *(_overlay(each) for each in overlays if each.layer == EDITION),
        ],
        "overlays": [
            _overlay(each) | {"layer": each.layer, "fits": True, "requires": list(each.requires)}
            for each in overlays
            if each.layer != EDITION
        ],
        "rulings": words.asked(),
        "bots": list(BOTS),
        "experience": brought(known) is not None,
    }


def _overlay(overlay: library.Overlay) -> dict[str, Any]:
    titles = library.translated(overlay.title, parts_of(overlay.file))
    return {"name": overlay.id, "title": overlay.title, "titles": titles}

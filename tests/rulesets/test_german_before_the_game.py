"""Every game of the library can be chosen and set up in German: titles, open questions, their answers and reasons."""

from __future__ import annotations

import pytest

import regelwerk
from regelwerk import library
from regelwerk.dsl.source import parts_of, sources_of
from regelwerk.interpreter.texts.sentences import untranslated
from regelwerk.library import written
from regelwerk.telling.beforehand import Beforehand

GAMES = [entry.name for entry in library.entries()]
SMALL = [name for name in GAMES if library.find(name).path.is_file()]


@pytest.mark.parametrize("name", GAMES)
def test_a_game_and_all_its_overlays_have_a_title(name: str) -> None:
    place = library.find(name)
    titled = [(library.entry_of(name, place.path).title, sources_of(place.path))]
    titled += [(each.title, parts_of(each.file)) for each in library.beside(place)]
    assert [title for title, files in titled if "de" not in library.translated(title, files)] == []


@pytest.mark.parametrize("name", GAMES)
def test_everything_that_is_asked_before_a_game_is_asked_in_german(name: str) -> None:
    overlays = [each.id for each in library.beside(library.find(name)) if each.layer in ("expansion", "mod", "variant")]
    edition = next((f"@{each.id}" for each in library.beside(library.find(name)) if each.layer == "edition"), "")
    build = written.composed(name + edition, overlays)
    assert [d.message for d in build.diagnostics] == []
    assert list(Beforehand(build.files[0].decls).unsaid("de")) == []


@pytest.mark.parametrize("name", SMALL)
def test_small_games_are_played_in_german(name: str) -> None:
    assert untranslated(regelwerk.load(name, language="de").compiled, "de") == []


def test_an_answer_is_told_by_its_own_kind() -> None:
    questions = {each["name"]: each for each in Beforehand(written.composed("auf-der-walz").files[0].decls).asked()}
    told = {each["name"]: each["titles"]["de"] for each in questions["stake_limited_by"]["choices"]}
    assert told == {"own": "das eigene Geld", "poorest": "der Ärmste", "nothing_else": "nichts sonst"}
    assert [each["titles"]["de"] for each in questions["white_pays"]["choices"]] == ["ja", "nein"]
    assert questions["passing"]["titles"]["de"].startswith("Was geschieht")

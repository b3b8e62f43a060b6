"""Auf der Walz in German: nothing that players read is left in English, in either edition."""

from __future__ import annotations

import random
import re
from functools import cache

import pytest

import regelwerk
from regelwerk.interpreter.texts.sentences import untranslated
from regelwerk.library import written
from regelwerk.telling.beforehand import Beforehand

EDITIONS = ["auf-der-walz@en", "auf-der-walz@de"]
EAGER = ("stop_at", "stay_at", "work_for", "relax_at", "visit", "scout", "yes", "insight")
SELDOM = {"Use {0} once more", "Deutsche Ausgabe"}  # only another answer to a ruling, or the lobby, says so


@cache
def german(name: str) -> regelwerk.Ruleset:
    return regelwerk.load(name, language="de")


@pytest.mark.parametrize("name", EDITIONS)
def test_every_text_has_german_words(name: str) -> None:
    assert untranslated(german(name).compiled, "de") == []


def test_every_text_that_is_taken_away_is_missed() -> None:
    compiled = german("auf-der-walz@de").compiled
    said = compiled.translations["de"]
    asked = Beforehand(written.composed("auf-der-walz@de").files[0].decls)
    known = asked.languages["de"]
    for words in [key for key in said if key.startswith("action.") or (" " in key and key[0].isupper())]:
        if words not in SELDOM:
            less = compiled.model_copy(update={"translations": {"de": {k: v for k, v in said.items() if k != words}}})
            asked.languages["de"] = {k: v for k, v in known.items() if k != words}
            assert [*untranslated(less, "de"), *asked.unsaid("de")] != [], words
    titles = compiled.titles["de"]
    for domain in ("Space", "Tile", "Segment", "Development"):
        for address in [each for each in titles if each.startswith(f"{domain}.")][:3]:
            less = compiled.model_copy(update={"titles": {"de": {k: v for k, v in titles.items() if k != address}}})
            assert untranslated(less, "de") != [], address


def test_a_language_without_texts_lacks_all_of_them() -> None:
    assert len(untranslated(german("auf-der-walz@de").compiled, "fr")) > 300


def test_a_game_in_german_says_nothing_in_english() -> None:
    """Two games with the same seed and the same answers: what reads alike is a name, a number or the same word."""
    english = regelwerk.load("auf-der-walz@de")
    games = [rules.new_game(players=3, seed=4) for rules in (english, german("auf-der-walz@de"))]
    alike: set[str] = set()
    rng = random.Random(4)
    for _ in range(700):
        if games[0].over:
            break
        decisions = [game.decisions()[0] for game in games]
        for a, b in zip(decisions[0].options, decisions[1].options, strict=True):
            assert a.id == b.id
            alike |= {a.text} if a.text == b.text else set()
        alike |= {decisions[0].question} if decisions[0].question == decisions[1].question else set()
        ids = [o.id for o in decisions[0].options]
        going_on = [id for id in ids if id.startswith(EAGER)] or [id for id in ids if id != "rest"] or ids
        chosen = rng.choice(going_on)
        for game, decision in zip(games, decisions, strict=True):
            game.choose(chosen, decision.seat)
    words = {text for text in alike if re.search("[A-Za-z]", text) and not re.fullmatch(r"x\d+y\d+", text)}
    assert words <= {"orange", "K+K"}
    told = [[e["text"] for e in game.log if e["kind"] == "say"] for game in games]
    assert told[0] and not set(told[0]) & set(told[1])


def test_reasons_are_told_in_german() -> None:
    game = german("auf-der-walz@de").new_game(players=2, seed=1)
    assert [r.text for r in game.why("rest")] == ["Passen ist nicht erlaubt: Spiel zuerst eine Karte aus."]
    assert game.why("scout_land")[0].text == "Spiel zuerst eine Karte aus."


def test_a_game_saved_in_one_language_goes_on_in_another() -> None:
    game = german("auf-der-walz@de").new_game(players=2, seed=1)
    for option in ("play_card(2)", "rest"):
        if game.decisions()[0].option(option) is not None:
            game.choose(option)
    again = regelwerk.load("auf-der-walz@de").load(game.save())
    assert again.state == game.state

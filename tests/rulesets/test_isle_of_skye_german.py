"""Isle of Skye in German: nothing that players read is left in English, with and without Journeyman."""

from __future__ import annotations

import random
import re

import pytest

import regelwerk
from regelwerk.interpreter.texts.sentences import untranslated

GAMES = [[], ["journeyman"]]
ENGLISH = re.compile(
    r"\b(the|of|which|where|tile|tiles|advance|buy|road|track|points|scroll|gold for)\b", re.IGNORECASE
)


@pytest.mark.parametrize("overlays", GAMES)
def test_every_text_has_german_words(overlays: list[str]) -> None:
    made = regelwerk.load("isle-of-skye", overlays, language="de")
    assert untranslated(made.compiled, "de") == []


@pytest.mark.parametrize("overlays", GAMES)
def test_a_game_is_told_in_german(overlays: list[str]) -> None:
    game = regelwerk.load("isle-of-skye", overlays, language="de").new_game(players=3, seed=4)
    rng = random.Random(4)
    read: set[str] = set()
    while game.decisions():
        decision = rng.choice(game.decisions())
        read |= {decision.question, *(o.text for o in decision.options)}
        game.choose(rng.choice(decision.options).code, decision.seat)
        if decision.secret and decision.seat in game.waiting():
            game.commit(decision.seat)
    assert [words for words in sorted(read) if ENGLISH.search(words)] == []

"""Wallenstein in German: nothing that players read is left in English, with and without the expansions."""

from __future__ import annotations

import pytest

from regelwerk.interpreter.texts.sentences import untranslated
from tests.rulesets.wallenstein.bench import COMPOSITIONS, composed


@pytest.mark.parametrize("name", COMPOSITIONS)
def test_every_text_has_german_words(name: str) -> None:
    assert untranslated(composed(name, "de").compiled, "de") == []

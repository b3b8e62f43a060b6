"""The front end in another language: every sentence it says has one, and a game is played without a word of English."""

from __future__ import annotations

import ast
import re
from pathlib import Path
from string import Formatter

import pytest

import regelwerk
from regelwerk.cli import terminal
from regelwerk.dsl.overlays.sentences import sentences
from regelwerk.interpreter.texts.phrases import LANGUAGES, phrases
from regelwerk.interpreter.texts.sentences import words_of
from regelwerk.library import building
from regelwerk.telling import speech

FOLDERS = (Path(speech.__file__).parent, Path(terminal.__file__).parent)
VOICES = {"say", "speak", "_say"}


def _literals(tree: ast.AST) -> set[str]:
    """The sentences that are said, also those with a name of their own in the module."""
    named = {
        target.id: node.value.value
        for node in ast.walk(tree)
        if isinstance(node, ast.Assign) and isinstance(node.value, ast.Constant) and isinstance(node.value.value, str)
        for target in node.targets
        if isinstance(target, ast.Name)
    }
    found: set[str] = set()
    for node in ast.walk(tree):
        if not isinstance(node, ast.Call):
            continue
        inner = node.func.func if isinstance(node.func, ast.Call) else node.func  # speaker(game)("...")
        name = getattr(inner, "attr", getattr(inner, "id", ""))
        if name in VOICES or (name == "speaker" and inner is not node.func):
            for arg in node.args:
                if isinstance(arg, ast.Constant) and isinstance(arg.value, str) and arg.value:
                    found.add(arg.value)
                elif isinstance(arg, ast.Name) and arg.id in named:
                    found.add(named[arg.id])
    return found


def test_every_sentence_of_the_front_end_has_a_translation() -> None:
    said = {
        words
        for folder in FOLDERS
        for path in folder.glob("*.py")
        for words in _literals(ast.parse(path.read_text(encoding="utf-8")))
    }
    assert len(said) > 40
    for language, known in speech.SPOKEN.items():
        assert said - known.keys() == set(), language


@pytest.mark.parametrize("language", sorted(speech.SPOKEN))
def test_translations_of_the_front_end_use_the_same_values(language: str) -> None:
    def values(words: str) -> set[str]:
        return {name for _, name, _, _ in Formatter().parse(words) if name}

    for english, words in speech.SPOKEN[language].items():
        assert values(english) == values(words), english


@pytest.mark.parametrize("language", sorted(LANGUAGES))
def test_phrases_of_the_machine_use_the_same_values(language: str) -> None:
    for english, words in LANGUAGES[language].items():
        assert [english.count(sign) for sign in "*#"] == [words.count(sign) for sign in "*#"], english
        assert sorted(re.findall(r"\{\d\}", english)) == sorted(re.findall(r"\{\d\}", words)), english


@pytest.mark.parametrize("name", ["pig", "leduc-poker", "hellweg", "isle-of-skye", "fenland"])
def test_sentences_that_the_language_makes_have_a_translation(name: str) -> None:
    build = building.build(name)
    assert build.compiled is not None
    own = {
        re.sub(r"\{[^}]*\}", "{}", words).lower()
        for words, _ in sentences([d for file in build.files for d in file.decls])
    }
    for text in build.compiled.texts:
        words = words_of(text)
        made = re.sub(r"\{\d+\}", "{}", words)
        if made.lower() not in own and any(sign.isalpha() for sign in made.replace("{}", "")):
            assert phrases("de").find(words, str) is not None, words


def test_what_a_language_does_not_know_is_said_in_english() -> None:
    assert speech.speak("xx", "Saved in {name}.", name="a") == "Saved in a."
    game = regelwerk.load("pig").new_game(players=2, seed=1)
    assert speech.speaker(game)("A draw.") == "A draw."

"""What the playground says, it says in German, too."""

from __future__ import annotations

import re
from pathlib import Path

ROOT = Path(__file__).parents[2]
PAGE = ROOT / "playground" / "page"
WORD = r"'((?:[^'\\]|\\.)+)'"


def known() -> set[str]:
    """Give the English words that the page has German ones for."""
    lists = ((ROOT / "regelwerk" / "web" / "static" / "words.js"), PAGE / "words.js")
    pairs = (re.findall(rf"^  (?:{WORD}|(\w+)):", path.read_text(encoding="utf-8"), re.MULTILINE) for path in lists)
    return {quoted or bare for found in pairs for quoted, bare in found}


def test_everything_that_is_said_has_german_words() -> None:
    said = {
        text for path in PAGE.glob("*.js") for text in re.findall(rf"\bsay\({WORD}", path.read_text(encoding="utf-8"))
    }
    assert len(said) > 60
    assert said - known() == set()


def test_what_the_engine_works_on_and_the_panes_have_german_words() -> None:
    names = re.search(r"const NAMES = \{(.*?)\};", (PAGE / "engine.js").read_text(encoding="utf-8"))
    panes = re.search(r"const PANES = (.*?);", (PAGE / "playground.js").read_text(encoding="utf-8"))
    assert names is not None and panes is not None
    assert set(re.findall(rf": {WORD}", names[1])) | set(re.findall(rf", {WORD}\]", panes[1])) <= known()

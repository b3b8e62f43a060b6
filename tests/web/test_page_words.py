"""What the page itself says, and what it loads."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import regelwerk.web

STATIC = Path(regelwerk.web.__file__).parent / "static"
OWN = [path for path in STATIC.rglob("*") if path.suffix in (".js", ".html", ".css") and "vendor" not in path.parts]


def test_every_sentence_of_the_page_has_a_translation() -> None:
    said: set[str] = set()
    for path in OWN:
        said |= set(re.findall(r"\bsay\('((?:[^'\\]|\\.)+)'", path.read_text(encoding="utf-8")))
    words = (STATIC / "words.js").read_text(encoding="utf-8")
    known = set(re.findall(r"^  (?:'((?:[^'\\]|\\.)+)'|(\w+)):", words, re.MULTILINE))
    assert len(said) > 60
    assert said - {quoted or bare for quoted, bare in known} == set()


@pytest.mark.parametrize("path", OWN, ids=lambda path: path.name)
def test_nothing_is_loaded_from_elsewhere_and_nothing_stands_inline(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    assert not re.findall(r"https?://(?!www\.w3\.org)", text)
    assert "style=" not in text and "innerHTML" not in text and "eval(" not in text
    assert path.suffix != ".html" or not re.search(r"<script(?![^>]*src=)", text)


def test_vendored_files_come_with_their_licences() -> None:
    folders = [path for path in (STATIC / "vendor").iterdir() if path.is_dir()]
    assert folders and all((folder / "LICENSE").is_file() for folder in folders)

"""Codes are given out in one place: none is used unregistered, none is registered unused."""

import re
from pathlib import Path

from regelwerk.dsl.diagnostics import TITLES, band

FOLDERS = ("dsl", "interpreter", "regelwerk")


def used(root: Path) -> set[str]:
    """All codes that stand in the program itself."""
    registry = root / "dsl" / "diagnostics" / "codes.py"
    files = [f for folder in FOLDERS for f in (root / folder).rglob("*.py") if f != registry and not _linked(f, root)]
    return {code for f in files for code in re.findall(r"\bRW\d{4}\b", f.read_text(encoding="utf-8"))}


def _linked(file: Path, root: Path) -> bool:
    return file.is_relative_to(root / "regelwerk" / "dsl")


def test_every_code_in_use_is_registered_and_every_registered_one_is_in_use(root: Path) -> None:
    assert used(root) == set(TITLES)


def test_a_title_is_a_few_words_and_no_sentence() -> None:
    for code, title in TITLES.items():
        assert re.fullmatch(r"RW\d{4}", code) and band(code)
        assert title[0].isupper() and not title.endswith(".") and len(title) < 50, code
    assert list(TITLES) == sorted(TITLES)

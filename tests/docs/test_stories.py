"""The README, the tutorial and the guides, carried out as a reader would: every file, every command, every answer."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from docs.pictures.draw import play, travel
from tests.docs.pages import ROOT, all_blocks
from tests.docs.stories import STORIES, carry_out, renew, updating


@pytest.mark.parametrize("page", STORIES, ids=lambda page: page.relative_to(ROOT).as_posix())
def test_a_page_can_be_followed(page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    told = carry_out(page, tmp_path)
    if updating():
        renew(page, told)
        return
    for each in told:
        assert each.true, f"$ {each.command}\n{each.printed}"


@pytest.mark.parametrize("page", STORIES, ids=lambda page: page.relative_to(ROOT).as_posix())
def test_nothing_on_a_page_is_left_untried(page: Path) -> None:
    for block in all_blocks(page):
        if block.info in ("regel", "diff"):
            assert block.note, f"{block}: say which file it belongs to"


@pytest.mark.parametrize(("name", "draw"), [("play", play), ("walz", travel)])
def test_a_picture_shows_the_table_as_it_is(name: str, draw: Callable[[], str]) -> None:
    file = ROOT / "docs" / "pictures" / f"{name}.svg"
    if updating():
        file.write_text(draw(), encoding="utf-8")
    assert draw() == file.read_text(encoding="utf-8"), "docs/pictures/draw.py renews it"

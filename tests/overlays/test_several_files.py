"""An overlay in a folder of its own: the heading in the file that is called like the folder, the rest beside it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from regelwerk import library
from regelwerk.dsl.source import parts_of, sources_of
from regelwerk.library import building
from regelwerk.lsp.projects import project_of
from tests.overlays.conftest import Run

GAME = """\
game coins "Coins"
  language  1
  players   2

player
  coins     0..20 = 3

action earn "Earn"
  add 1 to me.coins

flow
  as each players: offer earn

winner
  most me.coins
"""
HEADING = 'mod rich "Rich" for coins\n  version "1.0"\n'
RULES = "change player.coins\n  from 3\n  to   5\n"
SCENARIO = 'scenario "everybody begins rich"\n  seats  ann, ben\n  then   ann.coins = {coins}\n'


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    for name, text in {
        "coins.regel": GAME,
        "mods/rich/rich.regel": HEADING,
        "mods/rich/rules/money.regel": RULES,
        "mods/rich/scenarios/setup.regel": SCENARIO.format(coins=5),
    }.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text, encoding="utf-8")
    return tmp_path


def test_its_files_are_no_part_of_the_game_and_apply_together(folder: Path, run: Run) -> None:
    assert sources_of(folder) == [folder / "coins.regel"]
    heading = library.overlay(library.find(str(folder)), "rich")
    assert [file.name for file in parts_of(heading)] == ["rich.regel", "money.regel", "setup.regel"]
    for name in ("rich", str(folder / "mods" / "rich"), str(heading)):
        done = run("test", str(folder), "--with", name)
        assert done.exit_code == 0 and "1 scenario, all fine" in done.output
    assert "No scenarios." in run("test", str(folder)).output


def test_mistakes_are_shown_in_the_file_they_are_in(folder: Path, run: Run) -> None:
    (folder / "mods/rich/rules/money.regel").write_text(RULES.replace("from 3", "from 4"), encoding="utf-8")
    done = run("check", str(folder), "--with", "rich")
    assert done.exit_code == 1 and "money.regel:2:" in done.output
    (folder / "mods/rich/scenarios/setup.regel").write_text(SCENARIO.format(coins=9), encoding="utf-8")
    (folder / "mods/rich/rules/money.regel").write_text(RULES, encoding="utf-8")
    assert "setup.regel:" in run("test", str(folder), "--with", "rich").output


def test_what_is_locked_and_packed_is_all_of_it(folder: Path, run: Run) -> None:
    def locked() -> str:
        build = building.build(str(folder), ["rich"])
        assert build.compiled is not None
        assert [part.id for part in build.compiled.parts] == ["coins", "rich"]
        return build.compiled.parts[1].hash

    before = locked()
    packed = run("pack", str(folder / "mods/rich/rich.regel"), str(folder), "-o", str(folder / "rich.regelmod"))
    assert packed.exit_code == 0
    text = json.loads((folder / "rich.regelmod").read_text(encoding="utf-8"))["text"]
    assert text.startswith(HEADING) and RULES in text and "begins rich" in text
    (folder / "mods/rich/rules/money.regel").write_text(RULES.replace("5", "6"), encoding="utf-8")
    assert locked() != before


def test_validate_looks_at_all_of_it(folder: Path, run: Run) -> None:
    done = run("validate", str(folder / "mods" / "rich"), str(folder), "--json", "--games", "2")
    told = json.loads(done.output)
    assert done.exit_code == 0 and [each["address"] for each in told["changes"]] == ["player.coins"]


def test_an_editor_checks_a_part_on_top_of_the_game(folder: Path) -> None:
    def text(name: str) -> str:
        return Path(name).read_text(encoding="utf-8") if Path(name).is_file() else ""

    part = str(folder / "mods/rich/scenarios/setup.regel")
    project = project_of(part, text, [folder])
    assert [Path(name).name for name in project.base] == ["coins.regel"]
    assert sorted(Path(name).name for name in project.shown) == ["money.regel", "rich.regel", "setup.regel"]
    assert [Path(name).name for name in project_of(str(folder / "coins.regel"), text).base] == ["coins.regel"]

"""What a message about overlays advises leads to a ruleset without that mistake, not to the next one."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.overlays.conftest import Run

ROW = "any d in {north, north_east, east, south_east} where run(x, d) + run(x, facing(d)) >="


def overlay(name: str, body: str, header: str = "") -> str:
    """Write an overlay into the working folder; returns its file."""
    Path(f"{name}.regel").write_text(f'variant {name} "{name}" for connect_four\n{header}\n{body}', encoding="utf-8")
    return f"{name}.regel"


def rows(old: int, new: int) -> str:
    return f"change in_a_row\n  from  {ROW} {old}\n  to    {ROW} {new}\n"


@pytest.fixture(autouse=True)
def elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def check(run: Run, *overlays: str) -> str:
    words = [word for each in overlays for word in ("--with", each)]
    return run("check", "connect-four", *words, "--play", "0").output


def test_two_changes_of_one_place(run: Run) -> None:
    five, three = overlay("five", rows(3, 4)), overlay("three", rows(3, 2))
    told = check(run, five, three)
    assert "RW5011" in told and "`requires five`, and expect what `five` leaves there" in told
    assert "Say `after" not in told
    three = overlay("three", rows(4, 2), "  requires five\n")
    assert check(run, five, three) == "connect-four: no findings.\n"
    assert "Add the overlay `five`" in check(run, three)


@pytest.mark.parametrize(
    ("wrong", "way", "right"),
    [
        ("winner", "write `remove winner` and declare it anew below", "remove winner\n\nwinner\n  least me.won\n"),
        ("table", "Name one: `table.disc` or `table.room`", ""),
        ("game", "Name a part of it.", ""),
    ],
)
def test_what_cannot_be_changed_as_a_whole(run: Run, wrong: str, way: str, right: str) -> None:
    assert way in check(run, overlay("x", f"change {wrong}\n  from  1\n  to    2\n"))
    assert not right or check(run, overlay("x", right)) == "connect-four: no findings.\n"


def test_a_file_that_is_not_there(run: Run) -> None:
    assert check(run, "nosuch.regel") == "Error: There is no file nosuch.regel.\n"
    assert "There is no overlay nosuch" in check(run, "nosuch")


def test_two_games_in_one_folder(run: Run) -> None:
    for name in ("a", "b"):
        Path(f"{name}.regel").write_text(f'game {name} "The {name}"\n  players 2\n', encoding="utf-8")
    done = run("check", ".")
    assert done.exit_code == 2
    told = "There are 2 games in one folder: The a (a.regel) and The b (b.regel). Name the file of one."
    assert done.stderr == f"Error: {told}\n"

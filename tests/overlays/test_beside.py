"""Overlays that lie in the folder of their game: no part of it, but known by name."""

import json

from tests.overlays.conftest import FAST, GAME, Run, Write


def folder(write: Write) -> str:
    write("pot/rules.regel", GAME)
    write("pot/errata/fast.regel", "# Faster.\n\n" + FAST)
    write("pot/mods/other.regel", "mod other for another_game\n")
    return "pot"


def test_they_are_left_out_until_somebody_names_them(run: Run, write: Write) -> None:
    place = folder(write)
    assert run("check", place, "--play", "0").output == "pot: no findings.\n"
    assert "Every filling counts twice" not in run("merged", place).output
    assert "2 * step(yes)" in run("merged", place, "--with", "fast").output
    assert run("test", f"{place}@fast").exit_code == 0


def test_list_names_them_by_layer(run: Run, write: Write) -> None:
    place = folder(write)
    assert "erratum  fast  Twice as fast  1.0" in run("list", place).output
    assert "other" not in run("list", place).output
    (told,) = json.loads(run("list", place, "--json").output)
    assert (told["id"], told["layer"], told["version"], told["added"]) == ("fast", "erratum", "1.0", False)


def test_list_names_what_was_added(run: Run, write: Write) -> None:
    place = folder(write)
    assert run("add", write("mine.regel", 'mod mine "Mine" for pot\n  version "2.0"\n')).exit_code == 0
    assert "2.0 added" in run("list", place).output


def test_the_layout_of_all_of_them_is_tidied(run: Run, write: Write) -> None:
    assert "pot/errata/fast.regel" in run("fmt", folder(write), "--check", "--json").output

"""`regelwerk fmt`: files, folders, the standard input; what it says and what it never does."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest

from tests.format.conftest import Run

MESSY = 'game tiny "Tiny"\n language 1\n players   2\n'
NEAT = 'game tiny "Tiny"\n  language  1\n  players   2\n'
BROKEN = "effect   oh\n   offer (a,\n"


def test_a_file_is_formatted_in_place(run: Run) -> None:
    path = Path("a.regel")
    path.write_text(MESSY)
    path.chmod(0o640)
    done = run("fmt", "a.regel")
    assert (done.exit_code, done.output) == (0, "formatted a.regel\n")
    assert path.read_text() == NEAT
    assert path.stat().st_mode & 0o777 == 0o640
    again = run("fmt", "a.regel")
    assert (again.exit_code, again.output) == (0, "1 file: nothing to do.\n")
    assert os.listdir() == ["a.regel"]


def test_a_folder_is_formatted_with_what_is_in_it(run: Run) -> None:
    Path("game/cards").mkdir(parents=True)
    Path("game/a.regel").write_text(MESSY)
    Path("game/cards/b.regel").write_text(NEAT)
    Path("game/notes.txt").write_text(MESSY)
    done = run("fmt", "game", "game/a.regel")
    assert done.output == "formatted game/a.regel\n"
    assert Path("game/a.regel").read_text() == NEAT
    assert Path("game/notes.txt").read_text() == MESSY


@pytest.mark.parametrize("option", ["--check", "--diff"])
def test_looking_changes_nothing(run: Run, option: str) -> None:
    Path("a.regel").write_text(MESSY)
    done = run("fmt", option, "a.regel")
    assert done.exit_code == 1
    assert Path("a.regel").read_text() == MESSY
    expected = "would format a.regel" if option == "--check" else "+  language  1"
    assert expected in done.output
    Path("a.regel").write_text(NEAT)
    assert run("fmt", option, "a.regel").exit_code == 0


def test_the_standard_input_goes_to_the_standard_output(run: Run) -> None:
    done = run("fmt", "-", input=MESSY.replace("\n", "\r\n").encode())
    assert (done.exit_code, done.stdout_bytes) == (0, NEAT.encode())
    assert run("fmt", "-", "--check", input=MESSY.encode()).exit_code == 1
    assert run("fmt", "-", "a.regel").exit_code == 2


@pytest.mark.parametrize("data", [b"\xff\xfe\x00\x01", b'flow\n  say "M\xf6nster"\n', b"\x00\x01"])
def test_what_is_no_text_is_passed_on_byte_for_byte(run: Run, data: bytes) -> None:
    done = run("fmt", "-", input=data)
    assert (done.exit_code, done.stdout_bytes) == (1, data)
    Path("a.regel").write_bytes(data)
    assert run("fmt", "a.regel").exit_code == 1
    assert Path("a.regel").read_bytes() == data


def test_a_broken_file_stays_and_is_explained(run: Run) -> None:
    Path("a.regel").write_text(BROKEN)
    done = run("fmt", "a.regel")
    assert done.exit_code == 1
    assert Path("a.regel").read_text() == BROKEN
    assert "RW0004" in done.stderr and "a.regel:2:10" in done.stderr
    assert "left as it is" in done.stderr


def test_one_mistake_does_not_keep_the_rest_from_being_formatted(run: Run) -> None:
    Path("a.regel").write_text(MESSY + BROKEN)
    done = run("fmt", "a.regel")
    assert (done.exit_code, done.stdout) == (1, "formatted a.regel\n")
    assert Path("a.regel").read_text() == NEAT + BROKEN


def test_a_link_stays_a_link(run: Run) -> None:
    Path("real.regel").write_text(MESSY)
    Path("link.regel").symlink_to("real.regel")
    run("fmt", "link.regel")
    assert Path("link.regel").is_symlink()
    assert Path("real.regel").read_text() == NEAT


def test_a_bundled_ruleset_can_only_be_looked_at(run: Run) -> None:
    refused = run("fmt", "pig")
    assert refused.exit_code == 2
    assert "bundled" in refused.stderr and "--check" in refused.stderr
    assert run("fmt", "pig", "--check").exit_code == 0


@pytest.mark.parametrize("name", ["nowhere.regel", "no-such-game", "."])
def test_nothing_to_format_is_a_wrong_use(run: Run, name: str) -> None:
    done = run("fmt", name)
    assert done.exit_code == 2
    assert done.stderr.count("Error: There is no") == 1


def test_programs_can_read_it(run: Run) -> None:
    Path("a.regel").write_text(MESSY + BROKEN)
    done = run("fmt", "a.regel", "--check", "--json")
    (told,) = json.loads(done.stdout)
    assert (told["file"], told["changes"], [m["code"] for m in told["messages"]]) == ("a.regel", True, ["RW0004"])

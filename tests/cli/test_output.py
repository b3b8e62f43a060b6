"""Where the output goes: nowhere, onto a full disk; and an end before anything has begun."""

from __future__ import annotations

import contextlib
import os
import subprocess
import sys
from pathlib import Path

import pytest

from .conftest import Run

FULL = Path("/dev/full")


@pytest.mark.skipif(not FULL.exists(), reason="there is no device that is always full")
@pytest.mark.parametrize("args", [("list",), ("list", "--json"), ("--help",), ("test", "pig"), ("check", "--help")])
def test_a_full_disk_is_one_line(command: list[str], args: tuple[str, ...]) -> None:
    with FULL.open("w") as full:
        done = subprocess.run([*command, *args], stdout=full, stderr=subprocess.PIPE, text=True, timeout=120)
    assert done.returncode == 1
    assert done.stderr == "The output cannot be written: No space left on device.\n"


@pytest.mark.skipif(sys.platform == "win32", reason="there is no such shell")
def test_a_closed_output_is_one_line(command: list[str]) -> None:
    shell = ["sh", "-c", '"$0" "$@" >&-', *command, "list"]
    done = subprocess.run(shell, stderr=subprocess.PIPE, text=True, timeout=120)
    assert (done.returncode, done.stderr) == (1, "The output is closed.\n")


def test_ctrl_c_while_loading_shows_no_traceback() -> None:
    program = """
import sys
class Interrupt:
    def find_spec(self, name, path=None, target=None):
        if name == "regelwerk.library":
            raise KeyboardInterrupt
sys.meta_path.insert(0, Interrupt())
sys.argv = ["/usr/bin/regelwerk", "list"]
from regelwerk.cli import main
"""
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, timeout=120)
    assert done.returncode != 0
    assert done.stderr == "\nStopped.\n"


def test_a_failed_simulation_tells_how_to_play_the_game_again(run: Run, tmp_path: Path, broken: str) -> None:
    out = tmp_path / "failure.json"
    result = run("simulate", broken, "--check", "--games", "3", "--save", str(out))
    assert result.exit_code == 1
    assert "scenario" not in result.output
    assert f"Play it again: regelwerk replay {out} --ruleset {broken}" in result.output
    assert len(result.output.splitlines()) < 60


def test_a_long_failure_is_shown_in_part(run: Run, tmp_path: Path) -> None:
    result = run("simulate", "pig", "--games", "1", "--limit", "200", "--save", str(tmp_path / "f.json"))
    told = result.output.partition("Shortest game found")[2].splitlines()
    assert len(told) <= 40


def test_a_question_mark_lists_each_action_once(run: Run) -> None:
    before = ("play", "breakthrough", "--seats", "human,human")
    lines = run(*before, input="?\nq\n").output.splitlines()
    assert sum(": " in line and "and" in line and "more" in line for line in lines) <= 15


@pytest.mark.skipif(sys.platform == "win32", reason="there are no terminals to pretend")
def test_what_takes_a_while_says_at_once_what_it_does(command: list[str], tmp_path: Path) -> None:
    ours, theirs = os.openpty()
    args = [*command, "new", "mod", "one_more", "--for", "pig"]
    with subprocess.Popen(args, cwd=tmp_path, stdout=subprocess.PIPE, stderr=theirs, text=True) as process:
        os.close(theirs)
        told = b""
        while b"Reading pig" not in told:
            told += os.read(ours, 1000)  # ends with the command
        assert not (tmp_path / "one_more.regel").exists()
        with contextlib.suppress(OSError):
            while os.read(ours, 1000):
                pass
        assert process.stdout is not None
        assert "Written: one_more.regel" in process.stdout.read()
    os.close(ours)

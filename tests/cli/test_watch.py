"""`--watch` in a process of its own: files are edited, the answers are read; whatever editors do, it goes on."""

from __future__ import annotations

import os
import queue
import re
import signal
import subprocess
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

GAME = """\
game counter "Counter"
  language  1
  players   2..3

table
  total     0..99

action add_one "Add one"
  add 1 to total

action rest "Rest"
  needs total > 0 else "Nobody rests at the start."
  nothing

flow
  repeat until total = 9 at most 60
    as each players: offer add_one, rest

winner
  most 0

scenario "adding"
  seats ann, bob
  when
    as ann: add_one
  then
    total = 1

scenario "resting"
  seats ann, bob
  given set total to 3
  when
    as ann: rest
  then
    total = 3
"""


class Watching:
    """The command at work, and what it has said so far."""

    def __init__(self, command: list[str], *args: str) -> None:
        quiet = {**os.environ, "PYTHONUNBUFFERED": "1"}
        self.process = subprocess.Popen(
            [*command, *args, "--watch"], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=quiet
        )
        self.lines: queue.Queue[str] = queue.Queue()
        threading.Thread(target=self._read, daemon=True).start()

    def _read(self) -> None:
        assert self.process.stdout is not None
        for line in self.process.stdout:
            self.lines.put(line)

    def until(self, pattern: str) -> str:
        """Read on until a line fits; give everything read on the way."""
        seen = ""
        while not re.search(pattern, seen):
            seen += self.lines.get(timeout=60)
        return seen

    def answer(self) -> str:
        """Read the next answer to its end."""
        return self.until(r"Ctrl-C ends\.\n$")

    def stop(self) -> tuple[int, str]:
        """Press Ctrl-C; give the exit code and what was said to the error output."""
        self.process.send_signal(signal.SIGINT)
        assert self.process.stderr is not None
        return self.process.wait(timeout=60), self.process.stderr.read()


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "counter.regel"
    path.write_text(GAME, encoding="utf-8")
    return path


@pytest.fixture
def watching(command: list[str]) -> Iterator[list[Watching]]:
    started: list[Watching] = []
    yield started
    for each in started:
        each.process.kill()
        each.process.wait()


def replace(path: Path, text: str) -> None:
    """Save as many editors do: write beside it, then rename."""
    fresh = path.with_name(path.name + "~")
    fresh.write_text(text, encoding="utf-8")
    os.replace(fresh, path)


def test_check_answers_every_edit(command: list[str], watching: list[Watching], file: Path) -> None:
    work = Watching(command, "check", str(file))
    watching.append(work)
    assert "no findings" in work.answer()
    assert "nothing more" in work.until("Seeded play")

    file.write_text(GAME.replace("most 0", "most totl"), encoding="utf-8")
    wrong = work.answer()
    assert "totl" in wrong and "1 error" in wrong and re.search(r"(?m)^new .*:20: RW2\d+ ", wrong)

    replace(file, "# a line above\n" + GAME.replace("most 0", "most totl"))
    assert not re.search(r"(?m)^(new|fixed)", work.answer())  # the same message, one line further down

    replace(file, GAME)
    mended = work.answer()
    assert "no findings" in mended and re.search(r"(?m)^fixed .*:21: RW2\d+ ", mended)
    assert work.stop() == (0, "")


def test_check_survives_whatever_happens_to_files(command: list[str], watching: list[Watching], file: Path) -> None:
    folder = file.parent
    work = Watching(command, "check", str(folder), "--play", "0")
    watching.append(work)
    assert "no findings" in work.answer()

    (folder / "more.regel").write_text(
        GAME[: GAME.index("winner")], encoding="utf-8"
    )  # everything twice, and half of it
    assert "2 games in one folder" in work.answer()

    (folder / "more.regel").rename(folder / "elsewhere.txt")
    assert "no findings" in work.answer()

    file.write_bytes(b"\xff\xfe not text")
    assert "RW0" in work.answer()

    file.unlink()
    assert "nothing in this ruleset" in work.answer().lower()

    file.write_text("", encoding="utf-8")
    work.answer()
    file.write_text(GAME, encoding="utf-8")
    assert "no findings" in work.answer()

    for left in folder.iterdir():
        left.unlink()
    folder.rmdir()
    assert "There is no" in work.until(r"There is no file or folder[^\n]*\n(.|\n)*Ctrl-C ends\.\n$")

    folder.mkdir()
    file.write_text(GAME, encoding="utf-8")
    work.until("no findings")
    assert work.stop() == (0, "")


def test_test_runs_what_a_change_can_touch(command: list[str], watching: list[Watching], file: Path) -> None:
    work = Watching(command, "test", str(file))
    watching.append(work)
    assert "2 scenarios, all fine." in work.answer()

    file.write_text(GAME.replace("add 1 to total", "add 2 to total"), encoding="utf-8")
    failed = work.answer()
    assert "FAIL  adding" in failed and "1 of 2 scenarios failed (1 not touched by the change)." in failed

    file.write_text(GAME.replace("add 1 to total", "add 1 to totl"), encoding="utf-8")
    assert "The scenarios wait until the errors are gone." in work.answer()

    file.write_text(GAME, encoding="utf-8")
    mended = work.answer()
    assert "fixed adding" in mended and "all fine" in mended and re.search(r"\d not touched", mended)
    assert work.stop() == (0, "")


@pytest.mark.parametrize("args", [("check", "pig", "--format", "json"), ("test", "pig", "--json")])
def test_watching_is_for_people(run: object, args: tuple[str, ...]) -> None:
    assert callable(run)
    assert run(*args, "--watch").exit_code == 2

"""Long work that was stopped goes on where it was, and what is known can be told at any time."""

from __future__ import annotations

import errno
import json
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from regelwerk.cli import main
from regelwerk.simulation import journal

SIMULATE = ("simulate", "pig", "--games", "40", "--bots", "random,random", "--json")
IMPACT = ("impact", "tests/impact/throws.regel", "--ruling", "late=yes", "--json", "--games", "30")
PRACTICE = (*IMPACT, "--bots", "eager,eager", "--practice", "20", "--groups", "2")


def run(*args: str) -> Any:
    return CliRunner().invoke(main, args)


def told(result: Any) -> dict[str, Any]:
    return {key: value for key, value in json.loads(result.stdout).items() if key != "timing"}


@pytest.mark.parametrize("command", [SIMULATE, IMPACT, PRACTICE], ids=["simulate", "impact", "practice"])
@pytest.mark.parametrize("cut", [0.0, 0.3, 0.8])
def test_what_was_cut_off_anywhere_goes_on(tmp_path: Path, command: tuple[str, ...], cut: float) -> None:
    file = tmp_path / "night.jsonl"
    whole = run(*command)
    kept = run(*command, "--resume", str(file))
    assert told(kept) == told(whole)
    content = file.read_bytes()
    head = content.index(b"\n") + 1
    file.write_bytes(content[: head + int(cut * (len(content) - head))])
    again = run(*command, "--resume", str(file))
    assert told(again) == told(whole)
    assert file.read_bytes() == content


def nobody_plays(table: object, games: range, crew: object) -> Iterator[Any]:
    assert not games
    return iter(())


def test_what_is_known_is_not_done_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = str(tmp_path / "night.jsonl")
    whole = run(*SIMULATE, "--resume", file)
    monkeypatch.setattr("regelwerk.cli.commands.playing.simulate.played", nobody_plays)
    assert told(run(*SIMULATE, "--resume", file)) == told(whole)
    more = run(*SIMULATE[:3], "20", *SIMULATE[4:], "--resume", file)
    assert told(more)["games"] == 20


def test_killed_in_the_middle(tmp_path: Path) -> None:
    file = tmp_path / "night.jsonl"
    command = ["simulate", "pig", "--games", "400", "--bots", "random", "--json", "--resume", str(file)]
    process = subprocess.Popen([sys.executable, "-m", "regelwerk", *command], stdout=subprocess.DEVNULL)
    end = time.monotonic() + 60
    while (not file.exists() or file.stat().st_size < 2000) and time.monotonic() < end:
        time.sleep(0.05)
    process.send_signal(signal.SIGKILL)
    process.wait()
    before = run(*command, "--so-far")
    assert 0 < told(before)["games"] < 400
    size = file.stat().st_size
    assert told(run(*command)) == told(run(*command[:-2]))
    assert file.stat().st_size > size


def test_a_list_goes_on(tmp_path: Path) -> None:
    listed, file = tmp_path / "list.md", tmp_path / "night.jsonl"
    throws = Path("tests/impact/throws.regel").absolute()
    listed.write_text(
        f"# Changes\n- one: {throws} --ruling late=yes\n- none: nothing --ruling x=y\n"
        f"- two: {throws} --ruling late=yes\n"
    )
    command = ("impact", "--list", str(listed), "--games", "10", "--json")
    whole = run(*command)
    run(*command, "--resume", str(file))
    content = file.read_text().splitlines(keepends=True)
    assert len(content) == 4
    file.write_text("".join(content[:3]))
    assert told(run(*command, "--resume", str(file), "--jobs", "2")) == told(whole)


def test_a_journal_of_other_work_is_left_alone(tmp_path: Path) -> None:
    file = tmp_path / "night.jsonl"
    run(*SIMULATE, "--resume", str(file))
    before = file.read_bytes()
    other = run(*SIMULATE, "--seed", "5", "--resume", str(file))
    assert other.exit_code == 1 and "is of other work: seed differ" in other.stderr
    assert file.read_bytes() == before
    note = tmp_path / "notes.txt"
    note.write_text("Milk, bread\n")
    assert "is no journal of Regelwerk" in run(*SIMULATE, "--resume", str(note)).stderr
    assert note.read_text() == "Milk, bread\n"


def test_nothing_to_look_at(tmp_path: Path) -> None:
    assert "there is no journal" in run(*SIMULATE, "--resume", str(tmp_path / "none"), "--so-far").stderr.lower()
    assert "name it with --resume" in run(*SIMULATE, "--so-far").stderr
    assert "cannot be written: No such file" in run(*SIMULATE, "--resume", str(tmp_path / "a" / "b")).stderr


def test_a_full_disk_is_told_and_what_is_kept_stays(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "night.jsonl"
    whole = run(*SIMULATE)
    left = [5]

    def full(number: int) -> None:
        left[0] -= 1
        if left[0] < 0:
            raise OSError(errno.ENOSPC, "No space left on device")

    with monkeypatch.context() as patched:
        patched.setattr(journal, "SAFE", -1.0)
        patched.setattr("os.fsync", full)
        result = run(*SIMULATE, "--resume", str(file))
    assert result.exit_code == 1
    assert "cannot be written any more: No space left on device. What it holds stays" in result.stderr
    assert told(run(*SIMULATE, "--resume", str(file))) == told(whole)

"""Simulations: the same result always, failures made small, and an end when asked for."""

from __future__ import annotations

import contextlib
import json
import os
import re
import signal
import subprocess
import sys
import threading
from pathlib import Path
from typing import Any

import pytest

from .conftest import Run, Spawn, overflowing


def counted(text: str) -> dict[str, Any]:
    """Leave out what may differ from run to run."""
    data: dict[str, Any] = json.loads(text)
    del data["timing"]
    return data


def test_the_result_does_not_depend_on_the_number_of_processes(spawn: Spawn) -> None:
    args = ("simulate", "pig", "--games", "30", "--players", "3", "--seed", "5", "--json")
    alone, together = spawn(*args), spawn(*args, "--jobs", "2")
    assert alone.returncode == together.returncode == 0
    assert counted(alone.stdout) == counted(together.stdout)


def test_checks_and_the_reference_engine_play_the_same_games(run: Run) -> None:
    args = ("simulate", "leduc-poker", "--games", "40", "--json")
    plain = counted(run(*args).output)
    assert counted(run(*args, "--check").output) == plain
    assert counted(run(*args, "--engine", "reference").output) == plain


def test_secret_decisions_are_played_alike_with_and_without_checks(run: Run) -> None:
    args = ("simulate", "isle-of-skye", "--games", "5", "--json")
    assert counted(run(*args).output) == counted(run(*args, "--check").output)


def test_shared_victories_are_shared(run: Run) -> None:
    data = counted(run("simulate", "tic-tac-toe", "--games", "60", "--json").output)
    assert data["ties"] > 0
    assert sum(data["wins"]) == pytest.approx(60)


def test_another_seed_gives_other_games(run: Run) -> None:
    args = ("simulate", "pig", "--games", "10", "--json")
    first, second = (counted(run(*args, "--seed", seed).output) for seed in ("1", "2"))
    assert first["scores"] != second["scores"]


def test_the_number_of_players_must_fit(run: Run) -> None:
    result = run("simulate", "hex", "--players", "3")
    assert result.exit_code == 2
    assert "Hex is for 2 players, not 3." in result.output


def test_a_broken_invariant_is_found_and_shortened(run: Run, broken: str, tmp_path: Path) -> None:
    out = tmp_path / "failure.json"
    args = ("simulate", broken, "--check", "--games", "5", "--players", "3", "--save", str(out))
    result = run(*args, "--json")
    assert result.exit_code == 1
    found = json.loads(result.output)
    assert len(found["failures"]) == 5
    shortest = found["shortest_failure"]
    assert shortest["players"] == 2
    assert [choice["option"] for choice in shortest["choices"]].count("add_one") == 4
    replayed = run("replay", str(out), "--ruleset", broken)
    assert replayed.exit_code == 1
    assert "the total stays small" in replayed.output


def test_a_rule_error_is_found_and_can_be_replayed(run: Run, broken: str, tmp_path: Path) -> None:
    out = tmp_path / "failure.json"
    overflowing(broken)
    result = run("simulate", broken, "--games", "3", "--save", str(out))
    assert result.exit_code == 1
    assert "Rule error" in result.output
    assert "counter.regel:15" in result.output
    assert run("replay", str(out), "--ruleset", broken).exit_code == 1


def test_an_endless_game_is_a_failure(run: Run, tmp_path: Path) -> None:
    out = tmp_path / "failure.json"
    result = run("simulate", "pig", "--games", "2", "--limit", "10", "--save", str(out))
    assert result.exit_code == 1
    assert "not over after 10 decisions" in result.output


@pytest.mark.skipif(sys.platform == "win32", reason="there are no terminals to pretend")
@pytest.mark.parametrize("jobs", ["1", "2"])
def test_ctrl_c_gives_the_result_so_far(command: list[str], jobs: str) -> None:
    ours, theirs = os.openpty()  # messages go to a terminal, so that the progress bar tells when to stop
    args = [*command, "simulate", "pig", "--games", "9999999", "--jobs", jobs, "--json"]
    process = subprocess.Popen(args, stdout=subprocess.PIPE, stderr=theirs, text=True)
    os.close(theirs)
    seen = b""
    while not re.search(rb"[1-9]\d*/9999999", seen):
        seen += os.read(ours, 1000)
    process.send_signal(signal.SIGINT)
    reader = threading.Thread(target=_drain, args=(ours,))
    reader.start()
    try:
        out, _ = process.communicate(timeout=60)
    finally:
        process.kill()
    reader.join(timeout=60)
    os.close(ours)
    assert process.returncode == 130
    result = json.loads(out)
    assert result["stopped"] is True
    assert 0 < result["games"] < 9999999


def _drain(terminal: int) -> None:
    with contextlib.suppress(OSError):
        while os.read(terminal, 1000):
            pass


def test_bots_play_the_same_games_whatever_the_number_of_processes(run: Run) -> None:
    args = ("simulate", "tic-tac-toe", "--bots", "sensible", "--games", "4", "--json")
    one, two = (json.loads(run(*args, "--jobs", jobs).output) for jobs in ("1", "2"))
    assert one["bots"] == ["sensible", "random"]
    assert one | {"timing": 0} == two | {"timing": 0}
    assert one["wins"][0] >= 3


@pytest.mark.parametrize("bots", ["human", "sensibel", "random,random,random"])
def test_wrong_bots_are_a_wrong_use(run: Run, bots: str) -> None:
    assert run("simulate", "tic-tac-toe", "--bots", bots).exit_code == 2

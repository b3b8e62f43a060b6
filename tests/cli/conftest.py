"""What the tests of the command share."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from regelwerk.cli import main

Run = Callable[..., Result]
Spawn = Callable[..., "subprocess.CompletedProcess[str]"]

BROKEN = """\
game counter "Counter"
  language  1
  players   2..3

table
  total     0..9

action add_one "Add one"
  add 1 to total
action rest "Rest"
  nothing

flow
  repeat until total = 9 at most 60
    as each players: offer add_one, rest

winner
  most 0

invariant "the total stays small"
  total < 4
"""


def overflowing(path: str) -> None:
    """Let the flow itself count, further than the number goes."""
    text = Path(path).read_text(encoding="utf-8").replace("until total = 9 ", "").replace("< 4", "< 10")
    Path(path).write_text(text.replace("    as each", "    add 1 to total\n    as each"), encoding="utf-8")


@pytest.fixture
def run() -> Run:
    """Call the command in this process."""

    def call(*args: str, input: str | None = None) -> Result:
        return CliRunner().invoke(main, args, input=input, prog_name="regelwerk")

    return call


@pytest.fixture
def command() -> list[str]:
    """Give the words that start the command in a process of its own."""
    return [sys.executable, "-m", "regelwerk"]


@pytest.fixture
def spawn(command: list[str]) -> Spawn:
    """Call the command in a process of its own."""

    def call(*args: str, input: str = "", cwd: Path | None = None) -> subprocess.CompletedProcess[str]:
        quiet = {**os.environ, "NO_COLOR": ""}
        return subprocess.run(
            [*command, *args], input=input, capture_output=True, text=True, cwd=cwd, env=quiet, timeout=120
        )

    return call


@pytest.fixture
def broken(tmp_path: Path) -> str:
    """Write a ruleset whose invariant does not hold for long."""
    path = tmp_path / "counter.regel"
    path.write_text(BROKEN, encoding="utf-8")
    return str(path)

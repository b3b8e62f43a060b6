"""A small game and overlays for it, on disk."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from regelwerk.cli import main

Run = Callable[..., Result]
Write = Callable[[str, str], str]

GAME = """\
# A pot that is filled until it is full.

game pot "Pot"
  language  1
  players   2..3

table
  pot       0..30

player
  points    0..99

ruling generous "May one take two?"       @P-AMB-1
  default   no
  because   "Nobody asked."

value step(big: flag) 0..9 = if big and generous then 2 else 1

effect turn
  all_of_it: offer fill, rest

action fill "Fill the pot"                # slowly
  room: needs pot < 10                    else "It is full."
  pour: add step(yes) to pot
  add 1 to me.points

action rest "Rest"
  nothing

flow
  repeat until pot >= 10 at most 40
    as each players: turn

winner
  most me.points

invariant "the pot never runs over"
  pot <= 12

scenario "filling adds one"
  seats ann, bob
  when      as ann: fill
  then      pot = 1

scenario "resting does nothing"
  seats ann, bob
  when      as ann: rest
  then      pot = 0
"""

FAST = """\
erratum fast "Twice as fast" for pot
  version   "1.0"
  because   "It took too long."

# Every filling counts twice.
change fill.pour                          @P-1
  from  add step(yes) to pot
  to    add 2 * step(yes) to pot

supersedes "filling adds one"
  then  pot = 2
"""


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Run:
    """Call the command, with a folder of its own for what is added."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    monkeypatch.chdir(tmp_path)

    def call(*args: str) -> Result:
        return CliRunner().invoke(main, args, prog_name="regelwerk")

    return call


@pytest.fixture
def write(tmp_path: Path) -> Write:
    """Write a file and give its name."""

    def written(name: str, text: str) -> str:
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text, encoding="utf-8")
        return name

    return written


@pytest.fixture
def pot(write: Write) -> str:
    return write("pot.regel", GAME)


@pytest.fixture
def fast(write: Write) -> str:
    return write("fast.regel", FAST)

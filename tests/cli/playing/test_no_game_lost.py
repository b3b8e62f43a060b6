"""No game is lost: it is kept after every decision, whatever happens to the terminal."""

from __future__ import annotations

import json
import os
import pty
import select
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from regelwerk.cli.commands.playing.play import resumed
from regelwerk.cli.terminal.resuming import as_played, left
from regelwerk.cli.terminal.saving import Saves
from regelwerk.interpreter.game.replay import log_file, replay
from regelwerk.telling.speech import speaker
from tests.scene.examples import made

from ..conftest import Run

# Pseudo-terminals and programs of their own take their time.
pytestmark = pytest.mark.slow

BIDS = """\
game bids "Bids"
  language  1
  players   3

player
  bid       0..9 private
  points    0..9

action offer_it(n in 1..9) "Bid {n}"
  set me.bid to n

flow
  each r in 1..2
    as all players: offer offer_it
    as each players: offer rest
action rest "Rest"
  add 1 to me.points

winner
  most me.points
"""

RACE = """\
game race "Race"
  language  1
  players   2

player
  points    0..9

action run_on "Run on"
  add 1 to me.points

flow
  repeat until any p in players where p.points = 9
    as each players: offer run_on

winner
  most me.points

texts de
  run_on "Lauf weiter"
"""


class Seat:
    """A person at a terminal."""

    def __init__(self, home: Path, *words: str) -> None:
        self.main, other = pty.openpty()
        env = {**os.environ, "XDG_DATA_HOME": str(home), "TERM": "xterm", "COLUMNS": "100", "LINES": "40"}
        self.process = subprocess.Popen(
            [sys.executable, "-m", "regelwerk", "play", *words], stdin=other, stdout=other, stderr=other, env=env,
            start_new_session=True,
        )  # fmt: skip
        os.close(other)
        self.seen = b""

    def until(self, words: str) -> str:
        """Wait until something is to be seen."""
        start, end = len(self.seen), time.monotonic() + 60
        while words.encode() not in self.seen[start:] and time.monotonic() < end:
            if select.select([self.main], [], [], 0.2)[0]:
                try:
                    self.seen += os.read(self.main, 65536)
                except OSError:
                    break
        shown = self.seen[start:].decode(errors="replace")
        assert words in shown
        return shown

    def types(self, line: str) -> None:
        os.write(self.main, f"{line}\n".encode())

    def end(self, number: int) -> int:
        os.kill(self.process.pid, number)
        end = time.monotonic() + 60
        while self.process.poll() is None and time.monotonic() < end:  # it may still have something to say
            if select.select([self.main], [], [], 0.1)[0]:
                try:
                    self.seen += os.read(self.main, 65536)
                except OSError:
                    break
        return self.process.wait(30)


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    return tmp_path


def kept(home: Path) -> list[Path]:
    return sorted((home / "regelwerk" / "unfinished").glob("*.json"))


def read(path: Path) -> Any:
    return json.loads(path.read_text(encoding="utf-8"))


TWO = ("connect-four", "--seats", "human,human", "--names", "Ada,Ben", "--seed", "1")


@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGTERM, signal.SIGHUP])
def test_a_game_survives_the_end_of_its_command(home: Path, run: Run, number: int) -> None:
    seat = Seat(home, *TWO)
    seat.until("Ada, h for help")
    for column, name in (("1", "Ben"), ("4", "Ada")):
        seat.types(column)
        seat.until(f"{name}, h for help")
    code = seat.end(number)
    assert code == (-number if number == signal.SIGKILL else 128 + number)
    (path,) = kept(home)
    assert [entry["option"] for entry in read(path)["entries"]] == ["drop(0)", "drop(3)"]
    shown = run("play", "connect-four", "--load", str(path), input="q\n").output
    assert "Ada, h for help" in shown  # both are people again, by the file


def test_a_new_game_never_overwrites_another_and_the_old_one_is_offered(home: Path) -> None:
    race = home / "race.regel"
    race.write_text(RACE, encoding="utf-8")
    first = Seat(home, str(race), "--seats", "human,human", "--names", "Ada,Ben", "--seed", "1")
    first.until("Ada, h for help")
    first.types("1")
    first.until("Ben, h for help")
    second = Seat(home, str(race), "--seats", "human,human", "--lang", "de")
    offer = second.until("setzt dieses fort")
    assert "Ada, Ben; 1 Entscheidungen" in offer
    assert f"--seats human,human --load {kept(home)[0]}" in offer
    second.types("")
    second.until("h für Hilfe")
    second.types("1")
    second.until("h für Hilfe")
    assert len(kept(home)) == 2
    second.end(signal.SIGTERM)
    first.end(signal.SIGTERM)
    third = Seat(home, str(race))
    third.until("goes on with that one")
    third.types("7")
    third.until("numbered 1 to 2")
    third.types("1")
    third.until("Spieler 2, h für Hilfe")  # the last one that was played: in German, by two people
    third.end(signal.SIGTERM)
    assert {read(path)["table"]["language"] for path in kept(home)} == {"", "de"} and len(kept(home)) == 2


def test_answers_in_secret_are_kept_and_not_shown() -> None:
    rules = made(BIDS)
    game = rules.new_game(3, 1)
    game.choose("offer_it(7)", 0)
    game.commit(0)
    game.choose("offer_it(3)", 2)
    data = json.loads(json.dumps(log_file(game)))
    again, different = replay(rules, data)
    assert different is None and again.waiting() == game.waiting() == [2]
    again.commit(2)
    again.choose("offer_it(1)", 1)
    again.commit(1)
    assert [again.view(seat)["slots"]["player.bid"][f"player_{seat + 1}"] for seat in range(3)] == [7, 1, 3]
    assert "7" not in json.dumps(replay(rules, data)[0].view(1)["slots"])
    data["secrets"]["answers"]["0"] = [4711]
    with pytest.raises(Exception, match="damaged"):
        replay(rules, data)


def test_a_game_that_is_offered_counts_what_was_answered_in_secret(home: Path) -> None:
    game = made(BIDS).new_game(3, 1)
    game.choose("offer_it(7)", 0)
    game.commit(0)
    game.choose("offer_it(3)", 2)
    Saves().keep(game)
    (found,) = left("bids")
    assert "; 2 decisions, " in found.said(speaker(game))
    assert "7" not in found.said(speaker(game)).partition(", 20")[0]


def test_a_game_gone_on_with_twice_is_two_games(home: Path) -> None:
    rules = made(BIDS)
    game = rules.new_game(3, 1)
    one = Saves()
    assert one.keep(game) == ""
    assert one.kept is not None
    two = Saves(one.kept)
    game.choose("offer_it(7)", 0)
    two.keep(game)
    one.keep(game)
    assert two.kept != one.kept and len(kept(home)) == 2


def test_a_game_that_is_over_is_put_aside(home: Path) -> None:
    game = made(BIDS).new_game(3, 1)
    saves = Saves()
    saves.keep(game)
    saves.ended(game)
    assert kept(home) == [] and len(list((home / "regelwerk" / "finished").glob("*.json"))) == 1


def test_the_rules_are_put_together_as_they_were(home: Path, tmp_path: Path) -> None:
    from regelwerk.cli.ruleset_options import Composing

    table = {"ruleset": "auf-der-walz@de", "overlays": ["hidden_money"], "rulings": {"a": "1"}, "language": "de"}
    how = Composing()
    assert as_played("auf-der-walz", how, {"table": table}) == (
        "auf-der-walz@de", Composing(("hidden_money",), (("a", "1"),), "de")
    )  # fmt: skip
    own = Composing(("hidden_book",), (), "en")
    assert as_played("auf-der-walz", own, {"table": table}) == ("auf-der-walz", own)
    assert as_played("pig", how, {"table": table})[0] == "pig"


def test_what_cannot_be_read_is_not_offered(home: Path) -> None:
    folder = home / "regelwerk" / "unfinished"
    folder.mkdir(parents=True)
    for name, content in (("a", ""), ("b", "[1]"), ("c", '{"format": "regelwerk/log/1", "ruleset": "bids"}')):
        (folder / f"{name}.json").write_text(content, encoding="utf-8")
    assert [each.path.name for each in left("bids")] == ["c.json"]
    with pytest.raises(Exception, match="damaged"):
        resumed(made(BIDS), folder / "c.json")

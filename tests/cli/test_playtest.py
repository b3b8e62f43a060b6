"""`regelwerk check`: an action that play has not shown is a warning only after enough games."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from regelwerk.simulation.playtest import DECISIONS, GAMES
from tests.cli.conftest import Run

GAME = """\
game naps "Naps"
  players 2

table
  round  0..9

player
  gold  0..50

action nap "Take a nap"
  add 1 to round

action dream "Dream"
  needs me.gold > 40 else "Only the rich dream."
  add 1 to round

flow
  repeat until round = 9
    as seat(round): offer nap, dream

winner
  most me.gold
"""
MOD = """\
mod walks "Walks" for naps

action walk "Walk"
  needs me.gold > 41 else "Too poor."
  add 1 to round

remove flow

flow
  repeat until round = 9
    as seat(round): offer nap, dream, walk
"""
NOTE = "1 action was not seen in 3 games at random: dream. Play more with `--play 200`."


@pytest.fixture
def naps(tmp_path: Path) -> str:
    (tmp_path / "naps.regel").write_text(GAME, encoding="utf-8")
    (tmp_path / "walks.regel").write_text(MOD, encoding="utf-8")
    return str(tmp_path / "naps.regel")


def test_enough_games_make_a_warning(run: Run, naps: str) -> None:
    done = run("check", naps)
    assert done.exit_code == 0
    assert "RW4053" in done.output and f"`dream` was not possible once in {GAMES} games." in done.output


def test_few_games_make_one_line(run: Run, naps: str) -> None:
    assert run("check", naps, "--play", "3").output == f"{NOTE}\n{naps}: no findings.\n"
    data = json.loads(run("check", naps, "--play", "3", "--format", "json").output)
    assert (data["diagnostics"], data["notes"]) == ([], [NOTE])
    seen = run("check", naps, "--play", "3", "--format", "github")
    assert (seen.stdout, seen.stderr) == ("", f"{NOTE}\n{naps}: no findings\n")


def test_only_what_an_overlay_brings_is_of_interest(run: Run, naps: str) -> None:
    mod = naps.replace("naps.regel", "walks.regel")
    found = json.loads(run("check", naps, "--with", mod, "--format", "json").output)["diagnostics"]
    assert [d["message"] for d in found] == [f"`walk` was not possible once in {GAMES} games."]


def test_long_games_are_no_page_of_warnings(run: Run) -> None:
    done = run("check", "auf-der-walz")
    assert (done.exit_code, done.output.splitlines()[-1]) == (0, "auf-der-walz: no findings.")
    assert len(done.output.splitlines()) == 2


def test_more_games_are_played_when_asked_for(run: Run, naps: str) -> None:
    long = Path(naps)
    long.write_text(GAME.replace("0..9", "0..300").replace("= 9", "= 300"), encoding="utf-8")
    few = GAMES * DECISIONS // 300 + 1
    assert f"not seen in {few} games" in run("check", naps).output
    assert "not possible once in" in run("check", naps, "--play", "400").output


CHESTS = """\
game chests "Chests"
  players 2

type Gem
rows Gem: copies
  ruby: 4

table
  bag    pile of Gem = Gem
  shown  holds Gem
  marks  0..9 per 0..3

action mark(x in 0..4) "Mark {x}"
  add 1 to marks[x]

flow
  each n in 1..2: offer_it

effect offer_it
  as each players: offer mark

winner
  most 0
"""


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("  move top(bag) to shown\n  move top(bag) to shown\n", "Do it only `if shown = none`"),
        ("  move bag to box\n  move top(bag) to shown\n", "Do it only `if bag.size > 0`"),
        ("", "`marks` is not kept for what stood in the brackets"),
    ],
)
def test_what_went_wrong_in_play_has_its_place_and_a_way_out_in_the_names_of_the_game(
    run: Run, tmp_path: Path, line: str, said: str
) -> None:
    file = tmp_path / "chests.regel"
    file.write_text(CHESTS.replace("effect offer_it\n", f"effect offer_it\n{line}"), encoding="utf-8")
    (found,) = (d for d in json.loads(run("check", str(file), "--json").output)["diagnostics"] if d["code"] != "RW2050")
    assert said in found["help"]
    assert found["code"] in ("RW4060", "RW9001")
    heading = CHESTS[: CHESTS.index("effect offer_it")].count("\n") + 1
    assert found["place"]["line"] == (heading + line.count("\n") if line else 14)

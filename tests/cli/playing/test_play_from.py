"""`play --from`: a scenario at the table."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from ..conftest import Run

STALL = """\
game stall "Stall"
  language  1
  players   2..3

type Card
rows Card: copies
  bee "The Bee": 2
  ant "The Ant": 1

table
  deck      pile of Card hidden = Card
  rounds    0..3
player
  points    0..9
  hand      pile of Card private

setup
  shuffle deck
  as each players
    choose p in 1..3 "With how many points?"
    set me.points to p

action earn "Earn one"
  needs me.points < 9 else "Nobody earns more than nine."
  add 1 to me.points
action roll "Roll"
  draw d in 1..6
  set me.points to d
action show_it "Show the bee"
  needs any c in bee where c in me.hand else "You have no bee."
  say "{me} has a bee."

flow
  repeat until rounds = 3
    add 1 to rounds
    as each players: offer earn, roll, show_it

winner
  most me.points

invariant "never eight"
  all p in players: p.points != 8

scenario "the last round"
  seats ann, bob, cleo
  given
    set rounds to 2
    set bob.points to 5
    move 1 of bee to bob.hand
  then  bob.points = 5

scenario "the set-up is answered"
  seats ann, bob
  setup
    ann: 3
    bob: 2
  then  ann.points = 3

scenario "the set-up, first options"
  seats ann, bob
  then  ann.points = 1

scenario "a position that cannot be"
  seats ann, bob
  given  set ann.points to 8
  then   ann.points = 8
"""
LAST = ("--from", "the last round", "--seed", "1", "--seats", "human,human,human")


@pytest.fixture
def stall(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    monkeypatch.chdir(tmp_path)
    Path("stall.regel").write_text(STALL, encoding="utf-8")
    return "stall.regel"


def test_the_table_is_as_given_and_play_goes_on_by_the_rules(run: Run, stall: str) -> None:
    shown = run("play", stall, *LAST, input="\n1\n\n3\n\n1\n\n").output
    assert "The game begins at the scenario “the last round”." in shown
    assert "bob has a bee." in shown.replace("Bob", "bob")
    assert shown.count("h for help >") == 3  # ann, bob, cleo: it was the last round, and nobody chose points


def test_the_setup_is_answered_as_the_scenario_says(run: Run, stall: str) -> None:
    found = run("play", stall, "--from", "answered", "--seats", "human,human", input="\nearn\n\ns two.json\nq\n")
    assert found.exit_code == 0, found.output
    log = json.loads(Path("two.json").read_text(encoding="utf-8"))
    assert log["table"]["scenario"] == "the set-up is answered"
    assert [entry["option"] for entry in log["entries"] if entry["kind"] == "decision"] == ["earn"]
    told = run("why", stall, "--load", "two.json", "show_it", "--seat", "1").output
    assert "You have no bee." in told


def test_a_game_from_a_scenario_goes_on_and_is_replayed(run: Run, stall: str) -> None:
    run("play", stall, *LAST, input="\nearn\ns evening.json\nq\n")
    shown = run("play", stall, "--load", "evening.json", input="\n3\n\n1\n\n").output
    assert "The game begins at the scenario “the last round”." in shown
    assert shown.count("h for help >") == 2
    assert run("replay", "evening.json", "--ruleset", stall).exit_code == 0
    Path(stall).write_text(STALL.replace('"the last round"', '"the end"'), encoding="utf-8")
    gone = run("play", stall, "--load", "evening.json", input="q\n")
    assert gone.exit_code != 0
    assert "begins at the scenario “the last round”, which is not there any more" in gone.output


def test_bots_play_from_it_and_the_same_seed_gives_the_same_game(run: Run, stall: str) -> None:
    first, again = (run("play", stall, "--from", "THE LAST  round", "--seed", "3").output for _ in range(2))
    assert first == again
    assert "cleo" in first.lower()


@pytest.mark.parametrize(
    ("said", "told"),
    [
        (["--from", "the lost round"], "Did you mean “the last round”?"),
        (["--from", "the set-up"], "the set-up, first options"),
        (["--from", "quux"], "No scenario is called “quux”"),
        (["--from", "cannot be"], "breaks “never eight”"),
        (["--from", "the last round", "--players", "2"], "3 sit at “the last round”, not 2."),
        (["--from", "the last round", "--seats", "random,random,random,random"], "4 seats are named, but 3 play."),
        (["--from", "the last round", "--names", "Ada,Ben"], "2 names are given, but 3 play."),
        (["--from", "the last round", "--load", "stall.regel"], "cannot begin --from a scenario"),
    ],
)
def test_what_cannot_be_is_said(run: Run, stall: str, said: list[str], told: str) -> None:
    found = run("play", stall, *said)
    assert found.exit_code != 0
    assert told.casefold() in found.output.casefold()
    assert "Traceback" not in found.output


WALZ = ("play", "auf-der-walz", "--seats", "human,human", "--seed", "1", "--from")


def test_an_option_tells_whom_one_meets(run: Run) -> None:
    shown = run(*WALZ, "Marion leaves the city", input="\n3\neast\n\nluck\nq\n").output
    assert "Walk to the hexagonal space (meadow 1): you meet angelika" in " ".join(shown.split())


def test_an_option_tells_where_its_path_leads_and_what_is_lost(run: Run) -> None:
    shown = " ".join(run(*WALZ, "inside a city", input="\n3\nwalk\n\nend\nq\n").output.split())
    assert "(Neustadt): fee 1, leads to the inn of Neustadt, the town hall of Neustadt" in shown
    assert "the rest of the points is lost (" in shown

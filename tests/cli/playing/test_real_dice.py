"""`play --real-dice`: whoever plays types what the table shows."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from ..conftest import Run

TABLE = """\
game table_top "Table top"
  language  1
  players   2

type Card
  worth     1..9
rows Card: worth
  ace "The Ace": 9
  two "The Two": 2
  six "The Six": 6

table
  deck      pile of Card hidden = Card
  row       pile of Card = {}
player
  points    0..99
  dice      0..9

setup
  shuffle deck

action roll "Roll two dice"
  draw a in 1..6
  say "{me} has rolled {a} and rolls again."
  draw b in 1..6
  set me.points to me.points + a + b but at most 99
  if a = b
    draw c in 1..6
    set me.dice to c
action pull "Pull a card"
  draw c in deck
  set me.points to me.points + c.worth but at most 99
  move c to row
action top_card "Take the top card"
  set me.points to me.points + top(deck).worth but at most 99
  move top(deck) to row

flow
  each n in 1..2
    as each players: offer roll, pull, top_card

winner
  most me.points
"""


@pytest.fixture
def table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    monkeypatch.chdir(tmp_path)
    path = tmp_path / "table_top.regel"
    path.write_text(TABLE.replace("  row       pile of Card = {}\n", "  row       pile of Card\n"), encoding="utf-8")
    return str(path)


ARGS = ("--real-dice", "--seats", "human,human", "--names", "Ada,Ben", "--seed", "1")


def test_every_die_is_asked_for_and_a_wrong_one_gets_a_sentence(run: Run, table: str) -> None:
    result = run("play", table, *ARGS, input="\n1\n7\n4\n4\nx\n5\ns game.json\nq\n")
    assert result.output.count("What is rolled (1 to 6)?") == 5
    assert "That cannot be: 7 is not one of 1..6." in result.output
    assert "That cannot be: x cannot be drawn here" in result.output
    entries = json.loads(Path("game.json").read_text(encoding="utf-8"))["entries"]
    assert [e["result"] + 1 for e in entries if e["kind"] == "chance" and e["of"] == 6] == [4, 4, 5]
    assert all(e["supplied"] for e in entries if e["kind"] == "chance")


def test_what_is_said_before_a_die_is_told_before_it_is_asked_for(run: Run, table: str) -> None:
    output = run("play", table, *ARGS, input="\n1\n3\n4\nq\n").output
    said = output.index("Ada has rolled 3 and rolls again.")
    assert output.index("What is rolled") < said < output.rindex("What is rolled")


def test_a_card_is_drawn_by_its_title_and_the_pile_lies_as_it_was_typed(run: Run, table: str) -> None:
    typed = "the six, banana\nthe six, The Ace\n3\n2\nthe ace\nthe two\ns game.json\nq\n"
    result = run("play", table, *ARGS, input=typed)
    assert "deck is shuffled (3 cards)" in result.output
    assert "That cannot be: banana is not in the pile." in result.output
    loaded = run("play", table, "--load", "game.json", input="q\n")
    assert loaded.exit_code == 0
    assert "Ada" in loaded.output and "6" in loaded.output
    entries = json.loads(Path("game.json").read_text(encoding="utf-8"))["entries"]
    assert entries[0]["result"] == [2, 0, 1]  # the six, the ace, and what was left
    assert [e["option"] for e in entries if e["kind"] == "decision"] == ["top_card", "pull"]


def test_a_card_is_told_when_it_is_turned_over(run: Run, table: str) -> None:
    typed = "\ntake\n\nbanana\nthe two\n\ntake\n\nthe two\nthe ace\ns game.json\nq\n"
    result = run("play", table, *ARGS, input=typed)
    assert result.output.count("Which card is turned over (deck)?") == 4
    assert "That cannot be: it may be The Ace, The Six, The Two." in result.output
    assert "That cannot be: it may be The Ace, The Six." in result.output  # The Two lies there already
    entries = json.loads(Path("game.json").read_text(encoding="utf-8"))["entries"]
    assert entries[0]["result"] == [1, 0, 2]  # as if it had always lain so
    loaded = run("play", table, "--load", "game.json", input="q\n").output
    assert "The Two" in loaded and "The Ace" in loaded


def test_the_last_card_of_a_pile_needs_no_telling(run: Run, table: str) -> None:
    typed = "\ntake\n\nthe six\n\ntake\n\n\n\ntake\n\nq\n"
    assert run("play", table, *ARGS, input=typed).output.count("Which card is turned over") == 2


def test_what_may_be_drawn_is_listed_not_what_a_rule_calls_it(run: Run, table: str) -> None:
    path = Path(table)
    path.write_text(
        path.read_text(encoding="utf-8").replace("setup\n", "setup\n  draw p in players\n  add 1 to p.points\n")
    )
    output = run("play", table, *ARGS, input="ben\n\npull\nthe two\nq\n").output
    assert "Which is drawn (Ada, Ben)?" in output and "Which is drawn (The Ace, The Two, The Six)?" in output


def test_enter_leaves_it_to_chance(run: Run, table: str) -> None:
    result = run("play", table, *ARGS, input="\n1\n\n\n\nq\n")
    assert result.exit_code == 0 and "Ben" in result.output


def test_the_game_goes_on_with_real_dice(run: Run, table: str) -> None:
    run("play", table, *ARGS, input="\n1\n3\n4\ns game.json\nq\n")
    assert json.loads(Path("game.json").read_text(encoding="utf-8"))["table"]["dice"] is True
    assert "What is rolled" in run("play", table, "--load", "game.json", input="1\n2\n3\nq\n").output

"""Saved games do no harm, and nothing typed is lost."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from ..conftest import Run, overflowing

HUMANS = ("--seats", "human,human", "--seed", "3")
BIDS = """\
game bids "Bids"
  language  1
  players   2

player
  bid       0..9 private

action offer_it(n in 1..3) "Bid {n}"
  set me.bid to n

flow
  as all players: offer offer_it

winner
  most me.bid
"""
DRAWN = "a1\nb1\na2\nb2\na3\n"  # the first player wins


@pytest.fixture(autouse=True)
def _here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


@pytest.mark.parametrize(
    ("name", "content", "said"),
    [
        ("bees.regel", 'game bees "Bees"', "Save the game as bees.json."),
        ("new.regel", None, "Save the game as new.json."),
        ("notes.txt", "milk", "exists and is no saved game"),
        ("other.json", '{"format": "mine"}', "exists and is no saved game"),
        ("evening.json", '{"format": "regelwerk/log/1"}', "s! evening.json writes over it."),
    ],
)
def test_a_save_spares_what_is_there(run: Run, name: str, content: str | None, said: str) -> None:
    if content is not None:
        Path(name).write_text(content, encoding="utf-8")
    assert said in run("play", "tic-tac-toe", *HUMANS, input=f"s {name}\nq\n").output
    assert (Path(name).read_text(encoding="utf-8") if Path(name).exists() else None) == content


def test_another_save_is_written_over_if_that_is_wanted(run: Run) -> None:
    Path("evening.json").write_text('{"format": "regelwerk/log/1"}', encoding="utf-8")
    result = run("play", "tic-tac-toe", *HUMANS, input="a1\ns! evening.json\nb1\ns evening.json\nq\n")
    assert result.output.count("Saved in evening.json.") >= 2
    assert len(json.loads(Path("evening.json").read_text(encoding="utf-8"))["entries"]) == 2


def test_a_simulation_takes_a_free_name(run: Run, broken: str) -> None:
    for _ in range(2):
        run("simulate", broken, "--games", "2", "--check")
    assert {path.name for path in Path().glob("*failure*")} == {"counter-failure.json", "counter-failure-2.json"}
    refused = run("simulate", broken, "--save", broken)
    assert refused.exit_code == 2 and "would be a ruleset" in refused.output


def test_a_game_that_is_too_long_is_told_as_it_was(run: Run) -> None:
    result = run("simulate", "tic-tac-toe", "--games", "2", "--limit", "1")
    assert "not over after 1 decision." in result.output
    assert "after 0 decisions" not in result.output


def test_a_finished_game_can_be_saved(run: Run) -> None:
    result = run("play", "tic-tac-toe", *HUMANS, input=DRAWN + "s won.json\n\n")
    assert "Saved in won.json." in result.output
    assert "wins." in run("replay", "won.json").output


def test_commands_work_while_the_next_person_sits_down(run: Run) -> None:
    result = run("play", "leduc-poker", *HUMANS, input="call\ns half.json\nq\n")
    assert "Saved in half.json." in result.output
    assert "Until next time." in result.output


def test_only_a_menu_offers_the_whole_log(run: Run) -> None:
    assert "l shows all" not in run("play", "pig", "--seed", "4").output


def test_changed_rules_that_still_fit_are_mentioned(run: Run, broken: str) -> None:
    run("play", broken, *HUMANS, input="1\ns save.json\nq\n")
    text = Path(broken).read_text(encoding="utf-8")
    assert "The rules have changed since." not in run("play", broken, "--load", "save.json", input="q\n").output
    Path(broken).write_text(text.replace("total < 4", "total < 8"), encoding="utf-8")
    assert (
        "The rules have changed since." in run("play", broken, "--load", "save.json", *HUMANS[:2], input="q\n").output
    )
    assert "add `--ruleset FILE`" in run("replay", "save.json").output


def test_answers_in_secret_that_changed_rules_forget_are_mentioned(run: Run) -> None:
    rules, forgotten = Path("bids.regel"), "What was answered in secret this time is asked for anew."
    rules.write_text(BIDS, encoding="utf-8")
    run("play", "bids.regel", *HUMANS, input="\n1\n\n\ns half.json\nq\n")
    assert json.loads(Path("half.json").read_text(encoding="utf-8"))["secrets"]["committed"] == [0]
    assert forgotten not in run("play", "bids.regel", "--load", "half.json", input="\nq\n").output
    rules.write_text(BIDS.replace("0..9", "0..8"), encoding="utf-8")
    assert forgotten in run("play", "bids.regel", "--load", "half.json", *HUMANS[:2], input="\nq\n").output
    told = run("replay", "half.json", "--ruleset", "bids.regel").output
    assert "answered in secret at the end is left out" in " ".join(told.split())


@pytest.mark.parametrize("content", ['{"format": ', "\x00", "milk"])
def test_a_damaged_file_gets_a_sentence(run: Run, content: str) -> None:
    Path("save.json").write_text(content, encoding="utf-8")
    result = run("replay", "save.json")
    assert result.output == "Error: save.json is no saved game, or it is damaged.\n"


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("chek", "pig"), "Did you mean `check`?"),
        (("test", "pig", "--only", "zzz"), "No scenario has “zzz” in its title."),
        (("play", "pig", "--names", "Ada,Ada"), "Two players are called Ada."),
        (("check", "counter"), "Did you mean counter.regel?"),
    ],
)
def test_slips_get_a_suggestion(run: Run, broken: str, words: tuple[str, ...], said: str) -> None:
    result = run(*words)
    assert result.exit_code == 2
    assert said in result.output


def test_play_that_stops_shows_a_way_out(run: Run, tmp_path: Path, broken: str) -> None:
    overflowing(broken)
    result = run("check", broken)
    assert "10 lies outside 0..9" in result.output
    assert "Write `but at most 9`, or widen the range." in result.output

"""`regelwerk validate`: overlays that do what they say, and overlays that lie."""

import json
from pathlib import Path
from typing import Any

import pytest

from tests.overlays.conftest import FAST, GAME, Run, Write

HEAD = 'house x "X" for pot\n'
POUR = "change fill.pour\n  from  add step(yes) to pot\n  to    "


def told(run: Run, *words: str) -> tuple[int, dict[str, Any]]:
    done = run("validate", *words, "--json")
    return done.exit_code, json.loads(done.output)


def test_an_overlay_that_says_what_it_does_is_fine(run: Run, pot: str, fast: str) -> None:
    code, found = told(run, fast)
    assert code == 0 and found["ok"] and found["fits"]
    assert [c["address"] for c in found["changes"]] == ["fill.pour"]
    assert found["scenarios"]["superseded"] == ["filling adds one"]
    assert found["scenarios"]["same"] == 1
    assert found["play"] == {"games": 20, "otherwise": 20, "never_in_play": [], "broken": []}
    assert found["reaches"]["invariants"] == ["the pot never runs over"]
    page = run("validate", fast, pot).output
    for part in (
        "erratum fast 1.0: Twice as fast",
        "It took too long.",
        "nothing is stale; 1 change",
        "superseded as declared: “filling adds one”",
        "It does what it says.",
    ):
        assert part in page


@pytest.mark.parametrize(
    ("text", "lie", "title"),
    [
        (HEAD + POUR + "add 2 to pot\n", "silent", "filling adds one"),
        (HEAD + 'supersedes "resting does nothing"\n  then  pot = 0\n', "idle", "resting does nothing"),
        (HEAD + 'supersedes "resting does nothing"\n', "idle", "resting does nothing"),
        (FAST.replace("pot = 2", "pot = 3"), "failed", "filling adds one"),
        (HEAD + 'remove "resting does nothing"\n', "removed", "resting does nothing"),
        (HEAD + 'scenario "mine"\n  seats ann, bob\n  then  pot = 5\n', "failed", "mine"),
    ],
)
def test_an_overlay_that_lies_about_scenarios_is_found_out(
    run: Run, pot: str, write: Write, text: str, lie: str, title: str
) -> None:
    code, found = told(run, write("x.regel", text), "--games", "0")
    assert code == 1 and not found["ok"] and found["fits"]
    assert found["scenarios"][lie] == [title]
    assert title in run("validate", "x.regel", pot, "--games", "0").output


def test_an_invariant_that_can_fail_now_is_shown_by_a_short_game(run: Run, pot: str, write: Write) -> None:
    text = HEAD + POUR + 'add 7 to pot\nsupersedes "filling adds one"\n  then  pot = 7\n'
    code, found = told(run, write("x.regel", text))
    assert code == 1
    (broken,) = found["play"]["broken"]
    assert "the pot never runs over" in broken["text"] and not broken["before"]
    assert [option for _, option in broken["choices"]] == ["fill", "fill"]


def test_what_does_not_fit_is_shown_as_check_would(run: Run, pot: str, write: Write) -> None:
    code, found = told(run, write("x.regel", HEAD + POUR.replace("(yes)", "(no)") + "nothing\n"))
    assert code == 1 and not found["fits"]
    assert [m["code"] for m in found["messages"]] == ["RW5009"]
    assert "fits       no: 1 × not what stands there (RW5009)" in run("validate", "x.regel", pot).output


def test_an_erratum_without_citations_is_told(run: Run, pot: str, write: Write) -> None:
    _, found = told(run, write("x.regel", FAST.replace("@P-1", "")), "--games", "0")
    assert found["uncited"] == ["x.regel:6"]


def test_the_game_is_found_by_the_heading_or_asked_for(run: Run, write: Write) -> None:
    lonely = run("validate", write("x.regel", "mod x for nowhere\n"))
    assert lonely.exit_code == 2 and "Name it" in lonely.output
    assert run("validate", write("y.regel", "game y\n")).exit_code == 2
    house = write("z.regel", 'house z "Z" for pig\nchange game.title\n  from  "Pig"\n  to    "Hog"\n')
    assert run("validate", house, "--games", "1").exit_code == 0


def test_what_a_change_does_to_scenarios_is_written_into_the_file(run: Run, pot: str, write: Write) -> None:
    path = write("x.regel", HEAD + POUR + "add 2 to pot")  # the last line without its end
    done = run("validate", path, "--write", "--games", "0")
    assert done.exit_code == 0, done.output
    assert "1 scenario told again" in done.output
    text = Path(path).read_text(encoding="utf-8")
    assert text.endswith('add 2 to pot\n\nsupersedes "filling adds one"\n  then\n    pot = 2\n')
    assert run("validate", path, "--write", "--games", "0").exit_code == 0
    assert Path(path).read_text(encoding="utf-8") == text  # nothing is lacking any more


def test_a_scenario_that_cannot_be_told_any_more_is_dropped_with_the_reason(run: Run, pot: str, write: Write) -> None:
    path = write("x.regel", HEAD + 'forbid fill else "Never."\n')
    assert run("validate", path, "--write", "--games", "0").exit_code == 0
    text = Path(path).read_text(encoding="utf-8")
    assert "# This is not possible here. Never." in text
    assert text.endswith('supersedes "filling adds one"\n')


CARDS = """\
game cards "Cards"
  language  1
  players   2

type Card
  worth     0..9
Card ace "Ace"
  worth     1

table
  deck      pile of Card = {ace}
player
  hand      pile of Card

action take "Take a card"
  move top(deck) to me.hand

flow
  as first_of_all: offer take
value first_of_all Player = seat(0)
winner
  most me.hand.size
"""


def test_a_card_that_never_came_into_play_is_told(run: Run, write: Write) -> None:
    write("cards.regel", CARDS)
    mod = 'mod more "More" for cards\nCard king "The king"\n  worth     3\n'
    code, found = told(run, write("more.regel", mod), "cards.regel", "--games", "3")
    assert code == 0 and found["play"]["never_in_play"] == ["The king"]
    page = run("validate", "more.regel", "cards.regel", "--games", "3").output
    assert "“The king” never came into play in 3 games" in page


def test_a_scenario_of_several_cases_is_superseded_as_one(run: Run, pot: str, write: Write) -> None:
    """Its cases are compared one by one, `title: case`; what is said of the scenario is said of all of them."""
    cases = """
scenario "filling again adds one more"
  seats ann, bob
  given     set pot to full
  when      as ann: fill
  then      pot = full + {step}
  cases     full
    3
    5
"""
    Path(pot).write_text(Path(pot).read_text(encoding="utf-8") + cases.format(step=1), encoding="utf-8")
    both = 'supersedes "filling adds one"\n  then  pot = 2\nsupersedes "filling again adds one more"\n'
    code, found = told(
        run, write("x.regel", HEAD + POUR + "add 2 to pot\n" + both + "  then  pot = full + 2\n"), "--games", "0"
    )
    assert code == 0, found
    assert len(found["scenarios"]["superseded"]) == 3


def test_a_mistake_of_the_game_itself_is_told(run: Run, pot: str, fast: str) -> None:
    Path(pot).write_text(Path(pot).read_text(encoding="utf-8").replace("pot < 10", "pott < 10"), encoding="utf-8")
    done = run("validate", fast, pot)
    assert done.exit_code == 1 and "pott" in done.output and "Did you mean `pot`?" in done.output


def test_a_card_that_the_set_up_deals_in_some_games_came_into_play(run: Run, write: Write) -> None:
    goals = CARDS.replace("player\n", "  goal      holds Card\nplayer\n") + (
        "setup\n  draw c in Card where c in box\n  move c to goal\nCard queen\n  worth     2\n"
    )
    write("cards.regel", goals)
    mod = 'mod more "More" for cards\nCard king "The king"\n  worth     3\n'
    _, found = told(run, write("more.regel", mod), "cards.regel", "--games", "12")
    assert found["play"]["never_in_play"] == []


def test_what_an_overlay_requires_is_used_if_it_lies_beside_the_game(run: Run, write: Write, tmp_path: Path) -> None:
    (tmp_path / "overlays").mkdir()
    write("pot.regel", GAME)
    write("overlays/low.regel", "variant low for pot\n\ntable\n  lid       0..3\n")
    text = "mod x for pot\n  requires  low\n\nchange table.lid.range\n  from  0..3\n  to    0..4\n"
    code, found = told(run, write("x.regel", text), "--games", "0")
    assert code == 0 and found["fits"]


def test_an_invariant_that_many_scenarios_break_is_told_once_with_the_way_to_change_it(run: Run, write: Write) -> None:
    write("pot.regel", GAME.replace("pot <= 12", "pot <= 12 and pot < 20"))
    text = 'house x for pot\nchange "the pot never runs over"\n  from  pot <= 12 and pot < 20\n  to    pot < 0\n'
    page = run("validate", write("x.regel", text), "--games", "0").output
    assert "2 break the invariant “the pot never runs over”: “filling adds one”, “resting does nothing”" in page
    assert 'Say what holds instead, if that is meant: `change "the pot never runs over"`' in page
    assert "comes out otherwise" not in page


def test_scenarios_for_other_numbers_of_players_are_counted_apart(run: Run, write: Write) -> None:
    write("pot.regel", GAME + 'scenario "of three"\n  seats ann, bob, cem\n  then      pot = 0\n')
    text = "variant x for pot\nchange game.players\n  from  2..3\n  to    2\n"
    code, found = told(run, write("x.regel", text), "--games", "0")
    assert code == 0 and found["scenarios"]["other_players"] == 1
    assert (
        "1 scenario for other numbers of players than 2: not told" in run("validate", "x.regel", "--games", "0").output
    )

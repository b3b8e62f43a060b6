"""Questions asked in the middle of a game: nothing hidden is told, and nothing ends the game."""

from __future__ import annotations

from pathlib import Path

import pytest

import regelwerk
from regelwerk.interpreter.errors import Refused

from ..conftest import Run

HUMANS = ("--seats", "human,human", "--seed", "3")

VALUES = """
value theirs number = sum p in players: p.hand.rank
value peek number = top(deck).rank
value remaining number = deck.size
value broken number = board.rank
"""


HEAP = """
game heap "Heap"
  language  1
  players   2

table
  heap      0..9 = 9

action take "Take some"
  choose n in 2..4 "How many?"
  remove n from heap

flow
  repeat until heap < 4
    as each players: offer take, rest
action rest "Rest"
  nothing

winner
  most 1
"""


@pytest.fixture
def curious(root: Path, tmp_path: Path) -> str:
    """Write a ruleset with values one must not simply tell."""
    path = tmp_path / "curious.regel"
    text = (root / "rulesets" / "leduc_poker.regel").read_text(encoding="utf-8")
    path.write_text(text + VALUES, encoding="utf-8")
    return str(path)


@pytest.mark.parametrize("name", ["theirs", "peek"])
def test_what_a_seat_cannot_see_is_not_told(curious: str, name: str) -> None:
    game = regelwerk.load(curious).new_game(2, 1)
    for seat in (0, 1):
        with pytest.raises(Refused, match="something you cannot see"):
            game.why_value(name, [], seat)


def test_sizes_of_piles_and_the_own_hand_are_told(curious: str) -> None:
    game = regelwerk.load(curious).new_game(2, 1)
    assert game.why_value("remaining", [], 0)[-1].value == 4
    assert game.why_value("strength", [], 0)[-1].value > 0


def test_a_value_that_fails_does_not_end_the_game(run: Run, curious: str) -> None:
    result = run("play", curious, *HUMANS, input="\nv broken\nv peek\ncall\n\nq\n")
    assert result.exit_code == 0
    assert "The rules have no answer:" in result.output
    assert "That depends on something you cannot see." in result.output
    assert "Until next time." in result.output


def test_a_parameter_is_tested_before_the_requirements(run: Run) -> None:
    result = run("play", "connect-four", *HUMANS, input="? drop(9)\nq\n")
    assert "9 is not among what can be chosen here." in result.output
    assert "full" not in result.output


def test_a_card_that_is_not_in_force_is_not_explained_by_its_requirements() -> None:
    game = regelwerk.load("auf-der-walz").new_game(2, 1)
    reasons = game.why("schnatterer_wolf.raise(experience, red)", game.decision().seat)
    assert [reason.text.partition(":")[0][-21:] for reason in reasons] == ["does not help you now"]


def test_arguments_are_counted_without_the_acting_player(run: Run) -> None:
    output = run("play", "connect-four", *HUMANS, input="v run d6\nv run z9 north\nv rum\nq\n").output
    assert "`run` takes 2 arguments (Cell, Direction), not 1." in output
    assert "`z9` is not known as Cell" in output
    assert "There is no rum; did you mean run?" in output


def test_a_number_is_only_the_number_of_an_option(run: Run) -> None:
    result = run("play", "connect-four", *HUMANS, input="0\n8\nq\n")
    assert "There is no option 0: they are numbered 1 to 7." in result.output
    assert "There is no option 8: they are numbered 1 to 7." in result.output


def test_options_that_are_numbers_are_called_by_themselves(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "heap.regel"
    file.write_text(HEAP, encoding="utf-8")
    output = run("play", str(file), *HUMANS, input="take\n1\n3\nq\n").output
    assert "2) 2" in output and "4) 4" in output and "1) 2" not in output
    assert "There is no option 1: they are numbered 2 to 4." in output
    assert "heap    6" in output or "heap  6" in output


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("jump",), "There is no jump. Offered now: drop."),
        (("drpo(2)",), "did you mean drop?"),
        (("drop(2)", "--moves", "hop"), "Offered now: drop."),
    ],
)
def test_what_does_not_exist_is_a_wrong_use(run: Run, words: tuple[str, ...], said: str) -> None:
    result = run("why", "connect-four", *words)
    assert result.exit_code == 2
    assert said in result.output


def test_an_edition_that_does_not_exist_is_told_from_other_overlays(run: Run) -> None:
    result = run("check", "auf-der-walz@fr")
    assert result.exit_code == 2
    assert "There is no edition fr of auf-der-walz. There are: en, de." in result.output

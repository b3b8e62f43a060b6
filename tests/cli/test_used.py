"""`regelwerk simulate --used`: which actions were never taken, and which components never used."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from .conftest import Run

ORCHARD = """\
game orchard "Orchard"
  language  1
  players   2

type Wage
  coins     1..3
rows Wage: coins
  small "a small wage": 1
  large "a large wage": 2
  royal "a royal wage": 3

type Farmer
  pays      Wage
Farmer hanna "Hanna"
  pays      small
Farmer otto "Otto"
  pays      large

type Fruit
rows Fruit: copies
  apple  "apple":  2
  quince "quince": 1
  fig    "fig":    1

table
  basket    pile of Fruit = apple
  cellar    pile of Fruit = quince
  prizes    pile of Wage = royal
  rounds    0..9
  host      Farmer or none

player
  bowl      pile of Fruit
  coins     0..20

action pick(f in basket) "Pick the {f}"
  move f to me.bowl

action work(w in Farmer) "Work for {w}"
  needs w = hanna                         else "{w} needs nobody."
  set host to w
  add w.pays.coins to me.coins

action rest "Rest"
  nothing

action dance "Dance"
  needs rounds > 8                        else "Nobody dances yet."
  nothing

flow
  each n in 1..6
    add 1 to rounds
    as each players: offer pick, work, rest, dance

winner
  most me.coins
"""


@pytest.fixture
def orchard(tmp_path: Path) -> str:
    path = tmp_path / "orchard.regel"
    path.write_text(ORCHARD, encoding="utf-8")
    return str(path)


def used(run: Run, ruleset: str, *more: str) -> dict[str, Any]:
    result = run("simulate", ruleset, "--games", "20", "--used", "--json", *more)
    assert result.exit_code == 0
    found: dict[str, Any] = json.loads(result.output)["used"]
    return found


def test_what_nobody_did_is_named(run: Run, orchard: str) -> None:
    found = used(run, orchard)
    assert found["never_taken"] == ["dance"] and found["actions"]["dance"] == 0
    assert 0 < found["actions"]["pick"] <= 20


def test_components_are_used_when_they_are_chosen_or_come_to_another_place(run: Run, orchard: str) -> None:
    found = used(run, orchard)
    fruit = found["components"]["Fruit"]
    assert fruit["apple"]["chosen"] == fruit["apple"]["player.bowl"] > 0
    assert fruit["quince"] == {} and fruit["fig"] == {}
    assert found["components"]["Farmer"]["hanna"]["table.host"] > 0
    assert found["never_used"] == ["Wage.royal", "Farmer.otto", "Fruit.quince"]


def test_what_lies_in_the_box_for_good_is_told_apart_and_used_with_what_names_it(run: Run, orchard: str) -> None:
    assert used(run, orchard)["never_left_the_box"] == ["Wage.large", "Fruit.fig"]  # Hanna pays the small wage


def test_games_are_the_same_with_and_without_it(run: Run, orchard: str) -> None:
    args = ("simulate", orchard, "--games", "20", "--json")
    plain, watched = (json.loads(run(*args, *more).output) for more in ((), ("--used",)))
    del plain["timing"], watched["timing"], watched["used"]
    assert plain == watched


def test_the_result_does_not_depend_on_the_number_of_processes(run: Run, orchard: str) -> None:
    assert used(run, orchard) == used(run, orchard, "--jobs", "2")


def test_people_read_only_what_is_missing(run: Run, orchard: str) -> None:
    said = run("simulate", orchard, "--games", "20", "--used").output
    assert "used: 3 of 4 actions, 3 of 8 components" in said
    assert "never taken: dance" in said and "never used: Fruit: quince" in said
    assert "never left the box: Fruit: fig" in said and "apple" not in said


def test_pieces_are_used_when_they_are_laid(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "plots.regel"
    path.write_text(
        "game plots\n  language 1\n  players 2\n\nboard Plot square 3 x 3\nkind Ground  earth, water\n"
        "type Bed on Plot\n  sides list of Ground\nrows Bed: sides\n  pond: {water, water, water, water}\n"
        "  lawn: {earth, earth, earth, earth}\n\ntable\n  bag pile of Bed = {pond}\n\n"
        'action dig(c in Plot) "Dig at {c}"\n  lay top(bag) at c turned 0\n\n'
        "flow\n  as seat(0): offer dig\n\nwinner\n  most bag.size\n",
        encoding="utf-8",
    )
    found = used(run, str(path))
    assert found["components"]["Bed"]["pond"] == {"board": 20} and found["never_left_the_box"] == ["Bed.lawn"]

"""What a failed scenario shows."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from .conftest import Run

RULES = """\
game bees "Bees"
  language  1
  players   2

type Flower
  nectar    0..5
rows Flower: nectar, copies
  daisy "daisy": 1, 2
  tulip "tulip": 4, 1

table
  deck      pile of Flower hidden = Flower
player
  hand      pile of Flower private
  honey     0..20 = 2
  done      flag

resource honey
  held      me.honey

flow
  as each players: offer plant, rest

action plant(f in me.hand) "Plant the {f}"
  pay f.nectar honey
  move f to box
action rest "Rest"
  nothing

winner
  most me.honey

scenario "a line"
  seats ann, bob
  given
    move tulip to ann.hand
    set bob.honey to 5
  then
    LINE
"""
SHOWN = {
    "ann.honey = 3": ["ann.honey is 2, not 3."],
    "3 = ann.honey": ["ann.honey is 2, not 3."],
    "ann.honey = bob.honey": ["ann.honey is 2, bob.honey is 5."],
    "ann.honey > 4": ["ann.honey is 2."],
    "ann.honey != 2": ["ann.honey is 2."],
    "ann.honey = 2 and bob.honey = 2": ["bob.honey is 5, not 2."],
    "ann.honey = 1 or bob.honey = 2": ["ann.honey is 2, not 1.", "bob.honey is 5, not 2."],
    "ann.honey = 2 implies bob.honey = 3": ["ann.honey is 2.", "bob.honey is 5, not 3."],
    "not bob.honey = 5": ["bob.honey is 5."],
    "ann.done or bob.done": ["ann.done is no.", "bob.done is no."],
    "all p in players: p.honey = 2": ["With p = bob: p.honey is 5, not 2."],
    "no p in players where p.honey > 2": ["With p = bob: p.honey is 5."],
    "any f in ann.hand where f.nectar = 1": ["ann.hand is {tulip}."],
    "(most p in players: p.honey) = {ann}": ["(most p in players: p.honey) is {bob}, not {ann}."],
    "ann.honey in 3..4": ["ann.honey is 2."],
    "tulip in bob.hand": ["bob.hand is empty."],
    "daisy in ann.hand": ["ann.hand is {tulip}."],
    "can(ann, plant(tulip))": ["can(ann, plant(tulip)) is no: You need 4 honey, but have 2."],
    "top(bob.hand) != none and top(bob.hand).nectar = 3": ["top(bob.hand) is none."],
}


@pytest.mark.parametrize("line", SHOWN)
def test_a_line_that_does_not_hold_shows_itself_and_what_was_found(run: Run, tmp_path: Path, line: str) -> None:
    file = tmp_path / "bees.regel"
    file.write_text(RULES.replace("LINE", line), encoding="utf-8")
    result = run("test", str(file))
    assert result.exit_code == 1, result.output
    shown = [each.strip() for each in result.output.splitlines()]
    assert shown[2 : 3 + len(SHOWN[line])] == [line, *SHOWN[line]]


def test_programs_get_the_two_sides(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "bees.regel"
    file.write_text(RULES.replace("LINE", "ann.honey = 3"), encoding="utf-8")
    failure = json.loads(run("test", str(file), "--json").output)["scenarios"][0]["failures"][0]
    assert failure["line"] == "ann.honey = 3"
    found = failure["values"][0]
    assert (found["left"], found["left_value"], found["right_value"]) == ("ann.honey", "2", "3")

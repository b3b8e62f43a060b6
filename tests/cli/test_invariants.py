"""Invariants that look back: to the table before the set-up, and to the check before (first: after the set-up)."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner

import regelwerk
from regelwerk.cli import main
from regelwerk.interpreter.engine.machine import EngineName
from regelwerk.interpreter.errors import RuleError

TEXT = """\
game counter "Counter"
  language  1
  players   2

table
  total     0..9

setup
  set total to 5

action add_one "Add one"
  add 1 to total

flow
  as each players: offer add_one

winner
  most 0

invariant "grows by one"
  total = before(total) + 1

invariant "never below the start"
  total >= at_start(total) and at_start(total) = 0
"""


def test_invariants_look_back_to_the_box_and_to_the_table_after_the_set_up(tmp_path: Path) -> None:
    path = tmp_path / "counter.regel"
    path.write_text(TEXT, encoding="utf-8")
    game = regelwerk.load(path).new_game(2, 1, checks=True)
    while not game.over:
        game.choose(game.decision().options[0])
    assert game.violations == []


def test_before_looks_first_at_the_table_after_a_set_up_that_asks(tmp_path: Path) -> None:
    path = tmp_path / "counter.regel"
    asking = """\
setup
  as each players
    choose n in 1..2 "How much?"
    add n to total
"""
    path.write_text(TEXT.replace("setup\n  set total to 5\n", asking), encoding="utf-8")
    game = regelwerk.load(path).new_game(2, 1, checks=True)
    while not game.over:
        game.choose(game.decision().options[-1])
    assert game.violations == []


def test_no_message_shows_the_internal_name_of_a_decision(tmp_path: Path) -> None:
    path = tmp_path / "stuck.regel"
    path.write_text(TEXT.replace("  add 1 to total", "  needs total > 8\n  add 1 to total"), encoding="utf-8")
    with pytest.raises(RuleError, match=r"nothing can be chosen here$"):
        regelwerk.load(path).new_game(2, 1)


AFTER = """\
game after "After"
  language  1
  players   2

table
  rounds    0..3
player
  cards     0..3

effect turn
  set me.cards to 3
  choose "What now?"
    keep "Keep them": nothing
    drop "Drop them": set me.cards to 0

flow
  repeat until rounds = 3
    add 1 to rounds
    as each players
      turn
      if me.cards > 0: set me.cards to 0

winner
  most me.cards

invariant "nobody keeps cards" after turn
  all p in players: p.cards = 0

seats ann, bob
scenario "dropped"
  when
    as ann: turn
    ann: drop
  then      ann.cards = 0
scenario "kept"
  breaks    "nobody keeps cards"
  when
    as ann: turn
    ann: keep
  then      ann.cards = 3
"""


@pytest.mark.parametrize("engine", ["reference", "python", "wasm"])
def test_an_invariant_after_an_effect_is_looked_at_when_it_ends(tmp_path: Path, engine: EngineName) -> None:
    """In a turn it does not hold, nor is there anything to be seen of it at the next decision."""
    path = tmp_path / "after.regel"
    path.write_text(AFTER, encoding="utf-8")
    for answer, told in (("drop", []), ("keep", ["nobody keeps cards"])):
        game = regelwerk.load(path, engine=engine).new_game(2, 1, checks=True)
        game.choose(answer)
        assert [broken.title for broken in game.violations] == told
    asked = ["simulate", str(path), "--games", "9", "--check", "--engine", engine, "--save", str(tmp_path / "x.json")]
    assert "“nobody keeps cards” does not hold" in CliRunner().invoke(main, asked).output


def test_a_scenario_breaks_it_where_its_effect_ends(tmp_path: Path) -> None:
    path = tmp_path / "after.regel"
    path.write_text(AFTER, encoding="utf-8")
    assert CliRunner().invoke(main, ["test", str(path)]).exit_code == 0
    path.write_text(AFTER.replace('  breaks    "nobody keeps cards"\n', ""), encoding="utf-8")
    found = CliRunner().invoke(main, ["test", str(path)]).output
    assert "After this line the table breaks “nobody keeps cards”" in found

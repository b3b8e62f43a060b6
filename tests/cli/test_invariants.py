"""Invariants that look back: to the table before the set-up, and to the check before (first: after the set-up)."""

from __future__ import annotations

from pathlib import Path

import pytest

import regelwerk
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

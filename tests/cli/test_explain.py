"""`regelwerk explain`, and how `check` points to it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from regelwerk.dsl.diagnostics import TITLES

from .conftest import Run


@pytest.mark.parametrize("written", ["RW2016", "rw2016", "2016", " RW2016 "])
def test_a_code_is_read_however_it_is_written(run: Run, written: str) -> None:
    result = run("explain", written)
    assert result.exit_code == 0
    assert result.output.startswith("RW2016: Unknown value\n")
    assert "bonsu" in result.output and "bonus" in result.output


def test_leading_zeros_may_be_left_out(run: Run) -> None:
    assert run("explain", "1").output.startswith("RW0001: A tab\n")


def test_without_a_code_all_are_listed(run: Run) -> None:
    shown = run("explain").output
    assert all(f"{code}  {title}" in shown for code, title in TITLES.items())
    assert [entry["code"] for entry in json.loads(run("explain", "--json").output)] == list(TITLES)


def test_a_misspelt_code_gets_the_nearest_ones_and_a_word_those_with_it(run: Run) -> None:
    result = run("explain", "RW2099")
    assert result.exit_code == 2
    assert "There is no message RW2099. Did you mean RW2009" in result.output
    assert "RW4056 (A tie is not provided for)" in run("explain", "tie").output
    assert "lists all" in run("explain", "?!").output


def test_a_page_is_given_to_programs(run: Run) -> None:
    told = json.loads(run("explain", "RW4003", "--json").output)
    assert (told["code"], told["title"], told["about"]) == ("RW4003", "A table with a gap", "rules")
    assert told["meaning"] and told["wrong"] and told["right"]


def test_the_game_of_the_examples_can_be_read(run: Run) -> None:
    assert run("explain", "base").output.startswith("game base")


def test_check_points_to_the_page_of_its_first_error_once(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "a.regel"
    file.write_text('game a "A"\n  players 2-4\n\nvalue b number = c\n\nflow\n  nothing\n', encoding="utf-8")
    shown = run("check", str(file)).output
    assert shown.count("regelwerk explain") == 1
    assert shown.endswith("More about it: regelwerk explain RW4020\n")
    assert "regelwerk explain" not in run("check", str(file), "--format", "json").output
    assert "regelwerk explain" not in run("check", "pig").output

"""Saved games that are damaged are refused in a sentence, whatever is wrong with them."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import regelwerk
from regelwerk.interpreter.game.replay import log_file

from ..conftest import Run

CHANGES: list[dict[str, Any]] = [
    {"players": 99}, {"players": "two"}, {"seed": None}, {"names": 5}, {"names": ["a"]}, {"ruleset": None},
    {"entries": None, "events": None}, {"entries": [[1]], "events": [[1]]}, {"entries": [{"kind": "decision"}],
     "events": [["decision"]]}, {"state": [1, 2]}, {"hash": 3},
]  # fmt: skip


@pytest.mark.parametrize("change", CHANGES, ids=str)
@pytest.mark.parametrize("kind", ["log", "game"])
def test_a_damaged_file_is_refused(run: Run, tmp_path: Path, change: dict[str, Any], kind: str) -> None:
    game = regelwerk.load("tic-tac-toe").new_game(2, 1)
    game.choose("place(a1)")
    data = log_file(game) if kind == "log" else game.save()
    path = tmp_path / "bad.json"
    known = {name: value for name, value in change.items() if name in data}
    path.write_text(json.dumps(data | (known or {"format": "nonsense"})), encoding="utf-8")
    for args in (("play", "tic-tac-toe", "--load", str(path)), ("replay", str(path), "--ruleset", "tic-tac-toe")):
        result = run(*args)
        assert result.exit_code == 1
        assert result.output.startswith("Error: ")
        assert "{" not in result.output


def test_what_is_nested_too_deeply_is_refused(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "deep.json"
    path.write_text("[" * 100_000, encoding="utf-8")
    assert run("play", "pig", "--load", str(path)).output.startswith("Error: ")


def test_a_file_without_a_ruleset_is_told_so(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "bad.json"
    path.write_text('{"format": "regelwerk/log/1"}', encoding="utf-8")
    for args in (("play", "pig", "--load", str(path)), ("replay", str(path))):
        assert "The file does not say which ruleset it belongs to." in run(*args).output


def test_a_replay_words_options_as_the_game_did(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "evening.json"
    live = run("play", "leduc-poker", "--seats", "human,human", "--seed", "3", input=f"\nraise\n\nl\ns {path}\nq\n")
    assert "Player 1: Raise by 2" in live.output
    again = run("play", "leduc-poker", "--seats", "human,human", "--load", str(path), input="\nl\nq\n")
    assert "Player 1: Raise by 2" in again.output
    assert "Player 1: Raise by 2" in run("replay", str(path)).output


def test_a_divergence_is_told_in_words(run: Run, tmp_path: Path) -> None:
    game = regelwerk.load("pig").new_game(2, 1)
    game.choose("roll")
    data = log_file(game)
    rolled = next(entry for entry in data["entries"] if entry["kind"] == "chance")
    rolled["result"] = (rolled["result"] + 1) % 6
    path = tmp_path / "other.json"
    path.write_text(json.dumps(data), encoding="utf-8")
    result = run("replay", str(path))
    assert result.exit_code == 1
    assert "now it is chance (" in result.output
    assert "{" not in result.output

"""What `regelwerk` offers to programs: names, examples, refusals."""

from __future__ import annotations

import doctest
import pickle
import subprocess
import sys
from pathlib import Path

import pytest

import regelwerk
from regelwerk import api


def test_everything_offered_is_there_and_found_by_dir() -> None:
    assert {*regelwerk.__all__} <= {*dir(regelwerk)}
    for name in regelwerk.__all__:
        assert getattr(regelwerk, name) is not None
    with pytest.raises(AttributeError, match="no attribute 'lod'"):
        _ = regelwerk.lod


def test_the_examples_in_docstrings_are_true() -> None:
    done = doctest.testmod(api)
    assert done.attempted >= 3 and done.failed == 0


def test_importing_changes_nothing_for_the_program_around_it() -> None:
    script = (
        "import sys; before = sys.getrecursionlimit(), sys.excepthook\n"
        "import regelwerk; [getattr(regelwerk, name) for name in regelwerk.__all__]\n"
        "assert before == (sys.getrecursionlimit(), sys.excepthook)"
    )
    subprocess.run([sys.executable, "-c", script], check=True)


def test_games_without_a_seed_differ_and_can_be_had_again() -> None:
    rules = regelwerk.load("pig")
    games = [rules.new_game(players=2) for _ in range(3)]
    assert len({game.seed for game in games}) == 3
    again = rules.new_game(players=2, seed=games[0].seed)
    assert again.hash == games[0].hash


def test_a_game_and_a_ruleset_say_what_they_are() -> None:
    rules = regelwerk.load("connect-four")
    game = rules.new_game(players=2, seed=1, names=["<Anna>", "Ben"])
    assert repr(rules) == "<Ruleset connect_four: Connect Four, 2 to 2 players>"
    assert repr(game) == "<Game of Connect Four, 2 players: <Anna> to decide>"
    assert game._repr_html_() == "<p>Game of Connect Four, 2 players: &lt;Anna&gt; to decide</p>"


def test_the_examples_of_the_python_page_pass_a_strict_type_checker(root: Path, tmp_path: Path) -> None:
    page = (root / "docs" / "python.md").read_text(encoding="utf-8")
    for n, part in enumerate(page.split("```python\n")[1:]):
        (tmp_path / f"example_{n}.py").write_text(part.split("```")[0], encoding="utf-8")
    command = [sys.executable, "-m", "mypy", "--strict", "--no-error-summary", "--config-file=", str(tmp_path)]
    done = subprocess.run(command, cwd=root, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout


def test_errors_can_be_sent_between_processes() -> None:
    with pytest.raises(regelwerk.errors.Unknown) as caught:
        regelwerk.load("pigg")
    assert str(pickle.loads(pickle.dumps(caught.value))) == str(caught.value)

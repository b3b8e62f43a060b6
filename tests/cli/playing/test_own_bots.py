"""Bots of one's own: by entry point, or as `module:Class` where seats are named."""

from __future__ import annotations

from pathlib import Path

import pytest

from regelwerk.bots import BOTS, by_name, maker
from regelwerk.errors import Refused

from ..conftest import Run

BOT = """
class Last:
    def __init__(self, seed, seat):
        pass

    def choose(self, game, decision):
        return decision.options[-1]

class Cheat(Last):
    def choose(self, game, decision):
        return "win at once"

class NoBot:
    pass
"""


@pytest.fixture
def own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """Write a module into the folder one is in; its name is not used before."""
    name = f"own_bots_{abs(hash(tmp_path))}"
    (tmp_path / f"{name}.py").write_text(BOT, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    return name


def test_a_class_of_ones_own_plays_at_the_table_and_in_many_games(run: Run, own: str) -> None:
    done = run("play", "connect-four", "--seats", f"{own}:Last,random", "--seed", "1")
    assert done.exit_code == 0 and "column 7" in done.output
    done = run("simulate", "connect-four", "--games", "3", "--bots", f"{own}:Last,random")
    assert done.exit_code == 0, done.output


@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("{}:Missing", "There is no Missing in the module"),
        ("{}:NoBot", "needs a method `choose(game, decision)`"),
        ("no_such_module:Bot", "The module no_such_module cannot be imported"),
        ("sensibel", "Did you mean sensible?"),
        ("zzz", "There are: human, random, eager, sensible, and your own as module:Class."),
    ],
)
def test_what_is_no_bot_is_refused_before_a_game_begins(run: Run, own: str, name: str, told: str) -> None:
    done = run("play", "pig", "--seats", name.format(own))
    assert done.exit_code == 2 and told in " ".join(done.output.split())


def test_a_bot_that_answers_what_is_not_offered_ends_the_command_with_a_sentence(run: Run, own: str) -> None:
    done = run("play", "pig", "--seats", f"{own}:Cheat,random")
    assert done.exit_code == 1 and "Cheat chose 'win at once', which is not offered" in done.output


def test_a_package_offers_bots_by_entry_points(own: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = tmp_path / "own_bots-1.0.dist-info"
    folder.mkdir()
    (folder / "METADATA").write_text("Metadata-Version: 2.1\nName: own-bots\nVersion: 1.0\n")
    (folder / "entry_points.txt").write_text(f"[{by_name.GROUP}]\nlast = {own}:Last\nrandom = {own}:Last\n")
    monkeypatch.syspath_prepend(str(tmp_path))
    assert type(maker("last")(1, 0)).__name__ == "Last"
    assert maker("random") is BOTS["random"]  # what comes along cannot be replaced
    with pytest.raises(Refused, match="Did you mean last"):
        maker("lasst")

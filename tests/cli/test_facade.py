"""`regelwerk.load` and `regelwerk.check`."""

from __future__ import annotations

from pathlib import Path

import pytest

import regelwerk
from regelwerk import library


def test_a_bundled_ruleset_is_loaded_by_name_and_played() -> None:
    game = regelwerk.load("connect-four").new_game(players=2, seed=7)
    while not game.over:
        game.choose(game.decision().options[0])
    assert game.result is not None


def test_a_ruleset_is_loaded_by_path(root: Path) -> None:
    assert regelwerk.load(root / "rulesets" / "pig.regel").name == "pig"


def test_a_ruleset_with_errors_is_not_loaded(tmp_path: Path) -> None:
    path = tmp_path / "bad.regel"
    path.write_text("game bad\n  language 1\n  players 2\n", encoding="utf-8")
    with pytest.raises(regelwerk.RulesetError) as caught:
        regelwerk.load(path)
    assert caught.value.diagnostics == regelwerk.check(path)
    assert any(d.is_error for d in caught.value.diagnostics)


def test_an_unknown_name_is_no_ruleset() -> None:
    with pytest.raises(library.Unknown, match="Did you mean pig"):
        regelwerk.load("pigg")


def test_the_first_words_of_a_name_are_enough_if_they_name_one_game() -> None:
    assert library.find("hellweg").path == library.find("hellweg-westfalicus").path
    assert library.find("Hellweg@warehouse").overlays[0].name == "warehouse.regel"
    with pytest.raises(library.Unknown, match="There is no ruleset called hell"):
        library.find("hell")  # half a word
    with pytest.raises(library.Unknown, match="There is no ruleset called walz"):
        library.find("walz")  # not how a name begins


def test_an_overlay_in_the_folder_of_a_ruleset_is_found_by_its_name() -> None:
    assert "warehouse" in library.overlays_of(library.find("hellweg"))


def test_an_overlay_in_a_folder_beside_a_ruleset_is_found_by_its_name(tmp_path: Path) -> None:
    (tmp_path / "pot.regel").write_text('game pot "Pot"\n  language 1\n  players 2\n', encoding="utf-8")
    (tmp_path / "overlays").mkdir()
    (tmp_path / "overlays" / "ladle.regel").write_text('mod ladle "Ladle" for pot\n', encoding="utf-8")
    assert library.find(f"{tmp_path / 'pot.regel'}@ladle").overlays[0].name == "ladle.regel"


RULING = """\
game steps "Steps"
  language  1
  players   2

ruling double "Do steps count twice?"
  default   no
  choices   yes, no

table
  total     0..9

action step "Step"
  add (if double then 2 else 1) to total

flow
  as each players: offer step

winner
  most 0
"""


@pytest.mark.parametrize(("choice", "total"), [("no", 2), ("yes", 4)])
def test_a_ruling_is_chosen_by_name(tmp_path: Path, choice: str, total: int) -> None:
    path = tmp_path / "steps.regel"
    path.write_text(RULING, encoding="utf-8")
    game = regelwerk.load(path, rulings={"double": choice}).new_game(2, seed=1)
    while not game.over:
        game.choose("step")
    assert game.view(None)["slots"]["table.total"] == total


def test_an_unknown_ruling_is_refused() -> None:
    with pytest.raises(library.Unknown, match="no ruling triple"):
        regelwerk.load("pig", rulings={"triple": "yes"})

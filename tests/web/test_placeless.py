"""What is told about rules that do not compile, or break off, names no folder of the server."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from regelwerk import library
from regelwerk.interpreter.errors import RuleError
from regelwerk.interpreter.game.game import Game
from regelwerk.library import building
from regelwerk.web.pinned import Rules
from regelwerk.web.placeless import placeless
from regelwerk.web.thinker import Thinker, answered

GAME = """game market "Market"
  language  1
  players   2
{more}table
  pot       0..9
player
  purse     0..9 = 2
value fee 0..9 = 1
action pay_in "Pay in"
  add fee to pot
flow
  as each players: offer pay_in
winner
  most me.purse
"""
OVERLAY = 'mod {name} "{name}" for market\n{lines}\n'
CHANGE = "change fee\n  from  {old}\n  to    {new}\n"

BROKEN = {  # files, and the overlays that are wanted
    "a name that is nearly right": ({"market.regel": GAME.replace("to pot", "to pott").format(more="")}, []),
    "a line that cannot be read": ({"market.regel": GAME.replace("offer pay", "ofer pay").format(more="")}, []),
    "a name twice": ({"market.regel": GAME.format(more=""), "more.regel": "value fee 0..9 = 2\n"}, []),
    "a ledger that is missing": ({"market.regel": GAME.format(more='  ledger "lost"\n') + "oops\n"}, []),
    "a picture that is missing": (
        {"market.regel": GAME.format(more="") + 'display\n  picture   Player.player_1 "lost/crown.svg"\noops\n'}, [],
    ),
    "bytes that are no text": ({"market.regel": GAME.format(more=""), "dust.regel": "\0\1"}, []),
    "two games in one folder": ({"market.regel": GAME.format(more=""), "other.regel": 'game other "Other"\n'}, []),
    "two overlays in conflict": (
        {"a.regel": OVERLAY.format(name="a", lines=CHANGE.format(old=1, new=2)),
         "b.regel": OVERLAY.format(name="b", lines=CHANGE.format(old=1, new=3))}, ["a", "b"],
    ),
    "an overlay of an overlay that is stale": (
        {"a.regel": OVERLAY.format(name="a", lines=CHANGE.format(old=1, new=2)),
         "b.regel": OVERLAY.format(name="b", lines="  requires a\n" + CHANGE.format(old=1, new=3))}, ["a", "b"],
    ),
    "an overlay in a folder, with a mistake": (
        {"big/big.regel": OVERLAY.format(name="big", lines=""), "big/rules/more.regel": "remove feee\n"}, ["big"],
    ),
    "an overlay that requires another": (
        {"b.regel": OVERLAY.format(name="b", lines="  requires lost\n")}, ["b"],
    ),
    "what an overlay takes away is used": ({"a.regel": OVERLAY.format(name="a", lines="remove fee\n")}, ["a"]),
    "an overlay of another game": ({"a.regel": OVERLAY.format(name="a", lines="").replace("market", "fair")}, ["a"]),
    "an overlay that is not there": ({"a.regel": OVERLAY.format(name="a", lines="")}, ["aa"]),
    "an overlay by a path": ({}, ["../lost.regel"]),
    "an edition that is not there": ({}, ["@fr"]),
    "a ruling that is not there": ({}, ["?"]),
}  # fmt: skip


@pytest.mark.parametrize("relative", [False, True])
@pytest.mark.parametrize("what", BROKEN)
def test_no_message_names_a_folder(what: str, relative: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    files, wanted = BROKEN[what]
    game = tmp_path / "my host's games" / "market"
    game.mkdir(parents=True)
    for name, text in ({"market.regel": GAME.format(more="")} | files).items():
        (game / name).parent.mkdir(exist_ok=True, parents=True)
        (game / name).write_text(text, encoding="utf-8")
    (tmp_path / "elsewhere").mkdir()
    monkeypatch.chdir(tmp_path / "elsewhere")
    place = f"../{game.relative_to(tmp_path)}" if relative else str(game)
    edition = next((each for each in wanted if each[0] == "@"), "")
    rulings = {"tip": "yes"} if "?" in wanted else {}
    overlays = [each for each in wanted if each[0] not in "@?"]
    task = {"do": "compile", "ruleset": place + edition, "overlays": overlays, "rulings": rulings}
    answer = json.dumps(answered(object.__new__(Thinker), json.dumps(task)), ensure_ascii=False)
    assert "compiled" not in answer and len(answer) > 40, answer
    for folder in (str(tmp_path), "my host's games", "elsewhere", str(Path.home()), str(library.shelf()), "../market"):
        assert folder not in answer


def test_rules_that_break_off_name_the_file_alone(tmp_path: Path) -> None:
    file = tmp_path / "market.regel"
    file.write_text(GAME.replace("add fee to pot", "add 9 to pot then add me.purse to pot").format(more=""))
    build = building.build(str(file), (), {}, "", True)
    assert build.compiled is not None, build.diagnostics
    rules = Rules(build.compiled.model_dump_json().encode(), "")
    assert {span[0] for span in rules.ruleset.compiled.spans} <= {"", "market.regel"}
    with pytest.raises(RuleError) as broken:
        played(rules.ruleset.new_game(2, 1))
    assert str(broken.value).startswith("market.regel:") and str(tmp_path) not in str(broken.value)


def played(game: Game) -> None:
    for _ in range(9):
        game.choose(game.decisions()[0].options[0].id)


@pytest.mark.parametrize(
    ("said", "left"),
    [
        ("[Errno 2] No such file: '/srv/ann/games/a.regel'", "[Errno 2] No such file: 'a.regel'"),
        ("C:\\Users\\Ann\\a.regel:3", "a.regel:3"),
        ("Look at https://example.org/a/b; 3/4 and/or 1 / 2", None),
        ("</script>", None),
    ],
)
def test_only_folders_are_left_out(said: str, left: str | None) -> None:
    assert placeless(said) == (said if left is None else left)

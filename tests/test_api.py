"""What `regelwerk` offers to programs: names, examples, refusals."""

from __future__ import annotations

import copy
import doctest
import pickle
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from types import ModuleType

import pytest

import regelwerk
from regelwerk import api, errors
from regelwerk.bots import by_name
from regelwerk.errors import Refused
from regelwerk.interpreter.game import game


def test_everything_offered_is_there_and_found_by_dir() -> None:
    assert {*regelwerk.__all__} <= {*dir(regelwerk)}
    for name in regelwerk.__all__:
        assert getattr(regelwerk, name) is not None
    for module in (errors, regelwerk.bots):
        assert dir(module) == sorted(module.__all__)
    with pytest.raises(AttributeError, match="no attribute 'lod'"):
        _ = regelwerk.lod


@pytest.mark.parametrize(("module", "least"), [(api, 3), (game, 12), (by_name, 1)])
def test_the_examples_in_docstrings_are_true(module: ModuleType, least: int) -> None:
    flags = doctest.ELLIPSIS | doctest.IGNORE_EXCEPTION_DETAIL
    done = doctest.testmod(module, extraglobs={"regelwerk": regelwerk}, optionflags=flags)
    assert done.attempted >= least and done.failed == 0


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
    assert game._repr_html_().startswith("<p>Game of Connect Four, 2 players: &lt;Anna&gt; to decide</p><ul><li>")
    assert "<code>drop(2)</code>" in game.decision()._repr_html_()
    assert rules._repr_html_().startswith("<p><b>Connect Four</b> for 2 players, ")


def test_a_copy_goes_its_own_way() -> None:
    rules = regelwerk.load("pig")
    game = rules.new_game(players=2, seed=5)
    before = game.hash
    for twin in (copy.copy(game), copy.deepcopy(game), pickle.loads(pickle.dumps(game)), game.clone()):
        twin.choose("roll")
        assert game.hash == before != twin.hash
    assert pickle.loads(pickle.dumps(rules)).hash == copy.copy(rules).hash == copy.deepcopy(rules).hash == rules.hash
    for value in (game.decision(), game.decision().options[0], game.scores, game.result):
        assert pickle.loads(pickle.dumps(value)) == value


def test_whoever_forgets_to_commit_is_led_to_it() -> None:
    game = regelwerk.load("sushi-go").new_game(players=2, seed=1)
    for decision in game.decisions():
        game.choose(decision.options[0], decision.seat)
    assert game.decisions() == [] and not game.over
    assert repr(game).endswith("2 players: Player 1 and Player 2 to commit>")
    for ask in (lambda: game.decision(), lambda: game.choose("1")):
        with pytest.raises(Refused, match=r"not final: `game.commit\(0\)` and `game.commit\(1\)` is missing"):
            ask()
    with pytest.raises(Refused, match=r"not final: `game.commit\(1\)` is missing"):
        game.choose("1", seat=1)
    game.commit(0)
    with pytest.raises(Refused, match=r"Player 1 \(seat 0\) has nothing to decide now"):
        game.choose("1", seat=0)
    game.commit(1)
    assert len(game.decisions()) == 2


def test_what_cannot_be_is_refused_in_a_sentence() -> None:
    rules = regelwerk.load("pig")
    game = rules.new_game(players=3, seed=1)
    whose = r"Player 3 \(seat 2\) has nothing to decide now; Player 1 \(seat 0\) decides: roll, hold"
    asked: list[tuple[Callable[[], object], str]] = [
        (lambda: game.choose("roll", seat=2), whose),
        (lambda: game.choose("fly"), r"fly is not offered to Player 1 \(seat 0\), but roll, hold"),
        (lambda: game.choose(7), "7 is not offered"),
        (lambda: game.choose(None), "None is not offered"),  # type: ignore[arg-type]
        (lambda: game.view(7), "there is no seat 7: seats are 0 to 2, and None only watches"),
        (lambda: game.view(-1), "there is no seat -1"),
        (lambda: game.log_for(3), "there is no seat 3"),
        (lambda: game.determinize(3, 1), "there is no seat 3"),
        (lambda: game.decision(9), "there is no seat 9"),
        (lambda: game.view(True), "there is no seat True"),
        (lambda: game.choose(True), "True is not offered"),
    ]
    for ask, told in asked:
        with pytest.raises(regelwerk.errors.Refused, match=told):
            ask()
    with pytest.raises(ValueError, match="4 names are given, but 3 play"):
        rules.new_game(players=3, names=["a", "b", "c", "d"])
    with pytest.raises(TypeError, match="players must be a whole number, not '2'"):
        rules.new_game(players="2")  # type: ignore[arg-type]
    with pytest.raises(TypeError, match=r"overlays are a list: \['house.regel'\]"):
        regelwerk.load("pig", overlays="house.regel")
    wrong: list[tuple[Callable[[], object], str]] = [
        (lambda: rules.new_game(players=True), "players must be a whole number, not True"),
        (lambda: rules.new_game(players=2, names="ab"), "names must be a list of texts, not 'ab'"),
        (lambda: rules.new_game(players=2, names=[1, 2]), r"names must be a list of texts, not \[1, 2\]"),  # type: ignore[list-item]
        (lambda: game.supply("12"), "results must be a list, not '12'"),
        (lambda: game.supply(5), "results must be a list, not 5"),  # type: ignore[arg-type]
        (lambda: game.determinize(0, "a"), "seed must be a whole number, not 'a'"),  # type: ignore[arg-type]
        (lambda: regelwerk.load(""), "named by a text or a path, not ''"),
        (lambda: regelwerk.load(None), "named by a text or a path, not None"),  # type: ignore[arg-type]
        (lambda: regelwerk.load("pig", [""]), "named by a text or a path, not ''"),
        (lambda: regelwerk.check("pig", rulings=["a"]), "rulings are a mapping"),  # type: ignore[arg-type]
    ]
    for ask, told in wrong:
        with pytest.raises(TypeError, match=told):
            ask()
    with pytest.raises(ValueError, match="there is no engine 'fast': auto, python"):
        regelwerk.load("pig", engine="fast")  # type: ignore[arg-type]
    while not game.over:
        game.choose(game.decision().options[game.logged % 2])
    with pytest.raises(regelwerk.errors.Refused, match="the game is over"):
        game.choose("roll")


def test_out_of_turn_nobody_is_told_what_another_seat_could_do_if_there_are_secrets() -> None:
    game = regelwerk.load("leduc-poker").new_game(players=2, seed=3)
    other = 1 - game.decision().seat
    with pytest.raises(regelwerk.errors.Refused) as told:
        game.choose("fold", seat=other)
    assert str(told.value).endswith("decides")


def test_the_examples_of_the_python_page_pass_a_strict_type_checker(root: Path, tmp_path: Path) -> None:
    page = (root / "docs" / "python.md").read_text(encoding="utf-8")
    for n, part in enumerate(page.split("```python\n")[1:]):
        (tmp_path / f"example_{n}.py").write_text(part.split("```")[0], encoding="utf-8")
    command = [sys.executable, "-m", "mypy", "--strict", "--no-error-summary", "--config-file=", str(tmp_path)]
    done = subprocess.run(command, cwd=root, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout


def test_errors_can_be_sent_between_processes(tmp_path: Path) -> None:
    broken = tmp_path / "broken.regel"
    broken.write_text('game broken "Broken"\n  language 1\n  players 1\n')
    game = regelwerk.load("pig").new_game(players=2, seed=7)
    game.supply([9])
    for ask in (lambda: regelwerk.load("pigg"), lambda: regelwerk.load(broken), lambda: game.choose("roll")):
        with pytest.raises((errors.Unknown, errors.RulesetError, errors.RuleError)) as caught:
            ask()
        again = pickle.loads(pickle.dumps(caught.value))
        assert str(again) == str(caught.value)
        assert repr(vars(again)) == repr(vars(caught.value))

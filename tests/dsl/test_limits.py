"""`once per`: a requirement like any other, for offers, for `can` and for `why`."""

from __future__ import annotations

from pathlib import Path

from regelwerk.dsl.pipeline import compile_paths
from regelwerk.interpreter.game.game import Ruleset
from regelwerk.interpreter.scenarios.run import run_scenarios
from tests.rules import ruleset_of


def test_an_action_once_per_turn_is_spent_for_its_player_only() -> None:
    build = compile_paths(Path(__file__).parent / "once.regel")
    assert build.compiled is not None
    assert [o.failures for o in run_scenarios(Ruleset(build.compiled))] == [[]]


def test_it_comes_back_with_the_next_turn() -> None:
    build = compile_paths(Path(__file__).parent / "once.regel")
    assert build.compiled is not None
    game = Ruleset(build.compiled).new_game(2, 1)
    game.choose("dash")
    assert [o.id for o in game.decisions()[0].options] == ["rest"]
    assert [r.text for r in game.why("dash")] == ["Only once per turn."]
    for answer in ("rest", "rest", "dash", "rest", "rest"):
        game.choose(answer)
    assert game.decisions()[0].seat == 0
    assert [o.id for o in game.decisions()[0].options] == ["dash", "rest"]


def test_an_action_without_parameters_may_have_requirements() -> None:
    rules = 'game g "G"\n  players 2\ntable\n  n 0..9\naction a "A"\n  needs n < 3\n  add 1 to n\n'
    rules += "flow\n  repeat until n = 3\n    as each players\n      if n < 3: offer a\nwinner\n  most n\n"
    game = ruleset_of(rules).new_game(2, 1)
    while not game.over:
        game.choose("a")

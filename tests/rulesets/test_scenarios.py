"""Every scenario of every bundled ruleset and of the larger overlays, and every invariant in seeded play."""

from __future__ import annotations

import random
from functools import cache
from typing import Literal

import pytest
from _pytest.mark import ParameterSet

from regelwerk import library
from regelwerk.dsl import ast, ir
from regelwerk.dsl.source import Span
from regelwerk.interpreter.game.game import Ruleset
from regelwerk.interpreter.scenarios.run import run_scenario
from regelwerk.library.ready import ready
from regelwerk.library.written import composed

GAMES = library.bundled()
OVERLAYS = [
    ("hellweg_westfalicus", "warehouse"),
    ("hellweg_westfalicus", "passengers"),
    ("hellweg_westfalicus", "passengers", "warehouse"),
    ("hellweg_westfalicus", "short_game"),
    ("hellweg_westfalicus", "hidden_money"),
    ("auf_der_walz", "de"),
    ("wallenstein", "emperors_court"),
    ("wallenstein", "landsknechte"),
    ("wallenstein", "emperors_court", "landsknechte", "court_and_landsknechte"),
    ("isle_of_skye", "journeyman"),
]
COMPOSITIONS = [(name,) for name in GAMES] + OVERLAYS
Engine = Literal["python", "reference"]


@cache
def ruleset(composition: tuple[str, ...], engine: Engine) -> Ruleset:
    made = ready(str(GAMES[composition[0]]), composition[1:])
    assert made.compiled is not None, [f"{d.at.file}:{d.at.line} {d.message}" for d in made.diagnostics]
    return Ruleset(made.compiled, engine)


@cache
def titles(composition: tuple[str, ...]) -> tuple[str, ...]:
    """Name the scenarios as they are written: both workers would have to compile everything before they begin."""
    written = (decl for file in composed(str(GAMES[composition[0]]), composition[1:]).files for decl in file.decls)
    return tuple(str(decl.title.parts[0]) for decl in written if isinstance(decl, ast.Scenario))


def called(composition: tuple[str, ...], title: str, engine: Engine = "python") -> list[ir.Scenario]:
    """Give a scenario, or each case of its table."""
    return [s for s in ruleset(composition, engine).compiled.scenarios if f"{s.title}: ".startswith(f"{title}: ")]


def _cases() -> list[ParameterSet]:
    return [
        pytest.param(composition, title, id=f"{'+'.join(composition)}: {title}")
        for composition in COMPOSITIONS
        for title in titles(composition)
    ]


@pytest.mark.parametrize(("composition", "title"), _cases())
def test_scenario(composition: tuple[str, ...], title: str) -> None:
    engines: list[Engine] = ["python"]
    if len(composition) == 1 or title not in titles(composition[:1]):  # the others run in it without overlays
        engines.append("reference")
    for engine in engines:
        made = ruleset(composition, engine)
        for scenario in called(composition, title, engine):
            outcome = run_scenario(made, scenario)
            assert [f"{Span(*made.compiled.spans[f.span])}: {f.text}" for f in outcome.failures] == []


@pytest.mark.parametrize("composition", COMPOSITIONS, ids="+".join)
def test_no_scenario_is_left_out(composition: tuple[str, ...]) -> None:
    found = [s.title for title in titles(composition) for s in called(composition, title)]
    assert sorted(found) == sorted(s.title for s in ruleset(composition, "python").compiled.scenarios)


@pytest.mark.parametrize("composition", COMPOSITIONS, ids="+".join)
def test_invariants_hold_in_seeded_play(composition: tuple[str, ...]) -> None:
    made = ruleset(composition, "python")
    lo, hi = made.compiled.players
    for players in {lo, hi}:
        game = made.new_game(players, 7, checks=True)
        rng = random.Random(7)
        for _ in range(150):
            if game.over:
                break
            decision = rng.choice(game.decisions())
            game.choose(rng.choice(decision.options), decision.seat)
            for seat in game.waiting():
                game.commit(seat)
        assert [v.title for v in game.violations] == []

"""Every scenario of every bundled ruleset and overlay, and every invariant in seeded play."""

from __future__ import annotations

import random
from functools import cache
from typing import Literal

import pytest
from _pytest.mark import ParameterSet

from regelwerk import library
from regelwerk.dsl.pipeline import compile_paths
from regelwerk.dsl.source import Source, Span
from regelwerk.interpreter.game.game import Ruleset
from regelwerk.interpreter.scenarios.run import run_scenario

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
def ruleset(composition: tuple[str, ...], engine: Engine) -> tuple[Ruleset, dict[str, Source]]:
    base = GAMES[composition[0]]
    build = compile_paths(base, [library.overlay(library.Place(base), name) for name in composition[1:]])
    assert build.compiled is not None, [f"{d.at.file}:{d.at.line} {d.message}" for d in build.diagnostics]
    return Ruleset(build.compiled, engine), build.sources


def _cases() -> list[ParameterSet]:
    out: list[ParameterSet] = []
    for composition in COMPOSITIONS:
        made, _ = ruleset(composition, "python")
        for scenario in made.compiled.scenarios:
            out.append(pytest.param(composition, scenario.title, id=f"{'+'.join(composition)}: {scenario.title}"))
    return out


@cache
def own_titles(composition: tuple[str, ...]) -> frozenset[str]:
    """The scenarios that stand in the overlays of a composition; of a game alone, all of them."""
    titles = {s.title for s in ruleset(composition, "python")[0].compiled.scenarios}
    base = ruleset(composition[:1], "python")[0].compiled.scenarios if len(composition) > 1 else ()
    return frozenset(titles - {s.title for s in base})


@pytest.mark.parametrize(("composition", "title"), _cases())
def test_scenario(composition: tuple[str, ...], title: str) -> None:
    engines: list[Engine] = ["python"]
    if title in own_titles(composition):  # the others run in the reference engine without overlays
        engines.append("reference")
    for engine in engines:
        made, _ = ruleset(composition, engine)
        scenario = next(s for s in made.compiled.scenarios if s.title == title)
        outcome = run_scenario(made, scenario)
        assert [f"{Span(*made.compiled.spans[f.span])}: {f.text}" for f in outcome.failures] == []


@pytest.mark.parametrize("composition", COMPOSITIONS, ids="+".join)
def test_invariants_hold_in_seeded_play(composition: tuple[str, ...]) -> None:
    made, _ = ruleset(composition, "python")
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

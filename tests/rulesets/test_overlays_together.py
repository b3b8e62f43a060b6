"""Every bundled overlay, alone and with every other one that the library lets it be combined with, keeps its scenarios.

What an overlay does not touch is not run again: scenarios are told apart by all that they could come by.
"""

from __future__ import annotations

import re
from itertools import combinations
from pathlib import Path

import pytest

from regelwerk import library
from regelwerk.dsl.editing.session import Session
from regelwerk.dsl.pipeline import lowered
from regelwerk.dsl.source import Source, parts_of, sources_of
from regelwerk.dsl.syntax.files import read_source
from regelwerk.interpreter.game.game import Ruleset
from regelwerk.interpreter.scenarios.affected import marks
from regelwerk.interpreter.scenarios.run import run_scenario

GAMES = [name for name in library.bundled() if library.beside(library.find(name))]
REFUSED = {("auf_der_walz", "de", "lilienthal"), ("auf_der_walz", "de", "taps")}  # the edition says it already


@pytest.mark.parametrize("game", GAMES)
def test_overlays_keep_their_scenarios_alone(game: str) -> None:
    keep_their_scenarios(game, 1)


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
def test_overlays_keep_their_scenarios_in_pairs(game: str) -> None:
    keep_their_scenarios(game, 2)


def keep_their_scenarios(game: str, most: int) -> None:
    place = library.find(game)

    def source(file: Path) -> Source:
        return read_source(file, place.shown(file))[0]

    own = [source(file) for file in sources_of(place.path)]
    overlays = {each.id: [source(file) for file in parts_of(each.file)] for each in library.beside(place)}
    session, good, wrong, refused = Session(), set[int](), list[str](), set[tuple[str, ...]]()
    chosen = [names for many in range(most + 1) for names in combinations(overlays, many)]
    for names in chosen:
        if any(needed not in names for name in names for needed in requires(overlays[name][0])):
            continue
        build = session.check(own, [part for name in names for part in overlays[name]], near=place.path, rulings={})
        lowered(build)
        if build.compiled is None:
            refused.add((game, *names))
            continue
        rules = Ruleset(build.compiled, "python")
        for scenario, mark in zip(rules.compiled.scenarios, marks(rules.compiled), strict=True):
            if mark is not None and mark in good:
                continue
            outcome = run_scenario(rules, scenario)
            wrong += [f"{'+'.join(names)}: {outcome.title}: {f.line} {f.text}" for f in outcome.failures]
            if outcome.ok and mark is not None:
                good.add(mark)
    assert wrong == []
    assert refused == {each for each in REFUSED if each[0] == game and len(each) <= most + 1}


def requires(overlay: Source) -> list[str]:
    """Name what an overlay says it cannot do without."""
    found = re.search(r"^  requires +(\w+(?:, *\w+)*)$", "\n".join(overlay.lines[:10]), re.MULTILINE)
    return [name.strip() for name in found[1].split(",")] if found else []

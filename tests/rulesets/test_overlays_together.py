"""Every bundled overlay, alone and with every other one that it can be combined with, keeps the scenarios.

What an overlay does not touch is not run again: scenarios are told apart by all that they could come by. Games
alone and the compositions of `test_scenarios.py` run there, scenario by scenario.
"""

from __future__ import annotations

import re
from functools import cache
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
from tests.rulesets.test_scenarios import COMPOSITIONS

GAMES = [name for name in library.bundled() if library.beside(library.find(name))]
REFUSED = {("auf_der_walz", "de", "lilienthal"), ("auf_der_walz", "de", "taps")}  # the edition says it already


class Combined:
    """A game, its overlays, and what came out well before."""

    def __init__(self, game: str) -> None:
        place = library.find(game)

        def source(file: Path) -> Source:
            return read_source(file, place.shown(file))[0]

        self.game, self.place, self.session, self.good = game, place, Session(), set[int]()
        self.own = [source(file) for file in sources_of(place.path)]
        self.overlays = {each.id: [source(file) for file in parts_of(each.file)] for each in library.beside(place)}
        self.upset(())

    def upset(self, names: tuple[str, ...]) -> list[str] | None:
        """Run what may come out in another way with these overlays, and tell what does; None if they are refused."""
        laid = [part for name in names for part in self.overlays[name]]
        build = self.session.check(self.own, laid, near=self.place.path, rulings={})
        lowered(build)
        if build.compiled is None:
            return None
        known, wrong = marks(build.compiled), list[str]()
        if (self.game, *names) in COMPOSITIONS:
            self.good.update(mark for mark in known if mark is not None)
            return []
        rules = Ruleset(build.compiled, "python")
        for scenario, mark in zip(build.compiled.scenarios, known, strict=True):
            if mark is not None and mark in self.good:
                continue
            outcome = run_scenario(rules, scenario)
            wrong += [f"{'+'.join(names)}: {outcome.title}: {f.line} {f.text}" for f in outcome.failures]
            if outcome.ok and mark is not None:
                self.good.add(mark)
        return wrong


combined = cache(Combined)


def requires(overlay: Source) -> list[str]:
    """Name what an overlay says it cannot do without."""
    found = re.search(r"^  requires +(\w+(?:, *\w+)*)$", "\n".join(overlay.lines[:10]), re.MULTILINE)
    return [name.strip() for name in found[1].split(",")] if found else []


def alone() -> list[tuple[str, str]]:
    """Name the overlays that need no other one."""
    pairs = [(game, each) for game in GAMES for each in library.beside(library.find(game))]
    return [(game, each.id) for game, each in pairs if not requires(read_source(each.file, each.id)[0])]


@pytest.mark.parametrize(("game", "name"), [pair for pair in alone() if pair not in COMPOSITIONS])
def test_an_overlay_keeps_the_scenarios(game: str, name: str) -> None:
    assert combined(game).upset((name,)) == []


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
def test_overlays_keep_their_scenarios_in_pairs(game: str) -> None:
    tried, wrong, refused = combined(game), list[str](), set[tuple[str, ...]]()
    for names in combinations(tried.overlays, 2):
        if any(needed not in names for name in names for needed in requires(tried.overlays[name][0])):
            continue
        found = tried.upset(names)
        wrong += found or []
        if found is None:
            refused.add((game, *names))
    assert wrong == []
    assert refused == {each for each in REFUSED if each[0] == game}

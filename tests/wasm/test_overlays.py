"""Every bundled overlay, and all that go together, on all engines in lock-step."""

from __future__ import annotations

from functools import cache
from random import Random

import pytest

from regelwerk import Ruleset, library
from regelwerk.dsl import ir
from regelwerk.dsl.source import Source
from regelwerk.interpreter.engine.wasm.engine import Wasm
from regelwerk.library import building
from tests.oracle.test_all_rulesets import answer
from tests.rulesets.test_overlays_together import requires

Composition = tuple[str, tuple[str, ...]]


def compositions() -> list[Composition]:
    """Each overlay alone, and all of one ruleset together."""
    found: list[Composition] = []
    for name in library.bundled():
        beside = library.beside(library.find(name))
        ids = [overlay.id for overlay in beside]
        found += [(name, (each.id,)) for each in beside if not requires(Source(each.id, each.file.read_text()))]
        if len(ids) > 1:
            found.append((name, tuple(ids)))
    return found


ALL = compositions()
QUICK = [(name, overlays) for name, overlays in ALL if name == "hellweg_westfalicus"]


@cache
def compiled(name: str, overlays: tuple[str, ...]) -> ir.Compiled | None:
    """Compile a composition; None if these do not go together."""
    return building.build(name, overlays).compiled


def lockstep(composition: Composition, seed: int, most: int) -> None:
    """Play on all engines: position, options and log are equal after every decision, and nothing is broken off."""
    rules = compiled(*composition)
    if rules is None:
        assert len(composition[1]) > 1
        return
    players = rules.players[seed % 2]
    ours, *others = (Ruleset(rules, engine).new_game(players, seed) for engine in ("python", "wasm", "reference"))
    random = Random(seed)
    for _ in range(most):
        for other in others:
            assert other.machine.packed(other.state) == ours.machine.packed(ours.state)
            assert [d.options for d in other.decisions()] == [d.options for d in ours.decisions()]
        if not ours.decisions():
            break
        decision = random.choice(ours.decisions())
        code = random.choice(decision.options).code
        for game in (ours, *others):
            answer(game, decision, code)
    for other in others:
        assert other.log == ours.log
    engine = others[0].machine.engine
    assert isinstance(engine, Wasm)
    assert engine.broken_off == 0


@pytest.mark.parametrize("composition", QUICK, ids=str)
def test_overlays_change_all_engines_alike(composition: Composition) -> None:
    lockstep(composition, 1, 60)


@pytest.mark.slow
@pytest.mark.parametrize("composition", ALL, ids=str)
def test_every_overlay_changes_all_engines_alike(composition: Composition) -> None:
    for seed in range(2):
        lockstep(composition, seed, 150)


def test_every_bundled_overlay_is_among_them() -> None:
    assert len(ALL) >= 8

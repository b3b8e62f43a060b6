"""What stood in the way of games that nobody planned for, each as a small ruleset, played by all engines."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest

from regelwerk.dsl.pipeline import Build, compile_sources
from regelwerk.dsl.source import Source
from regelwerk.interpreter.game.game import Ruleset
from regelwerk.interpreter.scenarios.run import run_scenarios
from tests.wasm.test_lockstep import lockstep

BLOCKS = sorted((Path(__file__).parent / "blocks").glob("*.regel"))


@cache
def built(path: Path) -> Build:
    return compile_sources([Source(path.name, path.read_text(encoding="utf-8"))])


@pytest.mark.parametrize("path", BLOCKS, ids=lambda p: p.stem)
def test_it_says_what_is_meant(path: Path) -> None:
    assert built(path).diagnostics == []


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("path", BLOCKS, ids=lambda p: p.stem)
def test_all_engines_play_it_alike_and_without_help(path: Path, seed: int) -> None:
    compiled = built(path).compiled
    assert compiled is not None
    steps, native = lockstep(compiled, seed, most=150)
    assert steps > 3 and native == steps


@pytest.mark.parametrize("path", BLOCKS, ids=lambda p: p.stem)
def test_its_scenarios_hold(path: Path) -> None:
    compiled = built(path).compiled
    assert compiled is not None
    outcomes = run_scenarios(Ruleset(compiled))
    assert outcomes and [o for o in outcomes if o.failures] == []


FORBIDDING = """\
house quiet_evening "A quiet evening" for in_order_of

forbid rise else "Nobody rises tonight."
forbid earn when n > 2
"""


def test_an_overlay_forbids_an_action_and_says_why() -> None:
    game = Source("game.regel", (BLOCKS[0].parent / "in_order_of.regel").read_text(encoding="utf-8"))
    made = compile_sources([game], [Source("quiet.regel", FORBIDDING)])
    assert made.compiled is not None and made.diagnostics == []
    table = Ruleset(made.compiled).new_game(2, 1)
    assert [o.id for o in table.decisions()[0].options] == ["earn(1)", "earn(2)"]
    assert [r.text for r in table.why("rise")] == ["Nobody rises tonight."]
    assert [r.text for r in table.why("earn(3)")] == ["“A quiet evening” forbids this."]


ASKING = """\
house generous "Generous" for may_when

change turn.buy.when
  from  me.coins > 0
  to    me.coins > 1
"""


def test_an_overlay_changes_when_something_is_asked() -> None:
    text = (BLOCKS[0].parent / "may_when.regel").read_text(encoding="utf-8")
    text = text.replace('  may "Buy a point"', '  buy: may "Buy a point"')
    made = compile_sources([Source("game.regel", text)], [Source("generous.regel", ASKING)])
    assert made.compiled is not None and made.diagnostics == []
    game = Ruleset(made.compiled).new_game(2, 1)
    game.choose("yes")
    assert game.view(0)["slots"]["player.coins"]["player_1"] == 1
    while game.decision().question != "Buy a point" or game.decision().seat != 1:
        game.choose(game.decision().options[-1])
    assert sum(entry["kind"] == "decision" and entry["text"] == "Buy a point" for entry in game.log) == 1

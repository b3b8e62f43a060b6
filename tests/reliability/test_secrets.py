"""What a seat cannot see makes no difference to what it is shown: on every bundled ruleset with secrets."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from regelwerk.dsl.compile import compile_paths
from regelwerk.dsl.source import sources_of
from regelwerk.interpreter.game import Game
from regelwerk.interpreter.ruleset import Ruleset

from .mutations import RULESETS


def _secretive(path: Path) -> bool:
    words = {word for file in sources_of(path) for word in file.read_text(encoding="utf-8").split()}
    return bool(words & {"hidden", "private"})


SECRETIVE = [p for p in RULESETS if _secretive(p)]


def shown(game: Game, seat: int) -> dict[str, object]:
    """Everything that leaves the machine for one seat."""
    own = [d for d in game.decisions() if d.seat == seat]
    return {
        "view": game.view(seat),
        "decisions": [(d.question, d.secret, [(o.id, o.text) for o in d.options]) for d in own],
        "log": [e for e in game.log if e["seen_by"] in (None, [seat])],  # a redealt game keeps only these
        "scores": game.scores,
    }


def compare(path: Path, players: int, seed: int, looks: int) -> int:
    build = compile_paths(path, scenarios=False)
    assert build.compiled is not None
    game = Ruleset(build.compiled).new_game(players, seed)
    rng = random.Random(seed)
    compared = 0
    for step in range(120):
        if game.over:
            break
        if compared < looks and rng.random() < 0.25:
            for seat in range(players):
                other = game.determinize(seat, seed * 1000 + step)
                assert shown(other, seat) == shown(game, seat), f"seat {seat} after {step} decisions"
            compared += 1
        decision = rng.choice(game.decisions())
        game.choose(rng.choice(decision.options), decision.seat)
        for seat in game.waiting():
            game.commit(seat)
    return compared


@pytest.mark.parametrize("path", SECRETIVE, ids=[p.stem for p in SECRETIVE])
def test_hidden_things_do_not_show(path: Path) -> None:
    build = compile_paths(path, scenarios=False)
    assert build.compiled is not None
    players = build.compiled.players[0]
    assert sum(compare(path, players, seed, 4) for seed in range(2)) > 0


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(10, 20))
@pytest.mark.parametrize("path", SECRETIVE, ids=[p.stem for p in SECRETIVE])
def test_hidden_things_do_not_show_at_length(path: Path, seed: int) -> None:
    build = compile_paths(path, scenarios=False)
    assert build.compiled is not None
    for players in range(build.compiled.players[0], build.compiled.players[1] + 1):
        compare(path, players, seed, 30)

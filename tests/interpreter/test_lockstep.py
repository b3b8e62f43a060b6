"""Both engines do the same, decision by decision."""

from __future__ import annotations

from random import Random

import pytest

from regelwerk.dsl import ir
from regelwerk.interpreter.context import Context
from regelwerk.interpreter.machine import Machine
from tests.interpreter import tables


def lockstep(compiled: ir.Compiled, seed: int, players: int = 2) -> None:
    """Play a game at random on both engines; states, options and events must be equal all the way."""
    machines = [Machine(compiled, "reference"), Machine(compiled, "python")]
    contexts = [Context(), Context()]
    for X in contexts:
        X.events = []
    states = [m.start(players, seed, X) for m, X in zip(machines, contexts, strict=True)]
    random = Random(seed)
    while True:
        canonical = [m.canonical(S) for m, S in zip(machines, states, strict=True)]
        assert canonical[0] == canonical[1]
        assert contexts[0].events == contexts[1].events
        if not states[0][ir.ASK]:
            return
        assert contexts[0].options == contexts[1].options == machines[1].options(states[1], Context())
        code = random.choice(contexts[0].options)
        for m, S, X in zip(machines, states, contexts, strict=True):
            m.take(S, X, code)


@pytest.mark.parametrize("seed", range(20))
def test_a_whole_game_is_the_same(seed: int) -> None:
    lockstep(tables.three_in_a_row(), seed)

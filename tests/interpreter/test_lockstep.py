"""Both engines do the same, decision by decision."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from regelwerk.dsl import ir
from regelwerk.interpreter.engine.context import Context, Limits
from regelwerk.interpreter.engine.machine import Machine
from regelwerk.interpreter.errors import RuleError
from tests.amounts import quick_part_of
from tests.interpreter import cards, tables
from tests.interpreter.programs import program

LIMITS = Limits(ticks=5000, options=9, trials=40, depth=3)


class Player:
    """One engine at play; an error ends the game and is remembered."""

    def __init__(self, machine: Machine, seed: int, players: int) -> None:
        self.machine = machine
        self.X = Context()
        self.X.events = []
        self.S = machine.fresh(players, seed)
        self.error: tuple[str, str, int] | None = None
        self.step(None)

    def step(self, code: int | None) -> None:
        try:
            if code is None:
                self.machine.run(self.S, self.X)
            else:
                self.machine.take(self.S, self.X, code)
        except RuleError as error:
            self.error = error.key()

    def standing(self) -> object:
        """Everything that must be equal; after an error the state does not count."""
        if self.error is not None:
            return self.error
        options = self.X.options if self.S[ir.ASK] else []
        return self.machine.canonical(self.S), options, self.X.events


def lockstep(compiled: ir.Compiled, seed: int, limits: Limits | None = None, most: int = 500) -> None:
    """Play a game at random on both engines; states, options and events must be equal all the way."""
    one = Player(Machine(compiled, "reference", limits), seed, 2)
    other = Player(Machine(compiled, "python", limits), seed, 2)
    random = Random(seed)
    for _ in range(most):
        assert one.standing() == other.standing()
        if one.error is not None or not one.S[ir.ASK]:
            break
        assert other.machine.options(other.S, Context()) == other.X.options
        code = random.choice(one.X.options)
        one.step(code)
        other.step(code)


@pytest.mark.parametrize("seed", range(20))
@pytest.mark.parametrize("rules", [tables.three_in_a_row, cards.card_game])
def test_a_whole_game_is_the_same(rules: object, seed: int) -> None:
    assert callable(rules)
    lockstep(rules(), seed)


@settings(max_examples=quick_part_of(400))
@example(4, 0)  # a charge whose amount takes work itself
@example(5769, 1)  # a function run for its effects whose unwanted result takes work
@given(st.integers(0, 2**32), st.integers(0, 3))
def test_random_rulesets_run_the_same(rules: int, seed: int) -> None:
    lockstep(program(rules), seed, LIMITS, most=20)

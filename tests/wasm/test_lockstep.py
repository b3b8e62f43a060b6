"""Three engines do the same, decision by decision, on generated rulesets with edges, traps and limits."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from regelwerk.dsl import ir
from regelwerk.interpreter.engine import cache
from regelwerk.interpreter.engine.context import TABLE, Limits
from regelwerk.interpreter.engine.machine import EngineName, Machine
from regelwerk.interpreter.engine.wasm import state_layout
from regelwerk.interpreter.engine.wasm.engine import Wasm
from tests.amounts import part_of
from tests.interpreter import cards, tables
from tests.interpreter.programs import program
from tests.interpreter.test_lockstep import LIMITS, Player

ENGINES: tuple[EngineName, ...] = ("reference", "python", "wasm")
DEEP = Limits(ticks=50_000, options=12, trials=400, depth=12, ahead=9)


class Seated(Player):
    """Somebody at a table, where the machine stops at simultaneous decisions."""

    def step(self, code: int | None) -> None:
        self.X.table = TABLE
        super().step(code)


def lockstep(compiled: ir.Compiled, seed: int, limits: Limits | None = None, most: int = 500) -> tuple[int, int]:
    """Play a game at random on all engines; give how many steps there were, and how many ran in WebAssembly."""
    kind = (Player, Seated)[seed % 2]
    ours, *others = (kind(Machine(compiled, name, limits), seed, compiled.players[0]) for name in ENGINES)
    random = Random(seed)
    steps = 1
    for _ in range(most):
        for other in others:
            assert other.standing() == ours.standing()
        if ours.error is not None or not ours.S[ir.ASK]:
            break
        code = random.choice(ours.X.options)
        steps += 1
        for player in (ours, *others):
            player.step(code)
    engine = others[-1].machine.engine
    assert isinstance(engine, Wasm)
    return steps, steps - engine.broken_off


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("rules", [tables.three_in_a_row, cards.card_game])
def test_a_whole_game_is_the_same_and_needs_no_help(rules: object, seed: int) -> None:
    assert callable(rules)
    steps, native = lockstep(rules(), seed)
    assert native == steps


@settings(max_examples=50)
@given(st.integers(0, 2**32), st.integers(0, 3))
def test_random_rulesets_run_the_same(rules: int, seed: int) -> None:
    lockstep(program(rules, huge=False), seed, LIMITS, most=20)


@settings(max_examples=25)
@given(st.integers(0, 2**32), st.integers(0, 3))
def test_random_rulesets_with_huge_numbers_run_the_same(rules: int, seed: int) -> None:
    lockstep(program(rules), seed, LIMITS, most=20)


@pytest.mark.parametrize("rules", [program, lambda n: program(n, huge=False), lambda n: cards.card_game()])
def test_regions_that_are_copied_late_are_put_back_all_the_same(
    rules: Callable[[int], ir.Compiled], monkeypatch: pytest.MonkeyPatch
) -> None:
    """In small rulesets nothing is big: here everything is."""
    monkeypatch.setenv(cache.VARIABLE, "off")
    monkeypatch.setattr(state_layout, "BIG", 1)
    for number in range(8):
        lockstep(rules(1000 + number), number, DEEP, most=40)


def test_what_fits_into_64_bits_runs_in_webassembly_unless_it_is_an_error() -> None:
    """A ruleset is run to its end or to an error; only the error may need the other engine."""
    for rules in range(40, 55):
        steps, native = lockstep(program(rules, huge=False), 1, LIMITS, most=20)
        assert steps - native <= 1


@pytest.mark.slow
@pytest.mark.parametrize("part", range(10))
def test_thousands_of_random_rulesets_run_the_same(part: int) -> None:
    for rules in range(10_000 + 400 * part, 10_000 + 400 * part + part_of(400)):
        lockstep(program(rules, huge=rules % 4 == 0), rules % 5, (LIMITS, DEEP)[rules % 2], most=40)


def test_a_trial_goes_through_simultaneous_decisions() -> None:
    """At a table the machine stops there, a trial does not: what comes behind makes one of two options impossible."""
    cursor, base = 20, 30
    options = ir.Function(
        name="o", params=0, registers=0, effects=True, body=[("opt", 0), ("opt", 1), ("opt", 2)]
    )  # fmt: skip
    entry = ir.Entry(name="take", types=["0..2"], radix=[3], offsets=[0])
    site = ir.Site(name="s", kind="choose", who=0, options=0, entries=[entry], forced=False, span=1)
    blocks = [
        ir.Block(code=[("tick", 1, 1)], term=("ask", 0, 1)),
        ir.Block(
            code=[("st", base + 2, 0, tables.ld(ir.CHOSEN)), ("st", cursor, 0, 3)], term=("goto", 2), unit=1, risk=True
        ),
        ir.Block(code=[("tick", 1, 1)], term=("all", cursor, 1, [], 3), unit=1, risk=True),
        ir.Block(code=[("needs", ("ne", tables.ld(base + 2), 1), 0, [], 1)], term=("ret", 0), unit=1, risk=True),
    ]
    main = ir.Proc(name="m", address="m", params=0, base=base, size=3, registers=1, blocks=blocks)
    body = ir.Proc(
        name="b", address="b", params=1, base=base + 3, size=3, blocks=[ir.Block(term=("ret", 0))], secret=True
    )
    rules = tables.compiled(
        state=[0] * 40, functions=[options], sites=[site], procs=[main, body], texts=[ir.Text(parts=["no"])]
    )
    for engine in ("reference", "python", "wasm"):
        assert Seated(Machine(rules, engine), 0, 2).X.options == [0, 2]

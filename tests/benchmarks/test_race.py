"""Games of the race are the same games, whoever plays them."""

import shutil
from collections.abc import Callable
from functools import partial

import pytest

from benchmarks import engines, growth, rulesets
from benchmarks.baselines import carters, carters_c, courses, walz_roads
from benchmarks.baselines.courses import Table
from regelwerk.dsl.ir import Compiled
from regelwerk.interpreter.engine.context import State
from regelwerk.interpreter.engine.machine import EngineName, Machine
from regelwerk.interpreter.engine.trials import Trials

MASK = (1 << 64) - 1


def carters_numbers(machine: Machine) -> Callable[[State], list[int]]:
    table, goods, chests = Table(machine), len(carters.GOODS), carters.CHESTS

    def numbers(S: State) -> list[int]:
        found = [*table.cells(S, "owner", len(carters.MAP)), *table.cells(S, "price", goods), *table.cells(S, "steps")]
        for seat in range(carters.PLAYERS):
            for name in ("at", "hand", "coins", "points"):
                found += table.cells(S, name, 1, seat)
            for name, count in (("stock", goods), ("chest", chests), ("loads", chests)):
                found += table.cells(S, name, count, seat)
        return found

    return numbers


def roads_numbers(machine: Machine) -> Callable[[State], list[int]]:
    table, colours, segments = Table(machine), len(walz_roads.COLOURS), len(walz_roads.ACCEPTS)

    def points(S: State, name: str, seat: int) -> list[int]:
        slot = table.slots[name]
        first = slot.addr + seat * slot.stride
        cards = S[first + 1 : first + 1 + S[first]]
        return sorted(walz_roads.CARDS[card % len(walz_roads.CARDS)] for card in cards)

    def numbers(S: State) -> list[int]:
        found = table.cells(S, "scantlings", colours)
        for name in ("specials", "bank", "hat", "starter"):
            found += table.cells(S, name)
        for seat in range(walz_roads.PLAYERS):
            for name in ("at", "victory", "points", "cards", "pouch", "honours"):
                found += table.cells(S, name, 1, seat)
            found += [*points(S, "stack", seat), 0, *points(S, "hand", seat), 0]
            found += table.cells(S, "tally", segments * colours, seat) + table.cells(S, "surplus", colours, seat)
            for name in ("locked", "special", "workplaces", "seals", "whites"):
                found += table.cells(S, name, 1, seat)
        return found

    return numbers


@pytest.mark.parametrize("engine", ["python", "reference"])
def test_carters_by_hand_goes_like_carters_in_the_language(engine: EngineName) -> None:
    machine = Machine(rulesets.named("carters"), engine)
    numbers = carters_numbers(machine)
    for seed in range(3):
        ours = courses.in_engine(machine, carters.PLAYERS, seed, numbers)
        assert courses.by_hand(carters.new_game, seed) == ours
        assert len(ours) > 300


@pytest.mark.parametrize("engine", ["python", "reference"])
def test_the_roads_by_hand_go_like_the_roads_in_the_language(engine: EngineName) -> None:
    machine = Machine(rulesets.named("walz_roads"), engine)
    numbers = roads_numbers(machine)
    for seed in range(3):
        ours = courses.in_engine(machine, walz_roads.PLAYERS, seed, numbers)
        assert courses.by_hand(walz_roads.new_game, seed) == ours
        assert len(ours) > 80


def test_carters_in_c_goes_like_carters_in_python() -> None:
    if shutil.which("cc") is None:
        with pytest.raises(carters_c.NoCompiler):
            carters_c.Carters()
        return
    outcomes = carters_c.Carters(trace=True).outcomes(range(20))
    for seed, outcome in enumerate(outcomes):
        trace, course = 0, courses.by_hand(carters.new_game, seed)
        *decisions, (_, _, end) = course
        words = [word for count, index, numbers in decisions for word in (count, index, *numbers)] + end
        for word in words:
            trace = (trace ^ (word & MASK)) * 0x100_0000_01B3 & MASK
        assert (outcome.trace, outcome.decisions) == (trace, len(decisions))


def test_no_compiler_is_told_in_a_line(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CC", "no-such-compiler")
    with pytest.raises(carters_c.NoCompiler, match="no C compiler"):
        carters_c.Carters()


@pytest.mark.parametrize("name", ["carters", "walz_roads"])
def test_all_engines_that_are_there_make_the_same_decisions(name: str) -> None:
    ways = engines.all_of(rulesets.named(name), 3)
    assert [way.name for way in ways][:2] == ["reference interpreter", "generated Python"]
    assert (len(ways) == 2) == bool(engines.without_wasm())


@pytest.mark.parametrize(
    ("rules", "players"),
    [
        *((partial(rulesets.named, name), 2) for name in rulesets.CLASSICS if name != "pig"),
        (partial(rulesets.named, "walz_dice"), 3),
        (partial(rulesets.named, "carters"), 3),
    ],
)
def test_nothing_has_to_be_tried(rules: Callable[[], Compiled], players: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """What requirements, choices and ranges have settled is known: a trial costs as much as many decisions. In Pig only
    the course of a game keeps points and pot together below the limit."""
    tried: list[object] = []
    monkeypatch.setattr(Trials, "_run", lambda *args: tried.append(args))
    assert engines.decisions(rules(), players, "python")(range(3)) > 10
    assert not tried


def test_a_growing_deck_and_its_overlays_compile_and_can_be_played() -> None:
    for rules in (rulesets.compiled(growth.deck(12), "deck"), growth.with_overlays(3)):
        assert engines.decisions(rules, 2, "python")([1]) == 60

"""Auf der Walz: the tally stick and payments, over any states, against a few lines of arithmetic."""

from __future__ import annotations

from collections import Counter
from itertools import permutations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from regelwerk.interpreter.errors import RuleError
from tests.rulesets.walz.bench import COLOURS, SEGMENTS, Bench

HOME = {colour: segment for segment, colours in SEGMENTS.items() for colour in colours}
any_colour = st.sampled_from(COLOURS)
quick = settings(max_examples=12, deadline=None)


def fill(bench: Bench, held: dict[str, int], surplus: dict[str, int], seat: int = 0) -> set[str]:
    """Lay scantlings into the segments of their colours; five lock one."""
    full = set()
    for segment, colours in SEGMENTS.items():
        free = 5
        for colour in colours:
            amount = min(free, held.get(colour, 0))
            free -= amount
            bench.run("lab_tally", segment, colour, amount, seat=seat)
        if free == 0:
            full.add(segment)
            bench.run("lab_lock", segment, seat=seat)
    for colour, amount in surplus.items():
        bench.run("lab_surplus", colour, amount if colour == "white" or HOME[colour] in full else 0, seat=seat)
    return full


amounts = st.fixed_dictionaries({colour: st.integers(0, 5) for colour in COLOURS})


@quick
@given(amounts, st.lists(any_colour, max_size=6))
def test_coloured_scantlings_go_to_their_segment_or_become_surplus(held: dict[str, int], gains: list[str]) -> None:
    bench = Bench()
    full = fill(bench, held, {})
    lying = {segment: sum(bench.tally()[segment].values()) for segment in SEGMENTS}
    extra: Counter[str] = Counter()
    for colour in gains:
        bench.run("lab_gain", colour)
        if HOME[colour] in full:
            extra[colour] += 1
            continue
        lying[HOME[colour]] += 1
        if lying[HOME[colour]] == 5:
            full.add(HOME[colour])
    assert {s: sum(bench.tally()[s].values()) for s in SEGMENTS} == lying
    assert set(bench.player("locked")) == full
    assert {c: n for c, n in bench.player("surplus").items() if n} == dict(extra)


@quick
@given(st.lists(any_colour, min_size=2, max_size=4))
def test_the_order_of_gains_does_not_matter_while_no_segment_is_full(gains: list[str]) -> None:
    ends = set()
    for order in list(permutations(gains))[:6]:
        bench = Bench()
        for colour in order:
            bench.run("lab_gain", colour)
        ends.add(repr((bench.tally(), bench.player("surplus"), bench.table("scantlings"))))
    if Counter(HOME[c] for c in gains)["k_and_k"] < 3:
        assert len(ends) == 1


@quick
@given(st.integers(0, 3), st.integers(0, 3), st.integers(0, 2), st.integers(0, 2), st.integers(0, 2), st.booleans())
def test_a_payment_takes_one_scantling_that_counts_as_the_colour(
    orange: int, black: int, white: int, surplus: int, spare_white: int, locked: bool
) -> None:
    bench = Bench()
    for colour, amount in (("orange", orange), ("black", black), ("white", white)):
        bench.run("lab_tally", "k_and_k", colour, amount)
    bench.run("lab_tally", "luck", "white", 1)  # no orange one: it lies in another segment
    bench.run("lab_surplus", "orange", surplus)
    bench.run("lab_surplus", "white", spare_white)
    if locked:
        bench.run("lab_lock", "k_and_k")
    usable = surplus + spare_white + (0 if locked else orange + white)
    before = Counter(bench.player("surplus")) + Counter(bench.tally()["k_and_k"])
    if usable == 0:
        with pytest.raises(RuleError):
            bench.run("lab_pay", "orange")
        return
    supply = sum(bench.table("scantlings").values())
    bench.run("lab_pay", "orange")
    while bench.asked() != "effect.turn/offer":
        bench.answer(bench.options()[-1])
    gone = before - (Counter(bench.player("surplus")) + Counter(bench.tally()["k_and_k"]))
    assert sum(gone.values()) == 1
    assert set(gone) <= {"orange", "white"}
    assert bench.tally()["luck"] == {"white": 1}
    assert sum(bench.table("scantlings").values()) == supply + 1
    if locked:
        kept = {"orange": orange, "black": black, "white": white}
        assert bench.tally()["k_and_k"] == {c: n for c, n in kept.items() if n}


@quick
@given(st.integers(0, 14), st.booleans(), st.integers(0, 4), st.integers(0, 20))
def test_an_obligation_takes_the_pouch_then_the_earring_then_cards(
    pouch: int, earring: bool, cards: int, debt: int
) -> None:
    bench = Bench()
    bench.run("lab_pouch", pouch)
    bench.run("lab_earring", int(earring))
    bench.run("lab_hand", cards)
    bench.run("lab_owe", debt)
    if pouch < debt and earring:
        pouch, earring = pouch + 8, False
    while pouch < debt and cards:
        pouch, cards = pouch + 3, cards - 1
    assert bench.player("pouch") == max(0, pouch - debt)
    assert bench.player("earring") == earring
    assert bench.player("hand") is not None and len(bench.player("hand")) == cards


@quick
@given(st.lists(st.tuples(st.integers(0, 12), st.booleans()), min_size=2, max_size=4), st.integers(1, 5))
def test_stakes_go_into_the_pot_and_nowhere_else(purses: list[tuple[int, bool]], stake: int) -> None:
    bench = Bench(len(purses))
    expected = 0
    for seat, (pouch, earring) in enumerate(purses):
        bench.run("lab_hand", 0, seat=seat)
        bench.run("lab_pouch", pouch, seat=seat)
        bench.run("lab_earring", int(earring), seat=seat)
        expected += min(stake, pouch + (8 if earring and pouch < stake else 0))
    for seat in range(len(purses)):
        bench.run("lab_stake", stake, seat=seat)
    assert bench.table("pot") == expected

"""Auf der Walz: whole dice games with given dice, against a few lines of arithmetic."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from tests.rulesets.walz.bench import Bench

PLACES = ("first", "second", "third")
die = st.integers(1, 6)


def number(digits: list[int]) -> int:
    return 100 * digits[0] + 10 * digits[1] + digits[2]


@settings(max_examples=12, deadline=None)
@given(st.data(), st.integers(2, 4), st.sampled_from(["high", "low"]), st.integers(1, 5))
def test_the_best_number_takes_the_pot(data: st.DataObject, players: int, house: str, stake: int) -> None:
    active = data.draw(st.integers(0, players - 1))
    rolls = data.draw(st.lists(st.lists(die, min_size=3, max_size=3), min_size=players, max_size=players))
    orders = data.draw(st.lists(st.permutations(range(3)), min_size=players, max_size=players))
    seats = [(active + n) % players for n in range(players)]
    bench = Bench(players)
    bench.game.supply([rolls[seat][n] - 1 for n in range(3) for seat in seats])
    bench.run("dice_game", seat=active)
    bench.answer(house)
    bench.answer(str(stake))
    for n in range(2):
        for seat in seats:
            bench.answer(PLACES[orders[seat][n]])
    digits = {}
    for seat in range(players):
        lying = [0, 0, 0]
        for n in range(3):
            lying[orders[seat][n]] = rolls[seat][n]
        digits[seat] = number(lying)
    best = max if house == "high" else min
    rivals = [s for s in range(players) if digits[s] == best(digits.values())]
    pouches = [bench.player("pouch", seat) for seat in range(players)]
    assert sum(pouches) == 10 * players
    winners = [s for s in range(players) if pouches[s] == 10 + stake * (players - 1)]
    assert len(winners) == 1 and winners[0] in rivals
    assert [p for s, p in enumerate(pouches) if s not in winners] == [10 - stake] * (players - 1)
    assert bench.table("pot") == 0 and bench.table("hat") == 0


@settings(max_examples=12, deadline=None)
@given(st.lists(st.lists(die, min_size=3, max_size=3), min_size=2, max_size=2), st.sampled_from(["high", "low"]))
def test_tied_players_lay_three_dice_to_the_best_number(rolls: list[list[int]], house: str) -> None:
    bench = Bench(2)
    last = [[6, 5, 4], [6, 5, 3]]  # decides, should the first three dice be tied again
    bench.game.supply(
        [2 - 1] * 6 + [d - 1 for throw in rolls for d in throw] + [d - 1 for throw in last for d in throw]
    )
    bench.run("dice_game")
    bench.answer(house)
    bench.answer("1")
    for place in ("first", "first", "second", "second"):
        bench.answer(place)
    made = [number(sorted(throw, reverse=house == "high")) for throw in rolls]
    if made[0] == made[1]:
        made = [number(sorted(throw, reverse=house == "high")) for throw in last]
    winner = made.index(max(made) if house == "high" else min(made))
    assert bench.player("pouch", winner) == 11
    assert bench.player("pouch", 1 - winner) == 9

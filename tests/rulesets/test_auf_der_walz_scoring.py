"""Auf der Walz: year-end and final scorings of any states, against arithmetic; seats may be exchanged."""

from __future__ import annotations

from dataclasses import dataclass

from hypothesis import given, settings
from hypothesis import strategies as st

from tests.rulesets.walz.bench import SEGMENTS, WORTH, Bench

quick = settings(max_examples=12, deadline=None)
LAND = ("thatcher", "potter", "sawyer", "builder", "landlord")
CITIES = {
    "neustadt": ("neustadt_work", "neustadt_fate"),
    "krinn": ("krinn_work", "krinn_fate"),
    "sellm": ("sellm_fate", "sellm_fate_2"),
}
CITY_PLACES = [place for places in CITIES.values() for place in places]
ARTS = ("drawing", "writing", "music")


@dataclass(frozen=True)
class Journeyman:
    """What a journeyman has, as far as it scores."""

    held: dict[str, int]  # scantlings in each segment; five lock it
    places: list[str]
    surplus: int
    memories: list[str]
    seals: int
    special: list[str]
    earring: bool
    pouch: int
    victory: int

    @property
    def locked(self) -> list[str]:
        return [s for s, n in self.held.items() if n == 5]

    def year(self) -> int:
        loose = sum(n for n in self.held.values() if n < 5)
        towns = sum(any(p in self.places for p in places) for places in CITIES.values())
        return sum(WORTH[s] for s in self.locked) + loose // 4 + sum(p in LAND for p in self.places) + 2 * towns

    def final(self) -> int:
        kinds = len(set(self.memories))
        leisure = (0, 1, 3, 6)[kinds] + len(self.memories) - kinds
        rest = self.surplus // 4 + leisure + self.seals + len(self.special) + self.earring + self.pouch // 10
        return sum(WORTH[s] for s in self.locked) + rest

    def sit(self, bench: Bench, seat: int) -> None:
        """Put it all on the table."""
        for segment, amount in self.held.items():
            colour = SEGMENTS[segment][0]
            bench.run("lab_tally", "k_and_k", "black", 0, seat=seat)
            bench.run("lab_tally", segment, colour, amount, seat=seat)
            if amount == 5:
                bench.run("lab_lock", segment, seat=seat)
        for place in self.places:
            bench.run("lab_marker", place, seat=seat)
        bench.run("lab_surplus", "red", self.surplus, seat=seat)
        for art in self.memories:
            bench.run("lab_memory", art, seat=seat)
        bench.run("lab_book", self.seals, 0, seat=seat)
        for segment in self.special:
            bench.run("lab_special", segment, seat=seat)
        bench.run("lab_earring", int(self.earring), seat=seat)
        bench.run("lab_pouch", self.pouch, seat=seat)
        bench.run("lab_victory", self.victory, seat=seat)


journeymen = st.builds(
    Journeyman,
    held=st.fixed_dictionaries({s: st.integers(0, 5) for s in SEGMENTS}),
    places=st.lists(st.sampled_from([*LAND, *CITY_PLACES]), unique=True, max_size=7),
    surplus=st.integers(0, 12),
    memories=st.lists(st.sampled_from(ARTS), max_size=4),
    seals=st.integers(0, 7),
    special=st.lists(st.sampled_from(sorted(SEGMENTS)), unique=True),
    earring=st.booleans(),
    pouch=st.integers(0, 45),
    victory=st.integers(0, 60),
)
two = st.lists(journeymen, min_size=2, max_size=2).filter(
    lambda both: all(sum(j.memories.count(a) for j in both) <= 4 for a in ARTS)
)


def scored(scoring: str, people: list[Journeyman]) -> list[int]:
    bench = Bench(len(people))
    for seat, person in enumerate(people):
        person.sit(bench, seat)
    bench.run(scoring)
    return [bench.player("victory", seat) for seat in range(len(people))]


@quick
@given(two)
def test_year_end(people: list[Journeyman]) -> None:
    assert scored("lab_year", people) == [p.victory + p.year() for p in people]


@quick
@given(two)
def test_final_scoring(people: list[Journeyman]) -> None:
    assert scored("lab_final", people) == [p.victory + p.final() for p in people]


@settings(max_examples=4, deadline=None)
@given(two, st.sampled_from(["lab_year", "lab_final"]))
def test_whoever_exchanges_seats_exchanges_points(people: list[Journeyman], scoring: str) -> None:
    assert scored(scoring, people[::-1]) == scored(scoring, people)[::-1]


@quick
@given(st.lists(st.tuples(st.integers(0, 3), st.integers(0, 2)), min_size=2, max_size=4), st.integers(0, 9))
def test_stenz_hat_and_starting_player(standing: list[tuple[int, int]], hat: int) -> None:
    bench = Bench(len(standing))
    for seat, (victory, pouch) in enumerate(standing):
        bench.run("lab_victory", victory, seat=seat)
        bench.run("lab_pouch", pouch, seat=seat)
    bench.run("lab_hat", hat)
    for effect in ("award_stenz", "empty_hat", "new_starter"):
        bench.run(effect)
    seats = range(len(standing))
    top = max(standing)
    leaders = [s for s in seats if standing[s] == top]
    assert [len(bench.player("honours", s)) for s in seats] == [int(leaders == [s]) for s in seats]
    lowest = min(victory for victory, _ in standing)
    last = [s for s in seats if standing[s][0] == lowest]
    share = hat // len(last)
    assert [bench.player("pouch", s) for s in seats] == [standing[s][1] + (share if s in last else 0) for s in seats]
    assert bench.table("hat") == hat - share * len(last)
    assert bench.table("starter") == (f"player_{last[0] + 1}" if len(last) == 1 else "player_1")


def test_names_of_seats_change_nothing() -> None:
    ends = set()
    for names in (["Marion", "Angelika", "Tanja"], ["Tanja", "Uli", "Marion"]):
        game = Bench(3, seed=4, names=names).game
        for n in range(120):
            decision = game.decisions()[0]
            game.choose(decision.options[n * 7 % len(decision.options)], decision.seat)
        ends.add(game.hash)
    assert len(ends) == 1

"""Wallenstein: a winter's points of any map, against brute force."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from tests.rulesets.wallenstein.bench import Bench

REGIONS = {
    "brandenburg": ("osnabrueck", "mittelmark", "vorpommern", "altmark"),
    "sachsen": ("saechsische_lande", "kursachsen", "wolfenbuettel"),
    "austria": ("boehmen", "maehren", "oberoesterreich"),
    "bavaria": ("augsburg", "oberpfalz", "baden"),
    "palatinate": ("koeln", "strassburg", "trier"),
}
COUNTIES = [county for counties in REGIONS.values() for county in counties]
SITES = {"vorpommern", "altmark", "kursachsen", "wolfenbuettel", "oberpfalz", "baden", "trier"}  # two, others three
PRIZES = {"palace": 3, "church": 2, "post": 1}

built = st.sets(st.sampled_from(list(PRIZES)))
held = st.dictionaries(st.sampled_from(COUNTIES), st.tuples(st.integers(0, 2), built), min_size=4)


@settings(max_examples=40, deadline=None)
@given(held)
def test_points_of_a_winter(land: dict[str, tuple[int, set[str]]]) -> None:
    bench = Bench()
    land = {c: (seat, set(sorted(b)[: 2 if c in SITES else 3])) for c, (seat, b) in land.items()}
    for county, (seat, buildings) in land.items():
        bench.run("lab_settle", county, 1, seat=seat)
        for building in sorted(buildings):
            bench.run("lab_build", county, building)
    bench.run("lab_score")
    points = [0, 0, 0]
    for seat, buildings in land.values():
        points[seat] += 1 + len(buildings)
    for counties in REGIONS.values():
        for building, prize in PRIZES.items():
            have = [
                sum(land.get(c, (None, set()))[0] == s and building in land[c][1] for c in counties) for s in range(3)
            ]
            leaders = [seat for seat in range(3) if have[seat] == max(have) > 0]
            for seat in leaders:
                points[seat] += prize if len(leaders) == 1 else prize - 1
    assert [bench.player("points", seat) for seat in range(3)] == points

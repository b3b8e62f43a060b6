"""Wallenstein: who wins a battle and what is left, for any cubes in the tray, against a few lines of arithmetic."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from tests.rulesets.wallenstein.bench import Bench

quick = settings(max_examples=60, deadline=None)
cubes = st.integers(0, 9)


def battle(attackers: int, own: int, green: int, markers: int, held: bool) -> tuple[str, int]:
    """Tell who has the county after a battle, and with how many armies."""
    if not held:
        own, markers = 0, 0
    allies = green if markers == 0 else 0
    if attackers > own + allies:
        return "attacker", attackers - own - allies
    if held and own > 0 and own + allies > attackers:
        return "defender", own - max(0, attackers - allies)
    return "nobody", 0


@quick
@given(cubes, cubes, cubes, st.integers(0, 3), st.booleans(), st.integers(0, 5))
def test_battles(attackers: int, own: int, green: int, markers: int, held: bool, idle: int) -> None:
    bench = Bench()
    if held:
        bench.run("lab_settle", "kursachsen", 2, seat=1)
        bench.run("lab_vacate", "kursachsen", seat=1)
        bench.run("lab_markers", "kursachsen", markers)
        bench.run("lab_build", "kursachsen", "church")
    for seat, number in enumerate((attackers, own, idle)):
        bench.run("lab_tray", number, seat=seat)
    bench.run("lab_peasants", green)
    bench.run("decide", "kursachsen")
    who, left = battle(attackers, own, green, markers, held)
    owner = {"attacker": 0, "defender": 1, "nobody": None}[who]
    assert (bench.owner("kursachsen"), bench.county("armies", "kursachsen")) == (owner, left)
    tray, stays = bench.table("tray"), held and markers > 0
    uninvolved = own if not held else 0
    assert (tray["player_1"], tray["player_2"], tray["player_3"]) == (0, uninvolved, idle)
    assert (tray["peasants"], bench.table("green")) == ((green, 20 - green) if stays else (0, 20))
    supplies = [bench.player("supply", seat) for seat in range(3)]
    assert supplies == [62 - left * (who == "attacker"), 62 - left * (who == "defender") - uninvolved, 62 - idle]
    kept = held and who != "nobody"
    assert bench.county("built", "kursachsen") == (["church"] if kept else [])
    assert bench.county("markers", "kursachsen") == (markers if kept else 0)


@quick
@given(cubes, cubes, st.integers(0, 3), st.integers(0, 5))
def test_revolts(own: int, green: int, markers: int, idle: int) -> None:
    bench = Bench()
    bench.run("lab_settle", "anhalt", 3)
    bench.run("lab_vacate", "anhalt")
    bench.run("lab_markers", "anhalt", markers)
    bench.run("lab_tray", own)
    bench.run("lab_tray", idle, seat=1)
    bench.run("lab_peasants", green)
    bench.run("put_down", "anhalt")
    left = own - green if own > green else 0
    assert (bench.owner("anhalt"), bench.county("armies", "anhalt")) == (0 if left else None, left)
    assert bench.player("supply") == 62 - left and bench.table("green") == 20
    assert bench.table("tray") == {**bench.table("tray"), "player_1": 0, "player_2": idle, "peasants": 0}
    assert bench.county("markers", "anhalt") == (markers if left else 0)

"""Hellweg westfalicus: what a sale offers, and the best pairs, beside a search through everything there is."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import combinations
from pathlib import Path

from hypothesis import given, settings
from hypothesis import strategies as st

import regelwerk
from regelwerk import Game

Outcome = tuple[str, frozenset[str], frozenset[str]]  # where the item came from, roads used, roads that lost a carriage


@cache
def laboratory() -> regelwerk.Ruleset:
    return regelwerk.load("hellweg", [Path(__file__).with_name("laboratory.regel")])


ROADS = sorted(
    [
        "dortmund_soest",
        "dortmund_moenster",
        "dortmund_essen",
        "dortmund_hagen",
        "dortmund_corbach",
        "dortmund_hamm",
        "hagen_olpe",
        "olpe_corbach",
        "moenster_builefeld",
        "duisburg_essen",
        "duisburg_wesel",
        "wesel_moenster",
        "wesel_essen",
        "essen_hagen",
        "moenster_hamm",
        "hamm_builefeld",
        "hamm_soest",
        "builefeld_paderborn",
        "soest_lippstadt",
        "lippstadt_paderborn",
        "lippstadt_builefeld",
        "soest_corbach",
        "paderborn_corbach",
        "hagen_arnsberg",
        "arnsberg_olpe",
        "arnsberg_corbach",
    ]
)
COBBLED = {
    "dortmund_soest",
    "dortmund_essen",
    "dortmund_hagen",
    "hagen_olpe",
    "duisburg_essen",
    "soest_lippstadt",
    "lippstadt_paderborn",
}
IRON = ["dortmund_iron", "essen_iron", "moenster_iron", "olpe_iron", "lippstadt_iron"]


def ways(a: str, b: str, mine: dict[str, int], seen: tuple[str, ...] = ()) -> Iterator[frozenset[str]]:
    """All simple paths from a to b over roads with a carriage."""
    if a == b:
        yield frozenset()
        return
    for road in (r for r, n in mine.items() if n and a in r.split("_")):
        there = next(t for t in road.split("_") if t != a)
        if there not in (*seen, a):
            yield from (rest | {road} for rest in ways(there, b, mine, (*seen, a)))


def sold(game: Game, before: dict[str, dict[str, int]]) -> Iterator[Outcome]:
    """Answer whatever a sale asks in every way there is."""
    slots = game.view(0)["slots"]
    if slots["player.sold"]["player_1"] == 1:
        mine = {k: slots[f"player.{k}"]["player_1"] for k in ("items", "roads")}
        lost = {k: {x for x, n in before[k].items() if mine[k].get(x, 0) < n} for k in mine}
        yield next(iter(lost["items"])), frozenset(slots["player.used"]["player_1"]), frozenset(lost["roads"])
        return
    for option in game.decisions()[0].options:
        after = game.clone()
        after.choose(option.id, 0)
        yield from sold(after, before)


@settings(max_examples=60, deadline=None)
@given(
    roads=st.dictionaries(st.sampled_from(ROADS), st.integers(1, 2), max_size=9),
    items=st.sets(st.sampled_from(IRON), min_size=1, max_size=3),
    target=st.sampled_from(["dortmund_iron_5", "olpe_iron_4", "moenster_iron_3"]),
)
def test_a_sale_offers_every_item_and_every_way_and_no_other(
    roads: dict[str, int], items: set[str], target: str
) -> None:
    game = laboratory().new_game(players=2, seed=1)
    for road, n in roads.items():
        game.call("lab_carriages", 0, (road, n))
    for item in items:
        game.call("lab_items", 0, (item, 1))
    game.call("lab_supply", 0)
    town = target.split("_")[0]
    expected = {
        (item, way, frozenset(r for r in way if r not in COBBLED and roads[r] == 1))
        for item in items
        for way in ways(item.split("_")[0], town, roads)
    }
    before = {"items": dict.fromkeys(items, 1), "roads": roads}
    game.call("lab_offered", 0, (target,))
    assert (game.view(0)["slots"]["player.at"]["player_1"] is not None) == bool(expected)
    if not expected:
        return
    game.call("sell", 0, (target,))
    assert set(sold(game, before)) == expected


WORTH = {"m1": 18, "m2": 18, "m3": 18, "m4": 25, "m5": 25, "m6": 30, "m7": 30, "m8": 30, "m9": 30}
WARE = dict(
    zip(WORTH, ["coal", "coal", "coal", "herring", "herring", "wine", "wine", "tobacco", "tobacco"], strict=True)
)
BANNERS = {"m5": ("coal", "herring", 55), "m6": ("herring", "wine", 68), "m9": ("tobacco", "tobacco", 80)}


def best(cards: frozenset[str], banners: frozenset[str]) -> int:
    """Try all disjoint pairs."""
    totals = [sum(WORTH[c] for c in cards)]
    for a, b in combinations(sorted(cards), 2):
        for one, other, value in (BANNERS[m] for m in banners):
            if sorted((WARE[a], WARE[b])) == sorted((one, other)):
                totals.append(value + best(cards - {a, b}, banners))
    return max(totals)


@settings(max_examples=80, deadline=None)
@given(st.sets(st.sampled_from(sorted(WORTH))))
def test_the_best_pairs_are_found(cards: set[str]) -> None:
    game = laboratory().new_game(players=4, seed=1)
    for card in cards:
        game.call("lab_card", 0, (card,))
    game.call("lab_score", 0)
    assert game.view(0)["slots"]["player.thalers"]["player_1"] == 10 + best(
        frozenset(cards), frozenset(cards & set(BANNERS))
    )

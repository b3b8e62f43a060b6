"""The race: the engines against games written by hand and against other systems. Rates are per second of CPU time."""

from __future__ import annotations

import statistics
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from random import Random
from typing import Any

import regelwerk
from benchmarks import engines, rulesets
from benchmarks.baselines import carters, courses, walz_roads
from benchmarks.baselines.carters_c import Carters, NoCompiler
from benchmarks.baselines.playouts import BASELINES, random_playout
from benchmarks.peers import boardgame_io_peers
from benchmarks.timing import Played, Rate, Row, Way, progress, ratios, side_by_side, spread

# Name of the baseline: ruleset, players.
MEASURED = {
    "connect_four": ("connect_four", 2),
    "breakthrough": ("breakthrough", 2),
    "house_number_3p": ("walz_dice", 3),
    "tic_tac_toe": ("tic_tac_toe", 2),
}
GOALS = {"generated": 0.8, "reference": 1 / 40}
WITHOUT_GOAL = {"tic_tac_toe"}
BY_HAND, IN_C = "Python by hand", "C by hand"
SLOW = 0.5  # of the time: games of Auf der Walz are long
PEERS = ("tic_tac_toe", "connect_four", "breakthrough", "hex", "leduc_poker")


def against_baselines(seconds: float, repeats: int) -> list[Row]:
    """Both engines written in Python against classics written by hand."""
    rows = []
    for name, (file, players) in MEASURED.items():
        rules = rulesets.named(file)
        ways = [_classic(name), engines.quick_dice(rules, players), engines.quick_dice(rules, players, "reference")]
        hand, *ours = side_by_side(ways, seconds, repeats)
        for engine, measured in zip(("generated", "reference"), ours, strict=True):
            row: Row = {
                "game": name,
                "engine": engine,
                "playouts_per_second": _median(measured),
                "by_hand_per_second": _median(hand),
                "decisions_per_playout": statistics.median(r.decisions for r in measured),
                "by_hand_decisions": statistics.median(r.decisions for r in hand),
                "ratio": ratios(measured, hand),
            }
            if name not in WITHOUT_GOAL:
                row |= {"target": GOALS[engine], "met": row["ratio"]["median"] >= GOALS[engine]}
            rows.append(row)
    return rows


def _classic(name: str) -> Played:
    random = Random(1).random
    return Played(BY_HAND, lambda numbers: sum(random_playout(BASELINES[name](n), random) for n in numbers))


def _median(rates: Sequence[Rate]) -> float:
    return statistics.median(r.playouts for r in rates)


# ---------------------------------------------------------------------- games written for the race


def of_carters(seconds: float, repeats: int) -> list[Row]:
    """Carters: all engines against Python and C by hand."""
    by_hand = Played(BY_HAND, lambda seeds: sum(courses.playout(carters.new_game, seed) for seed in seeds))
    ways = [by_hand, *engines.all_of(rulesets.named("carters"), carters.PLAYERS)]
    notes = [_without_wasm()]
    try:
        ways.append(Played(IN_C, Carters().decisions, many=True))
    except NoCompiler as missing:
        notes.append({"way": IN_C, "skipped": str(missing)})
    engines.same_course(ways)
    rows = _raced(ways, seconds, repeats, {BY_HAND: "of_python_by_hand", IN_C: "of_c_by_hand"})
    for row in rows:
        if row["way"] == engines.TITLES["wasm"]:
            row["goals"] = [_goal("times Python by hand", row.get("of_python_by_hand"), 50)]
            row["goals"].append(_goal("of C by hand", row.get("of_c_by_hand"), 0.5))
    return rows + [note for note in notes if note]


def _goal(what: str, ratio: Row | None, least: float) -> Row:
    if ratio is None:
        return {"what": what, "goal": least, "met": None}
    return {"what": what, "goal": least, "measured": ratio["median"], "met": ratio["median"] >= least}


def _without_wasm() -> Row:
    why = engines.without_wasm()
    return {"way": engines.TITLES["wasm"], "skipped": why} if why else {}


def of_walz(seconds: float, repeats: int) -> list[Row]:
    """Auf der Walz: all engines on the whole game, and on its roads against Python by hand."""
    rows: list[Row] = []
    whole = regelwerk.load("auf-der-walz").compiled
    for row in _raced(engines.all_of(whole, 3), seconds * SLOW, repeats, {engines.TITLES["reference"]: "of_reference"}):
        rows.append({"game": "Auf der Walz, 3 players", **row})
    by_hand = Played(BY_HAND, lambda seeds: sum(courses.playout(walz_roads.new_game, seed) for seed in seeds))
    ways = [by_hand, *engines.all_of(rulesets.named("walz_roads"), walz_roads.PLAYERS)]
    engines.same_course(ways)
    measured = _raced(ways, seconds * SLOW, repeats, {BY_HAND: "of_python_by_hand"})
    rows += [{"game": "its roads, 3 players", **row} for row in measured]
    note = _without_wasm()
    return [*rows, {"game": "", **note}] if note else rows


def _raced(ways: Sequence[Way], seconds: float, repeats: int, against: dict[str, str]) -> list[Row]:
    """Measure ways side by side; each is compared with those named in `against`."""
    measured = dict(zip([way.name for way in ways], side_by_side(ways, seconds, repeats), strict=True))
    rows = []
    for name, rates in measured.items():
        row: Row = {
            "way": name,
            "playouts_per_second": spread([r.playouts for r in rates]),
            "decisions_per_second": spread([r.playouts * r.decisions for r in rates]),
            "decisions_per_playout": statistics.median(r.decisions for r in rates),
        }
        row |= {key: ratios(rates, measured[other]) for other, key in against.items() if other in measured}
        rows.append(row)
    return rows


# ---------------------------------------------------------------------- other systems


def of_games(seconds: float) -> list[Row]:
    """Whole games through `Game`: history, sentences of all options, and invariants."""
    rows = []
    for name, (file, players) in MEASURED.items():
        rules = rulesets.named(file)
        progress(name)
        plain, checked = (
            Played(name, rulesets.games(rules, players, checks=checks)).rate(seconds, 0) for checks in (False, True)
        )
        rows.append(
            {
                "game": name,
                "decisions_per_second": plain.playouts * plain.decisions,
                "with_invariants": checked.playouts * checked.decisions,
            }
        )
    return rows


def of_peers(seconds: float, repeats: int) -> list[Row]:
    """Shared classics in OpenSpiel and boardgame.io, ours taking turns with theirs."""
    rows: list[Row] = []
    with ExitStack() as stack:
        openspiel, notes = _openspiel()
        try:
            in_node: Any = stack.enter_context(boardgame_io_peers.running())
        except boardgame_io_peers.Missing as missing:
            in_node = {}
            notes.append({"peer": "boardgame.io", "skipped": str(missing)})
        for game in PEERS:
            rules = rulesets.named(game)
            ours: list[Way] = [engines.quick_dice(rules, 2)]
            if not engines.without_wasm():
                ours.append(engines.in_wasm(rules, 2))
            theirs = [*openspiel(game), *([in_node[game]] if game in in_node else [])]
            measured = side_by_side([*ours, *theirs], seconds, repeats)
            mine = measured[: len(ours)]
            for peer, rates in zip(theirs, measured[len(ours) :], strict=True):
                row: Row = {"game": game, "peer": peer.name, "their_playouts_per_second": _median(rates)}
                for way, own in zip(ours, mine, strict=True):
                    row[way.name] = _median(own)
                    row[f"{way.name}, ratio"] = ratios(own, rates)
                best = row[f"{ours[-1].name}, ratio"]["median"]
                rows.append(row | {"target": 1, "met": best >= 1})
    note = engines.without_wasm()
    return rows + notes + ([{"peer": "(ours in WebAssembly)", "skipped": note}] if note else [])


def _openspiel() -> tuple[Callable[[str], list[Way]], list[Row]]:
    try:
        from benchmarks.peers.openspiel_peers import ways
    except ImportError:
        return (lambda game: []), [{"peer": "OpenSpiel", "skipped": "the extra `oracle` is not installed"}]
    return ways, []

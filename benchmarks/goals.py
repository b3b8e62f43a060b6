"""The goals of the project that a run of measurements can answer, and whether they are met."""

from __future__ import annotations

from collections.abc import Iterator

from benchmarks.timing import Row

WASM = "WebAssembly"
LUDII = {"tic_tac_toe": 118_000, "connect_four": 25_000, "hex": 5_800, "breakthrough": 1_700}  # games per second
TAG = 270_000  # decisions per second
LOOP = 0.1  # of the cold time: how long the answer to an edit of one card may take


def goals(results: Row) -> list[Row]:
    """List goal, what was measured, and whether it is met; goals without a measurement are missing."""
    return [*_race(results), *_classics(results), *_peers(results), *_elsewhere(results), *_rest(results)]


def _row(goal: str, measured: object, wanted: str, met: bool | None) -> Row:
    return {"goal": goal, "wanted": wanted, "measured": measured, "met": "not measured" if met is None else met}


def _race(results: Row) -> Iterator[Row]:
    for row in results.get("carters", ()):
        for goal in row.get("goals", ()):
            said = f"Carters in WebAssembly, {goal['what']}"
            yield _row(said, goal.get("measured"), f"at least {goal['goal']:g}", goal["met"])
        if row.get("skipped"):
            yield _row(f"Carters: {row['way']}", row["skipped"], "", None)


def _classics(results: Row) -> Iterator[Row]:
    for row in results.get("baselines", ()):
        if "target" in row:
            said = f"{row['game']} ({row['engine']}), of Python by hand"
            yield _row(said, row["ratio"]["median"], f"at least {row['target']:g}", row["met"])


def _peers(results: Row) -> Iterator[Row]:
    for row in results.get("peers", ()):
        if "target" in row:
            best = [value["median"] for key, value in row.items() if key.endswith(", ratio")][-1]
            yield _row(f"{row['game']}, times {row['peer']}", best, "at least 1", row["met"])


def _elsewhere(results: Row) -> Iterator[Row]:
    """Systems that were not measured here: to be ahead of them is the bar all the same."""
    best: dict[str, float] = {}
    for row in results.get("peers", ()):
        if WASM in row:
            best[row["game"]] = row[WASM]
    for game, rate in LUDII.items():
        if game in best:
            yield _row(f"{game}, games/s: ahead of Ludii, elsewhere", best[game], f"{rate:,}", best[game] >= rate)
    for row in results.get("walz", ()):
        if row["way"] == WASM and "decisions_per_second" in row:
            made = row["decisions_per_second"]["median"]
            said = f"{row['game']}, decisions/s: ahead of TAG's euro games, elsewhere"
            yield _row(said, made, f"{TAG:,}", made >= TAG)


def _rest(results: Row) -> Iterator[Row]:
    copies = [row["ratio"]["median"] for row in results.get("copies", ())]
    if copies:
        yield _row("copy of a game, of the copy of a flat list", max(copies), "at most 5", max(copies) <= 5)
    for section, key in (("loop", "check"), ("tests", "test")):
        for row in results.get(section, ()):
            if row["edit"] == "number":
                part = row["of a cold command"]
                yield _row(f"{key} {row[key]} --watch, of a cold command", part, f"at most {LOOP:g}", part <= LOOP)

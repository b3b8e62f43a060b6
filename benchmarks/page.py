"""The page of the site about speed: tables and plots, made from the results of the last run."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from benchmarks import plots
from benchmarks.goals import goals
from benchmarks.tables import shown
from benchmarks.timing import Row

LATEST = Path(__file__).resolve().parent / "results" / "latest.json"
Columns = dict[str, str]  # heading by key

HEAD = """\
# Benchmarks

Random games, as fast as they go. `make bench` measures everything in one run and writes what this page is made of;
how it measures, and what the figures mean, is told on the page about [measurements](explanation/measurements.md).

{machine}

Rates are medians over the repeats, per second of CPU time on one core, with the lowest and highest in brackets; what
is compared was measured in turn. Bars and curves go by tens: one line further is ten times as fast.
"""
CARTERS = """\
A small game written three times to be measured: in the language, in plain Python with classes and in C with bit
masks, compiled with `cc -O3`. 3 players, 19 cards each, 300 places and 900 roads, ten actions, seven kinds of
decisions, 60 turns. All of them play the same games, decision for decision; tests compare the whole table after each.
The engines check ranges and requirements and count their work; those written by hand trust themselves.
"""
WALZ = """\
The whole game, and a part of it that was also written by hand in plain Python: foot-it cards, walking on a fixed map,
fees, work and wages, the tally stick, year-end and final scoring.
"""
PEERS = """\
OpenSpiel's games are written in C++ and called from Python, move by move; boardgame.io runs without a screen in Node.
Both choose moves at random like ours.
"""
ELSEWHERE = """\
For orientation, figures published or measured elsewhere on a like machine, playouts per second on one thread:

| | tic-tac-toe | connect four | Hex 11 × 11 | Breakthrough |
|---|--:|--:|--:|--:|
| Ludii | 118 k | 25 k | 5.8 k | 1.7 k |
| RBG, compiled to C++ | 1.69 M | 512 k | 15.3 k | 37 k |
"""
GROWTH = "Decisions per second when one thing grows and the rest stays. A flat line is what is wanted.\n"
RATES = {
    "playouts_per_second": "games/s",
    "decisions_per_second": "decisions/s",
    "decisions_per_playout": "decisions per game",
}
COLUMNS: dict[str, Columns] = {
    "goals": {"goal": "goal", "wanted": "wanted", "measured": "measured", "met": ""},
    "carters": {"way": "", **RATES, "of_python_by_hand": "of Python by hand", "of_c_by_hand": "of C by hand"},
    "walz": {
        "game": "", "way": "", **RATES, "of_reference": "of the reference", "of_python_by_hand": "of Python by hand"
    },
    "baselines": {
        "game": "", "engine": "", "playouts_per_second": "games/s", "by_hand_per_second": "by hand",
        "ratio": "of Python by hand", "target": "goal", "met": "",
    },
    "cores": {"way": "", "one_per_second": "one worker, games/s", "together_per_second": "two workers", "gain": "gain"},
    "copies": {
        "game": "", "numbers": "numbers", "list_ns": "list, ns", "state_ns": "state, ns", "game_ns": "game, ns",
        "ratio": "game : list",
    },
    "compiling": {
        "ruleset": "", "lines": "lines", "import_s": "imports", "compile_s": "to a compiled ruleset",
        "generate_s": "to Python", "wasm_s": "to WebAssembly", "wasm_cached_s": "from the cache",
    },
    "start": {"command": "regelwerk", "seconds": "seconds, cold", "once more": "once more"},
    "loop": {
        "check": "check", "lines": "lines", "edit": "what is edited", "seconds": "seconds",
        "of a cold command": "of a cold command", "of a cold compile": "of a cold compile",
    },
    "tests": {
        "test": "test", "edits": "edits", "ran again": "scenarios run again", "seconds": "seconds",
        "slowest": "slowest", "of a cold command": "of a cold command",
    },
}  # fmt: skip


def latest() -> Row:
    """Read the results of the last whole run."""
    return dict(json.loads(LATEST.read_text(encoding="utf-8")))


def page(results: Row) -> str:
    """Write the page; what a run has not measured is said to be missing."""
    parts = [HEAD.format(machine=_machine(results))]
    for title, text, *blocks in _sections(results):
        inside = "\n\n".join(block for block in blocks if block)
        parts.append(f"## {title}\n\n{text}\n{inside or 'Not measured in this run.'}\n")
    return "\n".join(parts)


def _machine(results: Row) -> str:
    cores = f", {results['processors']} cores" if results.get("processors") else ""
    warning = " The machine was busy: take ratios, not rates." if (results.get("load_at_start") or 0) > 1 else ""
    processor = results.get("processor") or results.get("machine", "?")
    date = results.get("date", "an older run without a date")
    return f"**Last run**: {date}; {processor}{cores}, Python {results.get('python', '?')}.{warning}"


def _sections(results: Row) -> Iterator[tuple[str, ...]]:
    def table(name: str) -> str:
        return _table(results.get(name, []), COLUMNS[name])

    yield "Goals", "", _table(goals(results), COLUMNS["goals"])
    yield "Carters", CARTERS, _bars(results.get("carters", []), "Carters: decisions per second"), table("carters")
    yield "Auf der Walz", WALZ, _bars(results.get("walz", []), "Auf der Walz: decisions per second"), table("walz")
    peers = results.get("peers", [])
    yield "Other systems", PEERS, _peer_bars(peers), _table(peers, _peer_columns(peers)), ELSEWHERE
    yield "Classics written by hand", "Generated Python and the reference interpreter.\n", table("baselines")
    yield "Growth", GROWTH, *_growth(results.get("growth", []))
    yield "Two cores", "Carters, by the clock on the wall.\n", table("cores")
    yield "Copies", "A game half-way, against a flat list of as many numbers.\n", table("copies")
    memory = results.get("memory", [])
    yield "Memory", "Bytes of one game.\n", _table(memory, {key: key for row in memory for key in row})
    yield "Compiling", "Seconds of CPU time from the text, each in a new process.\n", table("compiling")
    yield "Checking", CHECKING, table("start"), table("loop"), table("tests")


CHECKING = "Seconds of CPU time: whole commands, and answers to an edit of one card while `--watch` runs.\n"


def _table(rows: Sequence[Row], columns: Columns) -> str:
    """Write rows as a table of Markdown, and below it what was skipped; columns that no row has are left out."""
    full = [row for row in rows if "skipped" not in row]
    keys = [key for key in columns if any(row.get(key) not in (None, "") for row in full)]
    notes = [
        f"*{row.get('way') or row.get('peer')} is not in this table: {row['skipped']}.*"
        for row in rows
        if "skipped" in row
    ]
    if not full:
        return "\n\n".join(notes)
    lines = [[columns[key] for key in keys], ["--:" if _is_number(full, key) else "---" for key in keys]]
    lines += [[_brief(row.get(key)) for key in keys] for row in full]
    return "\n\n".join(["\n".join(f"| {' | '.join(line)} |" for line in lines), *notes])


def _brief(value: Any) -> str:
    """Write a value so that a row fits a page: large numbers in thousands and millions."""
    if isinstance(value, dict):
        return f"{_brief(value['median'])} ({_brief(value['low'])} to {_brief(value['high'])})"
    return plots.short(value) if isinstance(value, float) and value >= 10_000 else shown(value)


def _is_number(rows: Sequence[Row], key: str) -> bool:
    values = [row[key] for row in rows if row.get(key) is not None]
    return all(isinstance(value, int | float | dict) and not isinstance(value, bool) for value in values)


def _bars(rows: Sequence[Row], label: str) -> str:
    key = "decisions_per_second"
    return plots.bars(
        [plots.Bar(row.get("game", ""), row["way"], *_limits(row[key])) for row in rows if key in row], label
    )


def _limits(value: Any) -> tuple[float, float, float]:
    return (value["median"], value["low"], value["high"]) if isinstance(value, dict) else (value, value, value)


def _peer_columns(rows: Sequence[Row]) -> Columns:
    """Ours beside theirs: rates, then ratios."""
    ours = [key.removesuffix(", ratio") for row in rows for key in row if key.endswith(", ratio")]
    found = {"game": "", "peer": "", "their_playouts_per_second": "theirs, games/s"}
    for way in dict.fromkeys(ours):
        found |= {way: f"{way}, games/s", f"{way}, ratio": "ours : theirs"}
    return found | {"our_playouts_per_second": "ours, games/s", "ratio": "ours : theirs"}


def _peer_bars(rows: Sequence[Row]) -> str:
    found: list[plots.Bar] = []
    for game in dict.fromkeys(row["game"] for row in rows if "game" in row):
        of_game = [row for row in rows if row.get("game") == game]
        rates = {row["peer"]: row["their_playouts_per_second"] for row in of_game}
        rates |= {key: row[key] for row in of_game for key in row if f"{key}, ratio" in row}
        found += [plots.Bar(game.replace("_", " "), way, *_limits(rate)) for way, rate in rates.items()]
    return plots.bars(found, "Random games per second, ours and those of other systems")


def _growth(rows: Sequence[Row]) -> Iterator[str]:
    full = [row for row in rows if "decisions_per_second" in row]
    for kind in dict.fromkeys(row["grows"] for row in full):
        found = []
        for way in dict.fromkeys(row["way"] for row in full):
            of_way = [row for row in full if row["grows"] == kind and row["way"] == way]
            found.append(plots.Curve(way, [(row["size"], row["decisions_per_second"]["median"]) for row in of_way]))
        yield plots.curves(found, kind, "decisions per second", f"Decisions per second against {kind}")
    yield _table([row for row in rows if "skipped" in row], {})

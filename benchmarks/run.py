"""All measurements in one run: ratios against what runs beside them, medians with spread, CPU time.

make bench            about five minutes; prints tables, writes benchmarks/results/latest.json
python -m benchmarks.run --seconds 0.2 --repeats 3
"""

from __future__ import annotations

import argparse
import json
import platform
import shutil
import statistics
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from random import Random
from typing import Any

from benchmarks import loop, rulesets
from benchmarks.baselines.playouts import BASELINES, Playout, random_playout
from regelwerk.interpreter.ruleset import Ruleset

HERE = Path(__file__).resolve().parent
Row = dict[str, Any]

# Name of the baseline: ruleset, players.
MEASURED = {
    "connect_four": ("connect_four", 2),
    "breakthrough": ("breakthrough", 2),
    "house_number_3p": ("probes/walz_dice", 3),
    "tic_tac_toe": ("tic_tac_toe", 2),
}
TARGETS = {"reference": 1 / 40, "generated": 0.8}
WITHOUT_TARGET = {"tic_tac_toe"}
LARGER = ("probes/walz_tiles", "probes/hellweg_sale", "probes/wallenstein_tower")  # games of the usual size


def rate(playout: Playout, seconds: float, first: int) -> tuple[float, float]:
    """Play for some seconds of CPU time; give playouts per second and decisions per playout."""
    number, made = first, 0
    start = time.process_time()
    while (cpu := time.process_time() - start) < seconds:
        made += playout(number)[0]
        number += 1
    return (number - first) / cpu, made / (number - first)


def side_by_side(players: Sequence[Playout], seconds: float, repeats: int) -> list[list[tuple[float, float]]]:
    """Measure several ways in turn, again and again, so that all see the same machine; a list per way."""
    for playout in players:
        rate(playout, seconds / 4, 0)
    rounds = [[rate(playout, seconds, 1000 * n) for playout in players] for n in range(repeats)]
    return [list(way) for way in zip(*rounds, strict=True)]


def spread(values: Sequence[float]) -> Row:
    return {"median": statistics.median(values), "low": min(values), "high": max(values)}


def against_baselines(seconds: float, repeats: int) -> list[Row]:
    """(a) Both engines against games written by hand."""
    rows = []
    for name, (file, players) in MEASURED.items():
        rules = rulesets.bundled(file)
        random = Random(1).random

        def by_hand(number: int, name: str = name, random: Callable[[], float] = random) -> tuple[int, int]:
            return random_playout(BASELINES[name](number), random), 0

        ways = [by_hand, rulesets.playouts(rules, players), rulesets.playouts(rules, players, "reference")]
        hand, generated, reference = side_by_side(ways, seconds, repeats)
        for engine, measured in (("generated", generated), ("reference", reference)):
            ratios = [ours[0] / theirs[0] for ours, theirs in zip(measured, hand, strict=True)]
            row = {
                "game": name,
                "engine": engine,
                "playouts_per_second": statistics.median(r[0] for r in measured),
                "by_hand_per_second": statistics.median(r[0] for r in hand),
                "decisions_per_playout": statistics.median(r[1] for r in measured),
                "by_hand_decisions": statistics.median(r[1] for r in hand),
                "ratio": spread(ratios),
            }
            if name not in WITHOUT_TARGET:
                row |= {"target": TARGETS[engine], "met": statistics.median(ratios) >= TARGETS[engine]}
            rows.append(row)
    return rows


def of_games(seconds: float) -> list[Row]:
    """Whole games through `Game`: history, sentences of all options, and invariants."""
    rows = []
    for name, (file, players) in MEASURED.items():
        rules = rulesets.bundled(file)
        plain, made = rate(rulesets.games(rules, players, checks=False), seconds, 0)
        checked, made_too = rate(rulesets.games(rules, players, checks=True), seconds, 0)
        rows.append({"game": name, "decisions_per_second": plain * made, "with_invariants": checked * made_too})
    return rows


def _best(work: Callable[[], Any], repeats: int) -> list[float]:
    """Time some work, in seconds of CPU time for one go, several times."""
    count = 1
    while _timed(work, count) < 0.02:
        count *= 4
    return [_timed(work, count) / count for _ in range(repeats)]


def _timed(work: Callable[[], Any], count: int) -> float:
    start = time.process_time()
    for _ in range(count):
        work()
    return time.process_time() - start


def of_copies(repeats: int) -> list[Row]:
    """(b) Copies of a state and of a game against the copy of a flat list with as many numbers."""
    rows = []
    for name in (*rulesets.CLASSICS, *LARGER):
        ruleset = Ruleset(rulesets.bundled(name))
        random = Random(1)
        game = ruleset.new_game(ruleset.compiled.players[0], 1)
        for _ in range(12):
            if len(game.decisions()) == 1:
                game.choose(random.choice(game.decision().options))
        numbers = len(game.state) + sum(map(len, game.past.log())) + game.past.number
        flat = list(range(numbers))
        list_time, state_time, game_time = (_best(work, repeats) for work in (flat.copy, game.state.copy, game.clone))
        ratios = [ours / theirs for ours, theirs in zip(game_time, list_time, strict=True)]
        rows.append(
            {
                "game": name,
                "numbers": numbers,
                "list_ns": statistics.median(list_time) * 1e9,
                "state_ns": statistics.median(state_time) * 1e9,
                "game_ns": statistics.median(game_time) * 1e9,
                "ratio": spread(ratios),
                "target": 5,
                "met": statistics.median(ratios) <= 5,
            }
        )
    return rows


def of_peers(seconds: float, repeats: int) -> list[Row]:
    """(c) OpenSpiel and boardgame.io beside ours."""
    try:
        from benchmarks.peers.openspiel_peers import PEERS, measure_peer
    except ImportError:
        return []
    rows: list[Row] = []
    for name, (system, _) in PEERS.items():
        ours = name.removeprefix("python_")
        theirs = measure_peer(name, seconds, repeats).playouts_per_second
        mine = statistics.median(
            r[0] for r in side_by_side([rulesets.playouts(rulesets.bundled(ours), 2)], seconds, repeats)[0]
        )
        rows.append(
            {
                "game": ours,
                "peer": system,
                "their_playouts_per_second": theirs,
                "our_playouts_per_second": mine,
                "ratio": mine / theirs,
            }
        )
    folder = HERE / "peers" / "boardgame_io"
    if shutil.which("node") and (folder / "node_modules").is_dir():
        command = ["node", "bench.mjs", "--seconds", str(seconds), "--repeats", str(repeats)]
        done = subprocess.run(command, cwd=folder, check=True, capture_output=True, text=True)
        theirs = json.loads(done.stdout)[0]["playouts_per_second"]
        mine = next(float(row["our_playouts_per_second"]) for row in rows if row["game"] == "tic_tac_toe")
        rows.append(
            {
                "game": "tic_tac_toe",
                "peer": "boardgame.io",
                "their_playouts_per_second": theirs,
                "our_playouts_per_second": mine,
                "ratio": mine / theirs,
            }
        )
    return rows


def of_length(seconds: float, repeats: int) -> list[Row]:
    """(d) Longer and longer games: the number of dice games in a row, the points to reach in Pig."""
    rows = []
    for count in (20, 80, 320, 1280):
        rules = rulesets.bundled(
            "probes/walz_dice",
            lambda text, n=count: text.replace("in 0..19", f"in 0..{n - 1}"),  # type: ignore[misc]
        )
        rows.append(_length("house_number", rules, 3, seconds, repeats))
    for goal in (100, 400, 1600):
        rules = rulesets.bundled("pig", lambda text, n=goal: _longer_pig(text, n))  # type: ignore[misc]
        rows.append(_length("pig", rules, 2, seconds, repeats))
    return rows


def _longer_pig(text: str, goal: int) -> str:
    rules, scenarios = text.split("scenario", 1)
    rules = rules.replace("105", str(goal + 5)).replace("100", str(goal)).replace(f"{goal}0", "1000000")
    return rules + "scenario" + scenarios


def _length(name: str, rules: Any, players: int, seconds: float, repeats: int) -> Row:
    measured = side_by_side([rulesets.playouts(rules, players)], seconds, repeats)[0]
    return {
        "game": name,
        "decisions_per_playout": statistics.median(r[1] for r in measured),
        "decisions_per_second": spread([r[0] * r[1] for r in measured]),
    }


COLD = """
import sys, time, json
start = time.process_time()
from benchmarks import rulesets
from regelwerk.interpreter.ruleset import Ruleset
loaded = time.process_time()
rules = rulesets.bundled(sys.argv[1])
compiled = time.process_time()
Ruleset(rules)
ready = time.process_time()
print(json.dumps([loaded - start, compiled - loaded, ready - compiled]))
"""


def of_compiling() -> list[Row]:
    """(e) From text to a ruleset ready to play, each in a new process."""
    rows: list[Row] = []
    paths = [*rulesets.FOLDER.glob("*.regel"), *(rulesets.FOLDER / "probes").glob("*.regel")]
    for path in sorted(paths):
        name = path.relative_to(rulesets.FOLDER).with_suffix("").as_posix()
        done = subprocess.run(
            [sys.executable, "-c", COLD, name], cwd=HERE.parent, capture_output=True, text=True, check=False
        )
        if done.returncode:
            rows.append({"ruleset": name, "failed": done.stderr.strip().splitlines()[-1]})
            continue
        imports, compiling, generating = json.loads(done.stdout)
        rows.append(
            {
                "ruleset": name,
                "lines": len(path.read_text(encoding="utf-8").splitlines()),
                "import_s": imports,
                "compile_s": compiling,
                "generate_s": generating,
            }
        )
    return rows


def shown(value: Any) -> str:
    if isinstance(value, dict):
        return f"{shown(value['median'])} ({shown(value['low'])}..{shown(value['high'])})"
    if isinstance(value, bool):
        return "yes" if value else "NO"
    if isinstance(value, float):
        return f"{value:,.0f}" if abs(value) >= 100 else f"{value:.3g}"
    return str(value)


def table(title: str, rows: list[Row]) -> None:
    """Print rows under their keys."""
    print(f"\n{title}\n")
    if not rows:
        print("(not measured)")
        return
    keys = list(dict.fromkeys(key for row in rows for key in row))
    lines = [keys, *[[shown(row.get(key, "")) for key in keys] for row in rows]]
    widths = [max(len(line[i]) for line in lines) for i in range(len(keys))]
    for line in lines:
        print("  ".join(word.ljust(width) for word, width in zip(line, widths, strict=True)).rstrip())


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=0.6, help="CPU time of each repeat")
    parser.add_argument("--repeats", type=int, default=5)
    parser.add_argument("--only", nargs="*", help="names of sections")
    wanted = parser.parse_args()
    seconds, repeats = wanted.seconds, wanted.repeats
    sections: dict[str, tuple[str, Callable[[], list[Row]]]] = {
        "baselines": ("Random playouts against games written by hand", lambda: against_baselines(seconds, repeats)),
        "games": ("The same through Game: history, sentences, invariants", lambda: of_games(seconds)),
        "copies": ("Copies against the copy of a flat list", lambda: of_copies(repeats)),
        "peers": ("Other systems", lambda: of_peers(seconds, repeats)),
        "length": ("Longer games", lambda: of_length(seconds, repeats)),
        "start": ("Whole commands, in seconds of CPU time", lambda: loop.of_start(repeats)),
        "loop": ("An edit of one card, answered by check --watch", lambda: loop.of_loop(repeats)),
        "tests": ("An edit of one card, answered by test --watch", lambda: loop.of_tests(repeats)),
        "compiling": ("Compiling, cold, in seconds of CPU time", of_compiling),
    }
    results: Row = {"python": platform.python_version(), "machine": platform.machine()}
    for name, (title, measure) in sections.items():
        if not wanted.only or name in wanted.only:
            results[name] = measure()
            table(title, results[name])
    if not wanted.only:
        target = HERE / "results" / "latest.json"
        target.parent.mkdir(exist_ok=True)
        target.write_text(json.dumps(results, indent=1) + "\n", encoding="utf-8")
        print(f"\nwritten to {target.relative_to(HERE.parent)}")


if __name__ == "__main__":
    main()

"""All measurements in one run: ratios against what runs beside them, medians with spread, CPU time.

make bench            about ten minutes; prints tables and goals, writes benchmarks/results/latest.json
python -m benchmarks.run --only carters --seconds 0.2 --repeats 3
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import sys
import time
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path

from benchmarks import engines, growth, loop, race, timing
from benchmarks.goals import goals
from benchmarks.page import LATEST
from benchmarks.tables import table
from benchmarks.timing import Row

Measure = Callable[[float, int], list[Row]]
SECTIONS: dict[str, tuple[str, Measure]] = {
    "carters": ("Carters: the engines against Python and C by hand", race.of_carters),
    "walz": ("Auf der Walz", race.of_walz),
    "peers": ("Other systems: shared classics", race.of_peers),
    "baselines": ("Random playouts against classics written by hand", race.against_baselines),
    "games": ("The same through Game: history, sentences, invariants", lambda s, n: race.of_games(s)),
    "growth": ("Growth: decisions per second", lambda s, n: growth.of_growth(s / 2, n)),
    "cores": ("On two cores, by the clock on the wall", growth.of_cores),
    "copies": ("Copies against the copy of a flat list", lambda s, n: growth.of_copies(n)),
    "memory": ("Memory, in bytes", lambda s, n: growth.of_memory()),
    "start": ("Whole commands, in seconds of CPU time", lambda s, n: loop.of_start(n)),
    "loop": ("An edit of one card, answered by check --watch", lambda s, n: loop.of_loop(n)),
    "tests": ("An edit of one card, answered by test --watch", lambda s, n: loop.of_tests(n)),
    "compiling": ("Compiling, cold, in seconds of CPU time", lambda s, n: growth.of_compiling()),
}


def machine() -> Row:
    """Tell the class of the machine: enough to compare runs, nothing that names it."""
    processor = platform.processor() or platform.machine()
    try:
        with open("/proc/cpuinfo", encoding="utf-8", errors="replace") as info:
            processor = next(line.split(":", 1)[1].strip() for line in info if line.startswith("model name"))
    except (OSError, StopIteration):
        pass
    load = round(os.getloadavg()[0], 1) if hasattr(os, "getloadavg") else None
    return {
        "python": platform.python_version(),
        "machine": platform.machine(),
        "system": platform.system(),
        "processor": processor,
        "processors": os.cpu_count(),
        "load_at_start": load,
    }


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter, prog="python -m benchmarks.run"
    )
    parser.add_argument("--seconds", type=float, default=0.6, help="CPU time of each repeat")
    parser.add_argument("--repeats", type=int, default=5)
    parser.add_argument("--only", nargs="*", choices=list(SECTIONS), metavar="SECTION", help=", ".join(SECTIONS))
    parser.add_argument("--output", type=Path, help="where results go; a whole run writes results/latest.json")
    wanted = parser.parse_args()
    if (wanted.repeats < 1) or (wanted.seconds <= 0):
        parser.error("--repeats and --seconds have to be more than 0")
    begun = time.monotonic()
    results: Row = {"date": datetime.now(UTC).date().isoformat(), **machine()}
    if why := engines.without_wasm():
        print(f"WebAssembly is not measured: {why}.")
    if results["load_at_start"] and results["load_at_start"] > 1:
        print(f"The machine is busy (load {results['load_at_start']}): take ratios, not rates.")
    chosen = wanted.only or list(SECTIONS)
    for number, name in enumerate(chosen, 1):
        title, measure = SECTIONS[name]
        timing.section(f"{number} of {len(chosen)}, {name}")
        results[name] = measure(wanted.seconds, wanted.repeats)
        timing.progress("")
        print(f"\n{title}\n\n{table(results[name])}", flush=True)
    print(f"\nGoals\n\n{table(goals(results))}")
    print(f"\n{(time.monotonic() - begun) / 60:.1f} minutes")
    target = wanted.output or (None if wanted.only else LATEST)
    if target is not None:
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(json.dumps(results, indent=1) + "\n", encoding="utf-8")
        print(f"written to {os.path.relpath(target)}")


if __name__ == "__main__":
    try:
        main()
    except KeyboardInterrupt:
        timing.progress("")
        print("Broken off; nothing was written.", file=sys.stderr)
        sys.exit(130)

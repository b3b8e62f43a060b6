"""Load on the server of tables: many tables with bots at once. Prints steps a second, waiting times and memory.

python -m benchmarks.table_load --tables 200 --seconds 600 --ruleset pig
"""

from __future__ import annotations

import argparse
import json
import random
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from statistics import quantiles
from typing import Any

import httpx

READY = "The table is set: "


def resident(pid: int) -> float:
    """Give the megabytes of a process and its children."""
    found = subprocess.run(["ps", "-o", "rss=", "--pid", str(pid), "--ppid", str(pid)], capture_output=True, text=True)
    return sum(int(line) for line in found.stdout.split()) / 1024


def new_table(client: httpx.Client, ruleset: str, players: int, bot: str) -> dict[str, Any]:
    """Set a table up; wait if there were too many."""
    wanted = {"ruleset": ruleset, "seats": [{"kind": "bot", "bot": bot}] * players}
    while (answer := client.post("/api/tables", json=wanted)).status_code == 429:
        time.sleep(0.5)
    answer.raise_for_status()
    made: dict[str, Any] = answer.json()
    return made


def measured(client: httpx.Client, options: argparse.Namespace, pid: int) -> dict[str, Any]:
    """Let bots play, look at tables now and then, and set up a new one where a game is over."""
    idle = resident(pid)
    tables = [new_table(client, options.ruleset, options.players, options.bot) for _ in range(options.tables)]
    dice, waits = random.Random(0), []
    steps: dict[str, int] = {}
    ended = 0
    until = time.monotonic() + options.seconds
    began = time.monotonic()
    while time.monotonic() < until:
        number = dice.randrange(len(tables))
        table = tables[number]
        asked = time.perf_counter()
        headers = {"authorization": f"Bearer {table['watch_key']}"}
        answer = client.get(f"/api/tables/{table['table']}", headers=headers)
        waits.append(time.perf_counter() - asked)
        if answer.status_code == 200:
            state = answer.json()
            steps[table["table"]] = state["revision"]
            if state["over"]:
                ended += 1
                tables[number] = new_table(client, options.ruleset, options.players, options.bot)
        time.sleep(0.02)
    took = time.monotonic() - began
    for table in tables:
        headers = {"authorization": f"Bearer {table['watch_key']}"}
        answer = client.get(f"/api/tables/{table['table']}", headers=headers)
        steps[table["table"]] = answer.json()["revision"] if answer.status_code == 200 else 0
    cuts = quantiles(waits, n=100)
    memory = resident(pid)
    return {
        "ruleset": options.ruleset, "bot": options.bot, "tables": options.tables, "seconds": round(took),
        "steps_a_second": round(sum(steps.values()) / took, 1), "games_ended": ended,
        "p50_ms": round(cuts[49] * 1000, 1), "p99_ms": round(cuts[98] * 1000, 1),
        "memory_mb": round(memory), "memory_a_table_kb": round((memory - idle) * 1024 / len(steps)),
    }  # fmt: skip


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--ruleset", default="pig")
    parser.add_argument("--players", type=int, default=2)
    parser.add_argument("--bot", default="random")
    parser.add_argument("--tables", type=int, default=200)
    parser.add_argument("--seconds", type=float, default=600)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-m", "regelwerk", "serve", "--folder", str(Path(folder) / "tables"), "--port", "0"]
        server = subprocess.Popen([*command, "--no-open"], stdout=subprocess.PIPE, text=True)
        try:
            assert server.stdout is not None
            address = server.stdout.readline().removeprefix(READY).strip()
            with httpx.Client(base_url=address, timeout=60) as client:
                print(json.dumps(measured(client, options, server.pid)))
        finally:
            server.terminate()
            server.wait()


if __name__ == "__main__":
    main()

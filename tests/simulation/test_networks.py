"""Machines with networks of their own: three of them on a switch, one of which is cut off in the middle.

Networks are made by Linux (`ip netns`), which only an administrator may do; elsewhere the test says so."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest

from regelwerk.simulation import cluster

HUB, ONE, TWO = MACHINES = [f"rw{os.getpid()}{name}" for name in "abc"]
ADDRESS = "tcp://10.213.77.1:8786"
COMMAND = [sys.executable, "-m", "regelwerk"]
GAMES = ["simulate", "pig", "--games", "400", "--bots", "random", "--seed", "4", "--json"]
LONG = 240  # seconds in which everything must have come


def ip(*words: str) -> None:
    done = subprocess.run(["ip", *words], capture_output=True, text=True)
    if done.returncode:
        raise OSError(done.stderr.strip())


def inside(machine: str, *command: str) -> list[str]:
    return ["ip", "netns", "exec", machine, *command]


def begun(stack: ExitStack, command: list[str], says: str) -> None:
    """Start something that goes on until the end; it is ready when it says so."""
    process = subprocess.Popen(command, stderr=subprocess.PIPE, stdout=subprocess.DEVNULL, text=True)
    stack.callback(process.wait)
    stack.callback(process.kill)
    late = threading.Timer(LONG, process.kill)
    late.start()
    stack.callback(late.cancel)
    assert process.stderr is not None
    assert any(says in line for line in process.stderr), f"{command} ended"


def wired(stack: ExitStack) -> None:
    for number, machine in enumerate(MACHINES, 1):
        ip("netns", "add", machine)
        stack.callback(ip, "netns", "del", machine)
        ip("-n", machine, "link", "set", "lo", "up")
        if machine == HUB:
            ip("-n", HUB, "link", "add", "switch", "type", "bridge")
            ip("-n", HUB, "addr", "add", f"10.213.77.{number}/24", "dev", "switch")
            ip("-n", HUB, "link", "set", "switch", "up")
            continue
        ip("-n", HUB, "link", "add", machine, "type", "veth", "peer", "name", "wire", "netns", machine)
        ip("-n", HUB, "link", "set", machine, "master", "switch", "up")
        ip("-n", machine, "addr", "add", f"10.213.77.{number}/24", "dev", "wire")
        ip("-n", machine, "link", "set", "wire", "up")


@pytest.fixture
def machines() -> Iterator[ExitStack]:
    if shutil.which("ip") is None:
        pytest.skip("there is no `ip` here to make networks with")
    with ExitStack() as stack:
        try:
            wired(stack)
        except OSError as error:
            pytest.skip(f"networks cannot be made here: {error}")
        yield stack


@pytest.mark.slow
def test_a_machine_whose_network_goes_away_costs_nothing_but_time(machines: ExitStack, tmp_path: Path) -> None:
    scheduler = ["-m", "distributed.cli.dask_scheduler", "--host", "10.213.77.1", "--port", "8786", "--no-dashboard"]
    begun(machines, inside(HUB, sys.executable, *scheduler), ADDRESS)
    for machine in (ONE, TWO):
        begun(machines, inside(machine, *COMMAND, "worker", ADDRESS, "--jobs", "1"), cluster.version())
    journal = tmp_path / "night.jsonl"
    playing = subprocess.Popen(
        inside(HUB, *COMMAND, *GAMES, "--on", ADDRESS, "--resume", str(journal)), stdout=subprocess.PIPE, text=True
    )
    machines.callback(playing.kill)
    end = time.monotonic() + LONG
    while not journal.exists() or journal.read_bytes().count(b"\n") < 2:
        assert playing.poll() is None and time.monotonic() < end
        time.sleep(0.02)
    ip("-n", HUB, "link", "set", TWO, "down")
    assert playing.poll() is None, "all games were over before the network was cut"
    there, _ = playing.communicate(timeout=LONG)
    assert playing.returncode == 0
    here = subprocess.run([*COMMAND, *GAMES], capture_output=True, text=True, check=True).stdout
    assert without_time(there) == without_time(here)


def without_time(output: str) -> dict[str, Any]:
    return {key: value for key, value in json.loads(output).items() if key != "timing"}

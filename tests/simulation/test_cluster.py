"""A cluster of Dask: the same games as here, whoever plays them and whatever happens to them."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import distributed
import pytest
from click.testing import CliRunner

from regelwerk.cli import main
from regelwerk.interpreter.errors import Refused
from regelwerk.simulation import cluster
from regelwerk.simulation.workers import Crew, in_order

local_cluster: Any = distributed.LocalCluster
NOWHERE = "tcp://127.0.0.1:9"


def begin(given: str) -> Path:
    return Path(given)


def killed_now_and_then(desk: Path, task: int) -> int:
    """Every tenth task kills the worker that comes to it first."""
    if task % 10 == 3:
        try:
            (desk / str(task)).touch(exist_ok=False)
        except FileExistsError:
            return task * task
        os.kill(os.getpid(), signal.SIGKILL)
    return task * task


def run(*args: str) -> Any:
    return CliRunner().invoke(main, args)


def without_time(output: str) -> dict[str, Any]:
    return {key: value for key, value in json.loads(output).items() if key != "timing"}


@pytest.fixture(scope="module")
def scheduler() -> Iterator[str]:
    """A scheduler and two workers, begun as anybody would."""
    told = subprocess.Popen(
        [sys.executable, "-m", "distributed.cli.dask_scheduler", "--host", "127.0.0.1", "--port", "0"],
        stderr=subprocess.PIPE, stdout=subprocess.DEVNULL, text=True,
    )  # fmt: skip
    assert told.stderr is not None
    address = next(found[0] for line in told.stderr if (found := re.search(r"tcp://127\.0\.0\.1:\d+", line)))
    works = subprocess.Popen(
        [sys.executable, "-m", "regelwerk", "worker", address, "--jobs", "2"], stderr=subprocess.PIPE, text=True
    )
    try:
        assert works.stderr is not None
        assert f"Regelwerk {cluster.version()} works for {address} with 2 workers" in works.stderr.readline()
        yield address
        works.send_signal(signal.SIGINT)
        assert works.wait(30) == 130
    finally:
        works.kill()
        told.kill()
        works.wait()
        told.wait()


@pytest.mark.parametrize("args", [("leduc-poker", "--games", "600"), ("pig", "--games", "40", "--bots", "random")])
def test_games_are_those_played_here(scheduler: str, args: tuple[str, ...]) -> None:
    here, there = (run("simulate", *args, "--seed", "4", "--json", *more) for more in ((), ("--on", scheduler)))
    assert here.exit_code == there.exit_code == 0, there.output
    assert without_time(here.stdout) == without_time(there.stdout)


def test_comparisons_are_those_made_here(scheduler: str) -> None:
    args = ("impact", "tests/impact/throws.regel", "--ruling", "late=yes", "--games", "20", "--json")
    here, there = run(*args), run(*args, "--on", scheduler)
    assert here.stdout == there.stdout and here.exit_code == there.exit_code


def test_changes_are_examined_as_they_are_here(scheduler: str) -> None:
    args = ("coverage", "tests/coverage/shop.regel", "--json", "--sample", "20")
    here, there = run(*args, "--jobs", "1"), run(*args, "--on", scheduler)
    assert here.stdout == there.stdout and here.exit_code == there.exit_code == 1


def test_workers_may_die(scheduler: str, tmp_path: Path) -> None:
    found = list(in_order(begin, str(tmp_path), killed_now_and_then, range(24), Crew(on=scheduler)))
    assert found == [n * n for n in range(24)]
    assert len(list(tmp_path.iterdir())) == 3


def test_no_scheduler_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cluster, "ANSWERS", 1)
    before = dict(os.environ)
    for command in (["simulate", "pig", "--on", NOWHERE], ["worker", NOWHERE]):
        result = run(*command)
        assert result.exit_code == 1
        assert f"No scheduler answers at {NOWHERE}. Start one with `dask scheduler`" in result.stderr
    assert dict(os.environ) == before  # other programs that are begun from here speak as before


def test_files_that_describe_no_cluster(tmp_path: Path) -> None:
    assert "neither an address" in run("simulate", "pig", "--on", "nowhere.toml").stderr
    file = tmp_path / "cluster.toml"
    for text, said in (
        ("x = ", "does not describe a cluster"),
        ("port = 3", "not by port"),
        ("", "does not say where the scheduler is"),
        ('scheduler = "tls://a:1"\nca = "ca.pem"', "names a file that is not there"),
    ):
        file.write_text(text)
        assert said in run("simulate", "pig", "--on", str(file)).stderr


def test_a_worker_of_another_version_gets_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cluster, "COMES", 0.5)
    with local_cluster(
        n_workers=1, threads_per_worker=1, processes=False, dashboard_address=None, silence_logs=50,
        resources={"regelwerk-0.0.9-abc": 1},
    ) as others:  # fmt: skip
        result = run("simulate", "pig", "--on", others.scheduler_address)
    assert "1 of another version: 0.0.9-abc" in result.stderr and result.exit_code == 1
    with pytest.raises(Refused, match=r"but the work is for 0\.0\.9-abc"):
        cluster._do("0.0.9-abc", "", b"", {}, [])


def test_without_dask_it_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "distributed", None)
    assert "needs Dask (pip install 'regelwerk[cluster]')" in run("simulate", "pig", "--on", NOWHERE).stderr


def test_a_scheduler_that_ends_is_told(tmp_path: Path) -> None:
    others = local_cluster(
        n_workers=1, threads_per_worker=1, processes=False, dashboard_address=None, silence_logs=50,
        resources={cluster.PREFIX + cluster.version(): 1},
    )  # fmt: skip
    found = in_order(begin, str(tmp_path), slow, range(100), Crew(on=others.scheduler_address))
    assert next(found) == 0
    others.close()
    with pytest.raises(Refused, match=r"the scheduler at .* has ended"):
        list(found)


def slow(desk: Path, task: int) -> int:
    time.sleep(0.2)
    return task

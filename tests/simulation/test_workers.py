"""Several processes: the same results in the same order, also when some of them are killed."""

from __future__ import annotations

import os
import signal
import time
from pathlib import Path

import pytest

from regelwerk.simulation.workers import WorkerDied, in_order

_given: dict[str, str] = {}


def begin(given: str) -> None:
    _given["folder"] = given


def square(task: int) -> int:
    return task * task


def killed_once(task: int) -> int:
    """The first who comes to task 7 is killed, as by the system when memory is short."""
    mark = Path(_given["folder"]) / "killed"
    if task == 7:
        try:
            mark.touch(exist_ok=False)
        except FileExistsError:
            return task
        os.kill(os.getpid(), signal.SIGKILL)
    return task


def deadly(task: int) -> int:
    os.kill(os.getpid(), signal.SIGKILL)
    return task


def wrong(task: int) -> int:
    if task == 3:
        raise ValueError("three is too much")
    return task


@pytest.mark.parametrize(("jobs", "chunk"), [(1, 1), (2, 3), (3, 50)])
def test_results_do_not_depend_on_the_number_of_workers(tmp_path: Path, jobs: int, chunk: int) -> None:
    assert list(in_order(begin, str(tmp_path), square, range(20), jobs, chunk)) == [n * n for n in range(20)]


def test_what_a_killed_worker_held_is_done_again(tmp_path: Path) -> None:
    started = time.monotonic()
    assert list(in_order(begin, str(tmp_path), killed_once, range(30), 2, 2)) == list(range(30))
    assert (tmp_path / "killed").exists()
    assert time.monotonic() - started < 120


def test_work_that_kills_whoever_does_it_is_told(tmp_path: Path) -> None:
    with pytest.raises(WorkerDied, match="ended again and again"):
        list(in_order(begin, str(tmp_path), deadly, range(4), 2, 1))


def test_a_mistake_comes_back_to_the_caller(tmp_path: Path) -> None:
    found = in_order(begin, str(tmp_path), wrong, range(9), 2, 1)
    assert [next(found) for _ in range(3)] == [0, 1, 2]
    with pytest.raises(ValueError, match="three is too much"):
        next(found)


def test_who_stops_early_waits_for_nobody(tmp_path: Path) -> None:
    found = in_order(begin, str(tmp_path), square, range(10**9), 2, 1)
    assert next(iter(found)) == 0
    found.close()  # type: ignore[attr-defined]


def test_no_tasks_no_results(tmp_path: Path) -> None:
    assert list(in_order(begin, str(tmp_path), square, (), 2, 1)) == []

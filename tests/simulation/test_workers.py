"""Several processes: the same results in the same order, also when some of them are killed."""

from __future__ import annotations

import os
import random
import signal
import time
from pathlib import Path

import pytest

from regelwerk.simulation.workers import Crew, WorkerDied, in_order


def begin(given: str) -> Path:
    return Path(given)


def square(desk: Path, task: int) -> int:
    return task * task


def killed_once(desk: Path, task: int) -> int:
    """The first who comes to task 7 is killed, as by the system when memory is short."""
    if task == 7:
        try:
            (desk / "killed").touch(exist_ok=False)
        except FileExistsError:
            return task
        os.kill(os.getpid(), signal.SIGKILL)
    return task


def killed_at_random(desk: Path, task: int) -> int:
    """Whoever comes to a task for the first time is killed now and then."""
    if random.Random(task).random() < 0.05:
        try:
            (desk / str(task)).touch(exist_ok=False)
        except FileExistsError:
            return task * task
        os.kill(os.getpid(), signal.SIGKILL)
    return task * task


def deadly(desk: Path, task: int) -> int:
    os.kill(os.getpid(), signal.SIGKILL)
    return task


def wrong(desk: Path, task: int) -> int:
    if task == 3:
        raise ValueError("three is too much")
    return task


@pytest.mark.parametrize("jobs", [1, 2, 3])
def test_results_do_not_depend_on_the_number_of_workers(tmp_path: Path, jobs: int) -> None:
    assert list(in_order(begin, str(tmp_path), square, range(200), Crew(jobs))) == [n * n for n in range(200)]


def test_what_a_killed_worker_held_is_done_again(tmp_path: Path) -> None:
    started = time.monotonic()
    assert list(in_order(begin, str(tmp_path), killed_once, range(30), Crew(2))) == list(range(30))
    assert (tmp_path / "killed").exists()
    assert time.monotonic() - started < 120


def test_workers_killed_at_random_change_nothing(tmp_path: Path) -> None:
    assert list(in_order(begin, str(tmp_path), killed_at_random, range(60), Crew(2))) == [n * n for n in range(60)]
    assert len(list(tmp_path.iterdir())) > 1


def test_work_that_kills_whoever_does_it_is_told(tmp_path: Path) -> None:
    with pytest.raises(WorkerDied, match="ended again and again"):
        list(in_order(begin, str(tmp_path), deadly, range(4), Crew(2)))


def test_a_mistake_comes_back_to_the_caller(tmp_path: Path) -> None:
    found = in_order(begin, str(tmp_path), wrong, range(3, 9), Crew(2))
    with pytest.raises(ValueError, match="three is too much"):
        next(found)


def test_who_stops_early_waits_for_nobody(tmp_path: Path) -> None:
    found = in_order(begin, str(tmp_path), square, range(10**9), Crew(2))
    assert next(iter(found)) == 0
    found.close()  # type: ignore[attr-defined]


def test_no_tasks_no_results(tmp_path: Path) -> None:
    assert list(in_order(begin, str(tmp_path), square, (), Crew(2))) == []

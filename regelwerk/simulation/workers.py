"""Work in several processes; results come in order, so that nothing depends on their number.

A worker that is killed (the memory is short, somebody ends it) takes nothing with it: what it held is done again by
others. If that goes on, the work itself may be to blame, and an error says so instead of waiting for ever."""

from __future__ import annotations

import multiprocessing
import signal
import threading
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from itertools import islice
from typing import Any, TypeVar

from regelwerk.interpreter.errors import Refused

T = TypeVar("T")
R = TypeVar("R")
Given = TypeVar("Given")

DEATHS = 3  # so often the same work may be begun again
AHEAD = 4  # portions handed out for each worker


class WorkerDied(Refused):
    """Workers were killed again and again."""

    def __init__(self) -> None:
        super().__init__("the processes that do the work were ended again and again; is there enough memory?")


def in_order(
    begin: Callable[[Given], None], given: Given, work: Callable[[T], R], tasks: Iterable[T], jobs: int, chunk: int
) -> Iterator[R]:
    """Do tasks in so many processes, each of which has begun with what is given; functions are those of modules."""
    portions = _portions(tasks, chunk)
    waiting: deque[tuple[list[T], Future[list[R]]]] = deque()
    pool = _pool(begin, given, jobs)
    deaths, done = 0, False
    try:
        while True:
            try:
                _fill(pool, work, waiting, portions, jobs * AHEAD)
                if not waiting:
                    break
                results = waiting[0][1].result()
            except BrokenProcessPool:
                deaths += 1
                if deaths > DEATHS:
                    raise WorkerDied from None
                _end(pool)
                pool = _pool(begin, given, jobs)
                again = [tasks for tasks, _ in waiting]
                waiting.clear()
                portions = _chained(again, portions)
                continue
            waiting.popleft()
            deaths = 0
            yield from results
        done = True
    finally:
        if done:
            pool.shutdown()
        else:
            _end(pool)


def _portions(tasks: Iterable[T], chunk: int) -> Iterator[list[T]]:
    left = iter(tasks)
    while portion := list(islice(left, max(1, chunk))):
        yield portion


def _chained(first: Sequence[list[T]], then: Iterator[list[T]]) -> Iterator[list[T]]:
    yield from first
    yield from then


def _fill(
    pool: ProcessPoolExecutor,
    work: Callable[[T], R],
    waiting: deque[tuple[list[T], Future[list[R]]]],
    portions: Iterator[list[T]],
    most: int,
) -> None:
    """Hand out portions; what a pool that has just died does not take any more is kept as waiting, too."""
    while len(waiting) < most and (portion := next(portions, None)) is not None:
        with _deaf():  # workers are begun now and then, and inherit it: the parent decides what Ctrl-C means
            try:
                waiting.append((portion, pool.submit(_do, work, portion)))
            except BrokenProcessPool:
                waiting.append((portion, Future()))
                raise


def _do(work: Callable[[Any], Any], portion: list[Any]) -> list[Any]:
    return [work(task) for task in portion]


def _pool(begin: Callable[[Given], None], given: Given, jobs: int) -> ProcessPoolExecutor:
    spawn = multiprocessing.get_context("spawn")
    return ProcessPoolExecutor(jobs, mp_context=spawn, initializer=_begun, initargs=(begin, given))


def _begun(begin: Callable[[Any], None], given: Any) -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    begin(given)


def _end(pool: ProcessPoolExecutor) -> None:
    """Let nobody finish what nobody waits for."""
    workers = list((pool._processes or {}).values())
    pool.shutdown(wait=False, cancel_futures=True)
    for worker in workers:
        worker.terminate()


@contextmanager
def _deaf() -> Iterator[None]:
    """Do not hear Ctrl-C for a moment; only the main thread can be told."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)

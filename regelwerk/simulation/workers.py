"""Work for many: done here, in processes of this machine or on a cluster; results come in order, so that nothing
depends on who does it, on how many they are, or on what happens to them.

A worker that is killed (the memory is short, somebody ends it) takes nothing with it: what it held is done again by
others. If that goes on, the work itself may be to blame, and an error says so instead of waiting for ever."""

from __future__ import annotations

import multiprocessing
import signal
import threading
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import Executor, Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import islice
from typing import Any, Protocol, TypeVar

from regelwerk.interpreter.errors import Refused

from .cluster import Cluster
from .parcels import Done, Parcel, done_here, keep, packed

T = TypeVar("T")
R = TypeVar("R")
Given = TypeVar("Given")
Ready = TypeVar("Ready")

DEATHS = 3  # so often the same work may be begun again
AHEAD = 4  # portions handed out for each worker
BRISK = 0.3  # seconds of a portion below which the next ones are larger
HANDING = 0.01  # seconds that handing out a portion may take: many workers get larger ones, so that none has to wait
LARGEST = 4096  # tasks of a portion


class WorkerDied(Refused):
    """Workers were killed again and again."""

    def __init__(self) -> None:
        super().__init__("the processes that do the work were ended again and again; is there enough memory?")


@dataclass(frozen=True, slots=True)
class Crew:
    """Who does the work: so many processes of this machine, or a cluster."""

    jobs: int = 1
    on: str = ""  # address of a scheduler, or a file that describes a cluster

    @property
    def alone(self) -> bool:
        """Is everything done in this process?"""
        return self.jobs == 1 and not self.on


class Workplace(Protocol):
    """Where portions are done, by an executor that knows what all of them need."""

    size: int  # workers
    lost: tuple[type[BaseException], ...]  # what a future says whose worker was killed

    def submit(self, portion: Sequence[Any]) -> Future[Done]: ...

    def renew(self) -> bool:
        """Begin again after workers were killed; False if the others were ended as well."""

    def end(self, done: bool) -> None:
        """Let everybody go; unless it is done, nobody finishes what nobody waits for."""


class Processes:
    """Processes of this machine."""

    lost: tuple[type[BaseException], ...] = (BrokenProcessPool,)

    def __init__(self, parcel: Parcel, jobs: int) -> None:
        self.size, self._parcel = jobs, parcel
        self._pool = self._made()

    def _made(self) -> ProcessPoolExecutor:
        spawn = multiprocessing.get_context("spawn")
        return ProcessPoolExecutor(self.size, mp_context=spawn, initializer=_begun, initargs=(self._parcel,))

    def submit(self, portion: Sequence[Any]) -> Future[Done]:
        with _deaf():  # workers are begun now and then, and inherit it: the parent decides what Ctrl-C means
            executor: Executor = self._pool
            return executor.submit(done_here, self._parcel.key, portion)

    def renew(self) -> bool:
        self.end(False)
        self._pool = self._made()
        return False

    def end(self, done: bool) -> None:
        workers = list((self._pool._processes or {}).values())
        self._pool.shutdown(wait=done, cancel_futures=True)
        for worker in () if done else workers:
            worker.terminate()


def _begun(parcel: Parcel) -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    keep(parcel)


def _workplace(parcel: Parcel, crew: Crew) -> Workplace:
    return Cluster(parcel, crew.on) if crew.on else Processes(parcel, crew.jobs)


def in_order(
    begin: Callable[[Given], Ready], given: Given, work: Callable[[Ready, T], R], tasks: Iterable[T], crew: Crew
) -> Iterator[R]:
    """Do tasks, each with what `begin` makes ready once for every worker; functions are those of modules."""
    if crew.alone:
        ready = begin(given)
        yield from (work(ready, task) for task in tasks)
        return
    left = iter(tasks)
    if not (first := list(islice(left, 1))):
        return
    place = _workplace(packed(begin, given, work), crew)
    done = False
    try:
        yield from _collected(place, _chained([first], _portions(left, sizes := [1])), sizes)
        done = True
    finally:
        place.end(done)


def _collected(place: Workplace, portions: Iterator[list[T]], sizes: list[int]) -> Iterator[Any]:
    waiting: deque[tuple[list[T], Future[Done] | None]] = deque()  # None: not handed out, or lost
    deaths = 0
    while True:
        try:
            while len(waiting) < place.size * AHEAD and (portion := next(portions, None)) is not None:
                waiting.append((portion, None))
            for n, (portion, future) in enumerate(waiting):
                if future is None:
                    waiting[n] = portion, place.submit(portion)
            if not waiting:
                return
            assert waiting[0][1] is not None
            found = waiting[0][1].result()
        except place.lost:
            deaths += 1
            if deaths > DEATHS:
                raise WorkerDied from None
            others_go_on = place.renew()
            for n, (portion, future) in enumerate(waiting):
                if future is None or (_failed(future) if future.done() else not others_go_on):
                    waiting[n] = portion, None
            continue
        portion, _ = waiting.popleft()
        deaths = 0
        brisk = max(BRISK, place.size * HANDING)
        if found.seconds < brisk and len(portion) == sizes[0]:
            sizes[0] = min(2 * sizes[0], LARGEST)
        elif found.seconds > 4 * brisk:
            sizes[0] = max(1, sizes[0] // 2)
        yield from found.results


def _failed(future: Future[Done]) -> bool:
    return future.cancelled() or future.exception() is not None


def _portions(left: Iterator[T], sizes: list[int]) -> Iterator[list[T]]:
    """Cut tasks into portions of the size wanted at the time."""
    while portion := list(islice(left, sizes[0])):
        yield portion


def _chained(first: Sequence[list[T]], then: Iterator[list[T]]) -> Iterator[list[T]]:
    yield from first
    yield from then


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

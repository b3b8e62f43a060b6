"""Work in several processes; results come in order, so that nothing depends on their number."""

from __future__ import annotations

import multiprocessing
import signal
from collections.abc import Callable, Iterable, Iterator
from typing import TypeVar

T = TypeVar("T")
R = TypeVar("R")
Given = TypeVar("Given")


def in_order(
    begin: Callable[[Given], None], given: Given, work: Callable[[T], R], tasks: Iterable[T], jobs: int, chunk: int
) -> Iterator[R]:
    """Do tasks in so many processes, each of which has begun with what is given; functions are those of modules."""
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)  # workers inherit it: the parent decides what Ctrl-C means
    try:
        pool = multiprocessing.get_context("spawn").Pool(jobs, begin, (given,))
    finally:
        signal.signal(signal.SIGINT, before)
    with pool:
        yield from pool.imap(work, tasks, chunksize=chunk)

"""Processes that work for the scheduler of a cluster, each watched by a nanny that begins it again when it dies."""

from __future__ import annotations

import asyncio
import os
import socket
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from .cluster import ANSWERS, PREFIX, described, library, no_scheduler, version

QUIET = "DASK_LOGGING__DISTRIBUTED"
STARTS = 60  # seconds in which processes must have begun


def work_for(on: str, jobs: int, name: str, begun: Callable[[], None]) -> None:
    """Work for a scheduler until it ends, or somebody ends this; `begun` is called when all processes are ready."""
    library()
    with _quiet():
        asyncio.run(_served(on, jobs, name or socket.gethostname(), begun))


@contextmanager
def _quiet() -> Iterator[None]:
    """Let the processes that are begun, and begun again, keep Dask's own words to themselves; nothing else here."""
    if QUIET in os.environ:
        yield
        return
    os.environ[QUIET] = "critical"
    try:
        yield
    finally:
        del os.environ[QUIET]


async def _served(on: str, jobs: int, name: str, begun: Callable[[], None]) -> None:
    distributed = library()
    where = described(on)
    try:  # a worker would wait for ever
        async with distributed.Client(**where, asynchronous=True, timeout=ANSWERS, set_as_default=False) as client:
            address = client.scheduler.address
    except (OSError, ValueError, TimeoutError) as error:
        raise no_scheduler(on) from error
    nannies = [
        distributed.Nanny(
            address, nthreads=1, name=f"{name}-{os.getpid()}-{number}", resources={PREFIX + version(): 1},
            memory_limit=1 / jobs, security=where.get("security"), dashboard=False, death_timeout=STARTS,
        )
        for number in range(jobs)
    ]  # fmt: skip
    try:
        await asyncio.gather(*nannies)
        begun()
        await asyncio.gather(*(nanny.finished() for nanny in nannies))
    finally:
        await asyncio.gather(*(nanny.close(timeout=2) for nanny in nannies), return_exceptions=True)

"""Progress of long work, on terminals."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager

from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from .screen import console


def progress_bar(shown: bool = True) -> Progress:
    """Give a bar on the terminal, or nothing where there is none, or none is wanted."""
    columns = TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn()
    return Progress(*columns, console=console(err=True), transient=True, disable=not (shown and sys.stderr.isatty()))


@contextmanager
def working(on: str) -> Iterator[None]:
    """Say on a terminal what is being done, from the first moment until it is."""
    if not sys.stderr.isatty():
        yield
        return
    with console(err=True).status(on):
        yield

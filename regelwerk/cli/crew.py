"""Who does long work, and where it is written down: the options that every command with many games has."""

from __future__ import annotations

import os
from collections.abc import Callable
from functools import wraps
from pathlib import Path
from typing import Any

import click

from regelwerk.simulation.journal import Journal
from regelwerk.simulation.workers import Crew


def crew_options(usual_jobs: int = 1) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """Add `--jobs` and `--on`; the command gets them as `crew`."""

    def manning(command: Callable[..., Any]) -> Callable[..., Any]:
        @wraps(command)
        def manned(*args: Any, jobs: int, on: str, **kwargs: Any) -> Any:
            return command(*args, crew=Crew(jobs or os.cpu_count() or 1, on), **kwargs)

        for option in (
            click.option("--on", default="", metavar="ADDRESS",
                         help="Work on a cluster: tcp://… of its scheduler, or a file that describes it."),
            click.option("--jobs", "-j", type=click.IntRange(0), default=usual_jobs, show_default=True,
                         help="Processes; 0 takes one per processor. The result does not depend on it."),
        ):  # fmt: skip
            manned = option(manned)
        return manned

    return manning


def journal_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """Add `--resume` and `--so-far`; the command gets `open_journal`, to be called with what the work is."""

    @wraps(command)
    def kept(*args: Any, resume: Path | None, so_far: bool, **kwargs: Any) -> Any:
        if so_far and resume is None:
            raise click.UsageError("--so-far reads a journal: name it with --resume.")
        return command(*args, open_journal=lambda work: Journal(resume, work, reading=so_far), **kwargs)

    for option in (
        click.option("--so-far", is_flag=True, help="Tell what the journal holds, and do nothing more."),
        click.option("--resume", type=click.Path(dir_okay=False, path_type=Path), metavar="FILE",
                     help="Keep a journal in FILE; if it is there already, go on where it ends."),
    ):  # fmt: skip
        kept = option(kept)
    return kept
